"""What a player of a scene may do: the actions on offer, and whether a card may be played."""

from __future__ import annotations

from marchsim.games.march.engine import workers
from marchsim.games.march.scenarios.scene import Scene
from marchsim.games.march.words import WORKER


def actions(g: Scene, by: str = "red") -> tuple[str, ...]:
    """Return the actions that a player may take now; it is granted one that it declines."""
    seat = g.names.find_seat(by)
    before = g.script.passing
    g.script.passing = frozenset([*before, seat])
    asked = g.run(WORKER, lambda: workers.take_action(g.g, seat, 0), ())
    g.script.passing = before
    return asked[0].options if asked else ()


def asked(g: Scene) -> list[str]:
    """Return the questions asked so far."""
    return [decision.question for decision in g.decisions]


def may_play(g: Scene, card: str, by: str = "red") -> bool:
    """Return whether a player may play a card of its hand now."""
    assert card in g.seat(by).hand
    return f"play {card}" in actions(g, by)

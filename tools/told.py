"""What a scene tells: the short forms of its events of some kinds, in their order."""

from __future__ import annotations

from marchsim.games.march.scenarios.scene import Scene
from marchsim.games.march.table.tables import EVENT_NAMES
from marchsim.tabletop.scenarios.answers import Question


def told(g: Scene, *kinds: str) -> list[str]:
    """Return the short forms of the events of these kinds, such as "battle"."""
    assert set(kinds) <= set(EVENT_NAMES.values())
    return [g.narrator.brief(event) for event in g.events if EVENT_NAMES[event[0]] in kinds]


def fights(g: Scene) -> list[str]:
    """Return the battles: invader battle hex defender, or player hunt hex (a centipede)."""
    return told(g, "battle", "hunt")


def careless(g: Scene) -> Scene:
    """Answer unasked: what is lost is of the outskirts, or the last site; what is taken is the first site."""
    asked = g.script.choose

    def choose(seat: int, question: Question) -> int:
        if question.name == "lose":
            return len(question.options) - 1
        return 0 if question.name == "inhabit" else asked(seat, question)

    g.script.choose = choose
    return g

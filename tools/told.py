"""The events of a scene in their short forms, for tests of scenes."""

from __future__ import annotations

from marchsim.games.march.scenarios.scene import Scene
from marchsim.games.march.table.record import EVENT_NAMES
from marchsim.tabletop.scenarios.answers import Question


def told(g: Scene, *kinds: str) -> list[str]:
    """The short forms of all events of these kinds (such as "battle"), in order."""
    assert set(kinds) <= set(EVENT_NAMES.values())
    return [g.narrator.brief(event) for event in g.events if EVENT_NAMES[event[0]] in kinds]


def fights(g: Scene) -> list[str]:
    """The short forms of all battles: invader battle hex defender, or player hunt hex (with a centipede)."""
    return told(g, "battle", "hunt")


def careless(g: Scene) -> Scene:
    """Make a scene answer unscripted questions: lose the last thing on offer, inhabit the first site."""
    asked = g.script.choose

    def choose(seat: int, question: Question) -> int:
        if question.name == "lose":
            return len(question.options) - 1
        return 0 if question.name == "inhabit" else asked(seat, question)

    g.script.choose = choose
    return g

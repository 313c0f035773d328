"""What stands beside the Meadow: each player with what it has, and what the signs mean."""

from __future__ import annotations

from collections.abc import Callable

from marchsim.games.march.engine.moves.meadow import Play
from marchsim.games.march.naming.names import COLOURS, Names
from marchsim.games.march.telling.board import signs
from marchsim.games.march.telling.board.signs import INK, MUTED
from marchsim.games.march.telling.sentences import larvae, number
from marchsim.games.march.words import CARDS, COMMON, OVER, SECTIONS, SPECIES_NAMES
from marchsim.tabletop.drawing import Lettering, Line, Paint, Point, Shape, cut, wide, wrapped

WIDTH = 400.0
INDENT = 40.0
ROW = 18.0
TEXT = 13.0
FAINT = "#c8ced6"
_SITES = ", ".join(f"{letter} {name}" for letter, name in signs.RESOURCE_NAMES.items())
KEY: tuple[tuple[Callable[[Point], list[Shape]], str], ...] = (
    (signs.site, f"site: {_SITES}"),
    (signs.control, "control site; the rim of its hex has the colour of who holds it"),
    (signs.taken, "ant on a site; the row below are ants in the outskirts"),
    (signs.wormhole, "wormhole"),
    (signs.centipede, "centipede"),
    (signs.marker, "has the marker"),
)


def panel(g: Play, names: Names, at: Point) -> tuple[list[Shape], float]:
    """Return the panel with its left upper corner at a point, and its height."""
    x, y = at
    shapes: list[Shape] = []
    for seat in range(len(names.players)):
        some, y = _seat(g, names, seat, (x, y))
        shapes += some
    if g.rules.horde:
        words = f"The Centipede Horde: {number(g.s.horde_score, 'point')}"
        shapes.append(Lettering((x, y + 10), words, 15, INK, "start", bold=True))
        y += 34
    some, y = _key((x, y + 4))
    return shapes + some, y - at[1]


def _seat(g: Play, names: Names, seat: int, at: Point) -> tuple[list[Shape], float]:
    """Return what a player has, and where the next begins."""
    s = g.s
    x, y = at
    score = str(s.score[seat])
    shapes = signs.ant((x + 15, y + 15), seat, 15)
    room = WIDTH - INDENT - 80
    shapes.append(
        Lettering(
            (x + INDENT, y + 13), cut(names.players[seat], 17, room, bold=True), 17, INK, "start", bold=True
        )
    )
    shapes.append(Lettering((x + WIDTH, y + 13), score, 22, INK, "end", bold=True))
    if seat == s.marker and s.phase != OVER:
        shapes += signs.marker((x + WIDTH - wide(score, 22, bold=True) - 16, y + 13))
    y += 32
    for line in _lines(g, names, seat):
        for part in wrapped(line, TEXT, WIDTH - INDENT, 3):
            shapes.append(Lettering((x + INDENT, y + 4), part, TEXT, INK, "start"))
            y += ROW
    shapes.append(Line(((x, y + 6), (x + WIDTH, y + 6)), Paint("", FAINT, 1)))
    return shapes, y + 20


def _lines(g: Play, names: Names, seat: int) -> list[str]:
    """Return what a player has in words: numbers first, then what it has in play."""
    s = g.s
    parts = [f"{s.food[seat]} food", larvae(s.larvae[seat]), f"{number(s.hand_n[seat], 'card')} in hand"]
    parts.append(number(s.army[seat], "ant"))
    if s.rested[seat]:
        parts.append("rested")
    lines = [", ".join(parts)]
    if s.species[seat] != COMMON:
        lines.append(SPECIES_NAMES[s.species[seat]])
    for section, word in enumerate(SECTIONS):
        at = seat * 3 + section
        pile = [s.evolution[at * CARDS + index] for index in range(s.evolution_n[at])]
        if pile:
            lines.append(f"{word}: {', '.join(names.cards[card] for card in reversed(pile))}")
    goals = [names.cards[s.goal[seat * CARDS + index]] for index in range(s.goal_n[seat])]
    if goals:
        lines.append(f"goals: {', '.join(goals)}")
    return lines


def _key(at: Point) -> tuple[list[Shape], float]:
    """Return what the signs mean, and where that ends."""
    x, y = at
    shapes: list[Shape] = []
    colours = ", ".join(f"{signs.ANTS[seat][0]} {colour}" for seat, colour in enumerate(COLOURS))
    for sign, words in KEY:
        lines = wrapped(words, TEXT, WIDTH - INDENT - 12, 2)
        middle = y + 22
        shapes += sign((x + 20, middle))
        for index, line in enumerate(lines):
            at_line = (x + INDENT + 12, middle + ROW * (index - (len(lines) - 1) / 2))
            shapes.append(Lettering(at_line, line, TEXT, MUTED, "start"))
        y += 44 if sign in (signs.site, signs.control, signs.taken) else 32
    for line in (f"ants: {colours}", "evolutions: the topmost first"):
        shapes.append(Lettering((x, y + 16), line, TEXT, MUTED, "start"))
        y += ROW
    return shapes, y + 16

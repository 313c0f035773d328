"""A picture of a position: the board, beside it the possessions of each player, and a legend."""

from __future__ import annotations

from collections.abc import Sequence

from marchsim.tabletop.drawing import (
    Circle,
    Drawing,
    Lettering,
    Line,
    Paint,
    Point,
    Shape,
    cut,
    extent,
    moved,
    wrapped,
)
from marchsim.tabletop.naming import number
from marchsim.tabletop.watching.scene import Area, Holding, Look, Scenery, Tone

MARGIN = 24.0
LEAST = 460.0  # width of a small board, so that the title has room
HEAD = 88.0  # room for the title
WIDTH = 400.0  # of what stands beside the board
INDENT = 40.0
ROW = 18.0
TEXT = 13.0
INK, MUTED, FAINT = "#1f2328", "#59636e", "#c8ced6"


def snapshot(
    scenery: Scenery,
    look: Look,
    players: Sequence[str],
    title: str,
    below: str = "",
    shown: str = "the board",
) -> Drawing:
    """The picture of a position. `below` is a smaller line under the title. `shown` describes the board."""
    left, top, right, bottom = _edges(scenery, list(look.areas.values()))
    beside = max(right - left + 2 * MARGIN, LEAST)
    corner = (beside / 2 - (left + right) / 2, HEAD - top)
    shapes: list[Shape] = []
    for area in look.areas.values():
        at = (area.at[0] + corner[0], area.at[1] + corner[1])
        shapes += [moved(shape, at) for piece in area.pieces for shape in piece.shapes]
    listed, height = _panel(scenery, look, players, (beside, MARGIN))
    room = beside - 2 * MARGIN
    shapes.append(Lettering((MARGIN, 30), cut(title, 24, room, bold=True), 24, INK, "start", bold=True))
    for index, line in enumerate(wrapped(below, 14, room, 2)):
        shapes.append(Lettering((MARGIN, 54 + 18 * index), line, 14, MUTED, "start"))
    scores = ", ".join(f"{name} {held.score}" for name, held in zip(players, look.seats, strict=True))
    alt = f"{title}: {shown}; {scenery.score[1]}: {scores}."
    size = (beside + WIDTH + MARGIN, max(HEAD + bottom - top + MARGIN, height + 2 * MARGIN))
    return Drawing(*size, title, alt, shapes + listed)


def _edges(scenery: Scenery, areas: Sequence[Area]) -> tuple[float, float, float, float]:
    _, _, x, y = extent([scenery.outline]) if scenery.outline else (0.0, 0.0, 0.0, 0.0)
    boxes = [(one.at[0] - x, one.at[1] - y, one.at[0] + x, one.at[1] + y) for one in areas] or [(0.0,) * 4]
    columns = list(zip(*boxes, strict=True))
    return min(columns[0]), min(columns[1]), max(columns[2]), max(columns[3])


def _panel(scenery: Scenery, look: Look, players: Sequence[str], at: Point) -> tuple[list[Shape], float]:
    """The shapes of the panel beside the board, and its height. `at` is its upper left corner."""
    x, y = at
    shapes: list[Shape] = []
    for tone, name, held in zip(scenery.tones, players, look.seats, strict=False):
        some, y = _seat(scenery, tone, name, held, (x, y))
        shapes += some
    facts = list(look.facts)
    if scenery.opponent:
        facts.insert(0, f"{scenery.opponent}: {number(look.opponent or 0, *scenery.score)}")
    for line in wrapped(", ".join(facts), TEXT, WIDTH, 3):
        shapes.append(Lettering((x, y + 6), line, TEXT, INK, "start"))
        y += ROW
    some, y = _key(scenery, (x, y + 10))
    return shapes + some, y - at[1]


def _seat(scenery: Scenery, tone: Tone, name: str, held: Holding, at: Point) -> tuple[list[Shape], float]:
    """The shapes of a player's possessions, and the y at which those of the next player begin."""
    x, y = at
    middle = (x + 15, y + 15)
    shapes: list[Shape] = [Circle(middle, 15, Paint(tone.disc, tone.edge, 1.2))]
    shapes.append(Lettering(middle, tone.letter, 17.2, tone.ink, bold=True))
    called = cut(name, 17, WIDTH - INDENT - 80, bold=True)
    shapes.append(Lettering((x + INDENT, y + 13), called, 17, INK, "start", bold=True))
    shapes.append(Lettering((x + WIDTH, y + 13), str(held.score), 22, INK, "end", bold=True))
    y += 32
    numbers = [number(n, *names) for n, names in zip(held.numbers, scenery.numbers, strict=True)]
    lines = [words for words in (", ".join(numbers), ", ".join(held.signs)) if words]
    for listing, items in zip(scenery.lists, held.lists, strict=True):
        if items and not listing.secret:
            lines.append(f"{listing.name}: {', '.join(items)}")
    for line in lines:
        for part in wrapped(line, TEXT, WIDTH - INDENT, 3):
            shapes.append(Lettering((x + INDENT, y + 4), part, TEXT, INK, "start"))
            y += ROW
    shapes.append(Line(((x, y + 6), (x + WIDTH, y + 6)), Paint("", FAINT, 1)))
    return shapes, y + 20


def _key(scenery: Scenery, at: Point) -> tuple[list[Shape], float]:
    """The shapes of the legend, and the y at which it ends."""
    x, y = at
    shapes: list[Shape] = []
    for sign, words in scenery.key:
        lines = wrapped(words, TEXT, WIDTH - INDENT - 12, 2)
        _, top, _, bottom = extent(sign) if sign else (0.0, 0.0, 0.0, 0.0)
        half = max(bottom, -top, ROW * len(lines) / 2) + 4
        shapes += [moved(shape, (x, y + half)) for shape in sign]
        for index, line in enumerate(lines):
            place = (x + INDENT + 12, y + half + ROW * (index - (len(lines) - 1) / 2))
            shapes.append(Lettering(place, line, TEXT, MUTED, "start"))
        y += 2 * half
    return shapes, y + 10

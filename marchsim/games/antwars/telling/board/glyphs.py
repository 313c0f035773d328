"""The glyphs of the boards: ants, pieces, pupae, animals and pheromones, each centred at (0, 0).

Minors are discs, Majors hexagons, and Queens discs with a crown and their remaining life. Each has the letter
of its colour, so that no meaning depends on colour alone. Colours are Okabe and Ito's, black and white.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from marchsim.games.antwars import words as w
from marchsim.tabletop import hexes
from marchsim.tabletop.drawing import Circle, Lettering, Line, Paint, Polygon, Shape, moved, wide

INK, MUTED, PAPER = "#1f2328", "#59636e", "#ffffff"
# letter, disc, letter's colour and edge of each seat, in the order of naming.COLOURS
ANTS = (
    ("R", "#d55e00", PAPER, INK),
    ("B", "#0072b2", PAPER, INK),
    ("G", "#009e73", INK, INK),
    ("Y", "#f0e442", INK, INK),
    ("K", "#222222", PAPER, PAPER),
    ("W", "#ffffff", INK, INK),
)
# letter, ground and letter's colour of each type of piece
TYPES = (
    ("P", "#a3262a", PAPER),
    ("S", "#fdfdfd", INK),
    ("D", "#e0b040", INK),
    ("L", "#3f7d2c", PAPER),
    ("M", "#8d6bb0", PAPER),
)
HEIGHT = 24.0  # of a row of glyphs
GAP = 5.0
LARGEST = 1.7  # times its size: what has room is drawn larger
TEXT = 15.0
SHELL = "#3a3a44"


@dataclass(frozen=True)
class Glyph:
    """A sign with its width. Its shapes begin at x = 0 and are centred at y = 0."""

    width: float
    shapes: tuple[Shape, ...]


def counted(sign: Sequence[Shape], width: float, n: int | str, ground: str) -> Glyph:
    """A sign of some width, moved to begin at x = 0, with the number `n` beside it unless that is 1."""
    shapes = [moved(shape, (width / 2, 0.0)) for shape in sign]
    words = "" if n == 1 else str(n)
    if words:
        shapes.append(Lettering((width + 1, 0.0), words, TEXT, INK, "start", bold=True, halo=ground))
    return Glyph(width + (wide(words, TEXT, bold=True) + 1 if words else 0.0), tuple(shapes))


def minor(seat: int) -> list[Shape]:
    """A Minor."""
    letter, colour, ink, edge = ANTS[seat]
    return [
        Circle((0.0, 0.0), 8.5, Paint(colour, edge, 1.2)), Lettering((0.0, 0.0), letter, 10, ink, bold=True)
    ]  # fmt: skip


def major(seat: int) -> list[Shape]:
    """A Major: larger, with corners."""
    letter, colour, ink, edge = ANTS[seat]
    corners = tuple((11.5 * x, 11.5 * y) for x, y in hexes.CORNERS)
    return [Polygon(corners, Paint(colour, edge, 1.4)), Lettering((0.0, 0.0), letter, 12, ink, bold=True)]


def queen(seat: int) -> list[Shape]:
    """A Queen: a disc with a crown."""
    letter, colour, ink, edge = ANTS[seat]
    half = ((4.5, -9.0), (10.0, -14.0), (9.0, -5.0))
    crown = (*((-x, y) for x, y in reversed(half)), (0.0, -15.0), *half)
    return [
        Polygon(crown, Paint("#ffc400", INK, 1)),
        Circle((0.0, 1.5), 9.5, Paint(colour, edge, 1.6)),
        Lettering((0.0, 1.5), letter, 11, ink, bold=True),
    ]


def piece(kind: int) -> list[Shape]:
    """A piece of a kind."""
    letter, ground, ink = TYPES[kind]
    corners = ((-7.5, -7.5), (7.5, -7.5), (7.5, 7.5), (-7.5, 7.5))
    return [Polygon(corners, Paint(ground, INK, 1)), Lettering((0.0, 0.0), letter, 11, ink, bold=True)]


def pupa() -> list[Shape]:
    """A pupa: a pale egg with stripes."""
    egg = tuple((9.5 * y, 7.0 * x) for x, y in hexes.CORNERS)
    stripes = [Line(((x, -5.5), (x, 5.5)), Paint("", MUTED, 1)) for x in (-3.5, 0.0, 3.5)]
    return [Polygon(egg, Paint("#fff6dd", INK, 1.1)), *stripes]


def gloomy() -> list[Shape]:
    """A Gloomy: a dark beetle with six legs."""
    legs: list[Shape] = [Line(((-11.0, y), (11.0, y)), Paint("", SHELL, 1.6)) for y in (-5.0, 0.0, 5.0)]
    back = Line(((0.0, -7.0), (0.0, 8.0)), Paint("", PAPER, 1))
    return [*legs, Circle((0.0, 0.5), 7.5, Paint(SHELL, INK, 1)), Circle((0.0, -8.0), 3, Paint(SHELL)), back]


def spider() -> list[Shape]:
    """A spider: two balls with eight legs."""
    brown = "#6d1f1f"
    legs = [
        Line(((0.0, y / 3), (side * 7, y), (side * 12, y * 0.6)), Paint("", brown, 1.5))
        for side in (-1.0, 1.0)
        for y in (-9.0, -3.5, 3.5, 9.0)
    ]
    return [*legs, Circle((0.0, 2.0), 6.5, Paint(brown, INK, 1)), Circle((0.0, -5.5), 3.6, Paint(brown))]


def scent(seat: int) -> list[Shape]:
    """Pheromones: a trail of dots in a colony's colour."""
    _, colour, _, edge = ANTS[seat]
    ring = Paint(colour, INK if edge == INK else MUTED, 0.8)
    return [Circle(at, 3.1, ring) for at in ((-7.0, 3.0), (0.0, -2.5), (7.0, 3.0))]


def gate(open_: bool) -> list[Shape]:
    """An Entrance: an arch, open or closed by a slab."""
    arch = ((-17.0, 13.0), (-17.0, -4.0), (-10.0, -13.0), (10.0, -13.0), (17.0, -4.0), (17.0, 13.0))
    hole = Polygon(arch, Paint("#fffdf5" if open_ else "#4a3b2c", INK, 2))
    if open_:
        return [hole]
    bars = [Line(((-17.0, y), (17.0, y)), Paint("", "#c9b79c", 2)) for y in (-5.0, 1.0, 7.0)]
    return [hole, *bars]


def rows(glyph_rows: Sequence[Sequence[Glyph]], room: tuple[float, float], top: float) -> list[list[Shape]]:
    """Rows of glyphs as shapes centred at x = 0 below `top`, scaled to fit the room."""
    widths = [sum(one.width for one in row) + GAP * (len(row) - 1) for row in glyph_rows]
    tall = HEIGHT * len(glyph_rows)
    scale = min(LARGEST, room[1] / max(tall, 1.0), *(room[0] / max(width, 1.0) for width in widths))
    found: list[list[Shape]] = []
    first = top + (room[1] - scale * tall) / 2
    for number, (row, width) in enumerate(zip(glyph_rows, widths, strict=True)):
        x, y = -width / 2 * scale, first + HEIGHT * scale * (number + 0.5)
        shapes: list[Shape] = []
        for one in row:
            shapes += [moved(shape, (x, y), scale) for shape in one.shapes]
            x += (one.width + GAP) * scale
        found.append(shapes)
    return found


NAMED = dict(zip(w.PIECES, (letter for letter, _, _ in TYPES), strict=True))

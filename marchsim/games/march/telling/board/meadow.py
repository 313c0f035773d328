"""The contents of each hex of the Meadow: number, name, tunnels, sites, ants and tokens."""

from __future__ import annotations

from collections.abc import Iterator

from marchsim.games.march.engine.legal import controller
from marchsim.games.march.engine.moves.meadow import Play
from marchsim.games.march.naming.names import Names
from marchsim.games.march.table.assembly import LETTERS
from marchsim.games.march.telling.board import glyphs
from marchsim.games.march.telling.board.glyphs import INK, MUTED, PAPER
from marchsim.games.march.words import HEXES, SITES, TUNNEL
from marchsim.tabletop import hexes
from marchsim.tabletop.drawing import Lettering, Line, Paint, Point, Polygon, Shape, wrapped
from marchsim.tabletop.naming import number
from marchsim.tabletop.watching.scene import Piece

SIZE = 100.0  # pixels from the middle of a hex to a corner
FIELD, INNER, EARTH, BURROW, RIM = "#f0f4e6", "#dde8c8", "#7d644a", "#c9ad83", "#7d8a6a"
BURROW_WIDTH = 11.0


def _at(middle: Point, dx: float, dy: float) -> Point:
    return middle[0] + dx, middle[1] + dy


def pieces(g: Play, names: Names, hexno: int, middle: Point = (0.0, 0.0)) -> list[Piece]:
    """The contents of a hex from back to front, each piece with its kind, words and shapes."""
    s = g.s
    ground = EARTH if hexno == TUNNEL else INNER if s.inner[hexno] else FIELD
    shapes = _ground(g, hexno, middle, ground)
    if hexno == TUNNEL:
        return [Piece("hex", names.hexes[hexno], tuple(shapes)), *_great_tunnel(g, names, middle)]
    named = f"{names.hexes[hexno]}, number {hexno}{', Inner Meadow' if s.inner[hexno] else ''}"
    return [
        Piece("hex", named, (*shapes, *_label(names, hexno, middle, ground))),
        *_sites(g, names, hexno, middle),
        *_outskirts(g, names, hexno, middle, ground),
        *_tokens(g, names, hexno, middle),
    ]


def _ground(g: Play, hexno: int, middle: Point, ground: str) -> list[Shape]:
    """The shapes of a hex and its tunnels."""
    corners = tuple(_at(middle, SIZE * x, SIZE * y) for x, y in hexes.CORNERS)
    shapes: list[Shape] = [Polygon(corners, Paint(ground, RIM, 1.5))]
    for edge, (x, y) in enumerate(hexes.MIDDLES):
        if g.s.open[hexno * 6 + edge]:
            end = _at(middle, SIZE * 0.97 * x, SIZE * 0.97 * y)
            shapes.append(Line((middle, end), Paint("", BURROW, BURROW_WIDTH)))
    return shapes


def _label(names: Names, hexno: int, middle: Point, ground: str) -> list[Shape]:
    lines = wrapped(names.hexes[hexno], 14, 118, 2, bold=True)
    first = -57 - 7.5 * (len(lines) - 1)
    shapes: list[Shape] = [Lettering(_at(middle, 0, -82), str(hexno), 13, MUTED, halo=ground)]
    for index, line in enumerate(lines):
        shapes.append(Lettering(_at(middle, 0, first + 15 * index), line, 14, INK, bold=True, halo=ground))
    return shapes


def _site_rows(g: Play, hexno: int) -> list[range]:
    """The sites of a hex, in the one or two rows in which they are drawn."""
    count = g.kit.sites[hexno]
    return [range(count)] if count <= 3 else [range((count + 1) // 2), range((count + 1) // 2, count)]


def _sites(g: Play, names: Names, hexno: int, middle: Point) -> Iterator[Piece]:
    rows = _site_rows(g, hexno)
    for index, row in enumerate(rows):
        y = -10.0 if len(rows) == 1 else -18.0 + 38 * index
        for place, slot in enumerate(row):
            x = 39.0 * (place - (len(row) - 1) / 2)
            resource = LETTERS[g.kit.resource[hexno * SITES + slot]]
            owner = g.s.site[hexno * SITES + slot]
            shapes = glyphs.site(_at(middle, x, y), resource, owner, slot == 0)
            words = names.players[owner] if owner >= 0 else "vacant"
            yield Piece(
                f"{'control ' if slot == 0 else ''}site {names.site(hexno, slot)}", words, tuple(shapes)
            )


def _outskirts(g: Play, names: Names, hexno: int, middle: Point, ground: str) -> Iterator[Piece]:
    """Yield the ants in the outskirts of a hex, if there are any."""
    if counts := _outside(g, hexno):
        below = _at(middle, 0, 42 if len(_site_rows(g, hexno)) == 1 else 56)
        shapes = glyphs.crowd(below, counts, 10.5, 112, ground)
        yield Piece("outskirts", _crowd_words(names, counts), tuple(shapes))


def _crowd_words(names: Names, counts: list[tuple[int, int]]) -> str:
    """The number of ants of each player in the outskirts, in words."""
    return ", ".join(f"{n} {names.players[seat]}" for seat, n in counts)


def _outside(g: Play, hexno: int) -> list[tuple[int, int]]:
    """The players with ants in a hex's outskirts (or the Great Tunnel), with the number of ants."""
    counts = [(seat, g.s.out[seat * HEXES + hexno]) for seat in range(g.s.players)]
    return [(seat, n) for seat, n in counts if n]


def _tokens(g: Play, names: Names, hexno: int, middle: Point) -> Iterator[Piece]:
    """Yield the other tokens of a hex: its controller's colour, a wormhole, a centipede."""
    owner = controller(g.s, hexno)
    if owner >= 0:
        rim = tuple(_at(middle, (SIZE - 6) * x, (SIZE - 6) * y) for x, y in hexes.CORNERS)
        yield Piece("control", names.players[owner], (Polygon(rim, Paint("", glyphs.ANTS[owner][1], 3)),))
    if g.s.wormhole[hexno]:
        yield Piece("token", "wormhole", tuple(glyphs.wormhole(_at(middle, -68, -32))))
    if g.s.centipede[hexno]:
        yield Piece("token", "centipede", tuple(glyphs.centipede(_at(middle, 63, -29))))


def _great_tunnel(g: Play, names: Names, middle: Point) -> Iterator[Piece]:
    """Yield the contents of the Great Tunnel: ants, and centipedes that have entered it."""
    name = Lettering(_at(middle, 0, -52), names.hexes[TUNNEL], 15, PAPER, bold=True, halo=EARTH)
    counts = _outside(g, TUNNEL)
    shapes = (name, *glyphs.crowd(_at(middle, 0, 2), counts, 13, 145, EARTH, PAPER))
    yield Piece("inside", _crowd_words(names, counts) or "nobody", shapes)
    if g.s.intruders:
        many = Lettering(_at(middle, 12, 58), f"{glyphs.TIMES}{g.s.intruders}", 17, PAPER, "start", bold=True)
        entered = number(g.s.intruders, "centipede")
        yield Piece("entered", entered, (*glyphs.centipede(_at(middle, -12, 58)), many))

"""The drawing and position of each area: foraging boards in the middle, anthills at the sides."""

from __future__ import annotations

from collections.abc import Sequence

from marchsim.games.antwars import words as w
from marchsim.games.antwars.engine.board import Board
from marchsim.games.antwars.naming.names import Names
from marchsim.games.antwars.naming.positions import AreaLook, Band
from marchsim.games.antwars.telling.board import glyphs
from marchsim.games.antwars.telling.board.glyphs import INK, MUTED, Glyph
from marchsim.games.antwars.telling.position import GATES, contents
from marchsim.tabletop import hexes
from marchsim.tabletop.drawing import Lettering, Paint, Point, Polygon, Shape, cut, moved, wide
from marchsim.tabletop.watching.scene import Area, Piece

SIZE = 64.0  # pixels from the middle of a hex to a corner
ACROSS = 3**0.5 * SIZE
GROUNDS = {
    w.SOLID: "#fbf9f4", w.FIELD: "#e4efd3", w.ENTRANCE: "#d9c6a5", w.GALLERY: "#e8dcc6", w.PANTRY: "#f6e3a1",
    w.PUPAE_MINOR: "#fbe4dc", w.PUPAE_MAJOR: "#f3cfc4", w.MUSHROOMS: "#e3d6f0",
}  # fmt: skip
LABELS = {
    w.GALLERY: "Gallery", w.PANTRY: "Pantry", w.PUPAE_MINOR: "Pupae", w.PUPAE_MAJOR: "Major pupa",
    w.MUSHROOMS: "Mushrooms",
}  # fmt: skip
RIM, UNDUG = "#8a7a5c", "#e6dfd0"
HEAD = 44.0  # room for the name over an anthill
TALL = (1.5 * w.ROW + 0.5) * SIZE + HEAD + 10  # of an anthill with its name
GAP = 0.3 * ACROSS
ROOM = (ACROSS - 14, 62.0)  # for ants and all that lies there
TOP = -36.0
CORNERS = tuple((SIZE * x, SIZE * y) for x, y in hexes.CORNERS)


def places(board: Board, seats: int) -> list[Point]:
    """The centre of each area in the drawing. Half of the anthills are on each side, by their exits."""
    found = [hexes.middle(int(board.q[area]), int(board.r[area]), SIZE) for area in range(board.foraging)]
    ways_out = [found[board.exit[seat]] for seat in range(seats)]
    order = sorted(range(seats), key=lambda seat: ways_out[seat])
    corner = {}
    for way, side in ((-1, order[: seats // 2]), (1, order[seats // 2 :])):
        for at, seat in enumerate(sorted(side, key=lambda seat: ways_out[seat][1])):
            corner[seat] = _corner(found, way, at - len(side) / 2)
    for seat in range(seats):
        for place in range(w.PLACES):
            row, column = divmod(place, w.ROW)
            x = corner[seat][0] + ACROSS * (column + 0.5 * (row % 2))
            found.append((x, corner[seat][1] + 1.5 * SIZE * row))
    return found


def _corner(fields: Sequence[Point], way: int, at: float) -> Point:
    """The centre of place 0 of an anthill, the `at`-th from the middle, on the left (`way` -1) or right (1).

    It is as near to the foraging boards as the anthill's places allow.
    """
    middle = (min(y for _, y in fields) + max(y for _, y in fields)) / 2
    top = middle + TALL * at + HEAD + SIZE
    bottom = top + 1.5 * SIZE * (w.ROW - 1)
    beside = [x for x, y in fields if top - HEAD - 2 * SIZE < y < bottom + 2 * SIZE] or [x for x, _ in fields]
    if way > 0:
        return max(beside) + GAP + ACROSS, top
    return min(beside) - GAP - (w.ROW + 0.5) * ACROSS, top


def plate(seat: int, names: Names, gate: Point) -> Area:
    """The name plate of a player, drawn above the Entrance of the player's anthill."""
    words = cut(names.players[seat], 26, 4.4 * ACROSS, bold=True)
    x, y = wide(words, 26, bold=True) / 2 + 8, 17.0
    corners = ((-x, -y), (x, -y), (x, y), (-x, y))
    card = Polygon(corners, Paint("#fffdf5", glyphs.ANTS[seat][1], 3))
    shapes = (card, Lettering((0.0, 0.0), words, 26, INK, bold=True))
    return Area(names.players[seat], (gate[0], gate[1] - SIZE - HEAD / 2), (Piece("anthill", words, shapes),))


def area(look: AreaLook, board: Board, names: Names, at: Point) -> Area:
    """An area with its contents."""
    ground = GROUNDS[look.tile]
    found = [Piece(*_tile(look), tuple(_ground(look, board, ground)))]
    told = contents(look, names)
    glyph_rows = [_band(band, ground) for band in look.bands]
    if look.pupae or look.gloomys or look.spiders:
        glyph_rows += [row for row in (_pupae(look, ground), _animals(look, ground)) if row]
    glyph_rows += [_held(held, ground) for held in (look.loose, look.stored) if any(held)]
    drawn = glyphs.rows(glyph_rows, ROOM, TOP)
    if look.scents:
        drawn.append(_scents(look.scents))
    for (place, words), shapes in zip(told, drawn, strict=True):
        found.append(Piece(place, words, tuple(shapes)))
    return Area(names.area(look.area), at, tuple(found))


def _tile(look: AreaLook) -> tuple[str, str]:
    """What an area is, as a kind of position and in words."""
    if look.gate >= 0:
        return "Entrance", GATES[look.gate]
    return {w.FIELD: "hex", w.SOLID: "place"}.get(look.tile, "tile"), w.TILE_NAMES[look.tile]


def _ground(look: AreaLook, board: Board, ground: str) -> list[Shape]:
    """The drawing of a hex or tile: its ground, number and name, a gate, and the owners of an exit."""
    shapes: list[Shape] = [Polygon(CORNERS, Paint(ground, UNDUG if look.tile == w.SOLID else RIM, 1.2))]
    home = int(board.home[look.area])
    exits = [seat for seat in range(board.players) if board.exit[seat] == look.area]
    for ring, seat in enumerate(exits):
        scale = 0.93 - 0.09 * ring
        rim = tuple((scale * x, scale * y) for x, y in CORNERS)
        shapes += [
            Polygon(rim, Paint("", colour, width)) for colour, width in ((INK, 6), (glyphs.ANTS[seat][1], 4))
        ]
    if look.gate >= 0:
        return shapes + [moved(shape, (0.0, -2.0), 2.4) for shape in glyphs.gate(look.gate == 1)]
    number = look.area if home < 0 else look.area - board.place(home, 0)
    label = " ".join(f"exit {glyphs.ANTS[seat][0]}" for seat in exits) or LABELS.get(look.tile, "")
    for words, y, size in ((str(number), -47.0, 17), (label, 41.0, 13)):
        if words:
            shapes.append(Lettering((0.0, y), words, size, MUTED, halo=ground))
    return shapes


def _band(band: Band, ground: str) -> list[Glyph]:
    """The glyphs of a colony's ants and their loads."""
    row = [glyphs.counted(glyphs.queen(band.seat), 22, str(life), ground) for life in band.queens]
    if band.majors:
        row.append(glyphs.counted(glyphs.major(band.seat), 22, band.majors, ground))
    if band.minors:
        row.append(glyphs.counted(glyphs.minor(band.seat), 18, band.minors, ground))
    return row + _held(band.loads, ground)


def _held(held: Sequence[int], ground: str) -> list[Glyph]:
    return [glyphs.counted(glyphs.piece(kind), 16, n, ground) for kind, n in enumerate(held) if n]


def _pupae(look: AreaLook, ground: str) -> list[Glyph]:
    return [glyphs.counted(glyphs.pupa(), 19, look.pupae, ground)] if look.pupae else []


def _animals(look: AreaLook, ground: str) -> list[Glyph]:
    found = ((glyphs.gloomy(), look.gloomys), (glyphs.spider(), look.spiders))
    return [glyphs.counted(sign, 25, n, ground) for sign, n in found if n]


def _scents(seats: Sequence[int]) -> list[Shape]:
    """The drawing of pheromones, below everything else."""
    first = -12.0 * (len(seats) - 1)
    return [
        moved(shape, (first + 24.0 * at, 27.0))
        for at, seat in enumerate(seats)
        for shape in glyphs.scent(seat)
    ]

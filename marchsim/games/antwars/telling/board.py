"""Pictures of a position: the contents of boards and anthills, and the possessions of each colony.

Signs are centred at (0, 0). Minors are discs, Majors hexagons, and Queens discs with a crown and their
remaining life. Each sign shows the letter of its colour, so that no meaning depends on colour alone. The
colours are those of Okabe and Ito, black and white. Foraging boards are in the middle, anthills at the sides.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from marchsim.games.antwars import words as w
from marchsim.games.antwars.engine.board import Board
from marchsim.games.antwars.engine.moves import Play
from marchsim.games.antwars.naming import (
    GATES,
    AreaLook,
    Band,
    Names,
    area_look,
    colony_look,
    contents,
    piece_words,
)
from marchsim.tabletop import hexes
from marchsim.tabletop.drawing import (
    Circle,
    Lettering,
    Line,
    Paint,
    Point,
    Polygon,
    Shape,
    cut,
    moved,
    wide,
)
from marchsim.tabletop.watching import scene
from marchsim.tabletop.watching.scene import (
    Area,
    Holding,
    Landmark,
    Listing,
    Look,
    Piece,
    Scenery,
    Tone,
)

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
    """A sign and its width. The shapes begin at x = 0 and are centred at y = 0."""

    width: float
    shapes: tuple[Shape, ...]


def counted(sign: Sequence[Shape], width: float, n: int | str, ground: str) -> Glyph:
    """A sign of this width, moved to begin at x = 0. The number `n` is beside it unless `n` is 1."""
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
    """The sign of a piece of this type."""
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
    """Rows of signs as shapes centred at x = 0 below `top`, scaled to fit into `room` (width, height)."""
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


# Areas: foraging boards in the middle, anthills at the sides
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
BOARD_GAP = 0.3 * ACROSS
ROOM = (ACROSS - 14, 62.0)  # for ants and all that lies there
TOP = -36.0
CORNERS = tuple((SIZE * x, SIZE * y) for x, y in hexes.CORNERS)


def places(board: Board, seats: int) -> list[Point]:
    """The centre of each area in the drawing. Half of the anthills are on each side, in order of exits."""
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
    """The centre of place 0 of an anthill on the left (`way` -1) or right (`way` 1).

    `at` is the anthill's vertical position, counted from the middle. The anthill is as near as possible to
    the foraging boards beside it.
    """
    middle = (min(y for _, y in fields) + max(y for _, y in fields)) / 2
    top = middle + TALL * at + HEAD + SIZE
    bottom = top + 1.5 * SIZE * (w.ROW - 1)
    beside = [x for x, y in fields if top - HEAD - 2 * SIZE < y < bottom + 2 * SIZE] or [x for x, _ in fields]
    if way > 0:
        return max(beside) + BOARD_GAP + ACROSS, top
    return min(beside) - BOARD_GAP - (w.ROW + 0.5) * ACROSS, top


def plate(seat: int, names: Names, gate: Point) -> Area:
    """The name plate of a player, drawn above the Entrance of the player's anthill."""
    words = cut(names.players[seat], 26, 4.4 * ACROSS, bold=True)
    x, y = wide(words, 26, bold=True) / 2 + 8, 17.0
    corners = ((-x, -y), (x, -y), (x, y), (-x, y))
    card = Polygon(corners, Paint("#fffdf5", ANTS[seat][1], 3))
    shapes = (card, Lettering((0.0, 0.0), words, 26, INK, bold=True))
    return Area(names.players[seat], (gate[0], gate[1] - SIZE - HEAD / 2), (Piece("anthill", words, shapes),))


def area(look: AreaLook, board: Board, names: Names, at: Point) -> Area:
    """An area with its contents, drawn around the point `at`."""
    ground = GROUNDS[look.tile]
    found = [Piece(*_tile(look), tuple(_ground(look, board, ground)))]
    told = contents(look, names)
    glyph_rows = [_band(band, ground) for band in look.bands]
    if look.pupae or look.gloomys or look.spiders:
        glyph_rows += [row for row in (_pupae(look, ground), _animals(look, ground)) if row]
    glyph_rows += [_piece_glyphs(held, ground) for held in (look.loose, look.stored) if any(held)]
    drawn = rows(glyph_rows, ROOM, TOP)
    if look.scents:
        drawn.append(_scents(look.scents))
    for (place, words), shapes in zip(told, drawn, strict=True):
        found.append(Piece(place, words, tuple(shapes)))
    return Area(names.area(look.area), at, tuple(found))


def _tile(look: AreaLook) -> tuple[str, str]:
    """The kind of an area (Entrance, hex, place or tile), and its ground in words."""
    if look.gate >= 0:
        return "Entrance", GATES[look.gate]
    return {w.FIELD: "hex", w.SOLID: "place"}.get(look.tile, "tile"), w.TILE_NAMES[look.tile]


def _ground(look: AreaLook, board: Board, ground: str) -> list[Shape]:
    """The background of an area: its ground, number and name, a gate, and the owners of an exit."""
    shapes: list[Shape] = [Polygon(CORNERS, Paint(ground, UNDUG if look.tile == w.SOLID else RIM, 1.2))]
    home = int(board.home[look.area])
    exits = [seat for seat in range(board.players) if board.exit[seat] == look.area]
    for ring, seat in enumerate(exits):
        scale = 0.93 - 0.09 * ring
        rim = tuple((scale * x, scale * y) for x, y in CORNERS)
        shapes += [Polygon(rim, Paint("", colour, width)) for colour, width in ((INK, 6), (ANTS[seat][1], 4))]
    if look.gate >= 0:
        return shapes + [moved(shape, (0.0, -2.0), 2.4) for shape in gate(look.gate == 1)]
    number = look.area if home < 0 else look.area - board.place(home, 0)
    label = " ".join(f"exit {ANTS[seat][0]}" for seat in exits) or LABELS.get(look.tile, "")
    for words, y, size in ((str(number), -47.0, 17), (label, 41.0, 13)):
        if words:
            shapes.append(Lettering((0.0, y), words, size, MUTED, halo=ground))
    return shapes


def _band(band: Band, ground: str) -> list[Glyph]:
    """The signs of a colony's ants and their loads."""
    row = [counted(queen(band.seat), 22, str(life), ground) for life in band.queens]
    if band.majors:
        row.append(counted(major(band.seat), 22, band.majors, ground))
    if band.minors:
        row.append(counted(minor(band.seat), 18, band.minors, ground))
    return row + _piece_glyphs(band.loads, ground)


def _piece_glyphs(held: Sequence[int], ground: str) -> list[Glyph]:
    return [counted(piece(kind), 16, n, ground) for kind, n in enumerate(held) if n]


def _pupae(look: AreaLook, ground: str) -> list[Glyph]:
    return [counted(pupa(), 19, look.pupae, ground)] if look.pupae else []


def _animals(look: AreaLook, ground: str) -> list[Glyph]:
    found = ((gloomy(), look.gloomys), (spider(), look.spiders))
    return [counted(sign, 25, n, ground) for sign, n in found if n]


def _scents(seats: Sequence[int]) -> list[Shape]:
    """The signs of pheromones, drawn below everything else."""
    first = -12.0 * (len(seats) - 1)
    return [moved(shape, (first + 24.0 * at, 27.0)) for at, seat in enumerate(seats) for shape in scent(seat)]


# The boards by area, and the holdings of the colonies
NUMBERS = (("Minor", "Minors"), ("Major", "Majors"), ("tile", "tiles"), ("stored piece", "stored pieces"))
SCORE = ("point of strength", "points of strength")
LISTS = (Listing("species"), Listing("Queens"), Listing("stores"))
ARMY = "army"  # the mark of a move with which an army comes to a rival's nest
LANDMARKS = (
    Landmark("battle", "battles", "b", ("battle",)),
    Landmark("Queen hurt or lost", "Queens hurt or lost", "q", ("queen", "fall")),
    Landmark("gate", "gates opened and shut", "t", ("gate",)),
    Landmark("army at a nest", "armies at a rival's nest", "a", (ARMY,)),
)
LINES = (
    ("#b84700", "#ff9350"), ("#0072b2", "#5ab4ea"), ("#00775a", "#3cc79b"), ("#7c6f00", "#e6da3c"),
    ("#222222", "#9aa4ae"), ("#6a6478", "#f2f2f2"),
)  # fmt: skip
HOT = "#d9a400"


def _key() -> list[tuple[list[Shape], str]]:
    """Each sign of the legend, drawn around (20, 0), and its meaning."""
    types = ", ".join(f"{letter} {name}" for name, letter in NAMED.items())
    found = (
        (queen(0), "Queen, with the life she has left"),
        (major(0), "Majors"),
        (minor(0), "Minors; pieces beside ants are carried"),
        (piece(w.PROTEIN), f"pieces: {types}"),
        (pupa(), "pupae"),
        (gloomy(), "Gloomy"),
        (spider(), "spider"),
        (scent(0), "pheromones"),
        (gate(True), "Entrance, open"),
        (gate(False), "Entrance, closed"),
    )
    key = [([moved(shape, (20.0, 0.0)) for shape in sign], words) for sign, words in found]
    unmarked = ("a coloured rim and a letter: the exit of that anthill", "pale: nobody has dug there yet")
    return [*key, *(([], words) for words in unmarked)]


def scenery() -> Scenery:
    """The parts of a picture that are the same in all games."""
    tones = [Tone(*ant[:3], *lines, ant[3]) for ant, lines in zip(ANTS, LINES, strict=True)]
    key = tuple((tuple(sign), words) for sign, words in _key())
    outline = Polygon(CORNERS, Paint("", HOT, 5))
    return Scenery(NUMBERS, LISTS, tones, outline, LANDMARKS, key, score=SCORE, much=0)


class Sight(scene.Sight):
    """Draws the games of a session. An unchanged area is always the same object."""

    def __init__(self, board: Board, names: Names) -> None:
        super().__init__(scenery(), names.players, w.PHASES, w.OVER)
        self.board, self.names = board, names
        self.places = places(board, len(names.players))
        gates = [self.places[board.gate[seat]] for seat in range(len(names.players))]
        self.plates = {f"p{seat}": plate(seat, names, at) for seat, at in enumerate(gates)}
        self.seen: dict[AreaLook, Area] = {}

    def look(self, g: Play) -> Look:
        """The present state of a game. Anthill places without a tile come first, and have faint outlines."""
        there = sorted(range(self.board.areas), key=lambda at: g.s.tile[at] != w.SOLID)
        held = tuple(self.holding(g, seat) for seat in range(len(self.names.players)))
        return Look({**self.plates, **{str(at): self.area(g, at) for at in there}}, held, facts(g))

    def shown(self, g: Play) -> str:
        """A description of the board for those who cannot see the picture."""
        return f"{g.board.foraging} hexes and {g.s.players} anthills"

    def area(self, g: Play, at: int) -> Area:
        """An area with its contents."""
        look = area_look(g, at)
        if look not in self.seen:
            self.seen[look] = area(look, self.board, self.names, self.places[at])
        return self.seen[look]

    def holding(self, g: Play, seat: int) -> Holding:
        """The possessions of a colony."""
        look = colony_look(g, seat)
        if look.species < 0:
            return Holding(0, (0, 0, 0, 0), ((), (), ()))
        told = [f"Entrance {GATES[look.gate]}"]
        told += [f"no Queen since round {look.fell}"] if look.fell else []
        return Holding(
            int(g.figures.score(seat)),
            (look.minors, look.majors, look.tiles, sum(look.stored)),
            (
                (self.names.titles[look.species],),
                tuple(f"{life} life" for life in look.queens),
                (piece_words(look.stored),) if any(look.stored) else (),
            ),
            tuple(told),
        )


def facts(g: Play) -> tuple[str, ...]:
    """Facts that concern no single player: the supply of pieces and animals."""
    left = [f"{w.PIECES[piece]} {g.s.pieces[piece]}" for piece in range(w.TYPES)]
    return (f"supply: {left[0]}", *left[1:], f"Gloomys {g.s.gloomys}", f"spiders {g.s.spiders}")

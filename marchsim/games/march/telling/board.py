"""The picture of a position: the Meadow, and the holdings of each player.

Shapes are drawn around a point. An ant is a disc with the letter of its colour, so colour is never its only
mark. The colours are those of Okabe and Ito, which colour-blind readers can distinguish.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from marchsim.games.march import words as w
from marchsim.games.march.components.data import SITES as SITE_WORDS
from marchsim.games.march.engine.legal import controller
from marchsim.games.march.engine.moves.meadow import Play
from marchsim.games.march.naming import Names
from marchsim.games.march.rules.variant import OPPONENT
from marchsim.games.march.table.assembly import LETTERS
from marchsim.games.march.telling.values import larvae
from marchsim.games.march.words import HEXES, SITES, TUNNEL
from marchsim.tabletop import hexes
from marchsim.tabletop.drawing import (
    Circle,
    Lettering,
    Line,
    Paint,
    Point,
    Polygon,
    Shape,
    wide,
    wrapped,
)
from marchsim.tabletop.naming import number
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
# letter, disc and letter's colour of each seat, in the order of naming.COLOURS
ANTS = (
    ("R", "#d55e00", PAPER),
    ("Y", "#f0e442", INK),
    ("K", "#222222", PAPER),
    ("B", "#0072b2", PAPER),
    ("U", "#cc79a7", INK),
)
SITE = 15.0  # radius
TIMES = "\u00d7"
CHITIN, WARP = "#8c2d04", "#4b3f8f"


def ant(at: Point, seat: int, radius: float) -> list[Shape]:
    """Draw an ant of a seat: a disc with the letter of its colour."""
    letter, colour, ink = ANTS[seat]
    edge = Paint(colour, PAPER if seat == 2 else INK, 1.2)
    return [Circle(at, radius, edge), Lettering(at, letter, radius * 1.15, ink, bold=True)]


def crowd(
    at: Point, counts: list[tuple[int, int]], radius: float, width: float, ground: str, ink: str = INK
) -> list[Shape]:
    """Draw the ants of several players in rows: one disc for each player, with the number of ants."""
    size, gap = radius * 1.25, 6.0
    texts = [f"{TIMES}{n}" if n > 1 else "" for _, n in counts]
    widths = [2 * radius + (wide(text, size, bold=True) + 2 if text else 0) for text in texts]
    rows: list[list[int]] = []
    for index in range(len(counts)):
        if rows and sum(widths[other] + gap for other in rows[-1]) + widths[index] <= width:
            rows[-1].append(index)
        else:
            rows.append([index])
    shapes: list[Shape] = []
    for place, row in enumerate(rows):
        x = at[0] - (sum(widths[index] for index in row) + gap * (len(row) - 1)) / 2
        y = at[1] + (2 * radius + 3) * (place - (len(rows) - 1) / 2)
        for index in row:
            shapes += ant((x + radius, y), counts[index][0], radius)
            if texts[index]:
                beside = (x + 2 * radius + 2, y)
                shapes.append(Lettering(beside, texts[index], size, ink, "start", bold=True, halo=ground))
            x += widths[index] + gap
    return shapes


def site(at: Point, resource: str = "F", owner: int = -1, control: bool = False) -> list[Shape]:
    """Draw a collection site with its yield and its owner (-1: nobody)."""
    x, y = at
    shapes: list[Shape] = []
    if control:
        shapes.append(Circle(at, SITE + 4.5, Paint(PAPER, INK, 2.6)))
    if owner < 0:
        shapes.append(Circle(at, SITE, Paint(PAPER, MUTED, 1.2, dashed=not control)))
        shapes.append(Lettering(at, resource, 17, MUTED, bold=True))
        return shapes
    shapes += ant(at, owner, SITE)
    badge = (x + 12, y - 13)
    shapes.append(Circle(badge, 8, Paint(PAPER, MUTED, 1)))
    shapes.append(Lettering(badge, resource, 11, INK, bold=True))
    return shapes


def control(at: Point) -> list[Shape]:
    """Draw a control site without an ant."""
    return site(at, control=True)


def taken(at: Point) -> list[Shape]:
    """Draw a site with an ant."""
    return site(at, owner=0)


def wormhole(at: Point) -> list[Shape]:
    """Draw a wormhole: rings around a point."""
    return [
        Circle(at, 12, Paint(WARP, PAPER, 1.2)),
        Circle(at, 7.5, Paint("", PAPER, 1.6)),
        Circle(at, 3, Paint(PAPER)),
    ]


def centipede(at: Point) -> list[Shape]:
    """Draw a centipede: a body of segments with legs and feelers."""
    x, y = at
    shapes: list[Shape] = [
        Line(((x + dx, y - 8), (x + dx, y + 8)), Paint("", CHITIN, 1.6)) for dx in (-9.0, -3.0, 3.0)
    ]
    shapes.append(Line(((x + 10, y), (x + 15, y - 6)), Paint("", CHITIN, 1.6)))
    shapes.append(Line(((x + 10, y), (x + 15, y + 6)), Paint("", CHITIN, 1.6)))
    return shapes + [Circle((x + dx, y), 4.6, Paint(CHITIN, PAPER, 0.8)) for dx in (-9.0, -3.0, 3.0, 9.0)]


# The contents of each hex: number, name, tunnels, sites, ants and tokens
SIZE = 100.0  # pixels from the middle of a hex to a corner
FIELD, INNER, EARTH, BURROW, RIM = "#f0f4e6", "#dde8c8", "#7d644a", "#c9ad83", "#7d8a6a"
BURROW_WIDTH = 11.0


def _at(middle: Point, dx: float, dy: float) -> Point:
    return middle[0] + dx, middle[1] + dy


def pieces(g: Play, names: Names, hexno: int, middle: Point = (0.0, 0.0)) -> list[Piece]:
    """Draw the contents of a hex, from back to front. Each piece has its kind, words and shapes."""
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
    """Draw a hex and its tunnels, without contents."""
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
    """The sites of a hex, in the one or two rows that are drawn."""
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
            shapes = site(_at(middle, x, y), resource, owner, slot == 0)
            words = names.players[owner] if owner >= 0 else "vacant"
            yield Piece(
                f"{'control ' if slot == 0 else ''}site {names.site(hexno, slot)}", words, tuple(shapes)
            )


def _outskirts(g: Play, names: Names, hexno: int, middle: Point, ground: str) -> Iterator[Piece]:
    """Yield a piece with the ants in the outskirts of a hex, if there are any."""
    if counts := _outside(g, hexno):
        below = _at(middle, 0, 42 if len(_site_rows(g, hexno)) == 1 else 56)
        shapes = crowd(below, counts, 10.5, 112, ground)
        yield Piece("outskirts", _crowd_words(names, counts), tuple(shapes))


def _crowd_words(names: Names, counts: list[tuple[int, int]]) -> str:
    """The number of ants of each player, in words."""
    return ", ".join(f"{n} {names.players[seat]}" for seat, n in counts)


def _outside(g: Play, hexno: int) -> list[tuple[int, int]]:
    """The number of ants that each player has in the outskirts of a hex or in the Great Tunnel, if any."""
    counts = [(seat, g.s.out[seat * HEXES + hexno]) for seat in range(g.s.players)]
    return [(seat, n) for seat, n in counts if n]


def _tokens(g: Play, names: Names, hexno: int, middle: Point) -> Iterator[Piece]:
    """Yield the marks of a hex: its controller's colour, a wormhole, a centipede."""
    owner = controller(g.s, hexno)
    if owner >= 0:
        rim = tuple(_at(middle, (SIZE - 6) * x, (SIZE - 6) * y) for x, y in hexes.CORNERS)
        yield Piece("control", names.players[owner], (Polygon(rim, Paint("", ANTS[owner][1], 3)),))
    if g.s.wormhole[hexno]:
        yield Piece("token", "wormhole", tuple(wormhole(_at(middle, -68, -32))))
    if g.s.centipede[hexno]:
        yield Piece("token", "centipede", tuple(centipede(_at(middle, 63, -29))))


def _great_tunnel(g: Play, names: Names, middle: Point) -> Iterator[Piece]:
    """Yield the contents of the Great Tunnel: ants, and the centipedes that have entered it."""
    name = Lettering(_at(middle, 0, -52), names.hexes[TUNNEL], 15, PAPER, bold=True, halo=EARTH)
    counts = _outside(g, TUNNEL)
    shapes = (name, *crowd(_at(middle, 0, 2), counts, 13, 145, EARTH, PAPER))
    yield Piece("inside", _crowd_words(names, counts) or "nobody", shapes)
    if g.s.intruders:
        many = Lettering(_at(middle, 12, 58), f"{TIMES}{g.s.intruders}", 17, PAPER, "start", bold=True)
        entered = number(g.s.intruders, "centipede")
        yield Piece("entered", entered, (*centipede(_at(middle, -12, 58)), many))


# The board in areas, and the holdings of each player
NUMBERS = (("food", "food"), ("larva", "larvae"), ("ant", "ants"), ("card", "cards"))
LISTS = (
    Listing("species"), *(Listing(section) for section in w.SECTIONS), Listing("goals"), Listing("resting"),
    Listing("hand", secret=True),
)  # fmt: skip
LANDMARKS = (Landmark("battle", "battles", "b", ("battle", "hunt")),)
LINES = (
    ("#b84700", "#ff9350"), ("#7c6f00", "#e6da3c"), ("#222222", "#c3cad2"), ("#0072b2", "#5ab4ea"),
    ("#a3437c", "#e39cc7"),
)  # fmt: skip
HOT = "#d9a400"
_SITES = ", ".join(f"{letter} {name}" for letter, name in SITE_WORDS.items())
KEY: tuple[tuple[Callable[[Point], list[Shape]], str], ...] = (
    (site, f"site: {_SITES}"),
    (control, "control site; the rim of its hex has the colour of who holds it"),
    (taken, "ant on a site; the row below are ants in the outskirts"),
    (wormhole, "wormhole"),
    (centipede, "centipede"),
)
ORDER = "evolutions: the topmost first"

Key = tuple[int, ...]


class Sight(scene.Sight):
    """Draws the games of a session. A hex is drawn again only if it has changed."""

    def __init__(self, names: Names, horde: bool) -> None:
        super().__init__(scenery(horde), names.players, w.PHASES, w.OVER)
        self.names = names
        self.seen: dict[Key, Area] = {}

    def look(self, g: Play) -> Look:
        """The position of a game, for a picture or a viewer."""
        s = g.s
        laid = [int(s.laid[index]) for index in range(s.laid_n)]
        return Look(
            {str(hexno): self.area(g, hexno) for hexno in laid},
            tuple(self.holding(g, seat) for seat in range(len(self.names.players))),
            self.facts(g),
            int(s.horde_score) if g.rules.horde else None,
        )

    def shown(self, g: Play) -> str:
        """A description of the board for those who cannot see the picture."""
        return f"the Meadow with {g.s.laid_n} hexes"

    def area(self, g: Play, hexno: int) -> Area:
        """Draw a hex and its contents, unless it was drawn before in the same state."""
        key = state_of(g, hexno)
        if key not in self.seen:
            at = hexes.middle(int(g.s.column[hexno]), int(g.s.row[hexno]), SIZE)
            self.seen[key] = Area(self.names.hexes[hexno], at, tuple(pieces(g, self.names, hexno)))
        return self.seen[key]

    def holding(self, g: Play, seat: int) -> Holding:
        """The holdings of a player. Evolutions are listed with the topmost first."""
        s, called = g.s, self.names.cards
        hand = tuple(called[s.hand[seat * w.CARDS + index]] for index in range(s.hand_n[seat]))
        goals = tuple(called[s.goal[seat * w.CARDS + index]] for index in range(s.goal_n[seat]))
        piles = []
        for section in range(len(w.SECTIONS)):
            at = seat * len(w.SECTIONS) + section
            pile = [called[s.evolution[at * w.CARDS + index]] for index in range(s.evolution_n[at])]
            piles.append(tuple(reversed(pile)))
        species = (w.SPECIES_NAMES[s.species[seat]],) if s.species[seat] != w.COMMON else ()
        resting = [larvae(s.rest_larvae[seat])] if s.rest_larvae[seat] else []
        resting += [f"{s.rest_food[seat]} food"] if s.rest_food[seat] else []
        told = ["rested"] if s.rested[seat] else []
        told += ["has the marker"] if seat == s.marker and s.phase != w.OVER else []
        return Holding(
            int(s.score[seat]),
            (int(s.food[seat]), int(s.larvae[seat]), int(s.army[seat]), len(hand)),
            (species, *piles, goals, tuple(resting), hand),
            tuple(told),
        )

    def facts(self, g: Play) -> tuple[str, ...]:
        """The numbers of cards and hexes in the piles that all players share, in words."""
        s = g.s
        found = [
            f"deck {s.deck_n}",
            f"discards {s.discards_n}",
            f"{number(s.pile_n, 'hex', 'hexes')} to explore",
        ]
        if g.rules.horde:
            found.append(f"Centipede Deck {s.horde_deck_n}")
        return tuple(found)


def state_of(g: Play, hexno: int) -> Key:
    """All facts about a hex that its picture shows, as numbers."""
    s = g.s
    return (
        hexno, int(s.column[hexno]), int(s.row[hexno]), int(s.inner[hexno]), int(s.wormhole[hexno]),
        int(s.centipede[hexno]), int(s.intruders) if hexno == w.TUNNEL else 0,
        *(int(s.open[hexno * w.SIDES + edge]) for edge in range(w.SIDES)),
        *(int(s.site[hexno * w.SITES + slot]) for slot in range(w.SITES)),
        *(int(s.out[seat * w.HEXES + hexno]) for seat in range(s.players)),
    )  # fmt: skip


def scenery(horde: bool) -> Scenery:
    """The parts of a picture that are the same in all positions."""
    corners = tuple((SIZE * x, SIZE * y) for x, y in hexes.CORNERS)
    edges = [PAPER if seat == 2 else INK for seat in range(len(ANTS))]
    tones = [Tone(*ant, *lines, edge) for ant, lines, edge in zip(ANTS, LINES, edges, strict=True)]
    key = tuple((tuple(sign((20.0, 0.0))), words) for sign, words in KEY)
    key = (*key, ((), ORDER))
    outline = Polygon(corners, Paint("", HOT, 5))
    return Scenery(NUMBERS, LISTS, tones, outline, LANDMARKS, key, OPPONENT if horde else "")

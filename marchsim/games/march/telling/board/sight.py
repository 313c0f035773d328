"""The position of a game: its board in areas, the holdings of each player, and a picture of both."""

from __future__ import annotations

from collections.abc import Callable

from marchsim.games.march import words as w
from marchsim.games.march.components.data import SITES
from marchsim.games.march.engine.moves.meadow import Play
from marchsim.games.march.naming.names import Names
from marchsim.games.march.rules.variant import OPPONENT
from marchsim.games.march.telling.board import glyphs
from marchsim.games.march.telling.board.meadow import SIZE, pieces
from marchsim.games.march.telling.sentences import larvae
from marchsim.tabletop import hexes
from marchsim.tabletop.drawing import Drawing, Paint, Point, Polygon, Shape
from marchsim.tabletop.naming import number
from marchsim.tabletop.watching.scene import Area, Holding, Landmark, Listing, Look, Scenery, Tone
from marchsim.tabletop.watching.snapshot import snapshot

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
_SITES = ", ".join(f"{letter} {name}" for letter, name in SITES.items())
KEY: tuple[tuple[Callable[[Point], list[Shape]], str], ...] = (
    (glyphs.site, f"site: {_SITES}"),
    (glyphs.control, "control site; the rim of its hex has the colour of who holds it"),
    (glyphs.taken, "ant on a site; the row below are ants in the outskirts"),
    (glyphs.wormhole, "wormhole"),
    (glyphs.centipede, "centipede"),
)
ORDER = "evolutions: the topmost first"

Key = tuple[int, ...]


def board(g: Play, names: Names, heading: str = "", below: str = "") -> Drawing:
    """The picture of a position.

    `heading` is shown above it (default: round and phase), `below` in smaller type beneath it.
    """
    shown = f"the Meadow with {g.s.laid_n} hexes"
    look = Sight(names).look(g)
    return snapshot(scenery(g.rules.horde > 0), look, names.players, heading or _heading(g), below, shown)


def _heading(g: Play) -> str:
    """The round and phase, in words."""
    if g.s.phase == w.OVER:
        return "End of the game"
    if g.s.phase == w.SETUP or g.s.round == 0:
        return "Set-up"
    return f"Round {g.s.round}, {w.PHASES[g.s.phase]}"


class Sight:
    """Draws the games of a session. A hex that has not changed remains the same object."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.seen: dict[Key, Area] = {}

    def look(self, g: Play) -> Look:
        """The position of a game, ready to be drawn."""
        s = g.s
        laid = [int(s.laid[index]) for index in range(s.laid_n)]
        return Look(
            {str(hexno): self.area(g, hexno) for hexno in laid},
            tuple(self.holding(g, seat) for seat in range(len(self.names.players))),
            self.facts(g),
            int(s.horde_score) if g.rules.horde else None,
        )

    def area(self, g: Play, hexno: int) -> Area:
        """A hex and its contents."""
        key = state_of(g, hexno)
        if key not in self.seen:
            at = hexes.middle(int(g.s.column[hexno]), int(g.s.row[hexno]), SIZE)
            self.seen[key] = Area(self.names.hexes[hexno], at, tuple(pieces(g, self.names, hexno)))
        return self.seen[key]

    def holding(self, g: Play, seat: int) -> Holding:
        """The holdings of a player. Evolutions are listed from the topmost down."""
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
        """The facts about the common piles, in words."""
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
    """The state of a hex, as far as its picture shows it."""
    s = g.s
    return (
        hexno, int(s.column[hexno]), int(s.row[hexno]), int(s.inner[hexno]), int(s.wormhole[hexno]),
        int(s.centipede[hexno]), int(s.intruders) if hexno == w.TUNNEL else 0,
        *(int(s.open[hexno * w.SIDES + edge]) for edge in range(w.SIDES)),
        *(int(s.site[hexno * w.SITES + slot]) for slot in range(w.SITES)),
        *(int(s.out[seat * w.HEXES + hexno]) for seat in range(s.players)),
    )  # fmt: skip


def scenery(horde: bool) -> Scenery:
    """The parts of a picture that are the same in all games."""
    corners = tuple((SIZE * x, SIZE * y) for x, y in hexes.CORNERS)
    edges = [glyphs.PAPER if seat == 2 else glyphs.INK for seat in range(len(glyphs.ANTS))]
    tones = [Tone(*ant, *lines, edge) for ant, lines, edge in zip(glyphs.ANTS, LINES, edges, strict=True)]
    key = tuple((tuple(sign((20.0, 0.0))), words) for sign, words in KEY)
    key = (*key, ((), ORDER))
    outline = Polygon(corners, Paint("", HOT, 5))
    return Scenery(NUMBERS, LISTS, tones, outline, LANDMARKS, key, OPPONENT if horde else "")

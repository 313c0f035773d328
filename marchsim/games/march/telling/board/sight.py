"""The game frame by frame: its board in areas, and what each player has (tabletop.watching)."""

from __future__ import annotations

from marchsim.games.march.engine.moves.meadow import Play
from marchsim.games.march.naming.names import Names
from marchsim.games.march.telling.board import panel, signs
from marchsim.games.march.telling.board.meadow import SIZE, pieces
from marchsim.games.march.telling.sentences import larvae, number
from marchsim.games.march.words import (
    CARDS,
    COMMON,
    HEXES,
    OVER,
    SECTIONS,
    SIDES,
    SITES,
    SPECIES_NAMES,
    TUNNEL,
)
from marchsim.tabletop import hexes
from marchsim.tabletop.drawing import Paint, Polygon
from marchsim.tabletop.watching.scene import Area, Holding, Landmark, Listing, Look, Scenery, Tone

HORDE = "the Centipede Horde"
NUMBERS = (("food", "food"), ("larva", "larvae"), ("ant", "ants"), ("card", "cards"))
LISTS = (
    Listing("species"), *(Listing(section) for section in SECTIONS), Listing("goals"), Listing("resting"),
    Listing("hand", secret=True),
)  # fmt: skip
LANDMARKS = (Landmark("battle", "battles", "b", ("battle", "hunt")),)
LINES = (
    ("#b84700", "#ff9350"), ("#7c6f00", "#e6da3c"), ("#222222", "#c3cad2"), ("#0072b2", "#5ab4ea"),
    ("#a3437c", "#e39cc7"),
)  # fmt: skip
HOT = "#d9a400"

Key = tuple[int, ...]


class Sight:
    """Looks at the games of a session; a hex that has not changed is the same object as before."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.seen: dict[Key, Area] = {}

    def look(self, g: Play) -> Look:
        """Return how a game stands."""
        s = g.s
        laid = [int(s.laid[index]) for index in range(s.laid_n)]
        return Look(
            {str(hexno): self.area(g, hexno) for hexno in laid},
            tuple(self.holding(g, seat) for seat in range(len(self.names.players))),
            self.facts(g),
            int(s.horde_score) if g.rules.horde else None,
        )

    def area(self, g: Play, hexno: int) -> Area:
        """Return a hex with what lies in it."""
        key = state_of(g, hexno)
        if key not in self.seen:
            at = hexes.middle(int(g.s.column[hexno]), int(g.s.row[hexno]), SIZE)
            self.seen[key] = Area(self.names.hexes[hexno], at, tuple(pieces(g, self.names, hexno)))
        return self.seen[key]

    def holding(self, g: Play, seat: int) -> Holding:
        """Return what a player has; evolutions from the topmost."""
        s, called = g.s, self.names.cards
        hand = tuple(called[s.hand[seat * CARDS + index]] for index in range(s.hand_n[seat]))
        goals = tuple(called[s.goal[seat * CARDS + index]] for index in range(s.goal_n[seat]))
        piles = []
        for section in range(len(SECTIONS)):
            at = seat * len(SECTIONS) + section
            pile = [called[s.evolution[at * CARDS + index]] for index in range(s.evolution_n[at])]
            piles.append(tuple(reversed(pile)))
        species = (SPECIES_NAMES[s.species[seat]],) if s.species[seat] != COMMON else ()
        resting = [larvae(s.rest_larvae[seat])] if s.rest_larvae[seat] else []
        resting += [f"{s.rest_food[seat]} food"] if s.rest_food[seat] else []
        told = ["rested"] if s.rested[seat] else []
        told += ["has the marker"] if seat == s.marker and s.phase != OVER else []
        return Holding(
            int(s.score[seat]),
            (int(s.food[seat]), int(s.larvae[seat]), int(s.army[seat]), len(hand)),
            (species, *piles, goals, tuple(resting), hand),
            tuple(told),
        )

    def facts(self, g: Play) -> tuple[str, ...]:
        """Return what belongs to nobody: the piles."""
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
    """Return all of a hex that its picture shows."""
    s = g.s
    return (
        hexno, int(s.column[hexno]), int(s.row[hexno]), int(s.inner[hexno]), int(s.wormhole[hexno]),
        int(s.centipede[hexno]), int(s.intruders) if hexno == TUNNEL else 0,
        *(int(s.open[hexno * SIDES + edge]) for edge in range(SIDES)),
        *(int(s.site[hexno * SITES + slot]) for slot in range(SITES)),
        *(int(s.out[seat * HEXES + hexno]) for seat in range(s.players)),
    )  # fmt: skip


def scenery(horde: bool) -> Scenery:
    """Return what stays the same in all games."""
    corners = tuple((SIZE * x, SIZE * y) for x, y in hexes.CORNERS)
    tones = [Tone(*ant, *lines) for ant, lines in zip(signs.ANTS, LINES, strict=True)]
    key = tuple((tuple(sign((20.0, 0.0))), words) for sign, words in panel.KEY)
    outline = Polygon(corners, Paint("", HOT, 5))
    return Scenery(NUMBERS, LISTS, tones, outline, LANDMARKS, key, HORDE if horde else "")

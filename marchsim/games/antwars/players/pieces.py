"""The objects of Ant Wars that a script sees, in the rulebook's words, and the wording of its options.

The objects show the current position, all of which is public (ATG-03). A script cannot change them. Options
have the same words as in scenarios (`naming`).
"""

from __future__ import annotations

from typing import Final

from marchsim.games.antwars import words as w
from marchsim.games.antwars.engine.board import Board
from marchsim.games.antwars.engine.view import View
from marchsim.games.antwars.naming import ANIMALS, COLOURS, GROUP_OF, Names, called
from marchsim.games.antwars.players.army import Steps
from marchsim.kernel.compat import i64
from marchsim.tabletop.naming import NO_SYNONYMS, Unknown, find, words
from marchsim.tabletop.options import codes_in
from marchsim.tabletop.players.scripts import Lexicon, ScriptView, Seated, Thing, named

# question -> the codes of its options; code of an option -> what its values are
OPTIONS, VALUES = codes_in([told for _, _, told in w.QUESTIONS], vars(w))
# how many values of each kind there are; areas and species are counted on the board and in the box
COUNTS: Final[dict[str, int]] = {
    "tile": int(w.TILES), "number": int(w.CROWD), "queen": int(w.QUEENS), "piece": int(w.TYPES),
    "rolled": int(w.CROWD),
}  # fmt: skip


class Words(Lexicon):
    """All wordings of options, given the boards for one number of players."""

    def __init__(self, names: Names) -> None:
        super().__init__(NO_SYNONYMS)
        self.names = names
        self.numbers = {name: at for at, name in enumerate(names.areas)}

    def texts(self, view: View, option: i64) -> tuple[str, ...]:
        """All wordings of an option, the canonical one first."""
        return called(self.names, view.question, option)

    def learnt(self, question: i64) -> set[str]:
        """All words that the options of a question may have, computed from sample options."""
        found: set[str] = set()
        for code in OPTIONS[question]:
            found |= self.of_code(question, code)
        return found

    def of_code(self, question: i64, code: int) -> set[str]:
        """All words that options with this code may have."""
        found: set[str] = set()
        for option in self.samples(code):
            for text in called(self.names, question, option):
                found |= set(words(text))
        return found

    def samples(self, code: int) -> list[int]:
        """Sample options with this code.

        Each part of an option takes all its values in turn, while its other parts are 0. For an attack,
        there is an option for each target.
        """
        if code == w.O_GROUP:  # animals have no groups of their own
            targets = int(w.GLOOMYS) + len(ANIMALS)
            return [w.option(code, at // w.GROUPS, at % w.GROUPS, 0, 0) for at in range(targets)]
        found = [w.option(code, w.ALL_AREAS, 0, 0, 0)]
        for at, kind in enumerate(VALUES[code]):
            values = range(self.count(kind))
            found += [w.option(code, 0 if at else value, value if at else 0, 0, 0) for value in values]
        return found

    def count(self, kind: str) -> int:
        """The number of values that a part of an option can take, such as an area or a species."""
        if kind == "area" or kind == "to":
            return len(self.names.areas)
        return len(self.names.titles) if kind == "species" else COUNTS[kind]


class Bookshelf:
    """A cache of the wordings of options (`Words`) for the latest board. Later games on it reuse them."""

    def __init__(self) -> None:
        self.last: Words | None = None
        self.board: Board | None = None

    def of(self, view: View) -> Words:
        """The words for the boards of a view."""
        last = self.last
        if last is None or self.board is not view.board:
            titles = [panel.name for panel in view.panels]
            last = Words(Names({title: title for title in titles}, view.board, COLOURS))
            self.last = last
            self.board = view.board
        return last


SHELF: Final = Bookshelf()


# Areas and colonies
TRAITS: Final = ("area", "to", "tile", "piece", "player", "target", "species")


class Area(Thing):
    """A hex of a foraging board, or a place in an anthill."""

    def __init__(self, pieces: Pieces, number: i64) -> None:
        super().__init__(number)
        self._pieces = pieces

    @property
    def number(self) -> int:
        """The number of the area on the boards."""
        return self._number

    @property
    def name(self) -> str:
        """The name of the area, such as hex 12, red 7 or red gate."""
        return self._pieces.words.names.area(self._number)

    @property
    def tile(self) -> str:
        """The ground of the area: solid, field or the name of a tile, such as Gallery or Pantry."""
        return w.TILE_NAMES[self._pieces.ants.tile[self._number]]

    @property
    def colony(self) -> Colony | None:
        """The colony whose anthill the area is in. None for a hex."""
        seat = self._pieces.ants.board.home[self._number]
        return self._pieces.players[seat] if seat >= 0 else None

    @property
    def crowd(self) -> int:
        """The number of ants in the area, of all colonies."""
        return self._pieces.ants.crowd[self._number]

    @property
    def pupae(self) -> int:
        """The number of pupae in the area."""
        return self._pieces.ants.pupae[self._number]

    @property
    def gloomys(self) -> int:
        """The number of Gloomys in the area."""
        return self._pieces.ants.gloomy[self._number]

    @property
    def spiders(self) -> int:
        """The number of spiders in the area."""
        return self._pieces.ants.spider[self._number]

    @property
    def loose(self) -> int:
        """The number of pieces on the ground."""
        return self._pieces.ants.loose_n[self._number]

    @property
    def stored(self) -> int:
        """The number of pieces stored on the tile."""
        return self._pieces.ants.stored_n[self._number]

    @property
    def neighbours(self) -> tuple[Area, ...]:
        """The adjacent areas that are not solid. A gate between them may be closed."""
        view = self._pieces.ants
        board = view.board
        first = self._number * w.NEAR
        near = [board.near[first + at] for at in range(board.near_n[self._number])]
        return tuple([self._pieces.area(other) for other in near if view.tile[other] != w.SOLID])

    def pieces(self, what: str) -> int:
        """The number of pieces of a kind, loose and stored: protein, sugar, seed, leaf or mushroom."""
        at = w.PIECES.index(named(what, w.PIECES, "piece")) * w.AREAS + self._number
        return self._pieces.ants.loose[at] + self._pieces.ants.stored[at]

    def steps(self, to: Area | str) -> int:
        """The steps to another area around solid places, even through closed gates. army.FAR if none."""
        return self._pieces.steps_to(self._pieces.area_number(to)).n[self._number]


class Colony(Seated):
    """A colony, as all players see it."""

    def __init__(self, pieces: Pieces, seat: i64) -> None:
        super().__init__(seat)
        self._pieces = pieces

    @property
    def name(self) -> str:
        """The colour of the colony, which is its name in the words of options."""
        return self._pieces.words.names.who(self._number)

    @property
    def species(self) -> str:
        """The species of the colony. '' until it is chosen."""
        species = self._pieces.ants.species[self._number]
        return self._pieces.words.names.titles[species] if species >= 0 else ""

    @property
    def minors(self) -> int:
        """The number of Minors of the colony."""
        return self._pieces.ants.minor_n[self._number]

    @property
    def majors(self) -> int:
        """The number of Majors of the colony."""
        return self._pieces.ants.major_n[self._number]

    @property
    def queens(self) -> int:
        """The number of Queens of the colony."""
        return self._pieces.ants.queen_n[self._number]

    @property
    def pupae(self) -> int:
        """The number of pupae of the colony."""
        return self._pieces.ants.pupae_n[self._number]

    @property
    def tiles(self) -> int:
        """The number of tiles of the anthill, without the Entrance."""
        return self._pieces.ants.tile_n[self._number]

    @property
    def life(self) -> int:
        """The life of all Queens of the colony together."""
        return self._pieces.ants.figures.queens_life(self._number)

    @property
    def strength(self) -> int:
        """The strength of the colony (ATE-05)."""
        return self._pieces.ants.figures.strength(self._number)

    @property
    def funds(self) -> int:
        """The total that the colony can pay."""
        return self._pieces.ants.figures.funds(self._number)

    @property
    def food(self) -> int:
        """The number of pieces in store that belong to the diet of the colony."""
        return self._pieces.ants.figures.food(self._number)

    @property
    def fallen(self) -> bool:
        """Whether the last Queen of the colony has fallen."""
        return self._pieces.ants.fell[self._number] > 0

    @property
    def open(self) -> bool:
        """Whether the gate of the anthill is open."""
        return self._pieces.ants.open[self._number] > 0

    @property
    def gate(self) -> Area:
        """The Entrance of the anthill."""
        return self._pieces.area(self._pieces.ants.board.gate[self._number])

    @property
    def exit(self) -> Area:
        """The hex outside the gate of the anthill."""
        return self._pieces.area(self._pieces.ants.board.exit[self._number])

    @property
    def nest(self) -> Area | None:
        """The area of the first living Queen. None if no Queen lives."""
        view = self._pieces.ants
        for number in range(w.QUEENS):
            at = view.queen_at[self._number * w.QUEENS + number]
            if at >= 0 and view.queen_life[self._number * w.QUEENS + number] > 0:
                return self._pieces.area(at)
        return None

    @property
    def areas(self) -> tuple[Area, ...]:
        """The areas in which the colony has ants, in the order of their numbers."""
        view = self._pieces.ants
        first = self._number * w.AREAS
        return tuple([self._pieces.area(at) for at in range(view.board.areas) if view.here[first + at] > 0])

    def ants(self, where: Area | str) -> int:
        """The number of the colony's ants in an area."""
        return self._pieces.ants.here[self._number * w.AREAS + self._pieces.area_number(where)]

    def dice(self, where: Area | str) -> int:
        """The number of dice that the colony's ants in an area roll in a battle."""
        return self._pieces.ants.figures.dice_in(self._number, self._pieces.area_number(where))

    def loads(self, where: Area | str) -> int:
        """The number of pieces that the colony's ants in an area carry."""
        return self._pieces.ants.loaded[self._number * w.AREAS + self._pieces.area_number(where)]

    def savings(self, what: str) -> int:
        """The pieces of a kind with which the colony can pay: protein, sugar, seed, leaf or mushroom."""
        piece = w.PIECES.index(named(what, w.PIECES, "piece"))
        return self._pieces.ants.figures.savings(self._number, piece)


class Pieces(ScriptView):
    """The objects by which a script sees a view: its areas and colonies. Areas are made on first use."""

    def __init__(self, view: View, lexicon: Words) -> None:
        self.ants = view
        self.words = lexicon
        self.board: dict[int, Area] = {}
        self.ways: dict[int, Steps] = {}
        self.players = [Colony(self, seat) for seat in range(view.players)]
        self.rivals = [self.players[(view.seat + step) % view.players] for step in range(1, view.players)]
        super().__init__(view, self.players[view.seat], lexicon, TRAITS)

    def area(self, number: i64) -> Area:
        """The area with this number."""
        at = self.board.get(number)
        if at is None:
            at = Area(self, number)
            self.board[number] = at
        return at

    def area_number(self, where: Area | str) -> int:
        """The number of an area, given by the object or by name. Raises KeyError for an unknown name."""
        if isinstance(where, Area):
            return where._number
        known = self.words.numbers
        if where in known:
            return known[where]
        try:
            return find(where, known, "area")
        except Unknown as error:
            raise KeyError(str(error)) from None

    def steps_to(self, goal: int) -> Steps:
        """The number of steps from each area to the area `goal`."""
        steps = self.ways.get(goal)
        if steps is None:
            steps = Steps()
            self.ways[goal] = steps
        steps.count(self.ants, goal)
        return steps

    def trait(self, trait: str, wanted: object) -> object:
        """The value of a trait that a script means by `wanted`. Raises ValueError if there is none."""
        if not isinstance(wanted, str):
            return wanted
        if trait == "tile":
            return named(wanted, w.TILE_NAMES, "tile")
        if trait == "piece":
            return named(wanted, w.PIECES, "piece")
        if trait == "target":
            return named(wanted, (*GROUP_OF, *ANIMALS), "target")
        names = self.words.names
        try:
            if trait == "species":
                return names.titles[find(wanted, {title: at for at, title in enumerate(names.titles)}, trait)]
            if trait == "player":
                known = {player.name: player._number for player in self.players}
                return self.players[find(wanted, known, "colony")]
            return self.area(self.area_number(wanted))
        except (Unknown, KeyError) as error:
            raise ValueError(str(error.args[0])) from None

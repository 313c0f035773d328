"""The pieces that a script of Ant Wars sees, in the rulebook's words: areas and colonies.

They show the position at the moment of reading, all of which is public (ATG-03), and are read-only.
"""

from __future__ import annotations

from typing import Final

from marchsim.games.antwars import words as w
from marchsim.games.antwars.engine.view import View
from marchsim.games.antwars.naming.options import ANIMALS, GROUP_OF
from marchsim.games.antwars.players.lexicon import Words
from marchsim.games.antwars.players.ways import Steps
from marchsim.kernel.compat import i64
from marchsim.tabletop.naming import Unknown, find
from marchsim.tabletop.players.scripts import Desk, Seated, Thing, named

TRAITS: Final = ("area", "to", "tile", "piece", "player", "target", "species")


class Area(Thing):
    """A hex of a foraging board or a place of an anthill."""

    def __init__(self, desk: Pieces, number: i64) -> None:
        super().__init__(number)
        self._desk = desk

    @property
    def number(self) -> int:
        """Its number on the boards."""
        return self._number

    @property
    def name(self) -> str:
        """Its name, as in hex 12, red 7 or red gate."""
        return self._desk.words.names.area(self._number)

    @property
    def tile(self) -> str:
        """Its ground: solid, field or a tile's name, such as Gallery, Pantry or Pupae Minor."""
        return w.TILE_NAMES[self._desk.ants.tile[self._number]]

    @property
    def colony(self) -> Colony | None:
        """The colony of its anthill, None for a hex."""
        seat = self._desk.ants.board.home[self._number]
        return self._desk.players[seat] if seat >= 0 else None

    @property
    def crowd(self) -> int:
        """Ants of all colonies in it."""
        return self._desk.ants.crowd[self._number]

    @property
    def pupae(self) -> int:
        """Pupae on it."""
        return self._desk.ants.pupae[self._number]

    @property
    def gloomys(self) -> int:
        """Gloomys in it."""
        return self._desk.ants.gloomy[self._number]

    @property
    def spiders(self) -> int:
        """The number of spiders in the area."""
        return self._desk.ants.spider[self._number]

    @property
    def loose(self) -> int:
        """Pieces on the ground."""
        return self._desk.ants.loose_n[self._number]

    @property
    def stored(self) -> int:
        """Pieces stored on its tile."""
        return self._desk.ants.stored_n[self._number]

    @property
    def neighbours(self) -> tuple[Area, ...]:
        """The areas beside it that are not solid; a gate may be closed."""
        view = self._desk.ants
        board = view.board
        first = self._number * w.NEAR
        near = [board.near[first + at] for at in range(board.near_n[self._number])]
        return tuple([self._desk.area(other) for other in near if view.tile[other] != w.SOLID])

    def pieces(self, what: str) -> int:
        """Its pieces of a kind, loose and stored: protein, sugar, seed, leaf or mushroom."""
        at = w.PIECES.index(named(what, w.PIECES, "piece")) * w.AREAS + self._number
        return self._desk.ants.loose[at] + self._desk.ants.stored[at]

    def steps(self, to: Area | str) -> int:
        """Steps to another area around solid places, including closed gates. ways.FAR if there is no way."""
        return self._desk.steps_to(self._desk.area_number(to)).n[self._number]


class Colony(Seated):
    """The public view of a colony."""

    def __init__(self, desk: Pieces, seat: i64) -> None:
        super().__init__(seat)
        self._desk = desk

    @property
    def name(self) -> str:
        """Its colour, which is its name among the options."""
        return self._desk.words.names.who(self._number)

    @property
    def species(self) -> str:
        """Its species, '' before it is chosen."""
        species = self._desk.ants.species[self._number]
        return self._desk.words.names.titles[species] if species >= 0 else ""

    @property
    def minors(self) -> int:
        """Its Minors."""
        return self._desk.ants.minor_n[self._number]

    @property
    def majors(self) -> int:
        """Its Majors."""
        return self._desk.ants.major_n[self._number]

    @property
    def queens(self) -> int:
        """Its Queens."""
        return self._desk.ants.queen_n[self._number]

    @property
    def pupae(self) -> int:
        """Its pupae."""
        return self._desk.ants.pupae_n[self._number]

    @property
    def tiles(self) -> int:
        """Tiles of its anthill, without the Entrance."""
        return self._desk.ants.tile_n[self._number]

    @property
    def life(self) -> int:
        """Life of its Queens together."""
        return self._desk.ants.figures.queens_life(self._number)

    @property
    def strength(self) -> int:
        """Its strength (ATE-05)."""
        return self._desk.ants.figures.strength(self._number)

    @property
    def funds(self) -> int:
        """The total that it can pay."""
        return self._desk.ants.figures.funds(self._number)

    @property
    def food(self) -> int:
        """Pieces of its diet in store."""
        return self._desk.ants.figures.food(self._number)

    @property
    def fallen(self) -> bool:
        """Whether its last Queen has fallen."""
        return self._desk.ants.fell[self._number] > 0

    @property
    def open(self) -> bool:
        """Whether its gate is open."""
        return self._desk.ants.open[self._number] > 0

    @property
    def gate(self) -> Area:
        """The Entrance of its anthill."""
        return self._desk.area(self._desk.ants.board.gate[self._number])

    @property
    def exit(self) -> Area:
        """The hex before its gate."""
        return self._desk.area(self._desk.ants.board.exit[self._number])

    @property
    def nest(self) -> Area | None:
        """The area of its first living Queen, or None."""
        view = self._desk.ants
        for number in range(w.QUEENS):
            at = view.queen_at[self._number * w.QUEENS + number]
            if at >= 0 and view.queen_life[self._number * w.QUEENS + number] > 0:
                return self._desk.area(at)
        return None

    @property
    def areas(self) -> tuple[Area, ...]:
        """The areas in which it has ants, by number."""
        view = self._desk.ants
        first = self._number * w.AREAS
        return tuple([self._desk.area(at) for at in range(view.board.areas) if view.here[first + at] > 0])

    def ants(self, where: Area | str) -> int:
        """Its ants in an area."""
        return self._desk.ants.here[self._number * w.AREAS + self._desk.area_number(where)]

    def dice(self, where: Area | str) -> int:
        """Dice that its ants in an area roll in a battle."""
        return self._desk.ants.figures.dice_in(self._number, self._desk.area_number(where))

    def loads(self, where: Area | str) -> int:
        """Pieces that its ants in an area carry."""
        return self._desk.ants.loaded[self._number * w.AREAS + self._desk.area_number(where)]

    def savings(self, what: str) -> int:
        """Pieces of a kind with which it can pay: protein, sugar, seed, leaf or mushroom."""
        piece = w.PIECES.index(named(what, w.PIECES, "piece"))
        return self._desk.ants.figures.savings(self._number, piece)


class Pieces(Desk):
    """The objects of a view: areas and colonies, each made when first used."""

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
        """The number of an area. Raises KeyError if its name is unknown."""
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
        """The steps from each area to the area `goal`."""
        steps = self.ways.get(goal)
        if steps is None:
            steps = Steps()
            self.ways[goal] = steps
        steps.count(self.ants, goal)
        return steps

    def trait(self, trait: str, wanted: object) -> object:
        """The requested value of a trait, found by its name. Raises ValueError if the name is unknown."""
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

"""The base of the strategies of Ant Wars, and the objects that a script receives: `me` and `table`.

Strategies have a hook for each question of the game (`words.QUESTIONS`). The objects show the view of the
script's seat and the options on offer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from marchsim.games.antwars import words as w
from marchsim.games.antwars.engine.view import View
from marchsim.games.antwars.naming import ANIMALS, GROUP_OF
from marchsim.games.antwars.players.pieces import SHELF, VALUES, Area, Colony, Pieces
from marchsim.games.antwars.words import QUESTIONS
from marchsim.kernel.compat import mypyc_attr
from marchsim.tabletop.options import places_of
from marchsim.tabletop.players.scripts import Offer, Offers, Scripted, ScriptView
from marchsim.tabletop.players.seats import Seen

AREA: Final = places_of(VALUES, "area")
TO: Final = places_of(VALUES, "to")
TILE: Final = places_of(VALUES, "tile")
PIECE: Final = places_of(VALUES, "piece")
SEAT: Final = places_of(VALUES, "seat")
GROUP: Final = places_of(VALUES, "group")
SPECIES: Final = places_of(VALUES, "species")
NUMBER: Final = places_of(VALUES, "number")


class Choice(Offer):
    """An option on offer, with the areas, piece and colony that it names."""

    def __init__(self, pieces: Pieces, index: int, code: int) -> None:
        super().__init__(pieces, index, code)
        self._pieces = pieces

    @property
    def area(self) -> Area | None:
        """The area that the option names. For a step, the area that the ants leave. None for all areas."""
        at = self.value(AREA)
        return self._pieces.area(at) if 0 <= at < w.ALL_AREAS else None

    @property
    def to(self) -> Area | None:
        """The area that the option leads to."""
        at = self.value(TO)
        return self._pieces.area(at) if at >= 0 else None

    @property
    def tile(self) -> str:
        """The tile that the option places. '' for none. Anthill Entrance turns the gate over."""
        at = self.value(TILE)
        return w.TILE_NAMES[at] if at >= 0 else ""

    @property
    def piece(self) -> str:
        """The kind of piece that the option names. '' for none."""
        at = self.value(PIECE)
        return w.PIECES[at] if at >= 0 else ""

    @property
    def player(self) -> Colony | None:
        """The colony at which the option aims. None if it aims at an animal."""
        at = self.value(SEAT)
        return self._pieces.players[at] if 0 <= at < len(self._pieces.players) else None

    @property
    def target(self) -> str:
        """The target of the option, such as Queens, minor pupae, Gloomy or spider. '' for none."""
        at = self.value(GROUP)
        if at < 0:
            return ""
        return GROUP_OF[at] if self.value(SEAT) < w.SEATS else ANIMALS[at]

    @property
    def species(self) -> str:
        """The species that the option names. '' for none."""
        at = self.value(SPECIES)
        return self._pieces.words.names.titles[at] if at >= 0 else ""

    @property
    def count(self) -> int:
        """The number of ants that the option names. -1 for none."""
        return self.value(NUMBER)


class Areas:
    """The areas of all boards, by name. A loop visits all of them, in the order of their numbers."""

    def __init__(self, pieces: Pieces) -> None:
        self._pieces = pieces

    def __getitem__(self, name: str) -> Area:
        return self._pieces.area(self._pieces.area_number(name))

    def __iter__(self) -> Iterator[Area]:
        return iter([self._pieces.area(at) for at in range(len(self))])

    def __len__(self) -> int:
        return self._pieces.ants.board.areas


class Table:
    """The game, which is public: time, players, boards, and the options on offer."""

    def __init__(self, pieces: Pieces) -> None:
        self._pieces = pieces
        self._areas = Areas(pieces)

    @property
    def view(self) -> View:
        """The view of the seat, with the position as numbers."""
        return self._pieces.ants

    @property
    def round(self) -> int:
        """The round, from 1."""
        return self._pieces.ants.round

    @property
    def rounds(self) -> int:
        """The largest number of rounds that the game can have."""
        return self._pieces.ants.rules.rounds

    @property
    def left(self) -> int:
        """The number of actions left in the turn."""
        return self._pieces.ants.left

    @property
    def players(self) -> tuple[Colony, ...]:
        """All colonies, in the order of their seats."""
        return tuple(self._pieces.players)

    @property
    def rivals(self) -> tuple[Colony, ...]:
        """The other colonies that have a Queen, starting with the next in turn order."""
        return tuple([colony for colony in self._pieces.rivals if not colony.fallen])

    @property
    def first(self) -> Colony:
        """The colony that plays first in this round."""
        return self._pieces.players[self._pieces.ants.first]

    @property
    def areas(self) -> Areas:
        """The areas by name, as in table.areas["hex 12"]. A loop visits all of them."""
        return self._areas

    @property
    def context(self) -> tuple[int, ...]:
        """The numbers that go with the question, listed as `context` in the table of hooks."""
        view = self._pieces.ants
        return (view.context(0), view.context(1), view.context(2), view.context(3))

    @property
    def options(self) -> list[Choice]:
        """All options on offer."""
        view = self._pieces.ants
        return [Choice(self._pieces, index, view.option(index)) for index in range(view.n)]

    def offers(
        self, wanted: str = "", where: Callable[[Choice], object] | None = None, **traits: Any
    ) -> Offers:
        """The options on offer that match the words and have these traits (`pieces.TRAITS`)."""
        return self._pieces.offers(wanted, where, traits)


class Shown(Pieces):
    """All objects that a script receives for a view: the pieces, `me`, `table`, and the options on offer."""

    def __init__(self, view: View) -> None:
        super().__init__(view, SHELF.of(view))
        self.table = Table(self)

    def offer(self, index: int, code: int) -> Offer:
        """The option on offer at position `index`, encoded as `code`."""
        return Choice(self, index, code)


HOOKS: Final = tuple([question[0] for question in QUESTIONS])


@mypyc_attr(allow_interpreted_subclasses=True)
class Strategy(Scripted):
    """The base of strategies of Ant Wars. Define the hooks that you need, or override `otherwise`."""

    def __init__(self) -> None:
        super().__init__(Strategy, HOOKS)

    def script_view(self, view: Seen) -> ScriptView:
        """The `me` and `table` of a view."""
        assert isinstance(view, View)
        return Shown(view)

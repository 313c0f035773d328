"""The base class of March's strategies, and the objects that a script receives: `me` and `table`.

The hooks of a strategy are the questions of the game (`words.QUESTIONS`). The objects show the view of the
strategy's seat and its options.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from marchsim.games.march import words as w
from marchsim.games.march.engine.view import View
from marchsim.games.march.players.pieces import HEX, SHELF, VALUES, Card, Hex, Pieces, Player
from marchsim.games.march.words import QUESTIONS
from marchsim.kernel.compat import mypyc_attr
from marchsim.tabletop.options import places_of
from marchsim.tabletop.players.scripts import Offer, Offers, Scripted, ScriptView
from marchsim.tabletop.players.seats import Seen

CARD: Final = places_of(VALUES, "card")
FROM: Final = places_of(VALUES, *HEX)
TO: Final = places_of(VALUES, "to")
SEAT: Final = places_of(VALUES, "seat", "owner")


class Choice(Offer):
    """An option on offer, with the card, hex and player that it names."""

    def __init__(self, pieces: Pieces, index: int, code: int) -> None:
        super().__init__(pieces, index, code)
        self._pieces = pieces

    @property
    def card(self) -> Card | None:
        """The card that the option names."""
        at = self.value(CARD)
        return self._pieces.card(at) if at >= 0 else None

    @property
    def kind(self) -> str:
        """The kind of the card that the option names. '' if it names no card."""
        at = self.value(CARD)
        return self._pieces.card(at).kind if at >= 0 else ""

    @property
    def hex(self) -> Hex | None:
        """The hex that the option names. For a step, the hex that the ant leaves."""
        at = self.value(FROM)
        return self._pieces.hex(at) if at >= 0 else None

    @property
    def to(self) -> Hex | None:
        """The hex that the option leads to."""
        at = self.value(TO)
        return self._pieces.hex(at) if at >= 0 else None

    @property
    def player(self) -> Player | None:
        """The player that the option names. For an ant, its owner."""
        at = self.value(SEAT)
        return self._pieces.players[at] if at >= 0 else None


class Hexes:
    """The hexes by name. A loop visits those in the Meadow, in the order in which they were laid."""

    def __init__(self, pieces: Pieces) -> None:
        self._pieces = pieces

    def __getitem__(self, name: str) -> Hex:
        return self._pieces.hex(self._pieces.hex_number(name))

    def __iter__(self) -> Iterator[Hex]:
        return iter(self._pieces.laid())

    def __len__(self) -> int:
        return self._pieces.march.laid_n


class Table:
    """The game as the seat sees it: time, players, the Meadow, and the options on offer."""

    def __init__(self, pieces: Pieces) -> None:
        self._pieces = pieces
        self._hexes = Hexes(pieces)

    @property
    def view(self) -> View:
        """The view of the seat, with the position as numbers."""
        return self._pieces.march

    @property
    def round(self) -> int:
        """The round, from 1."""
        return self._pieces.march.round

    @property
    def rounds(self) -> int:
        """The number of rounds in the game."""
        return self._pieces.march.rules.rounds

    @property
    def last_round(self) -> bool:
        """Whether this is the last round."""
        return self._pieces.march.round >= self._pieces.march.rules.rounds

    @property
    def phase(self) -> str:
        """The phase: set-up, Worker Phase, Soldier Phase or Queen Phase."""
        return w.PHASES[self._pieces.march.phase]

    @property
    def players(self) -> tuple[Player, ...]:
        """All players, in the order of their seats."""
        return tuple(self._pieces.players)

    @property
    def rivals(self) -> tuple[Player, ...]:
        """The other players, starting with the next in turn order."""
        return tuple(self._pieces.rivals)

    @property
    def leader(self) -> Player:
        """The player with the most points. On a tie, the rival who is next in turn order."""
        best = self._pieces.players[self._pieces.march.seat]
        most = -1
        score = self._pieces.march.score
        for rival in self._pieces.rivals:
            if score[rival._number] > most:
                most = score[rival._number]
                best = rival
        own = self._pieces.players[self._pieces.march.seat]
        return own if score[own._number] > most else best

    @property
    def resting(self) -> int:
        """The number of resting players."""
        return len(
            [player for player in self._pieces.players if self._pieces.march.rested[player._number] > 0]
        )

    @property
    def hexes(self) -> Hexes:
        """The hexes by name, as in table.hexes["soil"]. A loop visits those in the Meadow."""
        return self._hexes

    @property
    def inner(self) -> tuple[Hex, ...]:
        """The hexes that have been laid in the Inner Meadow."""
        return tuple([at for at in self._pieces.laid() if self._pieces.march.inner[at._number] > 0])

    @property
    def pile(self) -> int:
        """The number of tiles left in the pile."""
        return self._pieces.march.pile_n

    @property
    def deck(self) -> int:
        """The number of cards left in the deck."""
        return self._pieces.march.deck_n

    @property
    def horde(self) -> int:
        """The colony points of the Centipede Horde."""
        return self._pieces.march.horde_score

    @property
    def context(self) -> tuple[int, ...]:
        """The numbers that go with the question, listed under `context` in the table of hooks."""
        view = self._pieces.march
        return (view.context(0), view.context(1), view.context(2), view.context(3))

    @property
    def options(self) -> list[Choice]:
        """All options on offer."""
        view = self._pieces.march
        return [Choice(self._pieces, index, view.option(index)) for index in range(view.n)]

    def offers(
        self, wanted: str = "", where: Callable[[Choice], object] | None = None, **traits: Any
    ) -> Offers:
        """The options on offer that match the words and have these traits: kind, card, hex, to, player."""
        return self._pieces.offers(wanted, where, traits)


class Shown(Pieces):
    """Everything that a script sees in a view: its pieces, `me`, `table`, and the options on offer."""

    def __init__(self, view: View) -> None:
        components = view.kit.components
        assert components is not None
        super().__init__(view, SHELF.of(components))
        self.table = Table(self)

    def offer(self, index: int, code: int) -> Offer:
        """Make the object of the option at position `index`."""
        return Choice(self, index, code)


HOOKS: Final = tuple([question[0] for question in QUESTIONS])


@mypyc_attr(allow_interpreted_subclasses=True)
class Strategy(Scripted):
    """A player of March of the Ants. Define the hooks that you need, or override `otherwise`."""

    def __init__(self) -> None:
        super().__init__(Strategy, HOOKS)

    def script_view(self, view: Seen) -> ScriptView:
        """Make `me` and `table` for a view."""
        assert isinstance(view, View)
        return Shown(view)

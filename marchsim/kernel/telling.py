"""How a game under way is told: what the floors above may show of it without knowing its words.

A game that can be told has a `teller`; what happens reaches an audience moment by moment. Telling looks on
and touches nothing, so a game that is told is the same as one that is not.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from marchsim.kernel.game import Outcome, Session


@dataclass(frozen=True)
class Moment:
    """Something that happened in a game.

    `number` counts from 0; `round` is 0 for the set-up. `key` is equal for the same happening under other
    rules, whatever numbers its cards have there. `text` says it in a sentence, `line` as a line of a story
    (None where a story is silent), `row` as plain data. `seat` is whose doing it was (-1: nobody's); what is
    `secret` only that seat may see.
    """

    number: int
    round: int
    phase: str
    key: Hashable
    text: str
    line: str | None
    row: dict[str, Any]
    seat: int = -1
    secret: bool = False


@dataclass(frozen=True)
class Decision:
    """What a seat was asked and chose, and why: in `lines` for a reader, in `row` as plain data."""

    seat: int
    lines: tuple[str, ...]
    row: dict[str, Any]


class Terminal(Protocol):
    """Where a person sits."""

    def tell(self, line: str) -> None:
        """Show a line."""

    def ask(self, prompt: str) -> str:
        """Return what the person types; raises EOFError where nothing more will come."""


class Audience(Protocol):
    """Who hears what happens, in the position of that moment."""

    def happened(self, moment: Moment) -> None:
        """Hear what has just happened."""

    def round_over(self, number: int, lines: Sequence[str]) -> None:
        """Hear that a round (0: the set-up) is over, and how it left everybody."""

    def decided(self, decision: Decision) -> None:
        """Hear a decision that is explained, before what comes of it."""


class Teller(Protocol):
    """Tells the games of one session to an audience. `players` are what they are called."""

    players: tuple[str, ...]

    def over(self, outcome: Outcome) -> list[str]:
        """Return the last words on a game that has ended; its last round is then over."""

    def explain(self, seats: Sequence[int]) -> None:
        """Tell from now on, too, why the strategies of these seats decide as they do."""

    def person(self, seat: int, terminal: Terminal) -> object:
        """Return a strategy by which a person at a terminal plays a seat.

        From now on nothing is told that the people in the game may not see.
        """

    def retold(self, events: Sequence[Mapping[str, Any]]) -> list[Moment]:
        """Return what happened in a game of this session's rules and players that was recorded.

        `events` are its rows of the `events` table, in order.
        """


@runtime_checkable
class Drawn(Protocol):
    """A teller that can draw the game as well."""

    def picture(self, form: str, heading: str = "", below: str = "") -> bytes:
        """Return a picture of the game as it stands, as a file of the form `svg` or `png`.

        `heading` takes the place of the words for when it is; `below` is a line under it.
        """


@runtime_checkable
class Told(Protocol):
    """A game whose sessions can be told."""

    def teller(self, session: Session, strategies: Sequence[str], audience: Audience) -> Teller:
        """Return what tells the games of a session to an audience; players are called by their strategies."""

"""Parts of a game under way that can be shown without knowing its words.

A game that can be shown has a `teller`. Events reach an audience moment by moment. The audience changes
nothing, so a game with an audience is the same as one without.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from marchsim.kernel.game import Outcome, Session


@dataclass(frozen=True)
class Moment:
    """Something that happened in a game.

    `number` counts from 0. `round` is 0 for the set-up. `key` is equal for the same event under other
    rules, whichever numbers its cards have there. `text` says it in a sentence, `line` as a line of a story
    (None where a story is silent), `row` as plain data. `seat` is the owner of the event (-1: nobody); only
    that seat may see a `secret` one. Viewers find it by `mark`, '' by the name of its event.
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
    mark: str = ""


@dataclass(frozen=True)
class Decision:
    """A question to a seat, its answer and the reason: in `lines` for a reader, in `row` as plain data."""

    seat: int
    lines: tuple[str, ...]
    row: dict[str, Any]


@dataclass(frozen=True)
class EventValue:
    """One of the values a to d of a kind of event: what it is ('': nothing), and the names of its codes."""

    meaning: str
    names: Mapping[int, str] | None = None


@runtime_checkable
class EventsExplained(Protocol):
    """A game that says what the values of its recorded events are."""

    def event_values(self, items: Sequence[Mapping[str, Any]]) -> Mapping[str, Sequence[EventValue]]:
        """The values of each kind of event by its name; `items` are the rows of a variant in that table."""


class Terminal(Protocol):
    """The terminal of a person."""

    def tell(self, line: str) -> None:
        """Show a line."""

    def ask(self, prompt: str) -> str:
        """The words that the person types. Raises EOFError at the end of the input."""


class Audience(Protocol):
    """The audience of the events, in the position of that moment."""

    def happened(self, moment: Moment) -> None:
        """Hear an event."""

    def round_over(self, number: int, lines: Sequence[str]) -> None:
        """Hear that a round (0: the set-up) is over. `lines` describe the players after it."""

    def decided(self, decision: Decision) -> None:
        """Hear a decision that is explained, before its consequences."""


class Teller(Protocol):
    """Tells the games of one session to an audience. `players` are their names."""

    players: tuple[str, ...]

    def over(self, outcome: Outcome) -> list[str]:
        """The last words on a game that has ended. Its last round is then over."""

    def explain(self, seats: Sequence[int]) -> None:
        """Tell from now on, too, why the strategies of these seats decide as they do."""

    def person(self, seat: int, terminal: Terminal) -> object:
        """A strategy by which a person at a terminal plays a seat.

        From now on hide everything that the people in the game may not see.
        """

    def retold(self, events: Sequence[Mapping[str, Any]]) -> list[Moment]:
        """The recorded events of a game of this session's rules and players.

        `events` are its rows of the `events` table, in order.
        """


@runtime_checkable
class Drawn(Protocol):
    """A teller that can draw the game as well."""

    def picture(self, form: str, heading: str = "", below: str = "") -> bytes:
        """A picture of the position, as a file of the form `svg` or `png`.

        `heading` takes the place of the words for when it is. `below` is a line under it.
        """


@runtime_checkable
class Told(Protocol):
    """A game whose sessions can be shown."""

    def teller(self, session: Session, strategies: Sequence[str], audience: Audience) -> Teller:
        """The teller of the games of a session for an audience. Players are called by their strategies."""

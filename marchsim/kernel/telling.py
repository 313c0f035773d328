"""Protocols for showing a game in progress.

A game that can be shown has a `teller`, which passes events to an audience one by one. An audience changes
nothing, so a game plays out the same with or without one.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from marchsim.kernel.game import Outcome, Session


@dataclass(frozen=True)
class Moment:
    """Something that happened in a game.

    `number` counts from 0. `round` is 0 for the set-up. `key` is the same for the same event under other
    rules, even if cards have other numbers there. `text` is the event in a sentence, `line` its line in a
    story (None if a story omits it), and `row` plain data. `seat` is the owner of the event (-1 for nobody),
    and only this seat may see a `secret` event. Viewers find it by `mark` ('' for the name of its event).
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
    """A question to a seat, the answer and the reason: as `lines` for a reader, and as plain data (`row`)."""

    seat: int
    lines: tuple[str, ...]
    row: dict[str, Any]


@dataclass(frozen=True)
class EventValue:
    """One of the values a to d of a kind of event: its meaning ('' if unused) and the names of its codes."""

    meaning: str
    names: Mapping[int, str] | None = None


@runtime_checkable
class EventsExplained(Protocol):
    """A game that explains the values of its recorded events."""

    def event_values(self, items: Sequence[Mapping[str, Any]]) -> Mapping[str, Sequence[EventValue]]:
        """The values of each kind of event, by its name. `items` are the rows of a variant's items table."""


class Terminal(Protocol):
    """The terminal of a person."""

    def tell(self, line: str) -> None:
        """Show a line."""

    def ask(self, prompt: str) -> str:
        """The words that the person types. Raises EOFError at the end of the input."""


class Audience(Protocol):
    """The audience of events. During each call the game is in the position at that moment."""

    def happened(self, moment: Moment) -> None:
        """Receive an event."""

    def round_over(self, number: int, lines: Sequence[str]) -> None:
        """Receive the end of a round (0 for the set-up). `lines` describe the players after it."""

    def decided(self, decision: Decision) -> None:
        """Receive an explained decision, before its consequences."""


class Teller(Protocol):
    """Describes the games of one session to an audience. `players` are the names of the players."""

    players: tuple[str, ...]

    def over(self, outcome: Outcome) -> list[str]:
        """The last lines about a finished game, which follow the end of its last round."""

    def explain(self, seats: Sequence[int]) -> None:
        """Explain the decisions of these seats to the audience from now on."""

    def person(self, seat: int, terminal: Terminal) -> object:
        """A strategy with which a person at a terminal plays a seat.

        From now on, hide everything that the people in the game may not see.
        """

    def retold(self, events: Sequence[Mapping[str, Any]]) -> list[Moment]:
        """The recorded events of a game with this session's rules and players, in words.

        `events` are the game's rows of the `events` table, in order.
        """


@runtime_checkable
class Drawn(Protocol):
    """A teller that can draw the game as well."""

    def picture(self, form: str, heading: str = "", below: str = "") -> bytes:
        """The bytes of a file with a picture of the position. `form` is `svg` or `png`.

        `heading` replaces the round and phase above the picture. `below` is a line of text under the heading.
        """


@runtime_checkable
class Told(Protocol):
    """A game whose sessions can be shown."""

    def teller(self, session: Session, strategies: Sequence[str], audience: Audience) -> Teller:
        """The teller of a session's games for an audience. Players are named after their strategies."""

"""Protocols for those who look on at a game in progress: an audience, an inspector, a coach.

A game that can be shown has a `teller`, which passes events to an audience one by one. Nobody who looks on
changes anything, so a game plays out in the same way with or without them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol, runtime_checkable

from marchsim.kernel.game import Outcome, Session


@dataclass(frozen=True)
class Moment:
    """An event of a game, ready to be shown.

    `number` counts from 0. `round` is 0 for the set-up. `key` identifies the event even under other rules and
    card numbers. `text` is the event in a sentence, `line` its line in a story (None if a story omits it),
    and `row` the event as plain data. `seat` is the owner of the event (-1 for nobody), and only this seat
    may see a `secret` event. A page finds the event by its `mark` or, if that is '', by the name of its kind.
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
    """A question to a seat, its answer and the reason, as `lines` for a reader and as plain data (`row`)."""

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
        """The values of each kind of event, by its name. `items` has the rows of a variant's items table."""


class Terminal(Protocol):
    """A terminal at which a person plays."""

    def tell(self, line: str) -> None:
        """Show a line."""

    def ask(self, prompt: str) -> str:
        """The words that the person types at a prompt. Raises EOFError at the end of the input."""


class Audience(Protocol):
    """Receives the events of a game. During each call, the game is in the position of that moment."""

    def happened(self, moment: Moment) -> None:
        """Receive an event."""

    def round_over(self, number: int, lines: Sequence[str]) -> None:
        """Receive the end of a round (0 for the set-up). `lines` describe the players after that round."""

    def decided(self, decision: Decision) -> None:
        """Receive an explained decision, before its consequences."""


class Teller(Protocol):
    """Describes a session's games to an audience. `players` are the names of the players."""

    players: tuple[str, ...]

    def over(self, outcome: Outcome) -> list[str]:
        """The last lines about a finished game. They are shown after the end of its last round."""

    def explain(self, seats: Sequence[int]) -> None:
        """Explain the decisions of these seats to the audience from now on."""

    def person(self, seat: int, terminal: Terminal) -> object:
        """A strategy that asks a person at a terminal for the decisions of a seat.

        From now on, hide everything that the people in the game may not see.
        """

    def retold(self, events: Sequence[Mapping[str, Any]]) -> list[Moment]:
        """Describe the recorded events of a game in words, with this session's rules and players.

        `events` are the game's rows of the `events` table, in order.
        """


@runtime_checkable
class Drawn(Protocol):
    """A teller that can also draw the game."""

    def picture(self, form: str, heading: str = "", below: str = "") -> bytes:
        """Draw the position, and return the bytes of the picture's file. `form` is `svg` or `png`.

        `heading` replaces the round and phase above the picture. `below` is a line of text under the heading.
        """


@runtime_checkable
class Narrated(Protocol):
    """A game whose sessions can be shown."""

    def teller(self, session: Session, strategies: Sequence[str], audience: Audience) -> Teller:
        """The teller of a session's games for an audience. Players are named after their strategies."""


# Inspection: the things that occur in games (coverage), and the laws (invariants) that they break
class Inspector(Protocol):
    """Observes the games of a session.

    `faults` describes each invariant that the last game broke, and when it did so.
    """

    faults: list[str]

    def things(self) -> Mapping[str, Sequence[str]]:
        """The names of everything that can occur under these rules, by kind (cards played, hexes laid)."""

    def seen(self) -> Mapping[str, frozenset[str]]:
        """The names of everything that occurred in the last game, by kind."""


@runtime_checkable
class Inspected(Protocol):
    """A game whose sessions can be inspected."""

    def inspector(self, session: Session, laws: bool) -> Inspector:
        """An inspector for the session's later games. If `laws` is set, it also checks the game's laws."""


# Rollouts: each option of a decision is played to the end
WIN: Final = 27_720  # credit of a whole win, divisible by every number of joint winners up to 12


class Choice(Protocol):
    """A decision that a seat has just made. It exists only until the game goes on.

    `kind` is the kind of decision. `chosen` is the index of the option taken, of `count` options. `playable`
    is True if a game can be played on from the seat's view.
    """

    seat: int
    round: int
    kind: str
    chosen: int
    count: int
    playable: bool

    def words(self, option: int) -> str:
        """Describe an option in words."""

    def action(self, option: int) -> str:
        """The group of similar options to which an option belongs, such as explore or forage."""

    def likely(self, most: int) -> list[int]:
        """At most `most` options that the seat's own strategy rates highest, best first.

        The option taken is always among them.
        """

    def credits(self, options: Sequence[int], key: int) -> list[int]:
        """The seat's credit (WIN for a sole win) at the end of one rollout for each option.

        The rollouts differ only in the option, since `key` (0 to 2**62) and the seat's view determine hidden
        things and later chance. The strategies at the table play on.
        """


@runtime_checkable
class RolledOut(Protocol):
    """A game with decisions that can be rolled out, as `marchsim coach` requires."""

    def rehearse(
        self, session: Session, makers: Sequence[Callable[[], object]], hear: Callable[[Choice], None]
    ) -> None:
        """Call `hear` with each decision in the later games of a session, until the next call.

        `makers` create a fresh strategy for each seat. If `makers` is empty, `hear` is not called.
        """

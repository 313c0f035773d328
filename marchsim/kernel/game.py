"""The protocol of a game, and the plain data that games exchange with the program.

The runner, recorder, analysis and reports use a game only through this protocol. They load games only by
`marchsim.games.load(name)`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, runtime_checkable

# dtype names are polars integer and float names, "str", or "bool".
DTYPES = ("i8", "i16", "i32", "i64", "u64", "f64", "str", "bool")


@dataclass(frozen=True)
class Column:
    """One column of a recorded table: its stored type, unit and meaning.

    A column with `labels` is recorded as an index into them (-1 is null) and stored as text. A column with
    `spelled` is recorded as a number and stored as the text that this function returns. Any other integer
    column is stored unchanged. `null` is the integer that stands for null, if any. `adds` marks a number that
    counts events in the period of its row, so that a game's rows can be added up. Other numbers are states.
    """

    name: str
    dtype: str
    meaning: str
    unit: str = ""
    labels: tuple[str, ...] = ()
    null: int | None = None
    adds: bool = False
    spelled: Callable[[int], str] | None = None


@dataclass(frozen=True)
class Table:
    """A recorded table: its columns in order, and the columns that together identify a row."""

    name: str
    meaning: str
    columns: tuple[Column, ...]
    key: tuple[str, ...]


class Outcome(NamedTuple):
    """The outcome of one game. For a void game `void` is the reason, and the scores have no meaning.

    `winners` has bit s set if seat s won. `digest` is the hexadecimal hash of the canonical event stream. In
    a game that the players win or lose together, `opponent` is the score of their opponent and `margin` their
    lead over it (negative if they lost). In such a game all seats win, or none does (`winners` is 0). In any
    other game, `opponent` and `margin` are None.
    """

    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    winners: int
    rounds: int
    turns: int
    decisions: int
    digest: str
    round_digests: tuple[str, ...] = ()
    decided_by: str = ""
    void: str = ""
    fault: str = ""
    fault_seat: int = -1
    opponent: int | None = None
    margin: int | None = None


class Variant(Protocol):
    """A complete and checked set of rules and components.

    `preset` names the preset on which the variant is based. `opponent` names the players' common opponent,
    and is '' if they play against each other.
    """

    name: str
    preset: str
    fingerprint: str
    opponent: str

    def resolved(self) -> dict[str, Any]:
        """The complete contents of the variant, as plain JSON data."""

    def players(self) -> tuple[int, int]:
        """The smallest and largest number of players."""

    def refusal(self, players: int) -> str:
        """The reason why this number of players cannot play, with a remedy, or '' if it can."""

    def warnings(self, players: Sequence[int]) -> tuple[str, ...]:
        """Warnings about this variant with these numbers of players, one line for each."""

    def items(self) -> list[dict[str, Any]]:
        """A row for each component of the variant (the table `items`)."""

    def provenance(self) -> dict[str, int]:
        """For each kind of source, the number of component facts that have it."""


class Session(Protocol):
    """A worker's session. It plays games of one variant and number of players, and keeps their rows."""

    def play(
        self, game_id: int, deal_key: int, seat_keys: Sequence[int], strategies: Sequence[object]
    ) -> Outcome:
        """Play one game to its end. If a strategy fails, the outcome is void and no exception is raised.

        `deal_key` and `seat_keys` are 64-bit stream keys (kernel.rng). Rows of a void game are not kept.
        """

    def take(self) -> dict[str, Any]:
        """Return the rows kept so far and clear them: table name -> int64 array of shape (rows, columns)."""

    def position(self) -> tuple[int, int]:
        """The id of the game in progress and its decisions so far, for a watchdog in another thread."""


@runtime_checkable
class Clocked(Protocol):
    """A session that can measure how long the answers of each seat take."""

    clocked: bool  # whether the games to come are measured
    spent: list[tuple[int, float]]  # of the last game measured, by seat: answers and processor seconds


class Game(Protocol):
    """The protocol through which the rest of the program uses a game.

    `overlay_keys` are the keys that an overlay of this game may have besides `preset`. Their values
    are passed on unchecked, and the game checks them.
    """

    name: str
    title: str
    overlay_keys: tuple[str, ...]

    def variant(self, name: str, preset: str, overlays: Sequence[tuple[str, Mapping[str, Any]]]) -> Variant:
        """Resolve a preset and overlays (each with the name of its source, for messages) into a variant.

        `preset` is one name, or several joined by +.
        """

    def tables(self, variant: Variant, record: str) -> tuple[Table, ...]:
        """The tables that a session fills. The table `seats` lacks the columns that the runner adds."""

    def session(self, variant: Variant, players: int, record: str) -> Session:
        """Create a session for games of this variant with this number of players."""

    def strategy_class(self, source: StrategySource) -> type:
        """Compile and check the strategy class in a source. Raises StrategyError if it cannot be used."""

    def strategy_factory(self, cls: type, parameters: Mapping[str, Any]) -> Callable[[], object]:
        """A function that makes a fresh strategy for each game. Raises StrategyError for wrong parameters."""


@runtime_checkable
class Arranged(Protocol):
    """A game that can change one item of a deal, for studies of single items.

    `arranged` has the kinds of items (such as card or species) for which two items can be exchanged, or one
    item forbidden to a seat.
    """

    arranged: tuple[str, ...]

    def arrange(
        self, session: Session, kind: str, exchange: tuple[str, str] | None, forbid: tuple[int, str] | None
    ) -> None:
        """Change the deals of a session's games from now on, until the next call.

        `exchange` has the ids of two items of a kind, which change places before the deal: cards in the deck,
        species between seats. `forbid` is a seat and an item that it may not play. Everything else stays the
        same, including chance. With None for both, games are played as dealt.
        """


@dataclass(frozen=True)
class StrategySource:
    """A strategy's code as data, never as a path, so that any worker can create the strategy."""

    use: str
    text: str
    sha256: str
    class_name: str = ""
    origin: str = ""

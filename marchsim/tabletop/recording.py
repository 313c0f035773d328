"""The records of a session: the declaration of tables, their rows, and the choice of tables to keep.

A game declares a table as a class. The attributes of the class are the positions of the columns in a row, so
a value is written by name: `values[at + rows.food]`. This module has the parts that all games share: the
first columns of the rounds table, and the events table.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from marchsim.kernel.columns import EVENT_WIDTH, Events, Rows
from marchsim.kernel.compat import i64, mypyc_attr, vec
from marchsim.kernel.game import Column, Table


class Columns:
    """The columns of a table that is being declared. Each call returns the position of a column, from 0."""

    def __init__(self) -> None:
        self.declared: Final[list[Column]] = []

    def add(self, column: Column) -> i64:
        """Declare a column."""
        self.declared.append(column)
        return len(self.declared) - 1

    def number(self, name: str, dtype: str, meaning: str, unit: str = "") -> i64:
        """Declare a column of numbers."""
        return self.add(Column(name, dtype, meaning, unit))

    def game(self) -> i64:
        """Declare the column with the game's id."""
        return self.number("game", "i64", "the game's id")

    def seat(self) -> i64:
        """Declare the column with the seat."""
        return self.number("seat", "i8", "place in the first round's turn order, from 0")

    def round(self) -> i64:
        """Declare the column with the round."""
        return self.number("round", "i16", "round, from 1")

    def counts(self, known: dict[int, tuple[str, str, str]]) -> i64:
        """Declare a column for each kind of count in `known`. Returns the position of the first column."""
        first: i64 = len(self.declared)
        for kind in range(len(known)):
            name, meaning, unit = known[kind]
            self.add(Column(name, "i16", meaning, unit, adds=True))
        return first

    def points(self, sources: tuple[str, ...], meanings: dict[str, str], meaning: str) -> i64:
        """Declare a column for each source of points. Returns the position of the first column."""
        first: i64 = len(self.declared)
        for name in sources:
            self.number(f"points_{name}", "i16", f"{meaning} {meanings[name]}", "points")
        return first

    def table(self, name: str, meaning: str, key: tuple[str, ...]) -> Table:
        """The table with all columns that have been declared."""
        return Table(name, meaning, tuple(self.declared), key)


class RecordedRows(Rows):
    """The rows of a recorded table, and the description of the table."""

    def __init__(self, table: Table) -> None:
        super().__init__(len(table.columns))
        self.table: Final = table


class SeatsTable(RecordedRows):
    """The seats table: the columns that a game adds to those of the runner."""

    def __init__(self, to: Columns) -> None:
        super().__init__(to.table("seats", "one row for each seat of a game", ("game", "seat")))


def round_columns(score: str, unit: str) -> Columns:
    """The first columns of a rounds table. `score` describes the column with the score."""
    to = Columns()
    to.game()
    to.round()
    to.seat()
    to.number("score", "i32", score, unit)
    return to


class RoundsTable(RecordedRows):
    """The rounds table: a row for each seat after each round. A game adds columns to `round_columns`."""

    def __init__(self, to: Columns) -> None:
        key = ("game", "round", "seat")
        super().__init__(to.table("rounds", "one row for each seat after each round", key))

    def begin(self, game: i64, number: i64, seat: i64, score: i64) -> vec[i64]:
        """Begin the row of a seat after a round. The game fills the remaining columns."""
        values = self.room()
        at = self.count
        values[at] = game
        values[at + 1] = number
        values[at + 2] = seat
        values[at + 3] = score
        return values


class EventRows(RecordedRows):
    """The events table: a row for each event, in order. `names` has the name of each kind of event."""

    def __init__(self, names: dict[int, str]) -> None:
        to = Columns()
        labels = tuple([names.get(kind, f"unused_{kind}") for kind in range(max(names) + 1)])
        self.game: i64 = to.game()
        self.number: i64 = to.number("number", "i32", "number of the event in its game, from 0")
        self.round: i64 = to.number("round", "i16", "round, 0 for the set-up")
        # an event's own integers, as kernel.columns.Events keeps them
        self.event: i64 = to.add(
            Column("event", "str", "what happened (docs/reference/data.md)", labels=labels)
        )
        to.add(Column("seat", "i8", "whose doing it was", null=-1))
        for name, nth in (("a", "first"), ("b", "second"), ("c", "third"), ("d", "fourth")):
            to.number(name, "i16", f"{nth} value (docs/reference/data.md)")
        assert len(to.declared) == self.event + EVENT_WIDTH
        super().__init__(to.table("events", "one row for each event", ("game", "number")))

    def write(self, game: i64, events: vec[i64], round_kind: i64) -> None:
        """Write all events of a game with their numbers and rounds. A `round_kind` event begins a round."""
        count: i64 = len(events)
        number: i64 = 0
        i: i64 = 0
        while i < count:
            if events[i] == round_kind:
                number = events[i + 2]
            values = self.room()
            at = self.count
            values[at + self.game] = game
            values[at + self.number] = i // EVENT_WIDTH
            values[at + self.round] = number
            at += self.event
            for j in range(EVENT_WIDTH):
                values[at + j] = events[i + j]
            self.keep()
            i += EVENT_WIDTH


def event_names(words: Mapping[str, Any]) -> dict[int, str]:
    """The name of each kind of event by number, from the constants of a module: E_ROUND is named `round`."""
    return {number: name[2:].lower() for name, number in words.items() if name.startswith("E_")}


@mypyc_attr(allow_interpreted_subclasses=True)
class RoundEnd:
    """A listener that is called at the end of each round. By default it does nothing."""

    def ended(self, g: Any) -> None:
        """Record the end of a round. `g` is in the state after the round."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Recorder(RoundEnd):
    """The tables that a session records, with the rows of its games.

    `record` is `events` (all tables), `rounds` (all but the events) or another word (only the seats).
    `rounds` has the tables that are filled during a game. `names` has the name of each kind of event. A
    game writes its rows in `ended` and `finished`. The rows of a void game are removed.
    """

    def __init__(
        self, record: str, seats: RecordedRows, rounds: list[RecordedRows], names: dict[int, str]
    ) -> None:
        self.events = EventRows(names)
        self.with_events = record == "events"
        self.with_rounds = self.with_events or record == "rounds"
        self.tables: list[RecordedRows] = [seats]
        if self.with_rounds:
            self.tables += rounds
        if self.with_events:
            self.tables.append(self.events)
        self.game: i64 = 0
        self.before: list[int] = []  # the length of each table before the game under way

    def begin(self, game: i64, events: Events) -> None:
        """Begin a game. Its events are kept only if they will be recorded."""
        self.game = game
        self.before = [rows.count for rows in self.tables]
        events.keep = self.with_events

    def finished(self, g: Any) -> None:
        """Write the rows of a finished game."""

    def write_events(self, events: Events, round_kind: i64) -> None:
        """Write the events of a game if events are recorded. An event of `round_kind` begins a round."""
        if self.with_events:
            self.events.write(self.game, events.rows, round_kind)

    def forget(self) -> None:
        """Remove the rows of the game in progress."""
        for rows, length in zip(self.tables, self.before, strict=True):
            rows.cut(length)

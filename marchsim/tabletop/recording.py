"""The record of a session: the tables under construction, and the choice of tables to keep.

A table is a class of the game. Its attributes are the places of the columns in a row, so a value is written
by name: `values[at + rows.food]`. The parts common to all games are here: the first columns of the rounds
table, and the events table.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from marchsim.kernel.columns import EVENT_WIDTH, Events, Rows
from marchsim.kernel.compat import i64, mypyc_attr, vec
from marchsim.kernel.game import Column, Table


class Columns:
    """The columns of a table during its declaration. Each call returns a column's place in a row, from 0."""

    def __init__(self) -> None:
        self.declared: list[Column] = []

    def add(self, column: Column) -> i64:
        """Declare a column."""
        self.declared.append(column)
        return len(self.declared) - 1

    def number(self, name: str, dtype: str, meaning: str, unit: str = "") -> i64:
        """Declare a column of plain numbers."""
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
        """Declare a column for each kind of count (numbered from 0), and return the place of the first."""
        first: i64 = len(self.declared)
        for kind in range(len(known)):
            name, meaning, unit = known[kind]
            self.add(Column(name, "i16", meaning, unit, adds=True))
        return first

    def points(self, sources: tuple[str, ...], meanings: dict[str, str], meaning: str) -> i64:
        """Declare a column for each source of points, and return the place of the first."""
        first: i64 = len(self.declared)
        for name in sources:
            self.number(f"points_{name}", "i16", f"{meaning} {meanings[name]}", "points")
        return first

    def table(self, name: str, meaning: str, key: tuple[str, ...]) -> Table:
        """The table of all declared columns."""
        return Table(name, meaning, tuple(self.declared), key)


class RecordedRows(Rows):
    """The rows of a recorded table, with its description."""

    def __init__(self, table: Table) -> None:
        super().__init__(len(table.columns))
        self.table: Table = table


class SeatsTable(RecordedRows):
    """The game's columns of the seats table, which follow those of the runner."""

    def __init__(self, to: Columns) -> None:
        super().__init__(to.table("seats", "one row for each seat of a game", ("game", "seat")))


def round_columns(score: str, unit: str) -> Columns:
    """The first columns of a rounds table. `score` is the meaning of the score of a round."""
    to = Columns()
    to.game()
    to.round()
    to.seat()
    to.number("score", "i32", score, unit)
    return to


class RoundsTable(RecordedRows):
    """The rounds table, a row for each seat after each round. The game's columns follow `round_columns`."""

    def __init__(self, to: Columns) -> None:
        key = ("game", "round", "seat")
        super().__init__(to.table("rounds", "one row for each seat after each round", key))

    def begin(self, game: i64, number: i64, seat: i64, score: i64) -> vec[i64]:
        """Begin the row of a seat after a round. The game writes the rest of the row."""
        values = self.room()
        at = self.count
        values[at] = game
        values[at + 1] = number
        values[at + 2] = seat
        values[at + 3] = score
        return values


class EventRows(RecordedRows):
    """The events table, with all events in order. `names` are the names of the kinds of events."""

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
        """Write every event of a game with its number and round. An event of `round_kind` begins a round."""
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
    """The names of the kinds of events by number, from the constants of a module: E_ROUND is `round`."""
    return {number: name[2:].lower() for name, number in words.items() if name.startswith("E_")}


@mypyc_attr(allow_interpreted_subclasses=True)
class RoundEnd:
    """A listener to the end of a round, which by default does nothing."""

    def ended(self, g: Any) -> None:
        """Record the end of a round. `g` is in the state after it."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Recorder(RoundEnd):
    """Keeps the rows of the games of a session in `tables`.

    Rows of a void game are removed. `record` is `rounds` (all tables but the events), `events` (all) or
    anything else (seats only). `rounds` are the tables that are filled during a game. `names` are the names
    of the kinds of events. A game writes rows in `ended` and `finished`.
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
        """Begin a game. Its events are kept if they are to be recorded."""
        self.game = game
        self.before = [rows.count for rows in self.tables]
        events.keep = self.with_events

    def finished(self, g: Any) -> None:
        """Write the rows of a finished game."""

    def write_events(self, events: Events, round_kind: i64) -> None:
        """Write the events of a game if they are to be recorded. An event of `round_kind` begins a round."""
        if self.with_events:
            self.events.write(self.game, events.rows, round_kind)

    def forget(self) -> None:
        """Remove the rows of the game in progress."""
        for rows, length in zip(self.tables, self.before, strict=True):
            rows.cut(length)

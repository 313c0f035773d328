"""Recorded tables under construction: each column is declared once, where its place in a row is kept.

A table is a class of the game; it declares its columns in order and writes a value at a place by name:
`values[at + rows.food]`. The table of events is the same in every game.
"""

from __future__ import annotations

from marchsim.kernel.columns import EVENT_WIDTH, Rows
from marchsim.kernel.compat import i64, vec
from marchsim.kernel.game import Column, Table


class Columns:
    """The columns of a table under declaration: each call tells the place in a row, from 0."""

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

    def counts(self, known: dict[int, tuple[str, str, str]]) -> i64:
        """Declare a column for each kind of count, 0 and up, and return the first one's place."""
        first: i64 = len(self.declared)
        for kind in range(len(known)):
            name, meaning, unit = known[kind]
            self.add(Column(name, "i16", meaning, unit, adds=True))
        return first

    def points(self, sources: tuple[str, ...], meanings: dict[str, str], meaning: str) -> i64:
        """Declare a column for each source of points, and return the first one's place."""
        first: i64 = len(self.declared)
        for name in sources:
            self.number(f"points_{name}", "i16", f"{meaning} {meanings[name]}", "points")
        return first

    def table(self, name: str, meaning: str, key: tuple[str, ...]) -> Table:
        """Return the table of all columns declared."""
        return Table(name, meaning, tuple(self.declared), key)


class RecordedRows(Rows):
    """The rows of a recorded table, with its description."""

    def __init__(self, table: Table) -> None:
        super().__init__(len(table.columns))
        self.table: Table = table


class EventRows(RecordedRows):
    """The events table: everything that happened, in order; `names` are those of the kinds of events."""

    def __init__(self, names: dict[int, str]) -> None:
        to = Columns()
        labels = tuple([names.get(kind, f"unused_{kind}") for kind in range(max(names) + 1)])
        self.game: i64 = to.game()
        self.number: i64 = to.number("number", "i32", "number of the event in its game, from 0")
        self.round: i64 = to.number("round", "i16", "round, 0 for the set-up")
        # an event's own integers, as kernel.columns.Events keeps them
        self.event: i64 = to.add(Column("event", "str", "what happened (docs/data.md)", labels=labels))
        to.add(Column("seat", "i8", "whose doing it was", null=-1))
        for name, nth in (("a", "first"), ("b", "second"), ("c", "third"), ("d", "fourth")):
            to.number(name, "i16", f"{nth} value (docs/data.md)")
        assert len(to.declared) == self.event + EVENT_WIDTH
        super().__init__(to.table("events", "one row for each event", ("game", "number")))

    def write(self, game: i64, events: vec[i64], round_kind: i64) -> None:
        """Write every event of a game with its number and round; `round_kind` begins the round it numbers."""
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

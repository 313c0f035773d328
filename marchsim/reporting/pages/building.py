"""Builders of sections and tables. The key, heading and cell of a column are declared together.

    SEATS = (
        Columns[Seat]()
        .column("seat", "Seat", lambda row: seat_name(row.seat))
        .games(lambda row: row.share.entries)
        .deals(lambda row: row.share)
        .estimate("share", "Share of wins", lambda row: row.share, "percent")
        .method(lambda row: row.share)
    )
    build = SectionBuilder("p1-k4", "4 players")
    table = build.table("seats-table", "Starting seats", SEATS, result.seats, note)
    build.section("seats", "Seats", "A sentence.", *build.pictured(table, Rows(rows), "rows", alt))

`given=` makes a column conditional, `each` adds a column for each of several things, and `of` adds the
columns of an object that belongs to the row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from marchsim.analysis.reading.estimates import Estimate
from marchsim.reporting.pages import words
from marchsim.reporting.pages.document import (
    Block,
    Column,
    Drawing,
    Figure,
    Section,
    Table,
    Text,
    Value,
)

Row = TypeVar("Row")
Part = TypeVar("Part")

HALF = "The number behind ± is half the width of the 95 % interval."
INTERVAL = "95 % interval"
RANGES = {
    "percent": "percents",
    "number": "numbers",
    "signed": "signeds",
    "points": "pointses",
    "size": "sizes",
    "tenth": "tenths",
    "count": "counts",
}  # kinds of values, and the kinds of their intervals


@dataclass(frozen=True)
class Columns(Generic[Row]):
    """The columns of a table whose rows are objects of one type. Methods return a copy with more columns."""

    cells: tuple[tuple[Column, Callable[[Row], Value]], ...] = ()

    def __add__(self, more: Columns[Row]) -> Columns[Row]:
        """These columns, followed by those of the other table."""
        return Columns(self.cells + more.cells)

    def of(self, part: Columns[Part], read: Callable[[Row], Part | None]) -> Columns[Row]:
        """Add the columns of an object that belongs to the row.

        `read` returns that object. Cells are empty if it returns None.
        """

        def cell(row: Row, inner: Callable[[Part], Value]) -> Value:
            found = read(row)
            return None if found is None else inner(found)

        added = ((column, lambda row, inner=inner: cell(row, inner)) for column, inner in part.cells)
        return Columns((*self.cells, *added))

    def column(
        self, key: str, heading: str, read: Callable[[Row], Value], kind: str = "text", given: bool = True
    ) -> Columns[Row]:
        """Add a column of values. `kind` is their kind (`format.show`). If `given` is false, add nothing."""
        return Columns((*self.cells, (Column(key, heading, kind), read))) if given else self

    def each(self, headings: Mapping[str, str], read: Callable[[Row, int], Value], kind: str) -> Columns[Row]:
        """Add a column for each key and heading.

        `read` receives the row and the index of the column among these.
        """
        found = self
        for at, (key, heading) in enumerate(headings.items()):
            found = found.column(key, heading, lambda row, at=at: read(row, at), kind)  # type: ignore[misc]
        return found

    def means(
        self,
        headings: Mapping[str, str],
        read: Callable[[Row, int], Estimate | None],
        kind: str = "plus_minus",
    ) -> Columns[Row]:
        """Add a column for each key and heading, with a mean ± half the width of its interval.

        `HALF` is a note that explains these columns to a reader.
        """

        def cell(row: Row, at: int) -> Value:
            found = read(row, at)
            return None if found is None else words.plus_minus(found)

        return self.each(headings, cell, kind)

    def games(self, read: Callable[[Row], int | None], heading: str = "Games") -> Columns[Row]:
        """Add a column with the number of games behind a row."""
        return self.column("n_games", heading, read, "count")

    def deals(self, read: Callable[[Row], Estimate]) -> Columns[Row]:
        """Add a column with the number of deals behind an estimate."""
        return self.column("n_deals", "Deals", lambda row: read(row).deals, "count")

    def range(
        self,
        key: str,
        heading: str,
        read: Callable[[Row], words.Ranged | tuple[float, float] | None],
        kind: str,
        given: bool = True,
    ) -> Columns[Row]:
        """Add a column of intervals. `kind` is the kind of their ends (`format.show`)."""
        return self.column(key, heading, lambda row: words.interval(read(row)), RANGES[kind], given)

    def estimate(
        self,
        key: str,
        heading: str,
        read: Callable[[Row], Estimate | None],
        kind: str,
        interval: str = "",
        given: bool = True,
    ) -> Columns[Row]:
        """Add a column of estimates and a column of their 95 % intervals.

        `interval` is the key of the second column, by default the first key with `_interval` added.
        """

        def value(row: Row) -> Value:
            found = read(row)
            return None if found is None else found.value

        both = self.column(key, heading, value, kind, given)
        return both.range(interval or f"{key}_interval", INTERVAL, read, kind, given)

    def method(
        self, read: Callable[[Row], Estimate], heading: str = "Interval", unsaid: str = ""
    ) -> Columns[Row]:
        """Add a column with the method of an estimate's interval, or `unsaid` if there is none."""
        return self.column("method", heading, lambda row: words.method(read(row)) or unsaid)

    def only(self, *keys: str) -> Columns[Row]:
        """Keep only the columns with these keys, without a change in their order."""
        return Columns(tuple(cell for cell in self.cells if cell[0].key in keys))

    def table(
        self,
        ident: str,
        title: str,
        rows: Iterable[Row],
        note: str = "",
        grey: Callable[[Row], bool] = lambda _: False,
    ) -> Table:
        """A table of these rows. Rows for which `grey` returns true are shown in grey."""
        shown = [
            {column.key: read(row) for column, read in self.cells} | ({"grey": True} if grey(row) else {})
            for row in rows
        ]
        return Table(ident, title, tuple(column for column, _ in self.cells), shown, note)


def section(ident: str, title: str, level: int, *content: Block | str | None) -> Section:
    """A section of blocks. Strings become paragraphs. None and empty blocks are left out."""
    blocks = [Text(one) if isinstance(one, str) else one for one in content if one]
    return Section(ident, title, level, blocks)


@dataclass(frozen=True)
class SectionBuilder:
    """Builder of the sections of one panel.

    Ids start with `ident`. Titles end with `where`, the name of the panel, unless it is ''.
    """

    ident: str
    where: str = ""

    def id(self, key: str) -> str:
        """The id of a part of the panel. `key` is the part's name within the panel."""
        return f"{self.ident}-{key}"

    def titled(self, title: str) -> str:
        """A title with the name of the panel added."""
        return f"{title}, {self.where}" if self.where else title

    def section(self, key: str, title: str, *content: Block | str | None) -> Section:
        """A section of the panel, with content as for the function `section`."""
        return section(self.id(key), title, 3, *content)

    def table(
        self,
        key: str,
        title: str,
        columns: Columns[Row],
        rows: Iterable[Row],
        note: str = "",
        grey: Callable[[Row], bool] = lambda _: False,
    ) -> Table:
        """A table of the panel (see `Columns.table`)."""
        return columns.table(self.id(key), self.titled(title), rows, note, grey)

    def figure(self, drawing: Drawing, key: str, title: str, alt: str, table: str) -> Figure:
        """A figure of the panel. `table` is the key of the table with its numbers."""
        return Figure(self.id(key), self.titled(title), alt, drawing, self.id(table))

    def pictured(self, table: Table, drawing: Drawing, key: str, alt: str) -> tuple[Figure, Table]:
        """A figure above the table of its numbers, with the same title."""
        return Figure(self.id(key), table.title, alt, drawing, table.id), table

"""The rows of a large table that belong to a panel, with columns that are read one by one.

Each row belongs to the entry of one seat in one game. A `Grid` has a line for each game or each round of a
game, with a number for each seat. A line is left out if the row of a seat is missing or has an unknown
number.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

import numpy as np
import polars as pl
from numpy.typing import DTypeLike, NDArray

from marchsim.analysis.reading.estimates import Estimate, mean_of
from marchsim.analysis.reading.panels import Panel
from marchsim.analysis.reading.source import Run, described, scan
from marchsim.analysis.reading.tallies import CREDIT, places
from marchsim.stats.choices import Ints, Whole
from marchsim.stats.clusters import Floats

Numbers = NDArray[Any]  # floats, or whole numbers that are all known

PIECE = 2**20  # rows added up at a time
SHORT = (pl.Int8, pl.Int16, pl.Int32, pl.UInt8, pl.UInt16)  # whole numbers that 32 bits hold


@dataclass(frozen=True)
class PanelRows:
    """The rows of a panel's `kept` games, in the order of their table.

    `cell` (rows,) identifies the entry: (position of the game among the `kept` games) x players + seat.
    `round` is 0 in tables without rounds. `held` selects these rows from the whole table `frame` (None: all).
    """

    cell: Whole
    round: Whole
    frame: pl.LazyFrame
    held: NDArray[np.bool_] | None
    games: int
    players: int

    def column(self, name: str) -> Numbers:
        """A numeric column (rows,): integers if all values are known, else floats with NaN."""
        series = self.frame.select(name).collect()[name]
        whole = series.dtype in SHORT and not series.null_count()
        values = series.to_numpy()
        return (values if self.held is None else values[self.held]).astype(np.int32 if whole else np.float64)

    @cached_property
    def rounds(self) -> list[int]:
        """The distinct round numbers, sorted."""
        numbers: list[int] = np.unique(self.round).tolist()
        return numbers

    @cached_property
    def rounds_each(self) -> int:
        """The number of rounds of each game. 0 if the games do not have the same rounds in order."""
        cells = self.games * self.players
        if not cells or not len(self.cell) or len(self.cell) % cells:
            return 0
        each = len(self.cell) // cells
        shape, every = (self.games, each, self.players), np.arange(cells).reshape(self.games, self.players)
        cell, number = self.cell.reshape(shape), self.round.reshape(shape)
        alike = all(
            np.array_equal(cell[:, at], every) and np.all(number[:, at] == number[0, at, 0])
            for at in range(each)
        )
        return each if alike and np.all(np.diff(number[0, :, 0]) > 0) else 0

    def by_cell(self, values: Numbers, there: Floats) -> tuple[Floats, Floats]:
        """Sums of a column by cell, and the number of known values. `there` is the number of rows by cell."""
        if not self.rounds_each or values.dtype.kind != "i":
            return sums(self.cell, values, there)
        parts = values.reshape(self.games, self.rounds_each, self.players)
        total = parts[:, 0].astype(np.float64)
        for at in range(1, self.rounds_each):
            total += parts[:, at]
        return total.ravel(), there

    def by_round(self, values: Numbers) -> Floats:
        """Sums of a column by game and round. All games must have the same rounds."""
        parts = values.reshape(-1, self.players)
        total = parts[:, 0].astype(np.float64)
        for seat in range(1, self.players):
            total += parts[:, seat]
        return total


class RowReader(Protocol):
    """Something that processes the columns of a table, one at a time."""

    @property
    def columns(self) -> Sequence[str]:
        """The names of the columns that the reader needs."""

    def read(self, name: str, values: Numbers) -> None:
        """Process one column, as `PanelRows.column` returns it."""


def read(held: PanelRows, *readers: RowReader) -> None:
    """Read each column that a reader needs once, and pass it to all readers that need it."""
    for name in dict.fromkeys(name for reader in readers for name in reader.columns):
        values = held.column(name)
        for reader in readers:
            if name in reader.columns:
                reader.read(name, values)


def rounds_of(run: Run, panel: Panel) -> PanelRows | None:
    """The rows of the table `rounds` for a panel. None if the run has no such table."""
    return rows(run, panel, "rounds") if described(run, "rounds") is not None else None


def rows(run: Run, panel: Panel, table: str) -> PanelRows:
    """The rows of the table `seats` or `rounds` for a panel's `kept` games."""
    frame = scan(run, table, ("game", "seat"))
    by_round = "round" in frame.collect_schema().names()
    cells = panel.valid.height * panel.players
    cell = games_of(panel, frame.select("game").collect()["game"], np.min_scalar_type(-cells - 1))
    keys = frame.select("seat", *(["round"] if by_round else [])).collect()
    held = cell >= 0
    cell *= panel.players
    cell += keys["seat"].to_numpy()
    number = keys["round"].to_numpy() if by_round else np.zeros(len(cell), np.int8)
    if held.all():
        return PanelRows(cell, number, frame, None, panel.valid.height, panel.players)
    return PanelRows(cell[held], number[held], frame, held, panel.valid.height, panel.players)


@dataclass(frozen=True)
class Places:
    """Groups of entries. A group is a strategy on a deal.

    `place` (cells,) has the group of the entry in each cell, numbered from 1, or 0 if there is no entry.
    Groups are numbered strategy by strategy, and `ends` has the last group of each strategy.
    """

    place: Whole
    ends: Ints

    @cached_property
    def all_there(self) -> Floats:
        """The number of entries in each group."""
        return counted(self.place, int(self.ends[-1]) + 1)[1:]

    def means(self, values: Numbers, cell: Whole | None = None) -> list[Estimate]:
        """The mean of each strategy's known values, with deals as clusters.

        `values` and `cell` have the shape (rows,). If `cell` is None, there is one value for each cell. Sums
        are in whole 27,720ths, so their order does not matter.
        """
        place, number = self.place if cell is None else self.place[cell], int(self.ends[-1]) + 1
        fine = values if values.dtype.kind == "i" else np.round(values * CREDIT)
        whole = added(place, fine, number)[1:] / (1 if values.dtype.kind == "i" else CREDIT)
        there = self.all_there if cell is None else counted(place, number)[1:]
        parts = zip(np.split(whole, self.ends[:-1]), np.split(there, self.ends[:-1]), strict=True)
        return [mean_of(own, entries) for own, entries in parts]


def places_of(panel: Panel) -> Places:
    """The groups of a panel's entries. Strategies have the panel's order."""
    deals, entries = panel.deal_numbers, panel.entries
    game, code = games_of(panel, entries["game"]), entries.select(strategy_of(panel))["strategy"].to_numpy()
    number = int(deals.max(initial=0)) + 1
    held, own = np.unique(code.astype(np.int64) * number + deals[game], return_inverse=True)
    place = np.zeros(panel.valid.height * panel.players, np.min_scalar_type(-len(held) - 1))
    place[game * panel.players + entries["seat"].to_numpy()] = own + 1
    return Places(place, np.searchsorted(held, number * np.arange(1, len(panel.strategies) + 1)))


def games_of(panel: Panel, games: pl.Series, kind: DTypeLike = np.int64) -> Ints:
    """The position of each game (rows,) among the panel's `kept` games, or -1 if it is not one."""
    kept = panel.valid["game"].to_numpy()
    parts = [places(kept, part.to_numpy()).astype(kind) for part in games.get_chunks()]
    return np.concatenate([np.empty(0, kind), *parts])


def strategy_of(panel: Panel) -> pl.Expr:
    """An expression for the position of an entry's strategy among those of the panel."""
    return pl.col("strategy").cast(pl.String).cast(pl.Enum(panel.strategies)).to_physical()


def counted(cell: Whole, cells: int) -> Floats:
    """The number of rows in each cell, shape (cells,)."""
    return added(cell, None, cells)


def sums(cell: Whole, values: Numbers, rows: Floats) -> tuple[Floats, Floats]:
    """Sums of the known values by cell, and the number of known values by cell.

    `rows` is the number of rows by cell, known or not.
    """
    unknown = np.isnan(values)
    if values.dtype.kind == "i" or not unknown.any():
        return added(cell, values, len(rows)), rows
    known = np.flatnonzero(~unknown)
    return added(cell[known], values[known], len(rows)), counted(cell[known], len(rows))


def added(group: Whole, values: Numbers | None, groups: int) -> Floats:
    """The sum of `values` in each group, or the number of rows if `values` is None.

    Groups are numbered from 0. The sum is computed in pieces, which saves memory and, if groups are nearly
    sorted, time.
    """
    total = np.zeros(groups)
    for start in range(0, len(group), PIECE):
        own = group[start : start + PIECE].astype(np.int64)
        low = int(own.min())
        own -= low
        part = np.bincount(own, None if values is None else values[start : start + PIECE])
        total[low : low + len(part)] += part
    return total


@dataclass(frozen=True)
class Grid:
    """Lines in order of game and round. `game` (lines,) is the position among a panel's `kept` games.

    `values[name]` has the shape (lines, players), with seats in turn order. `round` is 0 in tables without
    rounds.
    """

    game: Whole
    round: Whole
    values: dict[str, Numbers]


def ends(panel: Panel, columns: tuple[str, ...]) -> Grid:
    """The final values of each game.

    `credit` is a share of a win, and `strategy` a position among the panel's strategies.
    """
    made = {"strategy": strategy_of(panel), "credit": pl.col("credit").fill_null(0) / CREDIT}
    held = panel.entries.select("seat", *(made.get(name, pl.col(name)) for name in columns))
    cell = games_of(panel, panel.entries["game"]) * panel.players + held["seat"].to_numpy()
    values: dict[str, Numbers] = {name: held[name].cast(pl.Float64).to_numpy() for name in columns}
    return _grid(cell, np.zeros(len(cell), np.int8), values, panel.players)


def rounds(held: PanelRows, k: int, column: str) -> Grid:
    """One numeric column of the table `rounds` as a grid, for games of k players."""
    return _grid(held.cell, held.round, {column: held.column(column)}, k)


def _grid(cell: Whole, number: Whole, values: dict[str, Numbers], k: int) -> Grid:
    unknown = any(column.dtype.kind == "f" and np.isnan(column).any() for column in values.values())
    if _regular(cell, number, k) and not unknown:
        lines = {name: own.reshape(-1, k) for name, own in values.items()}
        return Grid(cell[::k] // k, number[::k].copy(), lines)
    most = int(number.max(initial=0)) + 1
    line = cell.astype(np.int64) // k * most + number
    key = line * k + cell % k
    order = np.argsort(key, kind="stable")
    line, values = _whole(line[order], {name: column[order] for name, column in values.items()}, k)
    return Grid(line // most, line % most, {name: column.reshape(-1, k) for name, column in values.items()})


def _regular(cell: Whole, number: Whole, k: int) -> bool:
    """Whether the rows form complete lines of k seats in turn order, sorted by game and round."""
    if not len(cell) or len(cell) % k:
        return False
    first, round_of = cell[::k], number[::k]
    in_turn = all(
        np.array_equal(cell[seat::k], first + seat) and np.array_equal(number[seat::k], round_of)
        for seat in range(k)
    )
    later = (first[1:] > first[:-1]) | ((first[1:] == first[:-1]) & (round_of[1:] > round_of[:-1]))
    return in_turn and not np.any(first % k) and bool(later.all())


def _whole(line: Ints, values: dict[str, Numbers], k: int) -> tuple[Ints, dict[str, Numbers]]:
    """The distinct lines that have a known row for each of k seats, and the values of these rows."""
    first = np.flatnonzero(np.diff(line, prepend=-1))
    count = np.diff(first, append=len(line))
    known = count == k
    for column in values.values():
        known &= np.add.reduceat(np.isnan(column), first) == 0 if len(first) else known
    if known.all():
        return line[first], values
    held = np.repeat(known, count)
    return line[first][known], {name: column[held] for name, column in values.items()}

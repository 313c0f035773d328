"""Rows of a big table that belong to a panel: whose they are, and their columns, read one at a time."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from marchsim.analysis.estimates import Estimate, mean_of
from marchsim.analysis.orders import places
from marchsim.analysis.panels import Panel
from marchsim.analysis.source import Run, described, scan
from marchsim.analysis.tallies import CREDIT
from marchsim.stats.choices import Ints
from marchsim.stats.clusters import Floats


@dataclass(frozen=True)
class Rows:
    """Rows of the kept games of a panel, in the order of their table.

    `cell` (rows,) is whose row it is: the game's place among the panel's kept games x players + seat; `round`
    is 0 where the table has none. `frame` is the whole table, of whose rows `held` are these.
    """

    cell: Ints
    round: Ints
    frame: pl.LazyFrame
    held: NDArray[np.bool_]

    def column(self, name: str) -> Floats:
        """Return a column of numbers (rows,), NaN where it is unknown."""
        values: Floats = self.frame.select(pl.col(name).cast(pl.Float64)).collect()[name].to_numpy()
        return values if len(values) == len(self.cell) else values[self.held]


def rounds_of(run: Run, panel: Panel) -> Rows | None:
    """Return the rows of the table `rounds` of a panel, None if the run has no such table."""
    return rows(run, panel, "rounds") if described(run, "rounds") is not None else None


def rows(run: Run, panel: Panel, table: str) -> Rows:
    """Return the rows of `seats` or `rounds` that belong to the kept games of a panel."""
    frame = scan(run, table, ("game", "seat"))
    by_round = "round" in frame.collect_schema().names()
    keys = frame.select("game", "seat", *(["round"] if by_round else [])).collect()
    game = games_of(panel, keys["game"])
    held = game >= 0
    if not held.all():
        keys, game = keys.filter(pl.Series(held)), game[held]
    number: Ints = keys["round"].to_numpy() if by_round else np.zeros(len(game), np.int64)
    return Rows(game * panel.players + keys["seat"].to_numpy(), number, frame, held)


@dataclass(frozen=True)
class Places:
    """Where entries belong among the deals of each strategy: `place` (cells,) from 1, 0 without an entry.

    The places of a strategy end with its number in `ends` and begin behind those of the one before.
    """

    place: Ints
    ends: Ints

    def means(self, values: Floats, cell: Ints | None = None) -> list[Estimate]:
        """Return the mean, over deals, of known values (rows,) of entries in these cells, by strategy.

        Without `cell` there is a value for each. Summed in whole 27,720ths, so that no order of summing
        changes a mean.
        """
        place, number = self.place if cell is None else self.place[cell], int(self.ends[-1]) + 1
        whole = added(place, np.round(values * CREDIT), number)[1:] / CREDIT
        there = counted(place, number)[1:]
        parts = zip(np.split(whole, self.ends[:-1]), np.split(there, self.ends[:-1]), strict=True)
        return [mean_of(own, entries) for own, entries in parts]


def places_of(panel: Panel) -> Places:
    """Return where the entries of a panel belong, strategies in its order."""
    deals, entries = deals_of(panel), panel.entries
    game, code = games_of(panel, entries["game"]), entries.select(strategy_of(panel))["strategy"].to_numpy()
    number = int(deals.max(initial=0)) + 1
    held, own = np.unique(code.astype(np.int64) * number + deals[game], return_inverse=True)
    place = np.zeros(panel.kept.height * panel.players, np.int64)
    place[game * panel.players + entries["seat"].to_numpy()] = own + 1
    return Places(place, np.searchsorted(held, number * np.arange(1, len(panel.strategies) + 1)))


def games_of(panel: Panel, games: pl.Series) -> Ints:
    """Return where each game (rows,) stands among the kept games of a panel in order; -1: it was not kept."""
    return places(panel.kept["game"].sort().to_numpy(), games.to_numpy())


def strategy_of(panel: Panel) -> pl.Expr:
    """Return the strategy of entries as its place among the panel's."""
    return pl.col("strategy").cast(pl.String).cast(pl.Enum(panel.strategies)).to_physical()


def counted(cell: Ints, cells: int) -> Floats:
    """Return how many rows there are by cell (cells,)."""
    return np.bincount(cell, minlength=cells).astype(np.float64)


def sums(cell: Ints, values: Floats, rows: Floats) -> tuple[Floats, Floats]:
    """Return the sums by cell of the values that are known, and how many are; there are `rows` in all."""
    unknown = np.isnan(values)
    if not unknown.any():
        return added(cell, values, len(rows)), rows
    known = np.flatnonzero(~unknown)
    return added(cell[known], values[known], len(rows)), counted(cell[known], len(rows))


def deals_of(panel: Panel) -> Ints:
    """Return the deal of each kept game of a panel in order of game, numbered from 0."""
    deals = panel.kept.sort("game")["deal"].rank("dense")
    numbers: Ints = deals.to_numpy().astype(np.int64) - 1
    return numbers


def added(group: Ints, values: Floats, groups: int) -> Floats:
    """Return the sums of values by group, numbered from 0 (here: by deal)."""
    sums: Floats = np.bincount(group, values, groups).astype(np.float64)
    return sums

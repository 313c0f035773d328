"""Tables with a row for each seat as arrays with a line for each game, or for each round of each game.

Lines that do not have a row for every seat are left out, and so are those with an unknown number.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl

from marchsim.analysis.panels import Panel
from marchsim.analysis.source import Run, scan
from marchsim.stats.choices import Ints
from marchsim.stats.clusters import Floats


@dataclass(frozen=True)
class Grid:
    """Lines in order of game and round: `game` (lines,) is the game's place among the panel's kept games.

    `values[name]` has the shape (lines, players), seats in turn order; `round` is 0 where there are none.
    """

    game: Ints
    round: Ints
    values: dict[str, Floats]


def grid(run: Run, panel: Panel, table: str, columns: tuple[str, ...], by_round: bool = False) -> Grid:
    """Return columns of numbers (`strategy`: its place among the panel's) of the kept games of a panel."""
    keys = ("game", "seat", "round") if by_round else ("game", "seat")
    place = panel.kept.select("game").sort("game").with_row_index("at").lazy()
    code = pl.col("strategy").cast(pl.String).cast(pl.Enum(panel.strategies)).to_physical()
    wanted = [code.alias(name) if name == "strategy" else pl.col(name) for name in columns]
    held = scan(run, table, (*keys, *columns)).join(place, on="game")
    rows = held.select("at", *keys[1:], *wanted).collect()
    k, at = panel.players, rows["at"].to_numpy().astype(np.int64)
    number = rows["round"].to_numpy().astype(np.int64) if by_round else np.zeros(len(rows), dtype=np.int64)
    most = int(number.max()) + 1 if len(number) else 1
    key = (at * most + number) * k + rows["seat"].to_numpy().astype(np.int64)
    order = np.argsort(key, kind="stable") if len(key) and np.any(np.diff(key) < 0) else slice(None)
    key = key[order]
    values = {name: rows[name].cast(pl.Float64).to_numpy()[order] for name in columns}
    line, count = np.unique(key // k, return_counts=True)
    whole = np.repeat(count == k, count)
    for column in values.values():
        bad = np.isnan(column)
        if bad.any():
            whole &= ~np.isin(key // k, key[bad] // k)
    if not whole.all():
        line, values = np.unique(key[whole] // k), {name: column[whole] for name, column in values.items()}
    shaped = {name: column.reshape(-1, k) for name, column in values.items()}
    return Grid(line // most, line % most, shaped)


def deals_of(panel: Panel) -> Ints:
    """Return the deal of each kept game of a panel in order of game, numbered from 0."""
    deals = panel.kept.sort("game")["deal"].rank("dense")
    numbers: Ints = deals.to_numpy().astype(np.int64) - 1
    return numbers


def added(group: Ints, values: Floats, groups: int) -> Floats:
    """Return the sums of values by group, numbered from 0 (here: by deal)."""
    sums: Floats = np.bincount(group, values, groups).astype(np.float64)
    return sums

"""Tables with a row for each seat as arrays with a line for each game, or for each round of each game.

Lines that do not have a row for every seat are left out, and so are those with an unknown number.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl

from marchsim.analysis.panels import Panel
from marchsim.analysis.rows import Rows, games_of, strategy_of
from marchsim.analysis.tallies import CREDIT
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


def ends(panel: Panel, columns: tuple[str, ...]) -> Grid:
    """Return `score`, `credit` (1: won) or `strategy` (its place among the panel's) at the end of games."""
    made = {"strategy": strategy_of(panel), "credit": pl.col("credit") / CREDIT}
    held = panel.entries.select("game", "seat", *(made.get(name, pl.col(name)) for name in columns))
    game = games_of(panel, held["game"])
    values = {name: held[name].cast(pl.Float64).to_numpy() for name in columns}
    return _grid(game, np.zeros(len(game), np.int64), held["seat"].to_numpy(), values, panel.players)


def rounds(held: Rows, k: int, column: str) -> Grid:
    """Return a column of numbers in each round of games of k players, from rows of `rounds`."""
    return _grid(held.cell // k, held.round, held.cell % k, {column: held.column(column)}, k)


def _grid(game: Ints, number: Ints, seat: Ints, values: dict[str, Floats], k: int) -> Grid:
    most = int(number.max(initial=0)) + 1
    line = game * most + number
    key = line * k + seat
    if np.any(np.diff(key) < 0):
        order = np.argsort(key, kind="stable")
        line, values = line[order], {name: column[order] for name, column in values.items()}
    line, values = _whole(line, values, k)
    return Grid(line // most, line % most, {name: column.reshape(-1, k) for name, column in values.items()})


def _whole(line: Ints, values: dict[str, Floats], k: int) -> tuple[Ints, dict[str, Floats]]:
    """Return the lines (once each) that have k rows, all of known values, and the values of these rows."""
    first = np.flatnonzero(np.diff(line, prepend=-1))
    count = np.diff(first, append=len(line))
    known = count == k
    for column in values.values():
        known &= np.add.reduceat(np.isnan(column), first) == 0 if len(first) else known
    if known.all():
        return line[first], values
    held = np.repeat(known, count)
    return line[first][known], {name: column[held] for name, column in values.items()}

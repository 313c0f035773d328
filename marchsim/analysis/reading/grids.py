"""Reshapes tables with a row for each seat into arrays with a line for each game or round of a game.

Lines without a row for every seat, or with an unknown number, are left out.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl

from marchsim.analysis.reading.panels import Panel
from marchsim.analysis.reading.rows import KeptRows, Numbers, games_of, strategy_of
from marchsim.analysis.reading.tallies import CREDIT
from marchsim.stats.choices import Ints, Whole


@dataclass(frozen=True)
class Grid:
    """Lines in order of game and round. `game` (lines,) is the position among the panel's kept games.

    `values[name]` has the shape (lines, players), seats in turn order. `round` is 0 in tables without rounds.
    """

    game: Whole
    round: Whole
    values: dict[str, Numbers]


def ends(panel: Panel, columns: tuple[str, ...]) -> Grid:
    """Final values of each game. `credit` is 1 for a win, `strategy` a position in the panel's strategies."""
    made = {"strategy": strategy_of(panel), "credit": pl.col("credit").fill_null(0) / CREDIT}
    held = panel.entries.select("seat", *(made.get(name, pl.col(name)) for name in columns))
    cell = games_of(panel, panel.entries["game"]) * panel.players + held["seat"].to_numpy()
    values: dict[str, Numbers] = {name: held[name].cast(pl.Float64).to_numpy() for name in columns}
    return _grid(cell, np.zeros(len(cell), np.int8), values, panel.players)


def rounds(held: KeptRows, k: int, column: str) -> Grid:
    """One numeric column of `rounds` as a grid, for games of k players."""
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
    """Whether the rows form complete lines of k seats in turn, in order of game and round."""
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
    """The distinct lines with k known rows each, and the values of these rows."""
    first = np.flatnonzero(np.diff(line, prepend=-1))
    count = np.diff(first, append=len(line))
    known = count == k
    for column in values.values():
        known &= np.add.reduceat(np.isnan(column), first) == 0 if len(first) else known
    if known.all():
        return line[first], values
    held = np.repeat(known, count)
    return line[first][known], {name: column[held] for name, column in values.items()}

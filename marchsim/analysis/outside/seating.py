"""Builds the tables `games` and `seats` of a run from the checked cells of another program's table.

It checks the rows of each game together: at least two entries, distinct seats without a gap, and one deal.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import polars as pl
from numpy.typing import NDArray

from marchsim.errors import RecordError
from marchsim.stats.choices import Ints, distinct
from marchsim.stats.clusters import Floats

MOST_SEATS = 60


@dataclass(frozen=True)
class _Rows:
    """The rows sorted by game and seat.

    `row` is the position in the table. `start` (games,) is the first row of each game, and `size` (games,)
    its number of rows.
    """

    row: Ints
    game: Ints
    seat: Ints
    deal: Ints
    start: Ints
    size: Ints


def tables(path: Path, frame: pl.DataFrame, whole: bool) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The tables `games` and `seats`, from a table of game, seat, strategy, score or rank, and deal.

    Raises RecordError if the rows of a game do not fit together.
    """
    game = numbered(frame["game"])
    seat = frame["seat"].to_numpy().astype(np.int64)
    seat = seat - 1 if int(seat.min()) == 1 else seat
    order = np.lexsort((seat, game))
    deal = numbered(frame["deal"]) if "deal" in frame.columns else game
    start = np.flatnonzero(np.diff(game[order], prepend=-1))
    rows = _Rows(order, game[order], seat[order], deal[order], start, np.diff(start, append=len(order)))
    _check(path, frame, rows, whole)
    frame = frame[order]
    worst_first = frame["rank"] if "rank" in frame.columns else -frame["score"]
    rank = _ranks(rows, worst_first.to_numpy())
    nothing = pl.repeat(None, len(frame), dtype=pl.Float64, eager=True)
    scores = frame["score"] if "score" in frame.columns else nothing
    winners = np.add.reduceat((rank == 1).astype(np.int64), start)
    credit = (rank == 1) / np.repeat(winners, rows.size)
    seats = pl.DataFrame(
        {
            "game": rows.game,
            "seat": rows.seat,
            "strategy": frame["strategy"],
            "score": scores,
            "rank": rank,
            "credit": credit,
        }
    )
    return _games(rows, numbered(frame["strategy"]), rank), seats


def numbered(labels: pl.Series) -> Ints:
    """Labels as numbers from 0, in the order of their first appearance."""
    codes = labels.cast(pl.Categorical).to_physical().to_numpy()
    _, first, code = np.unique(codes, return_index=True, return_inverse=True)
    place = np.empty(len(first), dtype=np.int64)
    place[np.argsort(first)] = np.arange(len(first))
    return place[code]


def _check(path: Path, frame: pl.DataFrame, rows: _Rows, whole: bool) -> None:
    """Raise RecordError for the first row or game that breaks a rule."""

    def wrong(bad: NDArray[np.bool_], column: str, what: str) -> None:
        if bad.any():
            at = int(rows.row[bad].min())
            raise RecordError(
                f"{path}: row {at + 1} (after the names), {column} {str(frame[column][at])[:40]!r}: {what}."
            )

    def of_rows(games: NDArray[np.bool_]) -> NDArray[np.bool_]:
        return np.repeat(games, rows.size)

    again = (np.diff(rows.game, prepend=-1) == 0) & (np.diff(rows.seat, prepend=-1) == 0)
    wrong(again, "seat", "its game has that seat already")
    wrong(of_rows(rows.size < 2), "game", "it has one row; give a row for each seat")
    wrong(of_rows(rows.size > MOST_SEATS), "game", f"it has more than {MOST_SEATS} seats")
    mixed = np.minimum.reduceat(rows.deal, rows.start) < np.maximum.reduceat(rows.deal, rows.start)
    if "deal" in frame.columns:
        wrong(of_rows(mixed), "game", "its rows have different deals; a game has one")
    if whole:
        last = rows.seat[rows.start + rows.size - 1]
        wrong(of_rows(last >= rows.size), "game", "a seat is missing; seats must be 0 to k - 1")


def _ranks(rows: _Rows, value: Floats) -> Ints:
    """Ranks within games from values (lowest is best), with gaps after ties: 1, 2, 2, 4."""
    order = np.lexsort((value, rows.game))
    place = np.arange(len(order)) - np.repeat(rows.start, rows.size)
    level = (np.diff(value[order], prepend=np.nan) == 0) & (place > 0)
    rank = np.where(level, 0, place + 1)
    # A tied row takes the rank of the last row that is not tied: ranks grow within a game.
    rank = np.maximum.accumulate(rank + np.repeat(rows.start, rows.size)) - np.repeat(rows.start, rows.size)
    result = np.empty(len(order), dtype=np.int64)
    result[order] = rank
    return result


def _games(rows: _Rows, strategy: Ints, rank: Ints) -> pl.DataFrame:
    """One row for each game, with the columns that the analyses read. Unknown counts are null."""
    games = len(rows.start)
    number = np.arange(games)
    held = np.full((games, int(rows.size.max())), -1, dtype=np.int64)
    within = np.arange(len(rows.game)) - np.repeat(rows.start, rows.size)
    held[rows.game, within] = strategy
    line_up = distinct(np.sort(held, axis=1) + 1)[1]
    won = np.where(rank == 1, np.left_shift(np.int64(1), within), 0)
    known = {
        "game": number,
        "deal": rows.deal[rows.start],
        "block": number,
        "line_up": line_up,
        "rotation": np.zeros(games, dtype=np.int64),
        "players": rows.size,
        "winners": np.add.reduceat(won, rows.start),
    }
    nothing = {name: pl.lit("").alias(name) for name in ("variant", "decided_by", "void")}
    unknown = {name: pl.lit(None, pl.Int64).alias(name) for name in ("rounds", "turns", "decisions")}
    return pl.DataFrame(known).with_columns(**nothing, **unknown)

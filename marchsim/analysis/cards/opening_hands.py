"""The entries and opening hands of a panel, as arrays by deal and place.

If each seat has the same hand in all games of a deal, as in rotations, a place is a seat. Otherwise each game
of a deal has places of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from marchsim.analysis.reading.panels import PANEL
from marchsim.analysis.reading.tallies import CREDIT
from marchsim.stats.choices import Ints
from marchsim.stats.clusters import Floats
from marchsim.stats.treatments import Entries, Hands

CELL = ("deal", "seat")


@dataclass(frozen=True)
class Dealt:
    """The entries and hands of a panel. A stratum is a strategy in a seat.

    `strategy` (a position in `strategies`) and `seat` describe each stratum, shape (strata,).
    """

    entries: Entries
    hands: Hands
    strategies: list[str]
    strategy: Ints
    seat: Ints


@dataclass(frozen=True)
class Openings:
    """The entries and opening hands of all panels, by deal and seat.

    `entries` has the number of entries (n) and their credit, by strategy. In `hands`, n is the number of
    games in which a seat held an item. `seats` and `held` are lazy tables, from which both were computed.
    """

    entries: pl.DataFrame
    hands: pl.DataFrame
    seats: pl.LazyFrame
    held: pl.LazyFrame


def openings(seats: pl.LazyFrame, held: pl.LazyFrame, kind: str) -> Openings:
    """The entries and hands of all panels.

    `seats` are seats with their panel and deal. `held` are the items in their opening hands. `kind` is the
    item column.
    """
    return Openings(_entries(seats, CELL), _hands(held, CELL, kind), seats, held)


def dealt(found: Openings, here: pl.Expr, kind: str, items: Sequence[str], players: int) -> Dealt:
    """The arrays of the panel whose rows the condition `here` selects."""
    entries, hands = found.entries.filter(here), found.hands.filter(here)
    if _shared(entries, hands):
        entries, hands = (frame.with_columns(order=pl.lit(0, pl.Int64)) for frame in (entries, hands))
    else:
        by_game = ("deal", "game", "seat")
        entries = _entries(found.seats.filter(here), by_game)
        hands = _hands(found.held.filter(here), by_game, kind)
        order = entries.select("deal", "game").unique().with_columns(
            order=pl.col("game").rank("dense").over("deal").cast(pl.Int64) - 1
        )  # fmt: skip
        entries, hands = (frame.join(order, on=("deal", "game")) for frame in (entries, hands))
    return _arrays(entries, hands, kind, items, players)


def _entries(seats: pl.LazyFrame, cell: tuple[str, ...]) -> pl.DataFrame:
    keys = (*PANEL, *cell, "strategy")
    sums = seats.group_by(keys).agg(pl.len().cast(pl.Int64).alias("n"), pl.col("credit").sum())
    return sums.collect(engine="streaming")


def _hands(held: pl.LazyFrame, cell: tuple[str, ...], kind: str) -> pl.DataFrame:
    keys = (*PANEL, *cell, kind)
    return held.group_by(keys).agg(pl.len().cast(pl.Int64).alias("n")).collect(engine="streaming")


def _shared(entries: pl.DataFrame, hands: pl.DataFrame) -> bool:
    """Whether each seat has the same hand in all games of a deal."""
    games = entries.group_by(CELL).agg(games=pl.col("n").sum())
    return bool((hands.join(games, on=CELL).select(pl.col("n") == pl.col("games")).to_series()).all())


def _arrays(
    entries: pl.DataFrame, hands: pl.DataFrame, kind: str, items: Sequence[str], players: int
) -> Dealt:
    deals = entries["deal"].unique().sort().to_numpy()
    names = sorted(entries["strategy"].cast(pl.String).unique().to_list())
    places = players * entries["order"].n_unique()

    def cluster(frame: pl.DataFrame) -> Ints:
        return np.searchsorted(deals, frame["deal"].to_numpy()).astype(np.int64)

    def place(frame: pl.DataFrame) -> Ints:
        numbers = pl.col("seat").cast(pl.Int64) + players * pl.col("order")
        return frame.select(numbers).to_series().to_numpy()

    stratum = _numbers(entries["strategy"], names) * players + entries["seat"].to_numpy()
    credit: Floats = entries["credit"].cast(pl.Float64).to_numpy() / CREDIT
    counts: Floats = entries["n"].cast(pl.Float64).to_numpy()
    held = _in_order(cluster(hands), place(hands), _numbers(hands[kind], items))
    strata = np.arange(len(names) * players)
    return Dealt(
        Entries(*_in_order(cluster(entries), place(entries), stratum, credit, counts)),
        Hands(held[0], held[1], held[2], len(deals), places, len(items)),
        names, strata // max(1, players), strata % max(1, players),
    )  # fmt: skip


def _in_order(*columns: NDArray[Any]) -> list[NDArray[Any]]:
    """The columns sorted by the first three, so that sums do not depend on the order of reading."""
    order = np.lexsort(columns[2::-1])
    return [column[order] for column in columns]


def _numbers(column: pl.Series, names: Sequence[str]) -> Ints:
    """The positions of a column's values among `names`."""
    among = column.cast(pl.String).cast(pl.Enum(list(names)))
    return among.to_physical().to_numpy().astype(np.int64)

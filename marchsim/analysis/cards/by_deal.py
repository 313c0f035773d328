"""The effect of being dealt an item, deal by deal, so that rule sets can be compared on the same deals.

The mean over the deals with the item is the effect that `screening` estimates.
"""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
import polars as pl

from marchsim.analysis.cards.items import item_rows
from marchsim.analysis.cards.opening_hands import dealt, openings
from marchsim.analysis.cards.screening import counting_seats
from marchsim.analysis.reading.panels import PANEL, classify
from marchsim.analysis.reading.source import Run
from marchsim.recorder.manifest import baselines
from marchsim.stats.treatments import worth_by_cluster


def worth_by_deal(run: Run, items: Collection[str]) -> pl.DataFrame:
    """The effect of being dealt an item, in share of wins, for each item and each deal.

    Columns: variant, players, item, deal, worth. Rows are sorted by the first four. Games with a baseline are
    excluded. Raises RecordError if the run does not record the items of each seat.
    """
    rows, kind = item_rows(run)
    games = classify(run, baselines(run.manifest))
    seats = counting_seats(run, games)
    held = openings(seats, rows.join(seats, on=("game", "seat")).filter("opening"), kind)
    wanted = sorted(items)
    found = [_empty()]
    for variant, players in games.select(PANEL).unique().sort(PANEL).iter_rows():
        here = (pl.col("variant") == variant) & (pl.col("players") == players)
        every = held.hands.filter(here)[kind].cast(pl.String).unique().sort().to_list()
        given = dealt(held, here, kind, every, players)
        deals = held.entries.filter(here)["deal"].unique().sort().to_numpy()
        for item in wanted:
            if item in every:
                at, worth = worth_by_cluster(given.entries, given.hands, every.index(item))
                found.append(_rows(variant, players, item, deals[at], worth))
    return pl.concat(found).sort("variant", "players", "item", "deal")


def _empty() -> pl.DataFrame:
    none = np.zeros(0)
    return _rows("", 0, "", none.astype(np.int64), none).clear()


def _rows(
    variant: str, players: int, item: str, deals: np.ndarray, worth: np.ndarray
) -> pl.DataFrame:  # fmt: skip
    named = {"variant": variant, "players": players, "item": item}
    frame = pl.DataFrame({"deal": deals.astype(np.int64), "worth": worth.astype(np.float64)})
    held = [pl.lit(value).alias(name) for name, value in named.items()]
    return frame.select(*held, "deal", "worth").with_columns(pl.col("players").cast(pl.Int64))

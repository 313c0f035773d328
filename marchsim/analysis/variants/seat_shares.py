"""The share of wins of each seat on each deal under each variant of a run whose deals all variants play."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl

from marchsim.analysis.reading.panels import classify
from marchsim.analysis.reading.source import Run, scan, variants
from marchsim.analysis.reading.tallies import CREDIT
from marchsim.stats.clusters import Floats


@dataclass(frozen=True)
class SeatShares:
    """`shares` (deals, variants, seats) of wins, each over the turns of a line-up through all seats.

    Only deals that are whole under every variant are here; in the others, `left_out`, a game was void.
    """

    shares: Floats
    left_out: int

    @property
    def deals(self) -> int:
        """Return the number of deals: the independent unit."""
        return len(self.shares)


def seat_shares(run: Run) -> SeatShares:
    """Return the shares of a run with one number of players and one line-up a deal."""
    names = [str(one.get("name")) for one in variants(run.manifest)]
    games = classify(run)
    kept = games.filter(pl.col("state") == "kept").select("game", "deal", "variant")
    whole = kept.group_by("deal").agg(pl.col("variant").n_unique()).filter(pl.col("variant") == len(names))
    credit = (pl.col("credit") * CREDIT).round().cast(pl.Int64)  # whole numbers: no order of adding matters
    rows = (
        scan(run, "seats", ("game", "seat", "credit")).select("game", "seat", credit)
        .join(kept.join(whole.select("deal"), on="deal").lazy(), on="game")
        .group_by("deal", "variant", "seat").agg(pl.col("credit").sum(), n=pl.len())
        .with_columns(at=pl.col("variant").replace_strict(names, range(len(names)), return_dtype=pl.Int64))
        .sort("deal", "at", "seat").collect()
    )  # fmt: skip
    share = rows["credit"].to_numpy() / CREDIT / rows["n"].to_numpy()
    shape = (whole.height, len(names), int(games["players"][0]) if len(games) else 0)
    return SeatShares(share.reshape(shape).astype(np.float64), games["deal"].n_unique() - whole.height)

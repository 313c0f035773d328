"""Confidence sequences for the shares of wins during a run, on deal means, updated block by block.

Blocks must come in order. If a line-up has a void game in a block, all its games in that block are left out.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection
from dataclasses import dataclass, field

import numpy as np
import polars as pl

from marchsim.recorder.folder import RunFolder
from marchsim.stats.anytime import bounded_mean

FEWEST = 30  # fewest deals for which an interval is reported
BLOCK = ("variant", "players", "deal", "block", "line_up")


@dataclass
class RunningShare:
    """The share of wins of a strategy in one variant, with one number of players, measured during the run.

    `means` has its mean credit on each deal. `low` and `high` are the interval of the share.
    """

    means: array[float] = field(default_factory=lambda: array("d"))
    low: float = 0.0
    high: float = 1.0

    @property
    def width(self) -> float:
        """The width of the interval. 1 while there are too few deals."""
        return self.high - self.low if len(self.means) >= FEWEST else 1.0

    def look(self) -> None:
        """Narrow the interval with the deals so far. It stays valid however often this is called."""
        found = bounded_mean(np.array(self.means))
        self.low = max(self.low, found.low)
        self.high = max(self.low, min(self.high, found.high))


class Shares:
    """The shares of all strategies of a run. `take` adds games, and `widest` serves a stopping rule."""

    def __init__(self) -> None:
        self.shares: dict[tuple[str, int, str], RunningShare] = {}

    def take(self, folder: RunFolder, first: int, last: int) -> None:
        """Add the games at positions `first` to `last`, which must be whole blocks, and update all shares."""
        for _, variant, players, strategy, credit, count in earned(folder, first, last).iter_rows():
            share = self.shares.setdefault((variant, players, strategy), RunningShare())
            share.means.append(round(credit, 9) / count)
        for share in self.shares.values():
            share.look()

    def widest(self) -> float:
        """The width of the widest interval. 1 if there is none."""
        return max((share.width for share in self.shares.values()), default=1.0)


def earned(folder: RunFolder, first: int, last: int, barred: Collection[str] = ()) -> pl.DataFrame:
    """The columns `deal, variant, players, strategy, credit, games` of the games won at these positions.

    Rows are in order. `credit` is the sum, over the games of a deal, of the mean credit of the strategy's
    entries. Games with a strategy in `barred` are left out.
    """
    low, high = folder.portion.game(first), folder.portion.game(last)
    games = folder.rows("games", low, high)
    void = (pl.col("void").cast(pl.String) != "").any().over(BLOCK)
    sound = games.select("game", *BLOCK, "void").with_columns(void=void).filter(~pl.col("void"))
    seats = folder.rows("seats", low, high).select("game", "strategy", "credit").drop_nulls("credit")
    if barred:
        sat = seats.filter(pl.col("strategy").cast(pl.String).is_in(list(barred)))
        sound = sound.join(sat, on="game", how="anti")
    per_game = seats.join(sound, on="game").group_by(
        "variant", "players", "strategy", "deal", "game"
    ).agg(pl.col("credit").mean())  # fmt: skip
    keys = ("deal", "variant", "players", "strategy")
    rows = per_game.group_by(keys).agg(pl.col("credit").sum(), games=pl.len())
    texts = pl.col("variant", "strategy").cast(pl.String)
    return rows.with_columns(texts).sort(keys).select(*keys, "credit", "games")

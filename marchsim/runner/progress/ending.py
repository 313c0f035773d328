"""Decides whether a run ends before its last block, from the finished blocks and the clock.

Precision is checked only after every n-th block (less often in long runs), so the block at which a run ends
does not depend on workers, chunks or interruptions. A time limit does depend on the machine, but it also ends
a run only after a whole block.

The intervals are confidence sequences for the shares of wins, on deal means, updated block by block. Blocks
must come in order. If a line-up has a void game in a block, all its games in that block are left out.
"""

from __future__ import annotations

import time
from array import array
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from math import ceil, inf

import numpy as np
import polars as pl

from marchsim.errors import plural
from marchsim.recorder.folder import RunFolder
from marchsim.recorder.portion import Span, coalesced
from marchsim.runner.configuration.design import Stop
from marchsim.stats.anytime import bounded_mean

RARER = 1.05


@dataclass(frozen=True)
class Stopped:
    """The rule by which a run ended before its last block, and the number of blocks until then."""

    by: str
    blocks: int
    position: int
    words: str

    def data(self) -> dict[str, object]:
        """The stop as plain data for the manifest."""
        return {"by": self.by, "blocks": self.blocks, "words": self.words}


class Ending:
    """Keeps track of the stored games, and decides with `verdict` whether the run ends."""

    def __init__(self, stop: Stop, games_per_block: int, total: int, spent: float) -> None:
        self._stop = stop
        self._per_block = games_per_block
        self._total = total
        self._spent = spent
        self._begun = time.monotonic()
        self._stored: list[Span] = []
        self._shares = Shares()
        self._looked = 0

    def stored(self, spans: Iterable[Span]) -> None:
        """Record further positions that are stored."""
        self._stored = coalesced([*self._stored, *spans])

    def seconds(self) -> float:
        """The duration of the run in seconds, with the time of earlier calls."""
        return self._spent + time.monotonic() - self._begun

    def prefix(self) -> int:
        """The number of finished blocks before the first unfinished one."""
        first, last = self._stored[0] if self._stored else (0, -1)
        return (last + 1) // self._per_block if first == 0 else 0

    def mergeable(self) -> int | None:
        """The position before which parts may be merged, since the run may end there. None for no limit."""
        return self.prefix() * self._per_block if self._stop.open_ended else None

    def left(self) -> float:
        """The time that remains, in seconds. inf if there is no limit."""
        return self._stop.minutes * 60 - self.seconds() if self._stop.minutes else inf

    def out_of_time(self) -> bool:
        """Whether the time is up. At least one block is always played."""
        return self.left() <= 0 and self.prefix() > 0

    def by_clock(self) -> Stopped:
        """The end of the run after the finished blocks, because the time is up."""
        blocks = self.prefix()
        told = f"{self._stop.minutes:g} minutes were used up after {plural(blocks, 'block')}"
        return Stopped("minutes", blocks, blocks * self._per_block, told)

    def verdict(self, folder: RunFolder) -> Stopped | None:
        """Check the precision at each checkpoint since the last call. Returns the end of the run, if any."""
        limit = self._stop.precision
        while self.due():
            first, self._looked = self._looked * self._per_block, self._next()
            end = self._looked * self._per_block
            self._shares.take(folder, first, end - 1)
            if self._shares.widest() < limit and end < self._total:
                told = (
                    f"the interval of every share was narrower than {limit:g} "
                    f"after {plural(self._looked, 'block')} "
                    f"(widest {self._shares.widest():.4f}); reports allow for the stop"
                )
                return Stopped("precision", self._looked, end, told)
        return None

    def due(self) -> bool:
        """Whether the finished blocks have reached a checkpoint that is not checked yet."""
        return bool(self._stop.precision) and self._next() <= self.prefix()

    def _next(self) -> int:
        """The block of the next checkpoint. In long runs, it is a twentieth further than the last one."""
        every = self._stop.every
        return max(self._looked + every, ceil(self._looked * RARER / every) * every)


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

"""Standings during a run: shares of wins on finished blocks, with intervals that are valid at all looks.

Only a few sums are kept for each strategy, so memory does not grow with the games. Whether a run ends is
decided by marchsim.runner.progress.ending, with narrower intervals.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass

from marchsim.recorder.folder import RunFolder
from marchsim.runner.progress.ending import FEWEST, earned
from marchsim.stats.running import RunningMean, longer

FIRST_SECONDS = 1.0  # after which the first look is taken
LOOK_SECONDS = 2.0  # between looks at least
REST = 200.0  # looks take at most this fraction of the time (one part in REST),
MOST_REST = 60.0  # but there is one a minute
SLICE = 20_000  # games that are read at a time
AT_END = 100_000  # games that are read for a last look when a run is over


@dataclass(frozen=True)
class Ranked:
    """A strategy's share of the wins with its interval, and the number of deals behind it."""

    strategy: str
    share: float
    low: float
    high: float
    deals: int


@dataclass(frozen=True)
class LiveBoard:
    """The strategies of one variant with one number of players, the best first.

    `words` say whether the first two strategies are distinguishable, or how many more games that needs.
    """

    variant: str
    players: int
    places: tuple[Ranked, ...]
    words: str


class LiveStandings:
    """Keeps the standings of a run whose games are won by one of the players. `boards` has the latest.

    The variants `together`, in which the players win or lose together, have no standings. Games with a
    baseline in `barred` do not count, as in every verdict.
    """

    def __init__(
        self,
        games_per_block: int,
        together: frozenset[str] = frozenset(),
        barred: frozenset[str] = frozenset(),
    ) -> None:
        self.boards: tuple[LiveBoard, ...] = ()
        self._per_block = games_per_block
        self._together = together
        self._barred = barred
        self._taken = 0
        self._means: dict[tuple[str, int], dict[str, RunningMean]] = {}
        self._next = time.monotonic() + FIRST_SECONDS

    def look(self, reader: Callable[[], RunFolder], blocks: int, over: bool = False) -> None:
        """Add the finished games of the first `blocks` blocks, if an update is due or the run is over."""
        new = blocks * self._per_block - self._taken
        if new <= 0 or (time.monotonic() < self._next and not (over and new <= AT_END)):
            return
        begun = time.process_time()
        self.take(reader(), blocks)
        rest = REST * (time.process_time() - begun)
        self._next = time.monotonic() + min(max(LOOK_SECONDS, rest), MOST_REST)

    def take(self, folder: RunFolder, blocks: int) -> None:
        """Add the new games of the first `blocks` blocks, and renew the boards."""
        end = blocks * self._per_block
        step = max(1, SLICE // self._per_block) * self._per_block
        while self._taken < end:
            last = min(self._taken + step, end) - 1
            self._add(folder, self._taken, last)
            self._taken = last + 1
        self.boards = tuple(
            self._board(variant, players, blocks, found)
            for (variant, players), found in self._means.items()
            if len(found) > 1
        )

    def _add(self, folder: RunFolder, first: int, last: int) -> None:
        """Add the deal means of the games at these positions, which must be whole blocks."""
        rows = earned(folder, first, last, self._barred)
        keys = ["variant", "players", "strategy"]
        for part in rows.partition_by(keys, maintain_order=True):
            variant, players, strategy = part.row(0)[1:4]
            if variant not in self._together:
                means = self._means.setdefault((variant, players), {})
                values = (part["credit"] / part["games"]).clip(0.0, 1.0).to_numpy()
                means.setdefault(strategy, RunningMean()).add(values)

    def _board(self, variant: str, players: int, blocks: int, means: dict[str, RunningMean]) -> LiveBoard:
        places = [Ranked(name, found.mean, found.low, found.high, found.n) for name, found in means.items()]
        places.sort(key=lambda place: (-place.share, place.strategy))
        return LiveBoard(variant, players, tuple(places), self._parted(places[0], places[1], blocks))

    def _parted(self, first: Ranked, second: Ranked, blocks: int) -> str:
        """A phrase about the first two strategies: distinguishable, or the games needed until they are."""
        if min(first.deals, second.deals) < FEWEST:
            return "too few deals to tell"
        if first.low > second.high:
            return "distinguishable"
        halves = first.share - first.low, second.high - second.share
        times = longer(halves, (first.deals, second.deals), first.share - second.share)
        if math.isinf(times):
            return "not distinguishable"
        games = max(1, math.ceil((times - 1) * blocks)) * self._per_block
        return f"about {_rounded(games):,} more games to distinguish them"


def _rounded(number: int) -> int:
    """A number rounded up to two significant digits."""
    step = int(10 ** max(0, len(str(number)) - 2))
    return -(-number // step) * step

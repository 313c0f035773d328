"""Shares with several numbers of players on one scale (wins where 100 are fair), and their unweighted mean.

A share p with k players is 100 p k wins. Each number of players has its own deals, so the errors are
independent. Games are never pooled, since numbers of players with more games would then weigh more.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations

import numpy as np
from scipy import special

from marchsim.analysis.reading.estimates import Count
from marchsim.stats.clusters import NOTHING, Floats
from marchsim.stats.intervals import Interval
from marchsim.stats.simultaneous import all_pairs, joint_level


class Pooled:
    """Kinds pooled over numbers of players. In a run that stopped by itself, intervals hold at any time."""

    def __init__(self, counts: Sequence[Count]) -> None:
        self.counts = list(counts)
        self.anytime = self.counts[0].anytime
        self.values: Floats = np.mean([one.values for one in self.counts], axis=0)
        self.spread: Floats = np.sum([one.spread() for one in self.counts], axis=0) / len(self.counts) ** 2
        self.df = min(one.fewest for one in self.counts) - 1

    @property
    def errors(self) -> Floats:
        """The standard error of each kind."""
        return np.sqrt(np.maximum(0.0, np.diag(self.spread)))

    def level(self, level: float) -> float:
        """The level that each interval needs so that the intervals of all kinds hold at once with `level`."""
        if self.anytime:
            return 1 - (1 - level) / len(self.values)
        return joint_level(self.spread, self.df, level)

    def deals(self, kind: int) -> int:
        """The number of deals of one kind, over all numbers of players."""
        return int(sum((one.entries[:, kind] > 0).sum() for one in self.counts))

    def together(self, level: float) -> list[Interval]:
        """The simultaneous intervals of all kinds at `level`."""
        each = self.level(level)
        return [self.interval(kind, each) for kind in range(len(self.values))]

    def interval(self, kind: int, level: float) -> Interval:
        """The interval of one kind.

        In a run that stopped by itself, the intervals of the numbers of players hold at once, and so does
        their mean.
        """
        return mean_interval(self.counts, kind, 1 - (1 - level) / len(self.counts) if self.anytime else level)

    def apart(self, around: Sequence[Interval], critical: float | None) -> set[tuple[int, int]]:
        """The pairs (winner, loser) that differ by more than `critical` standard errors.

        Pairs whose simultaneous intervals `around` do not overlap differ as well. That is the only criterion
        if `critical` is None.
        """
        kinds = range(len(around))
        found = {(one, other) for one in kinds for other in kinds if around[one].low > around[other].high}
        for one, other in combinations(kinds, 2) if critical is not None else ():
            gap, error = float(self.values[one] - self.values[other]), self.error_between(one, other)
            if error and critical is not None and abs(gap) > critical * error:
                found.add((one, other) if gap > 0 else (other, one))
        return found

    def error_between(self, one: int, other: int) -> float:
        """The standard error of the difference between two kinds."""
        spread = self.spread
        variance = float(spread[one, one] + spread[other, other] - 2 * spread[one, other])
        return math.sqrt(variance) if variance > NOTHING else 0.0

    def critical(self, level: float) -> float | None:
        """The critical value for the differences of all pairs at once, in standard errors.

        None if the run stopped by itself, since no test of differences is valid then.
        """
        if self.anytime:
            return None
        each = joint_level(self.spread, self.df, level, all_pairs(len(self.values)))
        return float(special.stdtrit(self.df, (1 + each) / 2))


def mean_interval(counts: Sequence[Count], kind: int, level: float) -> Interval:
    """The interval of a kind's mean over numbers of players, from their intervals at `level`.

    Independent errors combine (MOVER: Zou and Donner 2008, Statistics in Medicine 27). In a run that stopped
    by itself, the ends are means.
    """
    found = [one.interval(kind, level) for one in counts]
    if counts[0].anytime:
        low, high = (float(np.mean([getattr(one, end) for one in found])) for end in ("low", "high"))
        return Interval(low, high, found[0].method)
    values = [float(one.values[kind]) for one in counts]
    value, n = sum(values) / len(values), len(counts)
    below = sum((mean - at.low) ** 2 for mean, at in zip(values, found, strict=True))
    above = sum((at.high - mean) ** 2 for mean, at in zip(values, found, strict=True))
    return Interval(value - math.sqrt(below) / n, value + math.sqrt(above) / n, found[0].method)

"""Shares of several numbers of players on one scale, wins where 100 are fair, and their unweighted mean.

A share of wins p with k players is 100 p k. Numbers of players have deals of their own, so their errors are
independent; games are never pooled, for then numbers of players with more games would count more.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from scipy import special

from marchsim.stats.anytime import share_sequence
from marchsim.stats.clusters import NOTHING, Floats, cluster_means, share_interval_at
from marchsim.stats.intervals import Interval
from marchsim.stats.simultaneous import all_pairs, joint_level

FAIR = 100.0


@dataclass(frozen=True)
class Count:
    """One number of players: credit and entries of each of k kinds by deal, (deals, k)."""

    players: int
    credit: Floats
    entries: Floats

    @property
    def scale(self) -> float:
        """Return what turns a share into wins where 100 are fair."""
        return FAIR * self.players

    @property
    def values(self) -> Floats:
        """Return the wins where 100 are fair of each kind."""
        found: Floats = self.scale * self.credit.sum(axis=0) / self.entries.sum(axis=0)
        return found

    @property
    def fewest(self) -> int:
        """Return the deals of the kind that has fewest."""
        return int((self.entries > 0).sum(axis=0).min())

    def spread(self) -> Floats:
        """Return the covariance of the kinds over deals, each variance corrected for its own deals."""
        _, found = cluster_means(self.credit, self.entries)
        deals, held = len(self.credit), (self.entries > 0).sum(axis=0)
        correct = np.sqrt(held / (held - 1) * (deals - 1) / deals)
        return self.scale**2 * found * np.outer(correct, correct)

    def interval(self, kind: int, level: float, anytime: bool = False) -> Interval:
        """Return the interval of a kind at a level; `anytime`: one that holds whenever a run is stopped."""
        credit, entries = self.credit[:, kind], self.entries[:, kind]
        if anytime:
            found = share_sequence(credit, entries, level)
        else:
            at = share_interval_at(credit, entries)
            assert at is not None  # a count has several deals
            found = at(level)
        return Interval(self.scale * found.low, self.scale * found.high, found.method)


class Pooled:
    """Kinds pooled over numbers of players; `anytime`: intervals hold whenever the run was stopped."""

    def __init__(self, counts: Sequence[Count], anytime: bool = False) -> None:
        self.counts = list(counts)
        self.anytime = anytime
        self.values: Floats = np.mean([one.values for one in self.counts], axis=0)
        self.spread: Floats = np.sum([one.spread() for one in self.counts], axis=0) / len(self.counts) ** 2
        self.df = min(one.fewest for one in self.counts) - 1

    @property
    def errors(self) -> Floats:
        """Return the standard error of each kind."""
        return np.sqrt(np.maximum(0.0, np.diag(self.spread)))

    def level(self, level: float) -> float:
        """Return the level of each interval with which those of all kinds hold at once with `level`."""
        if self.anytime:
            return 1 - (1 - level) / len(self.values)
        return joint_level(self.spread, self.df, level)

    def together(self, level: float) -> list[Interval]:
        """Return the intervals of all kinds that hold at once with probability `level`."""
        each = self.level(level)
        return [self.interval(kind, each) for kind in range(len(self.values))]

    def interval(self, kind: int, level: float) -> Interval:
        """Return the interval of one kind.

        Those of the numbers of players are carried over to their mean (MOVER: Zou and Donner 2008, Statistics
        in Medicine 27); in a run that stopped by itself they hold all at once, and so does their mean.
        """
        if self.anytime:
            each = 1 - (1 - level) / len(self.counts)
            found = [one.interval(kind, each, True) for one in self.counts]
            low, high = (float(np.mean([getattr(one, end) for one in found])) for end in ("low", "high"))
            return Interval(low, high, found[0].method)
        found = [one.interval(kind, level) for one in self.counts]
        value = float(self.values[kind])
        below = sum((one.values[kind] - at.low) ** 2 for one, at in zip(self.counts, found, strict=True))
        above = sum((at.high - one.values[kind]) ** 2 for one, at in zip(self.counts, found, strict=True))
        n = len(self.counts)
        return Interval(value - math.sqrt(below) / n, value + math.sqrt(above) / n, found[0].method)

    def apart(self, around: Sequence[Interval], critical: float | None) -> set[tuple[int, int]]:
        """Return the pairs (winner, loser) that differ by more than `critical` standard errors.

        Kinds whose intervals `around` hold at once and do not meet differ anyway; without `critical` there is
        nothing else to go by.
        """
        kinds = range(len(around))
        found = {(one, other) for one in kinds for other in kinds if around[one].low > around[other].high}
        for one, other in combinations(kinds, 2) if critical is not None else ():
            gap, error = float(self.values[one] - self.values[other]), self.error_between(one, other)
            if error and critical is not None and abs(gap) > critical * error:
                found.add((one, other) if gap > 0 else (other, one))
        return found

    def error_between(self, one: int, other: int) -> float:
        """Return the standard error of the difference of two kinds."""
        spread = self.spread
        variance = float(spread[one, one] + spread[other, other] - 2 * spread[one, other])
        return math.sqrt(variance) if variance > NOTHING else 0.0

    def critical(self, level: float) -> float | None:
        """Return how many standard errors two kinds must be apart, all pairs taken together with this level.

        None in a run that stopped by itself: nothing is known of differences there.
        """
        if self.anytime:
            return None
        each = joint_level(self.spread, self.df, level, all_pairs(len(self.values)))
        return float(special.stdtrit(self.df, (1 + each) / 2))

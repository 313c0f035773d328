"""Shares whose intervals hold all at once, and the largest deviation from that of all equal: exploratory.

A maximum is biased upward, and its bootstrap interval fails if all are equal. So it has no interval of its
own: shown are the simultaneous interval of its share, and the largest deviation that chance alone makes.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from marchsim.analysis.reading.estimates import LEVEL
from marchsim.stats.clusters import FEW, NOTHING, Floats, cluster_means, share_interval_at
from marchsim.stats.intervals import Interval
from marchsim.stats.simultaneous import joint_level, largest_by_chance


@dataclass(frozen=True)
class Largest:
    """The largest absolute deviation of a share, and its column.

    `together` are the intervals of all shares, which hold at once with 95 %. `chance` is the median of the
    largest deviation if all shares are equal and deals vary as they did.
    """

    value: float
    column: int
    deals: int
    together: list[Interval]
    chance: float

    @property
    def interval(self) -> Interval:
        """Return the interval of the share that deviates most."""
        return self.together[self.column]


def largest(credit: Floats, entries: Floats, expected: float) -> Largest | None:
    """Return the largest deviation of shares (deals, k) from `expected`; None if it says nothing.

    Each share needs 30 deals, and one of them must vary.
    """
    fewest = int((entries > 0).sum(axis=0).min(initial=len(credit)))
    if fewest < FEW or credit.shape[1] < 2:
        return None
    shares, spread = cluster_means(credit, entries)
    if float(np.diag(spread).max()) <= NOTHING**2:
        return None
    together = at_level(credit, entries, joint_level(spread, fewest - 1, LEVEL))
    off = np.abs(shares - expected)
    column = int(np.argmax(off))
    return Largest(float(off[column]), column, len(credit), together, largest_by_chance(spread))


def at_level(credit: Floats, entries: Floats, level: float) -> list[Interval]:
    """Return the interval of each share (deals, k) at a level; each needs two deals."""
    made = [share_interval_at(credit[:, at], entries[:, at]) for at in range(credit.shape[1])]
    assert all(one is not None for one in made)
    return [one(level) for one in made if one is not None]

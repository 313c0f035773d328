"""The largest deviation of several shares from equal, with simultaneous intervals. Exploratory.

A maximum is biased upward, and its bootstrap interval fails if all shares are equal. So the report gives the
simultaneous interval of that share, and the largest deviation expected by chance.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from marchsim.analysis.reading.estimates import LEVEL
from marchsim.stats.anytime import share_sequence
from marchsim.stats.clusters import FEW, NOTHING, Floats, cluster_means, share_interval_at
from marchsim.stats.intervals import Interval
from marchsim.stats.simultaneous import joint_level, largest_by_chance


@dataclass(frozen=True)
class Largest:
    """The largest absolute deviation of a share, and its column.

    `together` are simultaneous 95 % intervals of all shares. `chance` is the median of the largest deviation
    if all true shares are equal and deals vary as observed.
    """

    value: float
    column: int
    deals: int
    together: list[Interval]
    chance: float
    names: Sequence[str] = ()  # of the columns, if they are not seats

    @property
    def interval(self) -> Interval:
        """The interval of the share with the largest deviation."""
        return self.together[self.column]


def largest(credit: Floats, entries: Floats, expected: float, anytime: bool = False) -> Largest | None:
    """The largest deviation of shares (deals, k) from `expected`. None if there are too few data.

    Each share needs 30 deals, and at least one must vary. If `anytime`, the intervals hold whenever a run
    stops (Bonferroni).
    """
    fewest = int((entries > 0).sum(axis=0).min(initial=len(credit)))
    if fewest < FEW or credit.shape[1] < 2:
        return None
    shares, spread = cluster_means(credit, entries)
    if float(np.diag(spread).max()) <= NOTHING**2:
        return None
    if anytime:
        each = 1 - (1 - LEVEL) / credit.shape[1]
        together = [share_sequence(*pair, each) for pair in zip(credit.T, entries.T, strict=True)]
    else:
        together = at_level(credit, entries, joint_level(spread, fewest - 1, LEVEL))
    off = np.abs(shares - expected)
    column = int(np.argmax(off))
    return Largest(float(off[column]), column, len(credit), together, largest_by_chance(spread))


def at_level(credit: Floats, entries: Floats, level: float) -> list[Interval]:
    """The interval of each share (deals, k) at a level. Each needs at least two deals."""
    made = [share_interval_at(credit[:, at], entries[:, at]) for at in range(credit.shape[1])]
    assert all(one is not None for one in made)
    return [one(level) for one in made if one is not None]

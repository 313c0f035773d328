"""The largest deviation of a share from that of all equal, over strategies or seats: exploratory.

A maximum is biased upward: beside it stands what chance alone would make of it if all were equal.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from marchsim.stats.bootstrap import interval_of, resampled
from marchsim.stats.clusters import FEW, NOTHING, Floats, batches
from marchsim.stats.intervals import Interval

SEED = 1


@dataclass(frozen=True)
class Largest:
    """The largest absolute deviation of a share, whose it is (its column), and its block bootstrap interval.

    `chance` is the median of what comes out if all shares are equal and deals vary as they did.
    """

    value: float
    column: int
    deals: int
    interval: Interval
    chance: float


def largest(credit: Floats, entries: Floats, expected: float) -> Largest | None:
    """Return the largest deviation of shares (deals, k) from `expected`; None if it says nothing."""
    deals, k = credit.shape
    totals = entries.sum(axis=0)
    if deals < FEW or k < 2 or not totals.all():
        return None
    rows = batches(np.hstack([credit, entries]))
    off = credit.sum(axis=0) / totals - expected

    def most(sums: Floats) -> Floats:
        """Return the largest deviation, and that of shares without their own deviations."""
        apart, held = deviations(sums, expected)
        return np.column_stack([np.abs(apart).max(axis=1), np.abs(apart - off * held).max(axis=1)])

    drawn, total = resampled(rows, most, SEED), rows.sum(axis=0)
    if np.ptp(drawn[:, 0]) <= NOTHING:
        return None
    value = float(most(total[None, :])[0, 0])
    interval = interval_of(np.sort(drawn[:, 0]), value, most(total - rows)[:, 0])
    return Largest(value, int(np.argmax(np.abs(off))), deals, interval, float(np.median(drawn[:, 1])))


def deviations(sums: Floats, expected: float) -> tuple[Floats, NDArray[np.bool_]]:
    """Return how far shares are from `expected`, from sums (samples, 2k) of credits beside entries.

    A draw may leave a column without entries: it deviates by nothing, and the second array says so.
    """
    k = sums.shape[1] // 2
    held = sums[:, k:] > 0
    shares = np.divide(sums[:, :k], sums[:, k:], out=np.full(held.shape, expected), where=held)
    return shares - expected, held

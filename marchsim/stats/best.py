"""How far several estimates are behind the best, which is not chosen beforehand.

Multiple comparisons with the best (Hsu 1984, Annals of Statistics 12, 1136-1144), in two-sided form: each
estimate that may be the best is compared with all others as Dunnett's control would be (Edwards and Hsu 1983,
JASA 78, 965-971). Plain differences from the first-placed are found significant too often: it came first
partly by luck.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from marchsim.stats.clusters import NOTHING, Floats
from marchsim.stats.joint import DRAWS, SEED, errors_of_differences, joint_errors


@dataclass(frozen=True)
class Best:
    """Each estimate minus the best (k,), at most 0, and intervals of the true differences.

    The intervals hold all at once; `candidates` are those that may be the best. An estimate whose interval
    ends below 0 is behind the best, at that confidence.
    """

    values: Floats
    low: Floats
    high: Floats
    candidates: list[int]


def from_the_best(
    estimates: Floats, spread: Floats, df: float, level: float = 0.95, draws: int = DRAWS, seed: int = SEED
) -> Best:
    """Return how far estimates (k,) of covariance (k, k) are behind the best of them."""
    apart, se = estimates[:, None] - estimates[None, :], errors_of_differences(spread)
    reach = se * _criticals(spread, se, df, level, draws, seed)[None, :]  # to each column as the best
    candidates = np.flatnonzero(np.all(apart <= reach, axis=0))
    low = (apart - reach)[:, candidates].min(axis=1)
    high = (apart + reach)[:, candidates].max(axis=1)
    held = candidates.tolist()
    return Best(estimates - estimates.max(), np.minimum(0.0, low), np.minimum(0.0, high), held)


def _criticals(spread: Floats, se: Floats, df: float, level: float, draws: int, seed: int) -> Floats:
    """Return for each estimate the factor that makes all differences from it hold at once (Dunnett 1955)."""
    errors = joint_errors(spread, df, draws, seed)
    found = np.zeros(len(spread))
    for at in range(len(spread)):
        told = np.flatnonzero(se[at] > NOTHING)
        if len(told):
            largest = (np.abs(errors[:, [at]] - errors[:, told]) / se[at, told]).max(axis=1)
            found[at] = np.quantile(largest, level)
    return found

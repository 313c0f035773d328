"""Distances of several estimates from the best, their significant order, and confidence sets of ranks.

Multiple comparisons with the best (Hsu 1984, Annals of Statistics 12, 1136-1144), in two-sided form: each
estimate that may be the best is compared with all others like a control in Dunnett's test (Edwards and Hsu
1983, JASA 78, 965-971). Plain differences from the top of the ranking are significant too often, since the
top estimate is there partly by luck.

Sets of ranks cover all true ranks simultaneously (Mogstad, Romano, Shaikh and Wilhelm 2024, Review of
Economic Studies 91, 476-518): every difference is tested in both directions against the largest of the
correlated t values, stepping down (Romano and Wolf 2005). The significant differences then limit each rank.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from marchsim.stats.choices import Bools
from marchsim.stats.clusters import NOTHING, Floats
from marchsim.stats.joint import DRAWS, SEED, errors_of_differences, joint_errors

PIECE = 2_000_000  # differences of draws processed at a time


@dataclass(frozen=True)
class Best:
    """Each estimate minus the best (k,), 0 for the best, and simultaneous intervals of the true differences.

    `candidates` are the places of the estimates that may be the best. An estimate whose interval ends below 0
    is significantly behind the best.
    """

    values: Floats
    low: Floats
    high: Floats
    candidates: list[int]


def from_the_best(
    estimates: Floats, spread: Floats, df: float, level: float = 0.95, draws: int = DRAWS, seed: int = SEED
) -> Best:
    """The distances of estimates (k,) from the best of them, given their covariance `spread` (k, k)."""
    apart, se = estimates[:, None] - estimates[None, :], errors_of_differences(spread)
    reach = se * _criticals(spread, se, df, level, draws, seed)[None, :]  # to each column as the best
    candidates = np.flatnonzero(np.all(apart <= reach, axis=0))
    low = (apart - reach)[:, candidates].min(axis=1)
    high = (apart + reach)[:, candidates].max(axis=1)
    held = candidates.tolist()
    return Best(estimates - estimates.max(), np.minimum(0.0, low), np.minimum(0.0, high), held)


def _criticals(spread: Floats, se: Floats, df: float, level: float, draws: int, seed: int) -> Floats:
    """The critical values (k,) for simultaneous differences from each estimate (Dunnett 1955)."""
    errors = joint_errors(spread, df, draws, seed)
    found = np.zeros(len(spread))
    for at in range(len(spread)):
        told = np.flatnonzero(se[at] > NOTHING)
        if len(told):
            largest = (np.abs(errors[:, [at]] - errors[:, told]) / se[at, told]).max(axis=1)
            found[at] = np.quantile(largest, level)
    return found


def certainly_above(
    estimates: Floats, spread: Floats, df: float, level: float = 0.95, draws: int = DRAWS, seed: int = SEED
) -> Bools:
    """Whether each estimate (row) is significantly above each other one (column), shape (k, k).

    All are true together with probability `level`. Without variance, any difference but 0 is significant.
    """
    apart, se = estimates[:, None] - estimates[None, :], errors_of_differences(spread)
    varies = se > NOTHING
    t = np.divide(apart, se, out=np.zeros_like(apart), where=varies)
    open_pairs, certain = varies.copy(), ~varies & (apart > 0)
    errors = joint_errors(spread, df, draws, seed)
    while open_pairs.any():
        critical = float(np.quantile(_largest(errors, se, open_pairs), level))
        found = open_pairs & (t > critical)
        if not found.any():
            break
        certain |= found
        open_pairs &= ~found
    return certain


def _largest(errors: Floats, se: Floats, pairs: Bools) -> Floats:
    """The largest t of the differences between `pairs` (row minus column) in each draw, shape (draws,)."""
    first, second = np.nonzero(pairs)
    scale = se[first, second]
    step = max(1, PIECE // len(first))
    parts = [errors[at : at + step] for at in range(0, len(errors), step)]
    return np.concatenate([((part[:, first] - part[:, second]) / scale).max(axis=1) for part in parts])


def rank_sets(above: Bools) -> list[tuple[int, int]]:
    """The best and the worst rank (1 is the best) of each estimate, given `above` from `certainly_above`."""
    better, worse = above.sum(axis=0), above.sum(axis=1)
    return [(1 + int(better[at]), len(above) - int(worse[at])) for at in range(len(above))]

"""Simultaneous intervals of several estimates, by the distribution of their largest t.

Max-t (Hothorn, Bretz and Westfall 2008, Biometrical Journal 50, 346-363): each estimate is compared with the
largest of k correlated t values. `spread` (k, k) is the covariance of the estimates, by cluster. The result
is a level. If each estimate has an interval at that level, all intervals hold together at the requested one.
"""

from __future__ import annotations

import numpy as np
from scipy import special

from marchsim.stats.clusters import NOTHING, Floats
from marchsim.stats.joint import errors_of, pieces

DRAWS = 50_000
TAIL = 20  # draws beyond a critical value that tell it; with fewer Bonferroni's is as close
MOST = 1_000  # of more contrasts than this the levels are Bonferroni's


def joint_level(spread: Floats, df: float, level: float = 0.95, contrasts: Floats | None = None) -> float:
    """The level for each interval such that all k hold at once with probability `level`.

    `contrasts` (m, k) are linear combinations to use instead. Estimates without variance are ignored.
    """
    rows = np.eye(len(spread)) if contrasts is None else contrasts
    errors = errors_of(rows, spread)
    rows, errors = rows[errors > NOTHING], errors[errors > NOTHING]
    strictest = 1 - (1 - level) / max(1, len(rows))
    if len(rows) < 2 or len(rows) > MOST or (1 - level) * DRAWS < TAIL:
        return strictest
    scaled = (rows / errors[:, None]).T
    largest = [np.abs(part @ scaled).max(axis=1) for part in pieces(spread, df, DRAWS)]
    critical = float(np.quantile(np.concatenate(largest), level))
    return min(strictest, max(level, 1 - 2 * float(special.stdtr(df, -critical))))


def largest_by_chance(spread: Floats) -> float:
    """The median of the largest absolute deviation of estimates whose true deviations are all 0."""
    return float(
        np.median(np.concatenate([np.abs(part).max(axis=1) for part in pieces(spread, None, DRAWS)]))
    )


def all_pairs(count: int) -> Floats:
    """The contrasts (pairs, count) first minus second for all pairs of `count` estimates, in order."""
    first, second = np.triu_indices(count, 1)
    rows = np.zeros((len(first), count))
    rows[np.arange(len(first)), first], rows[np.arange(len(first)), second] = 1.0, -1.0
    return rows

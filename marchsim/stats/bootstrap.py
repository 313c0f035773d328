"""Bootstrap intervals of any statistic of clusters, by whole clusters; exploratory where it is a maximum."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from marchsim.stats.clusters import Floats
from marchsim.stats.intervals import Interval

REPEATS = 9_999


def bootstrap(
    rows: Floats,
    statistic: Callable[[Floats], float],
    seed: int,
    level: float = 0.95,
    repeats: int = REPEATS,
) -> Interval:
    """Return the BCa interval (Efron 1987, JASA 82) of a statistic of rows (clusters, columns), resampled.

    Where BCa is undefined it is the percentile interval, and `method` says so. At least two rows.
    """
    generator = np.random.Generator(np.random.PCG64(seed))
    n = len(rows)
    drawn = np.sort([statistic(rows[generator.integers(0, n, n)]) for _ in range(repeats)])
    tail = (1 - level) / 2
    places = _bca_places(rows, statistic, drawn, tail)
    method = "bootstrap BCa"
    if places is None:
        places, method = (tail, 1 - tail), "bootstrap percentile (BCa undefined)"
    low, high = (float(np.quantile(drawn, place)) for place in places)
    return Interval(low, high, method)


def _bca_places(
    rows: Floats, statistic: Callable[[Floats], float], drawn: Floats, tail: float
) -> tuple[float, float] | None:
    """Return the quantiles that correct bias and skewness; None if one of them is undefined."""
    from scipy import special

    below = float(np.mean(drawn < statistic(rows)) + np.mean(drawn == statistic(rows)) / 2)
    left_out = np.array([statistic(np.delete(rows, at, axis=0)) for at in range(len(rows))])
    off = left_out.mean() - left_out
    scale = float(np.sum(off**2)) ** 1.5
    if not 0.0 < below < 1.0 or scale == 0.0:
        return None
    bias, skew = float(special.ndtri(below)), float(np.sum(off**3)) / (6 * scale)
    found = []
    for z in (float(special.ndtri(tail)), float(special.ndtri(1 - tail))):
        bent = 1 - skew * (bias + z)
        if bent <= 0 or not math.isfinite(bent):
            return None
        found.append(float(special.ndtr(bias + (bias + z) / bent)))
    return found[0], found[1]

"""Bootstrap intervals of any statistic of clusters, by whole clusters; exploratory where it is a maximum."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from marchsim.stats.clusters import NOTHING, Floats
from marchsim.stats.intervals import Interval

REPEATS = 9_999
PIECE = 200  # resamples weighed at a time


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
    middle = statistic(rows)
    left_out = np.array([statistic(np.delete(rows, at, axis=0)) for at in range(len(rows))])
    return interval_of(drawn, middle, left_out, level)


def bootstrap_sums(
    rows: Floats,
    statistics: Callable[[Floats], Floats],
    seed: int,
    level: float = 0.95,
    repeats: int = REPEATS,
) -> list[Interval]:
    """Return `bootstrap`'s intervals of several statistics that need the sums of the columns alone.

    `statistics` maps sums (samples, columns) to values (samples, m); all are of the same resamples.
    """
    drawn = np.sort(resampled(rows, statistics, seed, repeats), axis=0)
    total = rows.sum(axis=0)
    middle, left_out = statistics(total[None, :])[0], statistics(total - rows)
    return [
        interval_of(drawn[:, at], float(middle[at]), left_out[:, at], level) for at in range(drawn.shape[1])
    ]


def resampled(
    rows: Floats, statistics: Callable[[Floats], Floats], seed: int, repeats: int = REPEATS
) -> Floats:
    """Return statistics of the sums of resampled rows as `bootstrap_sums` draws them, (samples, m)."""
    generator = np.random.Generator(np.random.PCG64(seed))
    n, parts = len(rows), []
    for begin in range(0, repeats, PIECE):
        size = min(PIECE, repeats - begin)
        places = generator.integers(0, n, (size, n)) + n * np.arange(size)[:, None]
        weights = np.bincount(places.ravel(), minlength=size * n).reshape(size, n)
        parts.append(statistics(weights.astype(np.float64) @ rows))
    found: Floats = np.concatenate(parts)
    return found


def interval_of(drawn: Floats, middle: float, left_out: Floats, level: float = 0.95) -> Interval:
    """Return the interval from sorted values of resamples, the value itself and those without each row."""
    tail = (1 - level) / 2
    places = _bca_places(drawn, middle, left_out, tail)
    method = "bootstrap BCa"
    if places is None:
        places, method = (tail, 1 - tail), "bootstrap percentile (BCa undefined)"
    low, high = (float(np.quantile(drawn, place)) for place in places)
    return Interval(low, high, method)


def _bca_places(drawn: Floats, middle: float, left_out: Floats, tail: float) -> tuple[float, float] | None:
    """Return the quantiles that correct bias and skewness; None if one of them is undefined."""
    from scipy import special

    below = float(np.mean(drawn < middle) + np.mean(drawn == middle) / 2)
    off = left_out.mean() - left_out
    scale = float(np.sum(off**2)) ** 1.5
    if not 0.0 < below < 1.0 or np.ptp(left_out) <= NOTHING * max(1.0, abs(middle)):
        return None
    bias, skew = float(special.ndtri(below)), float(np.sum(off**3)) / (6 * scale)
    found = []
    for z in (float(special.ndtri(tail)), float(special.ndtri(1 - tail))):
        bent = 1 - skew * (bias + z)
        if bent <= 0 or not math.isfinite(bent):
            return None
        found.append(float(special.ndtr(bias + (bias + z) / bent)))
    return found[0], found[1]

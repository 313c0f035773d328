"""Means whose independent units are clusters (here: deals), by linearisation of a ratio.

A mean over entries is sum(sums) / sum(counts), both added up per cluster first. Its variance comes from the
residuals of clusters (Cochran 1977, Sampling Techniques, ch. 6), so entries of a cluster may depend on each
other in any way. In a model with nothing but a mean, this variance equals the CR1 sandwich of Liang and Zeger
(1986).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

import numpy as np
from numpy.typing import NDArray

from marchsim.stats.intervals import (
    Interval,
    clopper_pearson,
    t_interval,
    unanimous,
    wilson,
    wilson_clustered,
)

Floats = NDArray[np.float64]
IntervalAt = Callable[[float], Interval]  # the interval at a confidence level

FEW = 30  # with fewer clusters: exact intervals where they exist, and no test
BATCHES = 2_000  # resampling uses at most this many sums of whole clusters
NOTHING = 1e-12  # a standard error below this, relative to the scale of the data, counts as no variance


@dataclass(frozen=True)
class ClusterMean:
    """A mean with its cluster-robust standard error. `se` is None if there are fewer than two clusters."""

    mean: float
    se: float | None
    clusters: int
    entries: float

    @property
    def df(self) -> int:
        """The degrees of freedom of t: clusters - 1."""
        return self.clusters - 1


def cluster_mean(sums: Floats, counts: Floats) -> ClusterMean | None:
    """The mean of entries, from sums and counts by cluster (clusters,). None if there are no entries."""
    held = counts > 0
    sums, counts = sums[held].astype(np.float64), counts[held].astype(np.float64)
    clusters, entries = len(sums), float(counts.sum())
    if clusters == 0:
        return None
    mean = float(sums.sum()) / entries
    if clusters == 1:
        return ClusterMean(mean, None, 1, entries)
    scatter = float(np.sum((sums - mean * counts) ** 2)) * clusters / (clusters - 1)
    return ClusterMean(mean, clean(math.sqrt(scatter) / entries, mean), clusters, entries)


def moments_mean(clusters: int, c: float, n: float, cc: float, cn: float, nn: float) -> ClusterMean:
    """`cluster_mean`, given the totals over clusters of c, n, c², cn and n².

    A cluster has n > 0 entries, and c is their sum. The computation uses exact fractions, since the result
    may be far smaller than the squares.
    """
    mean = c / n
    if clusters == 1:
        return ClusterMean(mean, None, 1, n)
    exact = Fraction(c) / Fraction(n)
    left = Fraction(cc) - 2 * exact * Fraction(cn) + exact**2 * Fraction(nn)
    scatter = max(0.0, float(left)) * clusters / (clusters - 1)
    return ClusterMean(mean, clean(math.sqrt(scatter) / n, mean), clusters, n)


def clean(se: float, mean: float) -> float:
    """The standard error, or 0 if it is so small that it is only a rounding error."""
    return 0.0 if se <= NOTHING * max(1.0, abs(mean)) else se


def cluster_means(sums: Floats, counts: Floats) -> tuple[Floats, Floats]:
    """The means (k,) of k kinds of entries and their covariance (k, k), from arrays (clusters, k).

    A cluster without entries of a kind has no information on that kind. Each kind needs an entry, and at
    least two clusters are needed. Covariances come from clusters with both kinds.
    """
    totals = counts.sum(axis=0)
    means = sums.sum(axis=0) / totals
    influence = (sums - means * counts) / totals
    clusters = len(sums)
    covariance: Floats = influence.T @ influence * (clusters / (clusters - 1))
    return means, covariance


def share_interval(sums: Floats, counts: Floats, level: float = 0.95) -> Interval | None:
    """The interval of a share, given the credits by cluster. The method depends on the data.

    If every cluster has one entry of 0 or 1, the interval is Wilson's or, for under 30 clusters and for a
    share of 0 or 1, the exact one. If all clusters are equal, it is the exact interval of a bounded mean.
    Otherwise it is Wilson's with an effective sample size. None if there are no entries, or if there is a
    single cluster and it is not a single entry of 0 or 1.
    """
    found = share_interval_at(sums, counts)
    return None if found is None else found(level)


def share_interval_at(sums: Floats, counts: Floats) -> IntervalAt | None:
    """A function that gives `share_interval` at any level, without reading the data again."""
    estimate = cluster_mean(sums, counts)
    if estimate is None:
        return None
    if is_binary(sums, counts):
        wins, n = round(float(sums[counts > 0].sum())), estimate.clusters
        method = clopper_pearson if n < FEW or wins in (0, n) else wilson
        return partial(method, wins, n)
    if estimate.se is None:
        return None
    if estimate.se == 0.0:
        return partial(unanimous, estimate.mean, estimate.clusters)
    return partial(wilson_clustered, estimate.mean, estimate.se, estimate.df)


def is_binary(sums: Floats, counts: Floats) -> bool:
    """Whether entries are independent trials: at most one entry per cluster, with the value 0 or 1."""
    held = counts > 0
    return bool(np.all(counts[held] == 1) and np.all((sums[held] == 0) | (sums[held] == 1)))


def mean_interval(estimate: ClusterMean | None, level: float = 0.95) -> Interval | None:
    """The t interval of a mean over clusters. None if there are fewer than two clusters or no variance."""
    if estimate is None or not estimate.se:
        return None
    return t_interval(estimate.mean, estimate.se, estimate.df, level)


def batched(clusters: NDArray[np.int64]) -> NDArray[np.int64]:
    """The batch of each row, given its cluster. Both are numbered from 0, and no cluster is split."""
    number = int(clusters.max(initial=0)) + 1
    return clusters * min(BATCHES, number) // number


def about(sums: Floats, counts: Floats) -> Floats:
    """Sums of batches (batches, k) minus their expectation from the means, scaled as for CR1.

    After division by the total counts, their squares add up to the squared standard errors of the means.
    """
    around: Floats = sums - counts * (sums.sum(axis=0) / counts.sum(axis=0))
    return around * math.sqrt(len(sums) / (len(sums) - 1))


def batches(rows: Floats) -> Floats:
    """Sums of consecutive rows (clusters, ...), so that at most `BATCHES` rows are left."""
    if len(rows) <= BATCHES:
        return rows
    starts = np.linspace(0, len(rows), BATCHES, endpoint=False).astype(np.int64)
    return np.add.reduceat(rows, starts, axis=0)

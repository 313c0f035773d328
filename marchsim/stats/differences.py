"""The difference between two shares measured on clusters that are the same, different or partly common."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy import special

from marchsim.stats.clusters import NOTHING, Floats, IntervalAt, cluster_means, share_interval_at
from marchsim.stats.contrasts import HypothesisTest
from marchsim.stats.intervals import Interval

METHOD = "from both shares, by deal"
TEST = "inverted interval"
SMALLEST = 1e-12  # smaller p values are not distinguished
STEPS = 60


@dataclass(frozen=True)
class ShareDifference:
    """The first share minus the second, with standard error and interval.

    `saved` is the part of the variance that common clusters remove (negative if they add some). It is None if
    there is no variance. `se` and `interval` are None if there are fewer than two clusters.
    """

    value: float
    se: float | None
    clusters: int
    saved: float | None
    interval: Interval | None


@dataclass(frozen=True)
class _Shares:
    """Two shares, their intervals at any level, and their correlation over clusters."""

    first: float
    second: float
    around_first: IntervalAt
    around_second: IntervalAt
    common: float

    def bounds(self, level: float) -> tuple[float, float]:
        """The ends of the interval of the difference."""
        one, other = self.around_first(level), self.around_second(level)
        value = self.first - self.second
        low = value - self._joined(self.first - one.low, other.high - self.second)
        high = value + self._joined(one.high - self.first, self.second - other.low)
        return max(-1.0, low), min(1.0, high)

    def _joined(self, one: float, other: float) -> float:
        return math.sqrt(max(0.0, one**2 + other**2 - 2 * self.common * one * other))


def share_difference(sums: Floats, counts: Floats, level: float = 0.95) -> ShareDifference | None:
    """The difference between two shares from credits and entries per cluster, both (clusters, 2).

    A cluster may have entries of one kind or of both. None if a kind has no entry at all. The interval of the
    difference combines the intervals of the two shares (MOVER: Zou and Donner 2008, Statistics in Medicine
    27). If those are Wilson's, it is Newcombe's interval of 1998 (method 8 for pairs, 10 for two samples).
    """
    sums, counts = _nonempty(sums, counts)
    totals = counts.sum(axis=0)
    if not totals.all():
        return None
    value = float(sums[:, 0].sum() / totals[0] - sums[:, 1].sum() / totals[1])
    if len(sums) < 2:
        return ShareDifference(value, None, len(sums), None, None)
    _, spread = cluster_means(sums, counts)
    apart = float(spread[0, 0] + spread[1, 1])
    variance = apart - 2 * float(spread[0, 1])
    se = math.sqrt(variance) if variance > NOTHING**2 else 0.0
    saved = 2 * float(spread[0, 1]) / apart if apart > 0 else None
    return ShareDifference(value, se, len(sums), saved, _interval(sums, counts, value, se, level))


def share_difference_test(sums: Floats, counts: Floats) -> HypothesisTest | None:
    """The test that two shares are equal, by inversion of the interval of `share_difference`.

    Unlike t it keeps its size if a kind has few clusters or wins nearly all of them. None if that interval
    does not exist, or if all clusters have both kinds and the same difference.
    """
    sums, counts = _nonempty(sums, counts)
    if len(sums) < 2 or not counts.sum(axis=0).all():
        return None
    found = _shares(sums, counts)
    if found is None or (counts.all() and np.ptp(sums[:, 0] / counts[:, 0] - sums[:, 1] / counts[:, 1]) == 0):
        return None
    value = found.first - found.second
    low, high = math.log(SMALLEST), 0.0
    for _ in range(STEPS):
        middle = (low + high) / 2
        bounds = found.bounds(1 - math.exp(middle))
        low, high = (low, middle) if bounds[0] > 0 or bounds[1] < 0 else (middle, high)
    p = 1.0 if value == 0 else math.exp(high)
    return HypothesisTest(value, float(len(sums)), None, p, TEST)


def _nonempty(sums: Floats, counts: Floats) -> tuple[Floats, Floats]:
    held = counts.sum(axis=1) > 0
    return sums[held].astype(np.float64), counts[held].astype(np.float64)


def _shares(sums: Floats, counts: Floats) -> _Shares | None:
    first = share_interval_at(sums[:, 0], counts[:, 0])
    second = share_interval_at(sums[:, 1], counts[:, 1])
    if first is None or second is None:
        return None
    means, spread = cluster_means(sums, counts)
    scale = math.sqrt(float(spread[0, 0] * spread[1, 1]))
    common = float(spread[0, 1]) / scale if scale > 0 else 0.0
    return _Shares(float(means[0]), float(means[1]), first, second, common)


def _interval(sums: Floats, counts: Floats, value: float, se: float, level: float) -> Interval | None:
    """The interval of the difference. It is exact if every cluster has both kinds and the same difference.

    With high confidence a new cluster differs from all others with probability at most q = 1 -
    (alpha/2)^(1/n). So the true difference lies at most a part q of the way from the observed one to -1 or to
    1.
    """
    if not se and counts.all():
        differs = 1 - ((1 - level) / 2) ** (1 / len(sums))
        low, high = value - differs * (1 + value), value + differs * (1 - value)
        return Interval(low, high, "exact, no variance")
    found = _shares(sums, counts)
    return None if found is None else Interval(*found.bounds(level), METHOD)


def equal_shares(sums: Floats, counts: Floats) -> HypothesisTest | None:
    """The test that k shares are equal, from credits and entries per cluster, both (clusters, k).

    Pearson's chi-square of homogeneity divided by its mean design effect, as F (the first-order correction of
    Rao and Scott 1984, Annals of Statistics 12). Variances and covariances are about each kind's own share,
    pooled over the kinds. If every cluster has one entry of each kind, this is the F of repeated measures on
    k - 1 and (k - 1)(clusters - 1) degrees of freedom. If every cluster has one kind, it is that of Fisher's
    analysis of variance. Unlike Wald's test it keeps its size if a kind won nothing or everything. None if a
    kind has no entries, clusters are too few or nothing varies.
    """
    sums, counts = _nonempty(sums, counts)
    clusters, k = sums.shape
    totals = counts.sum(axis=0)
    if k < 2 or clusters <= k or not totals.all():
        return None
    residuals = sums - float(sums.sum() / totals.sum()) * counts
    cells = int(np.count_nonzero(counts))
    df, scale = min((k - 1) * (clusters - 1), cells - k), cells / (cells - k)
    effect = _design_effect(sums - sums.sum(axis=0) / totals * counts) * scale
    if effect <= NOTHING * totals.sum():
        # No kind varies about its own share: about the share of all, as the null has it, kinds may differ.
        effect, df = _design_effect(residuals) * clusters / (clusters - 1), clusters - k
    if effect <= NOTHING * totals.sum():
        return None
    f = float(np.sum(residuals.sum(axis=0) ** 2 / totals)) / (k - 1) * float(totals.sum()) / effect
    return HypothesisTest(f, k - 1, df, float(special.fdtrc(k - 1, df, f)), "Rao-Scott F by deal")


def _design_effect(residuals: Floats) -> float:
    """The sum of squares of residuals (clusters, k) in contrasts between kinds, times k / (k - 1)."""
    within = float(np.sum(residuals**2))
    between = float(np.sum(residuals.sum(axis=1) ** 2)) - within  # what kinds have in common in a cluster
    return float(within - between / (residuals.shape[1] - 1))

"""The difference of two shares measured on clusters: the same ones, different ones, or some in common."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from marchsim.stats.clusters import NOTHING, Floats, cluster_means, share_interval
from marchsim.stats.intervals import Interval


@dataclass(frozen=True)
class ShareDifference:
    """First share minus second.

    `saved` is the part of the variance that clusters in common took away (negative: they added some). `se`,
    `saved` and `interval` are None with fewer than two clusters.
    """

    value: float
    se: float | None
    clusters: int
    saved: float | None
    interval: Interval | None


def share_difference(sums: Floats, counts: Floats, level: float = 0.95) -> ShareDifference | None:
    """Return the difference of two shares from credits and entries per cluster, both (clusters, 2).

    A cluster may hold entries of both kinds or of one; None if a kind has no entry at all. The interval
    carries those of the two shares over to their difference (MOVER: Zou and Donner 2008, Statistics in
    Medicine 27; with Wilson's intervals it is Newcombe's of 1998: method 8 for pairs, 10 for two samples).
    """
    held = counts.sum(axis=1) > 0
    sums, counts = sums[held].astype(np.float64), counts[held].astype(np.float64)
    totals = counts.sum(axis=0)
    if not totals.all():
        return None
    value = float(sums[:, 0].sum() / totals[0] - sums[:, 1].sum() / totals[1])
    if len(sums) < 2:
        return ShareDifference(value, None, len(sums), None, None)
    means, spread = cluster_means(sums, counts)
    apart = float(spread[0, 0] + spread[1, 1])
    variance = apart - 2 * float(spread[0, 1])
    se = math.sqrt(variance) if variance > NOTHING**2 else 0.0
    saved = 2 * float(spread[0, 1]) / apart if apart > 0 else None
    interval = _interval(sums, counts, means, spread, level) if se else _alike(value, sums, counts, level)
    return ShareDifference(value, se, len(sums), saved, interval)


def _interval(sums: Floats, counts: Floats, means: Floats, spread: Floats, level: float) -> Interval | None:
    first = share_interval(sums[:, 0], counts[:, 0], level)
    second = share_interval(sums[:, 1], counts[:, 1], level)
    if first is None or second is None:
        return None
    scale = math.sqrt(float(spread[0, 0] * spread[1, 1]))
    common = float(spread[0, 1]) / scale if scale > 0 else 0.0
    value, (p, q) = float(means[0] - means[1]), (float(means[0]), float(means[1]))
    low = value - _joined(p - first.low, second.high - q, common)
    high = value + _joined(first.high - p, q - second.low, common)
    return Interval(max(-1.0, low), min(1.0, high), "from both shares, by deal")


def _joined(one: float, other: float, common: float) -> float:
    return math.sqrt(max(0.0, one**2 + other**2 - 2 * common * one * other))


def _alike(value: float, sums: Floats, counts: Floats, level: float) -> Interval | None:
    """Return an exact interval where the difference has no variance and every cluster holds both kinds.

    With high confidence a further cluster differs from the others with probability at most
    q = 1 - (alpha/2)^(1/n); the difference then lies within q of the worst cases, -1 and 1.
    """
    if not (counts > 0).all():
        return None
    differs = 1 - ((1 - level) / 2) ** (1 / len(sums))
    low, high = value - differs * (1 + value), value + differs * (1 - value)
    return Interval(low, high, "exact, no variance")

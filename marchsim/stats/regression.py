"""Effects from observational cells and regressions, with errors that cluster by deal (CR1)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from marchsim.stats.clusters import Floats

Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Regression:
    """Least-squares coefficients (p,) and their cluster-robust covariance (p, p)."""

    coefficients: Floats
    covariance: Floats
    clusters: int


def least_squares(design: Floats, response: Floats, clusters: Ints) -> Regression | None:
    """Return the regression of `response` (n,) on `design` (n, p) with CR1 errors by `clusters` (n,).

    Liang and Zeger (1986, Biometrika 73) with the factor G/(G-1) (n-1)/(n-p) of MacKinnon and White (1985).
    None where columns depend on each other, or with n <= p or a single cluster.
    """
    rows, columns = design.shape
    names, group = np.unique(clusters, return_inverse=True)
    if rows <= columns or len(names) < 2 or np.linalg.matrix_rank(design) < columns:
        return None
    bread = np.linalg.inv(design.T @ design)
    coefficients = bread @ (design.T @ response)
    residual = response - design @ coefficients
    scores = np.zeros((len(names), columns))
    np.add.at(scores, group, design * residual[:, None])
    factor = len(names) / (len(names) - 1) * (rows - 1) / (rows - columns)
    covariance: Floats = factor * bread @ (scores.T @ scores) @ bread
    return Regression(coefficients, covariance, len(names))


@dataclass(frozen=True)
class Effect:
    """A difference of means, its standard error over clusters (None with one), and what it rests on."""

    value: float
    se: float | None
    clusters: int
    strata: int
    treated: float
    control: float


def stratified_effect(
    cluster: Ints, stratum: Ints, treated: NDArray[np.bool_], sums: Floats, counts: Floats
) -> Effect | None:
    """Return the effect of being treated, adjusted for strata, from sums and counts of entries.

    Each row holds the sum and number of entries of one arm of one stratum in one cluster (arrays of equal
    length). Differences within strata are weighted by the strata's size, which is the regression with
    all interactions of Lin (2013, Annals of Applied Statistics 7); errors are linearised by cluster with the
    factor G/(G-1). Strata without both arms are left out; None if none is left.
    """
    stratum = np.unique(stratum, return_inverse=True)[1]
    totals, means = _cells(stratum, treated, sums, counts)
    both = np.all(totals > 0, axis=1)
    if not both.any():
        return None
    weight = np.where(both, totals.sum(axis=1), 0.0)
    weight /= weight.sum()
    used, arm = both[stratum], treated.astype(np.int64)
    stratum, arm = stratum[used], arm[used]
    off = sums[used] - means[stratum, arm] * counts[used]
    influence = np.where(arm == 1, 1.0, -1.0) * weight[stratum] * off / totals[stratum, arm]
    names, group = np.unique(cluster[used], return_inverse=True)
    score, groups = np.bincount(group, influence), len(names)
    se = float(np.sqrt(np.sum(score**2) * groups / (groups - 1))) if groups > 1 else None
    value = float(np.sum(weight[both] * (means[both, 1] - means[both, 0])))
    control, given = totals[both].sum(axis=0)
    return Effect(value, se, groups, int(both.sum()), float(given), float(control))


def _cells(stratum: Ints, treated: NDArray[np.bool_], sums: Floats, counts: Floats) -> tuple[Floats, Floats]:
    """Return entries and means per stratum and arm, shape (strata, 2); a mean without entries is 0."""
    cell = stratum * 2 + treated
    size = 2 * (int(stratum.max()) + 1 if len(stratum) else 0)
    totals: Floats = np.asarray(np.bincount(cell, counts, size), dtype=np.float64).reshape(-1, 2)
    means = np.bincount(cell, sums, size).reshape(-1, 2) / np.where(totals > 0, totals, 1.0)
    return totals, means

"""True effects that differ: how much (tau), their mean, and each estimate shrunk toward it.

Estimates y with known covariance V are taken as draws around true effects that have mean mu and SD tau
(empirical Bayes). Everything is computed where V is diagonal, so that estimates which share a control need
no formula of their own: ignoring their covariance reads tau several times too small.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy import special

from marchsim.stats.clusters import Floats
from marchsim.stats.intervals import Interval

TOLERANCE = 1e-12
ALIKE = 1e-9  # effects that differ by less than this share of their error are the same


@dataclass(frozen=True)
class Spread:
    """Tau^2 by DerSimonian and Laird (moments) and by Paule and Mandel, the latter's Q-profile interval.

    `mean` and `se` are the mean effect and its error at Paule and Mandel's value; `q` is Cochran's Q at
    tau = 0 on k - 1 degrees of freedom with its `p`.
    """

    mean: float
    se: float
    dersimonian_laird: float
    paule_mandel: float
    interval: Interval
    q: float
    p: float


@dataclass(frozen=True)
class Shrunk:
    """Posterior means (k,) and covariance (k, k) of the true effects, given tau^2 and with mu estimated."""

    means: Floats
    covariance: Floats


class _Rotated:
    """Estimates in coordinates in which their errors are independent with variances `sizes`."""

    def __init__(self, effects: Floats, variances: Floats) -> None:
        self.k = len(effects)
        if variances.ndim == 1:
            self.turn, self.sizes = None, variances
            self.values, self.ones = effects, np.ones(self.k)
        else:
            self.sizes, self.turn = np.linalg.eigh(variances)
            self.values, self.ones = self.turn.T @ effects, self.turn.T @ np.ones(self.k)

    def mean(self, tau2: float) -> tuple[float, float]:
        """Return the weighted mean effect and its variance."""
        weights = self.ones / (self.sizes + tau2)
        precision = float(weights @ self.ones)
        return float(weights @ self.values) / precision, 1 / precision

    def q(self, tau2: float) -> float:
        """Return the weighted squared distance of the estimates from their mean: falls as tau^2 grows."""
        off = self.values - self.mean(tau2)[0] * self.ones
        return float(np.sum(off**2 / (self.sizes + tau2)))


def spread(effects: Floats, variances: Floats, level: float = 0.95) -> Spread | None:
    """Return the spread of true effects from k estimates and their variances (k,) or covariance (k, k).

    DerSimonian and Laird (1986, Controlled Clinical Trials 7), Paule and Mandel (1982, J. Research NBS 87),
    Q-profile (Viechtbauer 2007, Statistics in Medicine 26). Variances > 0; None with fewer than two.
    """
    if len(effects) < 2:
        return None
    data, df = _Rotated(effects, variances), len(effects) - 1
    q, tail = data.q(0.0), (1 - level) / 2
    tau2 = _where(data, df)
    ends = [_where(data, float(special.chdtri(df, side))) for side in (tail, 1 - tail)]
    mean, variance = data.mean(tau2)
    return Spread(
        mean=mean,
        se=float(np.sqrt(variance)),
        dersimonian_laird=_moments(data, q, df),
        paule_mandel=tau2,
        interval=Interval(ends[0], ends[1], "Q-profile"),
        q=q,
        p=float(special.chdtrc(df, q)),
    )


def _moments(data: _Rotated, q: float, df: int) -> float:
    """Return tau^2 such that Q at fixed weights has its expectation."""
    weights = 1 / data.sizes
    precision = float(np.sum(weights * data.ones**2))
    slope = float(np.sum(weights)) - float(np.sum(weights**2 * data.ones**2)) / precision
    return max(0.0, (q - df) / slope)


def _where(data: _Rotated, target: float) -> float:
    """Return tau^2 with Q(tau^2) = target, 0 where Q is below it throughout."""
    return falling_root(lambda tau2: data.q(tau2) - target, float(np.max(data.sizes)))


def falling_root(falling: Callable[[float], float], step: float) -> float:
    """Return where a falling function is 0, looked for from 0 in steps of `step`; 0 where it begins below."""
    from scipy.optimize import brentq

    if falling(0.0) <= 0:
        return 0.0
    high = step
    while falling(high) > 0:
        high *= 2
    return float(brentq(falling, 0.0, high, xtol=TOLERANCE * step, rtol=TOLERANCE))


def shrink(effects: Floats, variances: Floats, tau2: float) -> Shrunk:
    """Return the best predictions of the true effects at a given tau^2 (Morris 1983, JASA 78).

    The covariance includes what is not known of the mean.
    """
    data = _Rotated(effects, variances)
    mean, variance = data.mean(tau2)
    kept = tau2 / (data.sizes + tau2)
    means = mean * data.ones + kept * (data.values - mean * data.ones)
    loose = (1 - kept) * data.ones
    covariance = np.diag(kept * data.sizes) + variance * np.outer(loose, loose)
    if data.turn is None:
        return Shrunk(means, covariance)
    return Shrunk(data.turn @ means, data.turn @ covariance @ data.turn.T)


def top_chances(shrunk: Shrunk, top: int, seed: int, draws: int = 10_000) -> Floats:
    """Return each true effect's chance (k,) to be among the `top` largest, from posterior draws.

    Effects that are all equal in every draw (tau = 0) share the places: top / k each.
    """
    k = len(shrunk.means)
    if top >= k:
        return np.ones(k)
    sizes, turn = np.linalg.eigh(shrunk.covariance)
    largest = float(sizes[-1])
    apart = float(np.max(np.abs(shrunk.covariance - shrunk.covariance[0, 0])))
    if apart <= ALIKE * largest and np.ptp(shrunk.means) <= ALIKE * np.sqrt(largest):
        return np.full(k, top / k)
    generator = np.random.Generator(np.random.PCG64(seed))
    normal = generator.standard_normal((draws, k)) * np.sqrt(np.maximum(sizes, 0.0))
    values = shrunk.means + normal @ turn.T
    best = np.argpartition(-values, top - 1, axis=1)[:, :top]
    chances: Floats = np.bincount(best.ravel(), minlength=k) / draws
    return chances

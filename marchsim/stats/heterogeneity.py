"""Heterogeneity of true effects: their SD (tau), and their mean or a regression line.

Estimates y with known covariance V are draws around true effects. The true effects have mean mu (or X b) and
SD tau. Everything is computed in coordinates with diagonal V, so estimates that share a control need no
special formula. Ignoring their covariance makes tau too small by a factor of several. Intervals of the
effects are in `marchsim.stats.shrinkage`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import special

from marchsim.stats.clusters import Floats
from marchsim.stats.intervals import Interval

TOLERANCE = 1e-12


@dataclass(frozen=True)
class Spread:
    """Tau^2 by DerSimonian and Laird (moments) and by Paule and Mandel, with its Q-profile interval.

    `mean` and `se` are the mean effect (for a design, its first coefficient) and its standard error at Paule
    and Mandel's tau. `q` is Cochran's Q at tau = 0, with `df` degrees of freedom and its `p`.
    """

    mean: float
    se: float
    dersimonian_laird: float
    paule_mandel: float
    interval: Interval
    q: float
    df: int
    p: float


class Rotated:
    """Estimates and a design (k, p) in coordinates with independent errors of variances `sizes`."""

    def __init__(self, effects: Floats, variances: Floats, design: Floats) -> None:
        if variances.ndim == 1:
            self.turn, self.sizes = None, variances
            self.values, self.design = effects, design
        else:
            self.sizes, self.turn = np.linalg.eigh(variances)
            self.values, self.design = self.turn.T @ effects, self.turn.T @ design

    def fit(self, tau2: float) -> tuple[Floats, Floats]:
        """The weighted least-squares coefficients (p,) and their covariance (p, p)."""
        weighed = self.design / (self.sizes + tau2)[:, None]
        covariance = np.asarray(np.linalg.inv(self.design.T @ weighed), dtype=np.float64)
        return covariance @ (weighed.T @ self.values), covariance

    def q(self, tau2: float) -> float:
        """The weighted sum of squared distances of the estimates from their fit. It falls as tau^2 grows."""
        off = self.values - self.design @ self.fit(tau2)[0]
        return float(np.sum(off**2 / (self.sizes + tau2)))

    def back(self, values: Floats) -> Floats:
        """Values (k,) converted back to the coordinates of the estimates."""
        return values if self.turn is None else self.turn @ values


def spread(
    effects: Floats,
    variances: Floats,
    level: float = 0.95,
    design: Floats | None = None,
    free: int | None = None,
) -> Spread | None:
    """The spread of true effects from k estimates and their variances (k,) or covariance (k, k).

    DerSimonian and Laird (1986, Controlled Clinical Trials 7), Paule and Mandel (1982, J. Research NBS 87),
    Q-profile (Viechtbauer 2007, Statistics in Medicine 26). Variances are above 0. With a `design` X (k, p)
    true effects are draws around X b (Thompson and Higgins 2002, Statistics in Medicine 21). If deviations
    within a group sum to 0, the k estimates have the information of only `free` independent ones, so Q is
    multiplied by free / k. None if there are no more estimates than coefficients.
    """
    k = len(effects)
    design = np.ones((k, 1)) if design is None else design
    df = k - design.shape[1] if free is None else free
    if df < 1:
        return None
    data, share = Rotated(effects, variances, design), 1.0 if free is None else free / k
    q, tail = share * data.q(0.0), (1 - level) / 2
    tau2 = _where(data, df / share)
    ends = [_where(data, float(special.chdtri(df, side)) / share) for side in (tail, 1 - tail)]
    coefficients, covariance = data.fit(tau2)
    return Spread(
        mean=float(coefficients[0]),
        se=float(np.sqrt(covariance[0, 0])),
        dersimonian_laird=_moments(data, q / share, df / share),
        paule_mandel=tau2,
        interval=Interval(ends[0], ends[1], "Q-profile"),
        q=q,
        df=df,
        p=float(special.chdtrc(df, q)),
    )


def _moments(data: Rotated, q: float, df: float) -> float:
    """The tau^2 at which Q with fixed weights equals its expectation."""
    weights = 1 / data.sizes
    weighed = data.design * weights[:, None]
    slope = float(np.sum(weights)) - float(np.sum((weighed.T @ weighed) * data.fit(0.0)[1]))
    return max(0.0, (q - df) / slope)


def _where(data: Rotated, target: float) -> float:
    """The tau^2 at which Q(tau^2) = `target`, or 0 if Q is always below it."""
    from scipy.optimize import brentq

    def falling(tau2: float) -> float:
        return data.q(tau2) - target

    if falling(0.0) <= 0:
        return 0.0
    step = high = float(np.max(data.sizes))
    while falling(high) > 0:
        high *= 2
    return float(brentq(falling, 0.0, high, xtol=TOLERANCE * step, rtol=TOLERANCE))

"""Gaussian-process regression with known noise: a surface over rule sets, with its uncertainty.

The kernel is a constant, a linear part and a squared exponential with one length per column (Rasmussen and
Williams 2006, chapters 2 and 5). Its parameters are the posterior mode under wide priors.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy import linalg, optimize

from marchsim.stats.clusters import Floats

LEVEL = 10.0  # variance of the constant, in units of the values' own
PRIOR_SD = 1.0  # of the logarithms of sizes and lengths, around 0
BOUNDS = (-6.0, 4.0)
JITTER = 1e-8
MOST_CORRELATED = 0.95  # errors on the same deals: no difference is taken for exact


@dataclass(frozen=True)
class GaussianProcess:
    """A surface fitted to values (n,) at points (n, d), whose noise has a known covariance (n, n).

    `sizes` are the logarithms of the standard deviations of the linear and the curved part (None if there is
    no curved part). `lengths` are the logarithms of the columns' lengths. Standard deviations are in units of
    `scale`, the standard deviation of the values about their mean `centre`.
    """

    points: Floats
    values: Floats
    noise: Floats
    sizes: tuple[float, float | None]
    lengths: Floats
    centre: float
    scale: float

    @cached_property
    def _solved(self) -> tuple[tuple[Floats, bool], Floats]:
        whole = self._kernel(self.points, self.points) + self.noise / self.scale**2
        factor = linalg.cho_factor(whole + JITTER * np.eye(len(whole)), lower=True)
        return factor, linalg.cho_solve(factor, (self.values - self.centre) / self.scale)

    def _kernel(self, one: Floats, other: Floats) -> Floats:
        linear, curved = _parts(one, other, self.sizes, self.lengths)
        return LEVEL + linear + curved

    def predict(self, points: Floats) -> tuple[Floats, Floats]:
        """The mean and standard deviation (m,) of the surface itself, without noise, at points (m, d)."""
        factor, weights = self._solved
        across = self._kernel(points, self.points)
        prior = LEVEL + np.exp(2 * self.sizes[0]) * ((points - 0.5) ** 2).sum(axis=1) + _size(self.sizes[1])
        left = prior - np.einsum("ij,ji->i", across, linalg.cho_solve(factor, across.T))
        mean: Floats = self.centre + self.scale * (across @ weights)
        return mean, self.scale * np.sqrt(np.maximum(left, JITTER))

    def left_out(self) -> float:
        """The sum of the leave-one-out log densities of the values (Rasmussen and Williams, 5.10 to 5.12)."""
        factor, weights = self._solved
        inverse = np.diag(linalg.cho_solve(factor, np.eye(len(self.values))))
        off, variance = weights / inverse, 1 / inverse
        return float(-0.5 * np.sum(np.log(2 * np.pi * variance) + off**2 / variance))


def fit(points: Floats, values: Floats, noise: Floats) -> GaussianProcess:
    """Fit the linear and the curved surface, and keep the one that predicts better when points are left out.

    Points (n, d) are between 0 and 1. `noise` is the covariance (n, n) of the values' errors.
    """
    straight = fitted(points, values, noise, curved=False)
    curved = fitted(points, values, noise, curved=True)
    return curved if curved.left_out() > straight.left_out() else straight


def fitted(points: Floats, values: Floats, noise: Floats, *, curved: bool) -> GaussianProcess:
    """Fit the linear surface, or the curved one if `curved`. The other arguments are as in `fit`."""
    centre, scale = float(values.mean()), float(values.std()) or 1.0
    target, known = (values - centre) / scale, noise / scale**2
    columns = points.shape[1]
    squares = (points[:, None, :] - points[None, :, :]) ** 2
    linear = (points - 0.5) @ (points - 0.5).T
    start = np.zeros(2 + columns) if curved else np.zeros(1)

    def loss(theta: Floats) -> tuple[float, Floats]:
        flat = np.exp(2 * theta[0]) * linear
        bent = _bent(squares, theta) if curved else np.zeros_like(flat)
        whole = LEVEL + flat + bent + known + JITTER * np.eye(len(target))
        factor = linalg.cho_factor(whole, lower=True)
        weights = linalg.cho_solve(factor, target)
        spare = np.outer(weights, weights) - linalg.cho_solve(factor, np.eye(len(target)))
        slopes = [np.sum(spare * flat)]
        if curved:
            held = spare * bent
            own = 0.5 * np.exp(-2 * theta[2:]) * np.einsum("ij,ijk->k", held, squares)
            slopes += [np.sum(held), *own]
        fit_ = (
            0.5 * target @ weights + np.log(np.diag(factor[0])).sum() + 0.5 * np.sum((theta / PRIOR_SD) ** 2)
        )
        return float(fit_), theta / PRIOR_SD**2 - np.array(slopes)

    found = optimize.minimize(loss, start, jac=True, method="L-BFGS-B", bounds=[BOUNDS] * len(start))
    theta = np.round(found.x, 6)
    sizes = (float(theta[0]), float(theta[1]) if curved else None)
    lengths = theta[2:] if curved else np.zeros(columns)
    return GaussianProcess(points, values, noise, sizes, lengths, centre, scale)


def _bent(squares: Floats, theta: Floats) -> Floats:
    found: Floats = np.exp(2 * theta[1] - 0.5 * squares @ np.exp(-2 * theta[2:]))
    return found


def _parts(
    one: Floats, other: Floats, sizes: tuple[float, float | None], lengths: Floats
) -> tuple[Floats, Floats]:
    linear = np.exp(2 * sizes[0]) * (one - 0.5) @ (other - 0.5).T
    if sizes[1] is None:
        return linear, np.zeros_like(linear)
    inverse = np.exp(-lengths)
    a, b = one * inverse, other * inverse
    squares = (a**2).sum(axis=1)[:, None] + (b**2).sum(axis=1)[None, :] - 2 * a @ b.T
    return linear, np.exp(2 * sizes[1] - 0.5 * np.maximum(squares, 0.0))


def _size(size: float | None) -> float:
    return 0.0 if size is None else float(np.exp(2 * size))


def stage_noise(variances: Floats, stages: Sequence[tuple[Sequence[int], float]]) -> Floats:
    """The covariance (n, n) of errors with variances (n,), if values of the same stage are correlated.

    A stage is given by the indices of its values, measured on the same deals, and their correlation.
    """
    whole = np.diag(variances)
    for places, correlation in stages:
        at = np.array(places)
        sd = np.sqrt(variances[at])
        block = min(correlation, MOST_CORRELATED) * np.outer(sd, sd)
        np.fill_diagonal(block, variances[at])
        whole[np.ix_(at, at)] = block
    return whole

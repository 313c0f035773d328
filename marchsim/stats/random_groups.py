"""Groups of inputs that affect a quantity, from independent draws of many inputs at once.

The model is y = mu + sum_g X_g u_g + r + e. The columns of a group have effects u ~ N(0, s_g^2 / m_g), where
m_g is the sum of their variances. r is the nonlinear rest, and e has known variances. Components are
estimated by REML (Patterson and Thompson 1971, Biometrika 58, for many inputs: Yang et al. 2011, AJHG 88),
with errors from the average information. Groups that fail a first score test share one component.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from scipy import special

from marchsim.stats.clusters import Floats
from marchsim.stats.intervals import Interval
from marchsim.stats.multiplicity import holm

REST = "all others"
ROUNDS = 1_000
STEPS = 60
SEED = 29


@dataclass(frozen=True)
class Group:
    """A group of inputs: its screening p, and the share of variance that it explains, with an interval.

    `share` is None if the group has no significant effect. It is then part of the rest.
    """

    name: str
    inputs: int
    p: float
    share: float | None
    interval: Interval | None


@dataclass(frozen=True)
class Explained:
    """The variance explained by each group, largest first, by all other groups (`rest`), and by nonlinearity.

    `weights[c]` is the amount by which knowing column c is expected to reduce the variance of the true value:
    the squared best prediction of its effect plus the variance of that prediction.
    """

    groups: tuple[Group, ...]
    rest: float
    not_linear: float
    weights: Floats


def explained(values: Floats, noise: Floats, columns: Floats, names: Sequence[str]) -> Explained | None:
    """The dependence of `values` (K,) with error variances `noise` (K,) on centred columns (K, m).

    `names[c]` is the group of column c. None if the values vary no more than their errors.
    """
    if float(np.var(values, ddof=1)) <= float(np.mean(noise)) or columns.shape[1] == 0:
        return None
    groups = list(dict.fromkeys(names))
    places = {name: np.array([at for at, one in enumerate(names) if one == name]) for name in groups}
    kernels = {name: _kernel(columns[:, own]) for name, own in places.items()}
    p = dict(zip(groups, _screened(values, noise, list(kernels.values())), strict=True))
    found = [name for name in groups if p[name] < 0.05]
    others = [at for name in groups if name not in found for at in places[name]]
    parts = [kernels[name] for name in found]
    parts += [_kernel(columns[:, np.array(others)])] if others else []
    fit = _reml(values, noise, [*parts, np.eye(len(values))])
    total = float(np.sum(fit.sizes))
    if total <= 0:
        return None
    told = [_group(name, len(places[name]), p[name], fit, at) for at, name in enumerate(found)]
    told.sort(key=lambda one: (-(one.share or 0.0), one.name))
    told += [Group(name, len(places[name]), p[name], None, None) for name in groups if name not in found]
    weights = np.zeros(columns.shape[1])
    for at, own in enumerate([*(places[name] for name in found), np.array(others, dtype=np.int64)]):
        if len(own):
            weights[own] = fit.weights(columns[:, own], at)
    rest = float(fit.sizes[len(found)]) / total if others else 0.0
    return Explained(tuple(told), rest, float(fit.sizes[-1]) / total, weights)


def _kernel(columns: Floats) -> Floats:
    return columns @ columns.T / _size(columns)


def _size(columns: Floats) -> float:
    """The sum of the variances of columns."""
    return float(np.sum(columns**2)) / len(columns)


def _screened(values: Floats, noise: Floats, kernels: Sequence[Floats]) -> list[float]:
    """The p value of each group, adjusted by Holm. The null distribution, with no effects, is simulated."""
    left = max(float(np.var(values, ddof=1)) - float(np.mean(noise)), 0.0)
    spread = np.sqrt(left + noise)
    null = np.random.default_rng(SEED).standard_normal((ROUNDS, len(values))) * spread
    weights = 1 / spread**2

    def turned(rows: Floats) -> Floats:
        means = (rows * weights).sum(axis=-1, keepdims=True) / weights.sum()
        off: Floats = (rows - means) * weights
        return off

    own, others = turned(values), turned(null)
    own = own / np.sqrt(np.mean((own / np.sqrt(weights)) ** 2))
    others = others / np.sqrt(np.mean((others / np.sqrt(weights)) ** 2, axis=1, keepdims=True))
    found = []
    for kernel in kernels:
        score = float(own @ kernel @ own)
        law = np.einsum("ij,ij->i", others @ kernel, others)
        # a scaled chi-square with the moments of the law, for p values beyond what is simulated
        mean, variance, third = law.mean(), law.var(), float(np.mean((law - law.mean()) ** 3))
        skew = max(third / variance**1.5, 1e-6)
        df = 8 / skew**2
        found.append(float(special.chdtrc(df, max(0.0, df + np.sqrt(2 * df / variance) * (score - mean)))))
    return holm(found)


@dataclass(frozen=True)
class _Fitted:
    sizes: Floats
    covariance: Floats
    projection: Floats
    turned: Floats

    def weights(self, columns: Floats, at: int) -> Floats:
        """For each column, the squared best prediction of its effect plus the variance of this prediction."""
        each = self.sizes[at] / _size(columns)
        best = each * (columns.T @ self.turned)
        left = each - each**2 * np.einsum("ij,ij->j", columns, self.projection @ columns)
        found: Floats = (best**2 + np.maximum(left, 0.0)) * np.mean(columns**2, axis=0)
        return found


def _reml(values: Floats, noise: Floats, kernels: Sequence[Floats]) -> _Fitted:
    """Variance components of kernels, by projected Newton steps with the average information."""

    def at(sizes: Floats) -> tuple[float, Floats, Floats]:
        """The restricted likelihood, the projection P, and P y."""
        whole = np.diag(noise + 1e-12)
        for size, kernel in zip(sizes, kernels, strict=True):
            whole = whole + size * kernel
        inverse = np.linalg.inv(whole)
        ones = inverse.sum(axis=1)
        projection = inverse - np.outer(ones, ones) / ones.sum()
        turned = projection @ values
        sign, logdet = np.linalg.slogdet(whole)
        if sign <= 0:
            return -np.inf, projection, turned
        return float(-0.5 * (logdet + np.log(ones.sum()) + values @ turned)), projection, turned

    def slopes(projection: Floats, turned: Floats) -> tuple[Floats, Floats]:
        """The slope of the likelihood and the average information."""
        seen = np.stack([kernel @ turned for kernel in kernels])
        slope = [
            -0.5 * (float(np.sum(projection * kernel)) - float(turned @ one))
            for kernel, one in zip(kernels, seen, strict=True)
        ]
        return np.array(slope), 0.5 * seen @ projection @ seen.T

    start = max(float(np.var(values, ddof=1)) - float(np.mean(noise)), 1e-12)
    sizes = np.full(len(kernels), start / len(kernels))
    likelihood, projection, turned = at(sizes)
    for _ in range(STEPS):
        slope, information = slopes(projection, turned)
        free = (sizes > 0) | (slope > 0)
        step = np.zeros(len(sizes))
        inner = information[np.ix_(free, free)]
        step[free] = np.linalg.solve(inner + 1e-9 * np.trace(inner) * np.eye(len(inner)), slope[free])
        for _ in range(20):
            wished = np.maximum(sizes + step, 0.0)
            new = at(wished)
            if new[0] >= likelihood - 1e-12:
                break
            step = step / 2
        gained, moved = new[0] - likelihood, float(np.max(np.abs(wished - sizes)))
        sizes, (likelihood, projection, turned) = wished, new
        if gained < 1e-8 and moved < 1e-6 * start:
            break
    covariance = np.linalg.pinv(slopes(projection, turned)[1]).astype(np.float64)
    return _Fitted(sizes, covariance, projection, turned)


def _group(name: str, inputs: int, p: float, fit: _Fitted, at: int) -> Group:
    """A group with its share and, by the delta method, an interval."""
    total = float(np.sum(fit.sizes))
    share = float(fit.sizes[at]) / total
    slope = np.full(len(fit.sizes), -share / total)
    slope[at] += 1 / total
    error = float(np.sqrt(max(0.0, slope @ fit.covariance @ slope)))
    return Group(
        name, inputs, p, share, Interval(max(0.0, share - 1.96 * error), min(1.0, share + 1.96 * error), "AI")
    )


def wrong_side(mean: float, between2: float, known: float) -> float:
    """The chance of guessing the wrong side of 0 once the part `known` of the variance is resolved.

    The true value is N(mean, between2). New knowledge moves the mean by N(0, known) and leaves the rest of
    the variance. This is the expected value of partial perfect information with a loss of 1 for the wrong
    side (Strong, Oakley and Brennan 2014, Medical Decision Making 34).
    """
    if between2 <= 0:
        return 0.0
    known = min(max(known, 0.0), between2)
    left = np.sqrt(between2 - known)
    if left <= 1e-9 * np.sqrt(between2):
        return 0.0
    nodes, weights = _normal_nodes()
    means = mean + np.sqrt(known) * nodes
    return float(np.sum(weights * special.ndtr(-np.abs(means) / left)) / np.sum(weights))


@cache
def _normal_nodes() -> tuple[Floats, Floats]:
    """Nodes and weights that average a function of a normal number (Gauss and Hermite)."""
    nodes, weights = np.polynomial.hermite_e.hermegauss(61)
    return nodes, weights

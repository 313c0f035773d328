"""Shrinkage of several effects by a Bayesian random-effects model that includes the uncertainty of their SD.

Estimates y with known covariance V are draws around true effects, and these are draws around X b with SD tau.
b has a flat prior, tau a half-normal one (Gelman 2006, Bayesian Analysis 1). Everything is integrated over
tau on a grid. So intervals include the uncertainty of tau (Morris 1983, JASA 78), and effects do not collapse
to their mean if the estimate of tau is 0.

A normal distribution of effects shrinks a true outlier too much. `with_outliers` mixes it with a wider one
for outliers (a scale mixture: Dawid 1973, Biometrika 60; West 1984, JRSS B 46).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy import special

from marchsim.stats.choices import Ints
from marchsim.stats.clusters import Floats
from marchsim.stats.heterogeneity import Rotated

NODES = 160  # of the grid of tau
COARSE = 100  # of the grid that finds where tau may lie
BELOW = 25.0  # a density e^25 times below the largest is nothing
LIGHT = 1e-9  # a node of less weight is nothing
HALVINGS = 40
ROUNDS = 25  # of expectation and maximisation, in which coefficients settle
SHARES = (0.0, 0.1)  # of effects that are outliers: none or a tenth, equally likely
FAR = 10.0  # how many times farther outliers lie from the rest
LEAST = 0.25  # of an effect's part of what is known about coefficients, where its kind is in doubt


@dataclass(frozen=True)
class Mixture:
    """Normal distributions of k quantities, (nodes, k), mixed with weights that sum to 1.

    `weights` are (nodes,), or (nodes, k) if each quantity has its own.
    """

    weights: Floats
    means: Floats
    errors: Floats

    @property
    def mean(self) -> Floats:
        """The means (k,)."""
        return np.asarray(np.sum(self._each * self.means, axis=0))

    @property
    def _each(self) -> Floats:
        return self.weights if self.weights.ndim == 2 else self.weights[:, None]

    def interval(self, level: float) -> tuple[Floats, Floats]:
        """The lower and upper ends, each (k,), of the equal-tailed intervals."""
        tail = (1 - level) / 2
        return self.quantile(tail), self.quantile(1 - tail)

    def quantile(self, share: float) -> Floats:
        """The quantiles (k,) of the quantities at probability `share`."""
        held = (self._each > LIGHT).any(axis=1)
        weights, means = self._each[held] / self._each[held].sum(axis=0), self.means[held]
        errors = np.maximum(self.errors[held], np.finfo(np.float64).tiny)
        ends = means + special.ndtri(share) * errors
        low, high = ends.min(axis=0), ends.max(axis=0)
        for _ in range(HALVINGS):
            middle = (low + high) / 2
            below = np.sum(weights * special.ndtr((middle - means) / errors), axis=0) < share
            low, high = np.where(below, middle, low), np.where(below, high, middle)
        found: Floats = (low + high) / 2
        return found


class _Model(Rotated):
    """A model: estimates vary around true effects, which vary around the values of a design."""

    @property
    def p(self) -> int:
        """The number of coefficients."""
        return int(self.design.shape[1])

    def likelihood(self, tau: float) -> float:
        """The logarithm of the likelihood of tau, with the coefficients integrated out."""
        spread = self.sizes + tau**2
        coefficients, covariance = self.fit(tau**2)
        off = self.values - self.design @ coefficients
        size = float(np.linalg.slogdet(covariance)[1]) if self.p else 0.0
        return float(-np.sum(np.log(spread)) + size - np.sum(off**2 / spread)) / 2

    def given(self, tau: float) -> tuple[tuple[Floats, Floats], ...]:
        """The means and standard errors of coefficients, true effects and deviations, given tau."""
        kept = tau**2 / (self.sizes + tau**2)
        coefficients, covariance = self.fit(tau**2)
        line = self.design @ coefficients
        near = kept * (self.values - line)
        own = kept * self.sizes
        root = np.linalg.cholesky(covariance) if self.p else np.zeros((0, 0))
        loose, tied = (part[:, None] * (self.design @ root) for part in (1 - kept, kept))
        return (
            (coefficients, np.sqrt(np.diag(covariance))),
            (self.back(line + near), self._error(own, loose)),
            (self.back(near), self._error(own, tied)),
        )

    def _error(self, own: Floats, shared: Floats) -> Floats:
        """The standard errors of sums of independent parts (variances `own`) and common ones (`shared`)."""
        if self.turn is None:
            return np.asarray(np.sqrt(own + np.sum(shared**2, axis=1)))
        return np.asarray(np.sqrt(self.turn**2 @ own + np.sum((self.turn @ shared) ** 2, axis=1)))

    def draws(self, taus: Floats, chosen: Ints, generator: np.random.Generator) -> Floats:
        """Draws of the true effects. `chosen` has the index of tau for each draw."""
        found = np.empty((len(chosen), len(self.sizes)))
        for node in np.unique(chosen):
            here = np.flatnonzero(chosen == node)
            kept = taus[node] ** 2 / (self.sizes + taus[node] ** 2)
            coefficients, covariance = self.fit(taus[node] ** 2)
            root = np.linalg.cholesky(covariance) if self.p else np.zeros((0, 0))
            lines = (coefficients + generator.standard_normal((len(here), self.p)) @ root.T) @ self.design.T
            noise = generator.standard_normal(lines.shape) * np.sqrt(kept * self.sizes)
            found[here] = kept * self.values + (1 - kept) * lines + noise
        return found if self.turn is None else found @ self.turn.T


@dataclass(frozen=True)
class _Fits:
    """Fits to independent estimates, one for each node. A node is a tau and a share of outliers.

    `coefficients` (nodes, p) are maximum-likelihood estimates with `covariance` (nodes, p, p). `kept` and
    `parts` (nodes, 2, k) are the shrinkage factors of near and far effects, and their probabilities.
    """

    effects: Floats
    variances: Floats
    design: Floats
    coefficients: Floats
    covariance: Floats
    kept: Floats
    parts: Floats
    likelihood: Floats

    def draws(self, taus: Floats, chosen: Ints, generator: np.random.Generator) -> Floats:
        """Draws of the true effects. `chosen` has the index of the node for each draw."""
        root = np.linalg.cholesky(self.covariance)[chosen]
        normal = generator.standard_normal((len(chosen), self.design.shape[1]))
        drawn = self.coefficients[chosen] + np.einsum("npq,nq->np", root, normal)
        far = generator.random((len(chosen), len(self.effects))) < self.parts[chosen, 1]
        kept = np.where(far, self.kept[chosen, 1], self.kept[chosen, 0])
        noise = generator.standard_normal(kept.shape) * np.sqrt(kept * self.variances)
        return np.asarray(kept * self.effects + (1 - kept) * (drawn @ self.design.T) + noise)

    def given(self, weights: Floats) -> tuple[Mixture, Mixture, Mixture]:
        """The coefficients, true effects and deviations, with the nodes mixed by `weights`."""
        line = (self.coefficients @ self.design.T)[:, None, :]
        loose = np.einsum("kp,npq,kq->nk", self.design, self.covariance, self.design)[:, None, :]
        near, own = self.kept * (self.effects - line), self.kept * self.variances
        each = (weights[:, None, None] * self.parts).reshape(-1, len(self.effects))

        def mixed(means: Floats, errors: Floats) -> Mixture:
            return Mixture(each, means.reshape(each.shape), np.sqrt(errors).reshape(each.shape))

        errors = np.sqrt(np.einsum("npp->np", self.covariance))
        return (
            Mixture(weights, self.coefficients, errors),
            mixed(line + near, own + (1 - self.kept) ** 2 * loose),
            mixed(near, own + self.kept**2 * loose),
        )


def _fits(effects: Floats, variances: Floats, design: Floats, taus: Floats, shares: Floats) -> _Fits:
    """Fit the model at nodes with these taus and shares of outliers. EM finds the coefficients (Laplace)."""
    tau2 = taus[:, None, None] ** 2 * np.array([1.0, FAR**2])[:, None]
    spread = variances + tau2
    with np.errstate(divide="ignore"):
        prior = np.log(np.stack([1 - shares, shares], axis=1))[:, :, None] - np.log(spread) / 2
    weighed = 1 / spread[:, 0]
    for _ in range(ROUNDS):
        inner = np.einsum("nk,kp,kq->npq", weighed, design, design)
        sums = np.einsum("nk,kp,k->np", weighed, design, effects)
        coefficients = np.linalg.solve(inner, sums[:, :, None])[:, :, 0]
        off = (effects - coefficients @ design.T)[:, None, :]
        density = prior - off**2 / spread / 2
        parts = special.softmax(density, axis=1)
        weighed = np.sum(parts / spread, axis=1)
    slopes = off / spread
    doubt = np.sum(parts * slopes**2, axis=1) - np.sum(parts * slopes, axis=1) ** 2
    known = np.maximum(weighed - doubt, LEAST * weighed)
    covariance = np.linalg.inv(np.einsum("nk,kp,kq->npq", known, design, design))
    size = np.linalg.slogdet(covariance)[1] / 2
    likelihood = np.sum(special.logsumexp(density, axis=1), axis=1) + size
    return _Fits(effects, variances, design, coefficients, covariance, tau2 / spread, parts, likelihood)


@dataclass(frozen=True)
class Posterior:
    """The posterior distribution: tau on a grid, and all other quantities given each value of tau.

    It has the `coefficients` b (p of them), the `true` effects (k) and their `deviations` from X b (k).
    """

    taus: Floats
    weights: Floats
    coefficients: Mixture
    true: Mixture
    deviations: Mixture
    _model: _Model | _Fits

    def draws(self, number: int, seed: int) -> Floats:
        """Joint draws (number, k) of the true effects."""
        generator = np.random.Generator(np.random.PCG64(seed))
        chosen = generator.choice(len(self.taus), size=number, p=self.weights)
        return self._model.draws(self.taus, chosen, generator)


def posterior(
    effects: Floats, variances: Floats, scale: float, design: Floats | None = None, free: int | None = None
) -> Posterior:
    """The posterior of k estimates, given their variances (k,) or covariance (k, k). Variances are above 0.

    `scale` is the scale of tau's half-normal prior, whose median is 0.67 `scale`. `design` X is (k, p), by
    default a constant. If deviations within a group sum to 0, the estimates count as only `free` independent
    ones in the estimation of tau.
    """
    k = len(effects)
    model = _Model(effects, variances, np.ones((k, 1)) if design is None else design)
    share = 1.0 if free is None else free / k

    def density(taus: Floats) -> Floats:
        return np.array([share * model.likelihood(float(tau)) - (tau / scale) ** 2 / 2 for tau in taus])

    low, high = _range(density, scale)
    taus = low + (high - low) * (np.arange(NODES) + 0.5) / NODES
    weights = np.asarray(special.softmax(density(taus)))
    parts = [model.given(float(tau)) for tau in taus]

    def mixed(at: int) -> Mixture:
        means, errors = (np.array([part[at][which] for part in parts]) for which in (0, 1))
        return Mixture(weights, means, errors)

    return Posterior(taus, weights, mixed(0), mixed(1), mixed(2), model)


def with_outliers(
    effects: Floats, variances: Floats, scale: float, design: Floats | None = None
) -> Posterior:
    """The posterior of effects with independent estimates, if some of the k effects may be outliers.

    The prior is an even mixture of two: that of `posterior`, and one in which a tenth of the effects spread
    `FAR` times as widely. Coefficients are normal around their maximum at each node (Laplace).
    """
    design = np.ones((len(effects), 1)) if design is None else design

    def at(taus: Floats) -> tuple[_Fits, Floats]:
        nodes, shares = np.tile(taus, len(SHARES)), np.repeat(SHARES, len(taus))
        found = _fits(effects, variances, design, nodes, shares)
        return found, found.likelihood - (nodes / scale) ** 2 / 2

    def density(taus: Floats) -> Floats:
        return np.asarray(at(taus)[1].reshape(len(SHARES), -1).max(axis=0))

    low, high = _range(density, scale)
    taus = low + (high - low) * (np.arange(NODES) + 0.5) / NODES
    found, likely = at(taus)
    weights = np.asarray(special.softmax(likely))
    return Posterior(np.tile(taus, len(SHARES)), weights, *found.given(weights), found)


def _range(density: Callable[[Floats], Floats], scale: float) -> tuple[float, float]:
    """The range of tau outside of which the density is below e^-BELOW times the largest."""
    low, high = 0.0, 8 * scale
    for _ in range(HALVINGS):
        taus = low + (high - low) * (np.arange(COARSE) + 0.5) / COARSE
        found = density(taus)
        inside = np.flatnonzero(found > found.max() - BELOW)
        first, last = int(inside[0]), int(inside[-1])
        if last == COARSE - 1:
            high *= 2
            continue
        if last - first > COARSE / 4:
            return low, high
        step = (high - low) / COARSE
        low, high = low + max(0, first - 1) * step, low + (last + 2) * step
    return low, high


def top_chances(found: Posterior, top: int, seed: int, number: int = 10_000) -> Floats:
    """The probability (k,) that each true effect is among the `top` largest, from posterior draws."""
    values = found.draws(number, seed)
    k = values.shape[1]
    if top >= k:
        return np.ones(k)
    best = np.argpartition(-values, top - 1, axis=1)[:, :top]
    return np.bincount(best.ravel(), minlength=k) / number

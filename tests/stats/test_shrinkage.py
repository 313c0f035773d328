"""Shrunk effects: against integrals worked out apart, published results, and coverage by simulation."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import integrate, stats

from marchsim.stats.heterogeneity import spread
from marchsim.stats.intervals import normal_quantile
from marchsim.stats.shrinkage import Posterior, posterior, top_chances, with_outliers

# Coaching for the SAT in eight schools (Rubin 1981, J. Educational Statistics 6).
SCHOOLS = np.array([28.0, 8, -3, 7, -1, 1, 18, 12])
ERRORS = np.array([15.0, 10, 16, 11, 9, 11, 10, 18])


def by_quadrature(effects: np.ndarray, variances: np.ndarray, scale: float, at: int) -> tuple[float, float]:
    """Return mean and SD of one true effect, tau and the mean integrated one after the other."""

    def weight(tau: float) -> float:
        spread_ = variances + tau**2
        mean = np.sum(effects / spread_) / np.sum(1 / spread_)
        like = -np.log(spread_).sum() - np.log(np.sum(1 / spread_)) - np.sum((effects - mean) ** 2 / spread_)
        return float(np.exp(like / 2) * np.exp(-((tau / scale) ** 2) / 2))

    def moments(tau: float) -> tuple[float, float]:
        kept, spread_ = tau**2 / (variances + tau**2), variances + tau**2
        mean = np.sum(effects / spread_) / np.sum(1 / spread_)
        own = kept * effects + (1 - kept) * mean
        variance = kept * variances + (1 - kept) ** 2 / np.sum(1 / spread_)
        return float(own[at]), float(variance[at])

    ends = (0.0, 8 * scale)
    whole = integrate.quad(weight, *ends)[0]
    first = integrate.quad(lambda tau: weight(tau) * moments(tau)[0], *ends)[0] / whole
    second = (
        integrate.quad(lambda tau: weight(tau) * (moments(tau)[0] ** 2 + moments(tau)[1]), *ends)[0] / whole
    )
    return first, float(np.sqrt(second - first**2))


@pytest.mark.parametrize("scale", [2.0, 25.0])
def test_it_is_bayes_rule(scale: float) -> None:
    """Means and SDs of the eight schools are those of scipy's integrals over tau."""
    found = posterior(SCHOOLS, ERRORS**2, scale).true
    for at in (0, 2, 6):
        mean, sd = by_quadrature(SCHOOLS, ERRORS**2, scale, at)
        ours = np.sqrt(
            found.weights @ (found.errors[:, at] ** 2 + found.means[:, at] ** 2) - found.mean[at] ** 2
        )
        assert found.mean[at] == pytest.approx(mean, abs=0.02)
        assert ours == pytest.approx(sd, rel=0.005)


def test_the_eight_schools_as_published() -> None:
    """With a prior that hardly binds: school A about 11 (-2 to 31), as in Gelman et al. (2013, table 5.3)."""
    found = posterior(SCHOOLS, ERRORS**2, 100.0).true
    low, high = found.interval(0.95)
    assert found.mean[0] == pytest.approx(11, abs=1)
    assert (low[0], high[0]) == pytest.approx((-2, 31), abs=2)


def test_intervals_hold_their_share_of_draws() -> None:
    """Of 40,000 draws of the same model 2.5 % lie beyond each end; means agree."""
    found = posterior(SCHOOLS, ERRORS**2, 10.0)
    draws = found.draws(40_000, 1)
    low, high = found.true.interval(0.95)
    assert np.mean(draws < low, axis=0) == pytest.approx(0.025, abs=0.004)
    assert np.mean(draws > high, axis=0) == pytest.approx(0.025, abs=0.004)
    assert draws.mean(axis=0) == pytest.approx(found.true.mean, abs=0.15)


def test_a_covariance_that_is_diagonal_changes_nothing() -> None:
    """As a vector or as a matrix; with correlation the posterior is that of the turned problem."""
    one, two = posterior(SCHOOLS, ERRORS**2, 10.0), posterior(SCHOOLS, np.diag(ERRORS**2), 10.0)
    assert two.true.mean == pytest.approx(one.true.mean)
    assert two.deviations.interval(0.9)[0] == pytest.approx(one.deviations.interval(0.9)[0], abs=1e-6)


def test_where_tau_is_0_effects_do_not_collapse() -> None:
    """Effects closer than their errors: the estimate of tau is 0, intervals keep a width."""
    effects = np.linspace(-0.01, 0.01, 20)
    assert spread(effects, np.full(20, 0.02**2)).paule_mandel == 0  # type: ignore[union-attr]
    found = posterior(effects, np.full(20, 0.02**2), 0.05)
    low, high = found.true.interval(0.95)
    assert np.ptp(found.true.mean) > 0.001 and np.all(high - low > 0.01)
    chances = top_chances(found, 5, 1)
    assert chances[-1] > 0.27 and chances[0] < 0.23


def test_sure_effects_stay_and_a_design_is_followed() -> None:
    """With tiny errors nothing is shrunk; deviations are from the line, and the slope is least squares'."""
    cost = np.tile(np.arange(5.0), 4)
    off = np.random.default_rng(1).normal(0, 0.03, 20)
    design = np.column_stack([np.ones(20), cost])
    found = posterior(0.1 * cost + off, np.full(20, 1e-8), 0.05, design)
    slope, intercept = np.polyfit(cost, 0.1 * cost + off, 1)
    assert found.true.mean == pytest.approx(0.1 * cost + off, abs=1e-5)
    assert found.coefficients.mean == pytest.approx([intercept, slope], abs=1e-5)
    assert found.deviations.mean == pytest.approx(0.1 * cost + off - intercept - slope * cost, abs=1e-4)
    none = posterior(off, np.full(20, 1e-4), 0.05, np.zeros((20, 0)))
    assert np.all(np.abs(none.true.mean) < np.abs(off)) and np.all(none.true.mean * off > 0)


@pytest.mark.parametrize("unit", [1e-4, 1.0, 1e5])
def test_units_scale(unit: float) -> None:
    """Effects, errors and prior in another unit give the same in that unit, wherever tau lies."""
    one = posterior(SCHOOLS, ERRORS**2, 10.0)
    two = posterior(SCHOOLS * unit, (ERRORS * unit) ** 2, 10.0 * unit)
    assert two.true.mean / unit == pytest.approx(one.true.mean, rel=1e-6)


def test_a_prior_far_too_narrow_or_wide_is_survived() -> None:
    """Effects a hundred scales apart, or a scale a thousand errors wide: finite, near the estimates."""
    for scale in (0.02, 2_000.0):
        found = posterior(np.array([-2.0, 0.0, 2.0, 4.0]), np.full(4, 0.01), scale)
        assert found.true.mean == pytest.approx([-2, 0, 2, 4], abs=0.4)
        assert np.isfinite(found.true.interval(0.95)).all()


def test_chances_to_be_among_the_best() -> None:
    """They add up to the places and favour large effects; of two, the chance is the normal's."""
    effects, variances = np.array([0.5, 0.1, 0.0, -0.1, -0.2, 0.4]), np.full(6, 0.01)
    found = posterior(effects, variances, 0.2)
    chances = top_chances(found, 2, seed=1)
    assert chances.sum() == pytest.approx(2) and chances.argmax() == 0
    assert chances[5] > 0.8 and chances[4] < 0.01
    assert top_chances(found, 9, seed=1) == pytest.approx(1.0)
    sure = posterior(np.array([0.3, 0.0]), np.array([0.04, 0.02]), 50.0)
    assert top_chances(sure, 1, 2, 100_000)[0] == pytest.approx(stats.norm.cdf(0.3 / np.sqrt(0.06)), abs=0.03)


def coverage(tau: float, repeats: int, seed: int, scale: float = 0.05) -> tuple[float, float]:
    """Return the shares of true effects that intervals hold, integrated over tau and with tau plugged in.

    Sets of 40 effects with SD tau and errors of 1 to 3 points.
    """
    generator, held = np.random.default_rng(seed), np.zeros(2)
    for _ in range(repeats):
        errors, true = generator.uniform(0.01, 0.03, 40), generator.normal(0.01, tau, 40)
        effects = true + generator.normal(0, errors)
        low, high = posterior(effects, errors**2, scale).true.interval(0.95)
        held[0] += np.mean((low <= true) & (true <= high))
        plugged, half = _plugged(effects, errors**2)
        held[1] += np.mean(np.abs(plugged - true) <= half)
    return float(held[0] / repeats), float(held[1] / repeats)


def _plugged(effects: np.ndarray, variances: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return empirical Bayes estimates and half intervals with one value of tau, as they were before."""
    found = spread(effects, variances)
    assert found is not None
    tau2 = found.paule_mandel
    kept = tau2 / (variances + tau2)
    error = np.sqrt(kept * variances + (1 - kept) ** 2 * found.se**2)
    mean = np.average(effects, weights=1 / (variances + tau2))
    return mean + kept * (effects - mean), normal_quantile(0.95) * error


@pytest.mark.parametrize("tau", [0.0, 0.004])
def test_intervals_cover_where_tau_is_small(tau: float) -> None:
    """At tau of 0 and 0.4 points integrated intervals hold 93 % at least; a plugged tau falls below 90 %."""
    integrated, plugged = coverage(tau, 25, 7)
    assert integrated >= 0.93
    assert plugged < 0.90 or tau == 0.0


@pytest.mark.slow
@pytest.mark.parametrize("tau", [0.0, 0.002, 0.005, 0.01, 0.02, 0.05])
def test_intervals_cover_at_length(tau: float) -> None:
    """Over 400 sets of 40 effects: 93 % at least, 96 % at most but where tau is next to 0.

    Measured: 99.9, 99.8, 98.1, 93.7, 94.0 and 95.0 %; with tau plugged in 97.7, 94.6, 85.3, 84.9, 92.4, 94.9.
    """
    integrated, plugged = coverage(tau, 400, 11)
    print(f"tau {tau}: integrated {integrated:.4f}, plugged in {plugged:.4f}")
    assert integrated >= 0.93
    assert integrated <= 0.96 or tau < 0.01
    assert plugged < 0.87 or tau not in (0.005, 0.01)


@pytest.mark.slow
def test_distances_from_a_line_cover_at_length() -> None:
    """Over 300 sets with a line over cost, deviations of SD 1 point: 92 to 97 % (measured: 93.4 %)."""
    generator, held = np.random.default_rng(12), 0.0
    cost = np.tile(np.arange(4.0), 10)
    design = np.column_stack([np.ones(40), cost])
    for _ in range(300):
        errors, off = generator.uniform(0.01, 0.03, 40), generator.normal(0, 0.01, 40)
        found: Posterior = posterior(0.01 * cost + off + generator.normal(0, errors), errors**2, 0.05, design)
        low, high = found.deviations.interval(0.95)
        held += np.mean((low <= off) & (off <= high))
    print("distances from the line covered", held / 300)
    assert 0.92 <= held / 300 <= 0.97


def outliers(repeats: int, seed: int) -> tuple[float, float, float]:
    """The shares of outliers and of other effects in their intervals, and of outliers in normal ones.

    Of 40 effects with an SD of 4 two lie at 40 and -40; errors are about 6, the prior's scale is 20.
    """
    generator, held = np.random.default_rng(seed), np.zeros(3)
    for _ in range(repeats):
        errors, true = 6 * generator.uniform(0.8, 1.25, 40), generator.normal(0, 4, 40)
        true[:2] = 40, -40
        effects = true + generator.normal(0, errors)
        ends = [f(effects, errors**2, 20.0).true.interval(0.95) for f in (with_outliers, posterior)]
        inside, normal = ((low <= true) & (true <= high) for low, high in ends)
        held += inside[:2].mean(), inside[2:].mean(), normal[:2].mean()
    far, near, before = held / repeats
    return float(far), float(near), float(before)


def test_a_true_outlier_stays_one() -> None:
    """Intervals hold the outliers, of which a normal spread loses every other; draws are alike."""
    far, near, before = outliers(5, 6)
    assert far >= 0.8 and near >= 0.9 and before <= 0.7
    effects = np.array([40.0, *np.linspace(-6, 6, 15)])
    found = with_outliers(effects, np.full(16, 25.0), 20.0)
    assert found.true.mean[0] > 35 > posterior(effects, np.full(16, 25.0), 20.0).true.mean[0]
    assert found.draws(20_000, 1).mean(axis=0) == pytest.approx(found.true.mean, abs=0.3)
    assert top_chances(found, 1, 1)[0] > 0.99


@pytest.mark.slow
def test_outliers_are_covered_at_length() -> None:
    """Over 400 sets 90 to 97 % of outliers, 93 % of the rest; with a normal spread under 60 %."""
    far, near, before = outliers(400, 5)
    print("outliers", far, "rest", near, "outliers, normal spread", before)
    assert 0.90 <= far <= 0.97 and near >= 0.93 and before < 0.6

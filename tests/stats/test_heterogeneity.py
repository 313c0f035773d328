"""Spread and shrinkage of true effects against the BCG trials as metafor publishes them, and statsmodels."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import kstest
from statsmodels.regression.linear_model import WLS
from statsmodels.stats.meta_analysis import combine_effects

from marchsim.stats.heterogeneity import Spread, spread

# 13 trials of the BCG vaccine (Colditz et al. 1994, JAMA 271): positive and negative, vaccinated and control.
BCG = np.array([
    (4, 119, 11, 128), (6, 300, 29, 274), (3, 228, 11, 209), (62, 13536, 248, 12619), (33, 5036, 47, 5761),
    (180, 1361, 372, 1079), (8, 2537, 10, 619), (505, 87886, 499, 87892), (29, 7470, 45, 7232),
    (17, 1699, 65, 1600), (186, 50448, 141, 27197), (5, 2493, 3, 2338), (27, 16886, 29, 17825),
], dtype=np.float64)  # fmt: skip
A, B, C, D = BCG.T
RISK = np.log(A / (A + B)) - np.log(C / (C + D)), 1 / A - 1 / (A + B) + 1 / C - 1 / (C + D)
ODDS = np.log(A * D / (B * C)), 1 / A + 1 / B + 1 / C + 1 / D


def found(effects: np.ndarray, variances: np.ndarray) -> Spread:
    result = spread(effects, variances)
    assert result is not None
    return result


def test_the_bcg_trials_as_published() -> None:
    """metafor's log risk ratios: DL 0.3088, PM 0.3181, Q-profile 0.1197 to 1.1115, Q(12) 152.2330."""
    ours = found(*RISK)
    assert ours.dersimonian_laird == pytest.approx(0.3088, abs=5e-5)
    assert ours.paule_mandel == pytest.approx(0.3181, abs=5e-5)
    assert (ours.interval.low, ours.interval.high) == pytest.approx((0.1197, 1.1115), abs=5e-5)
    assert ours.q == pytest.approx(152.2330, abs=5e-5)
    assert (ours.mean, ours.se) == pytest.approx((-0.7150, 0.1809), abs=5e-5)


def test_the_bcg_trials_as_odds() -> None:
    """metafor on van Houwelingen et al. (2002), log odds ratios: Q-profile 0.1302 to 1.1812."""
    ours = found(*ODDS)
    assert (ours.interval.low, ours.interval.high) == pytest.approx((0.1302, 1.1812), abs=1e-4)


def test_both_estimators_are_statsmodels() -> None:
    """DL and PM on made-up effects, homogeneous ones among them (statsmodels leaves DL below 0)."""
    generator = np.random.default_rng(1)
    for tau in (0.0, 0.1, 1.0):
        variances = generator.uniform(0.01, 0.2, 25)
        effects = generator.normal(0.3, np.sqrt(tau**2 + variances))
        ours = found(effects, variances)
        for method, value in (("dl", ours.dersimonian_laird), ("pm", ours.paule_mandel)):
            theirs = combine_effects(effects, variances, method_re=method)
            assert value == pytest.approx(max(0.0, theirs.tau2), abs=1e-5)


def test_a_covariance_that_is_diagonal_changes_nothing() -> None:
    """Variances as a vector or as a matrix: the same spread."""
    effects, variances = RISK
    one, two = found(effects, variances), found(effects, np.diag(variances))
    assert two.paule_mandel == pytest.approx(one.paule_mandel)
    assert two.dersimonian_laird == pytest.approx(one.dersimonian_laird)


def test_a_shared_control_needs_its_covariance() -> None:
    """Effects that share a control with the variance of their own part: ignoring it reads tau^2 too small.

    Over 300 studies with tau^2 = 0.04 the right covariance is unbiased; variances alone find less than half.
    """
    generator = np.random.default_rng(2)
    k, own, control, tau2 = 20, 0.02, 0.08, 0.04
    matrix = np.full((k, k), control) + np.eye(k) * own
    right, wrong = [], []
    for _ in range(300):
        effects = generator.normal(0, np.sqrt(tau2), k) + generator.multivariate_normal(np.zeros(k), matrix)
        right.append(found(effects, matrix).paule_mandel)
        wrong.append(found(effects, np.diag(matrix)).paule_mandel)
    assert np.mean(right) == pytest.approx(tau2, abs=0.004)
    assert np.mean(wrong) < tau2 / 2


@given(st.lists(st.tuples(st.floats(-5, 5), st.floats(0.01, 4)), min_size=2, max_size=20))
def test_laws_of_the_spread(rows: list[tuple[float, float]]) -> None:
    """Both tau^2 are never negative; units scale."""
    effects, variances = (np.array(column) for column in zip(*rows, strict=True))
    ours = found(effects, variances)
    assert ours.dersimonian_laird >= 0 and 0 <= ours.interval.low <= ours.interval.high
    twice = found(2 * effects, 4 * variances)
    assert twice.paule_mandel == pytest.approx(4 * ours.paule_mandel, rel=1e-6, abs=1e-9)


def test_one_estimate_has_no_spread() -> None:
    assert spread(np.array([0.3]), np.array([0.1])) is None


def test_a_line_is_statsmodels_weighted_least_squares() -> None:
    """Coefficients at tau^2 are theirs; tau^2 makes the weighted squares k - 2; a flat line has none."""
    generator = np.random.default_rng(3)
    cost, variances = generator.integers(1, 5, 40).astype(float), generator.uniform(0.1, 0.4, 40)
    effects = 0.2 + 0.5 * cost + generator.normal(0, np.sqrt(variances + 0.5))
    design = np.column_stack([np.ones(40), cost])
    ours = spread(effects, variances, design=design)
    assert ours is not None and ours.df == 38
    theirs = WLS(effects, design, weights=1 / (variances + ours.paule_mandel)).fit(cov_type="fixed scale")
    assert (ours.mean, ours.se) == pytest.approx((theirs.params[0], theirs.bse[0]))
    off = effects - design @ theirs.params
    assert np.sum(off**2 / (variances + ours.paule_mandel)) == pytest.approx(38)
    flat = spread(design @ [0.1, 2.0], variances, design=design)
    assert flat is not None and flat.paule_mandel == 0 and flat.q == pytest.approx(0, abs=1e-9)
    assert spread(effects[:2], variances[:2], design=design[:2]) is None


def test_deviations_that_add_up_to_0_count_for_less() -> None:
    """Of 500 sets of 20 items by 4 groups, less their items' means: Q's p is uniform, tau^2 unbiased."""
    generator, p_values, tau2 = np.random.default_rng(5), [], []
    for tau in (0.0, 0.1):
        for _ in range(500):
            raw = generator.normal(0, np.hypot(0.1, tau), (20, 4))
            off = (raw - raw.mean(axis=1, keepdims=True)).ravel()
            found_ = spread(off, np.full(80, 0.01 * 3 / 4), free=60)
            assert found_ is not None
            (p_values if tau == 0 else tau2).append(found_.p if tau == 0 else found_.paule_mandel)
    assert kstest(p_values, "uniform").pvalue > 0.001
    assert np.mean(tau2) == pytest.approx(0.01 * 3 / 4, rel=0.05)


def covered(repeats: int, seed: int) -> int:
    """Return how many Q-profile intervals of `repeats` studies of 20 effects hold tau^2 = 0.05."""
    generator = np.random.default_rng(seed)
    count = 0
    for _ in range(repeats):
        variances = generator.uniform(0.02, 0.2, 20)
        interval = found(generator.normal(0, np.sqrt(0.05 + variances)), variances).interval
        count += interval.low <= 0.05 <= interval.high
    return count


def test_coverage_of_tau_lies_in_the_band() -> None:
    """Of 200 intervals 179 to 198 hold the truth (seed 48)."""
    assert 179 <= covered(200, 48) <= 198


@pytest.mark.slow
def test_coverage_of_tau_at_length() -> None:
    """Over 4,000 studies it is 95 % within its band (seed 49)."""
    assert abs(covered(4000, 49) / 4000 - 0.95) <= 3.29 * np.sqrt(0.95 * 0.05 / 4000) + 0.003

"""Tests and adjustments against statsmodels and scipy, and their size by simulation."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.multivariate import test_mvmean as hotelling
from statsmodels.stats.proportion import multinomial_proportions_confint

from marchsim.stats.clusters import cluster_means
from marchsim.stats.contrasts import equal_means, linear_trend, t_test
from marchsim.stats.counts import chi_square_equal, goodman
from marchsim.stats.multiplicity import holm
from marchsim.stats.paired import mcnemar_exact, sign_flip
from marchsim.stats.power import detectable


def test_equal_means_is_hotellings_test() -> None:
    """With one entry per cluster F and p equal statsmodels' Hotelling test of the contrasts."""
    values = np.random.default_rng(3).normal(size=(40, 4)) + [0.0, 0.1, 0.2, 0.0]
    means, covariance = cluster_means(values, np.ones_like(values))
    ours = equal_means(means, covariance, 40)
    theirs = hotelling(values[:, :3] - values[:, 3:], np.zeros(3))
    assert ours is not None
    assert (ours.statistic, ours.df1, ours.df2) == pytest.approx((theirs.statistic, 3, 37))
    assert ours.p == pytest.approx(theirs.pvalue)


def test_equal_means_is_undefined_without_variance() -> None:
    """A contrast without variance, one mean alone, or too few clusters give None, never NaN."""
    always = np.tile([1.0, 0.0, 0.0], (50, 1))
    assert equal_means(*cluster_means(always, np.ones((50, 3))), 50) is None
    assert equal_means(np.array([0.25]), np.array([[0.01]]), 50) is None
    few = np.random.default_rng(1).normal(size=(3, 4))
    assert equal_means(*cluster_means(few, np.ones((3, 4))), 3) is None


def test_equal_means_ignores_which_mean_comes_last() -> None:
    """The test does not depend on the reference of its contrasts."""
    values = np.random.default_rng(4).normal(size=(60, 5))
    counts = np.random.default_rng(5).integers(0, 3, (60, 5)).astype(float)
    there = equal_means(*cluster_means(values * counts, counts), 60)
    back = equal_means(*cluster_means((values * counts)[:, ::-1], counts[:, ::-1]), 60)
    assert there is not None and back is not None
    assert there.p == pytest.approx(back.p)


def test_linear_trend_is_least_squares() -> None:
    """The slope is numpy's, and its SE that of the deals' own slopes."""
    values = np.random.default_rng(6).normal(size=(80, 4)) + np.arange(4) * 0.3
    slope = linear_trend(*cluster_means(values, np.ones_like(values)))
    each = np.array([np.polyfit(range(4), row, 1)[0] for row in values])
    assert slope.value == pytest.approx(each.mean())
    assert slope.se == pytest.approx(each.std(ddof=1) / np.sqrt(80))


def test_t_test_is_scipys() -> None:
    """t and p equal scipy's one-sample test."""
    values = np.random.default_rng(9).normal(0.2, 1, 50)
    theirs = stats.ttest_1samp(values, 0)
    ours = t_test(float(values.mean()), float(values.std(ddof=1) / np.sqrt(50)), 49)
    assert (ours.statistic, ours.p) == pytest.approx((theirs.statistic, theirs.pvalue))


@pytest.mark.parametrize("counts", [(10, 12, 9, 19), (0, 5), (250, 260, 240)])
def test_chi_square_is_scipys(counts: tuple[int, ...]) -> None:
    """Statistic and p equal scipy's chi-square."""
    theirs = stats.chisquare(counts)
    ours = chi_square_equal(counts)
    assert (ours.statistic, ours.p) == pytest.approx((theirs.statistic, theirs.pvalue))


def test_goodman_is_statsmodels() -> None:
    """Simultaneous intervals of seven counts equal statsmodels'."""
    counts = [56, 72, 73, 59, 62, 87, 58]
    theirs = multinomial_proportions_confint(counts, 0.05, method="goodman")
    ours = [(i.low, i.high) for i in goodman(counts)]
    assert np.array(ours) == pytest.approx(theirs, abs=1e-12)


@pytest.mark.parametrize(("first", "second"), [(0, 0), (1, 0), (7, 7), (8, 19), (0, 12)])
def test_mcnemar_is_statsmodels(first: int, second: int) -> None:
    """The exact p equals statsmodels' binomial version; with no discordant pair it is 1."""
    theirs = mcnemar([[5, first], [second, 5]], exact=True).pvalue if first + second else 1.0
    assert mcnemar_exact(first, second).p == pytest.approx(theirs)


def test_sign_flip_approaches_the_exact_permutation_test() -> None:
    """For twelve clusters the p lies within its Monte Carlo error of all 4,096 sign patterns."""
    values = np.random.default_rng(11).normal(0.5, 1, 12)
    signs = np.array(np.meshgrid(*[[-1, 1]] * 12)).reshape(12, -1).T
    exact = float(np.mean(np.abs(signs @ values) >= abs(values.sum()) - 1e-9))
    ours = sign_flip(values, seed=1)
    assert ours.p == pytest.approx(exact, abs=4 * np.sqrt(exact / 9999) + 1e-4)
    assert ours == sign_flip(values, seed=1)
    assert ours.p != sign_flip(values, seed=2).p


def test_sign_flip_is_never_zero_and_one_without_a_difference() -> None:
    """The smallest p is 1 / 10,000; no difference anywhere gives 1."""
    assert sign_flip(np.ones(60), seed=2).p == pytest.approx(1e-4)
    assert sign_flip(np.zeros(60), seed=2).p == 1.0


def test_holm_of_a_known_case() -> None:
    """The textbook case: 0.01, 0.04, 0.03, 0.005 become 0.03, 0.06, 0.06, 0.02."""
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([]) == []


def test_the_detectable_effect_is_found_in_four_of_five_studies() -> None:
    """At 2.80 standard errors a two-sided 5 % test has 80 % power."""
    assert detectable(0.01) == pytest.approx(0.028)
    power = stats.norm.sf(1.96 - 2.80)
    assert power == pytest.approx(0.80, abs=0.001)


def rejections(deals: int, repeats: int, seed: int) -> int:
    """Return how often 'all seats equal' is rejected at 5 % where it is true, on deals of four games."""
    generator = np.random.default_rng(seed)
    count = 0
    for _ in range(repeats):
        chances = generator.dirichlet(np.full(4, 2.0), deals)
        wins = generator.multinomial(4, chances).astype(float)
        test = equal_means(*cluster_means(wins, np.full((deals, 4), 4.0)), deals)
        count += test is not None and test.p < 0.05
    return count


@pytest.mark.parametrize("deals", [30, 120])
def test_size_of_all_equal_lies_in_the_band(deals: int) -> None:
    """Of 200 true nulls 2 to 21 are rejected at 5 % (99.9 % binomial band)."""
    assert 2 <= rejections(deals, 200, seed=30) <= 21


@pytest.mark.slow
@pytest.mark.parametrize("deals", [30, 120, 500])
def test_size_of_all_equal_at_length(deals: int) -> None:
    """Over 4,000 true nulls the size is 5 % within its band and one point for the approximation."""
    assert abs(rejections(deals, 4000, seed=31) / 4000 - 0.05) <= 3.2905 * np.sqrt(0.05 * 0.95 / 4000) + 0.01

"""Tests and adjustments against statsmodels and scipy, and their size by simulation."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.proportion import multinomial_proportions_confint

from marchsim.stats.clusters import cluster_means
from marchsim.stats.contrasts import linear_trend, t_test
from marchsim.stats.multiplicity import holm
from marchsim.stats.paired import mcnemar_exact, sign_flip
from marchsim.stats.power import detectable
from marchsim.stats.tables import chi_square_equal, goodman


def test_linear_trend_is_least_squares() -> None:
    """The slope is numpy's, and its SE that of the deals' own slopes."""
    values = np.random.default_rng(6).normal(size=(80, 4)) + np.arange(4) * 0.3
    slope, se = linear_trend(*cluster_means(values, np.ones_like(values)))
    each = np.array([np.polyfit(range(4), row, 1)[0] for row in values])
    assert slope == pytest.approx(each.mean())
    assert se == pytest.approx(each.std(ddof=1) / np.sqrt(80))


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

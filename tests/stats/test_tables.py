"""Tables of counts and exact shares near a value: scipy, statsmodels, published values, and simulation."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats
from scipy.stats import contingency
from statsmodels.stats.power import NormalIndPower
from statsmodels.stats.proportion import power_proportions_2indep, proportion_effectsize

from marchsim.stats.power import (
    cohen_h,
    games_for_difference,
    power_of_difference,
    power_of_h,
    power_of_share,
)
from marchsim.stats.shares import share_tost
from marchsim.stats.tables import cramer, fisher


def test_the_lady_tasting_tea() -> None:
    """Fisher (1935): p 0.4857, conditional odds ratio 6.41 from 0.21 (as R's fisher.test prints them)."""
    found = fisher([[3, 1], [1, 3]])
    assert found is not None and found.odds_ratio is not None
    assert found.p == pytest.approx(0.4857143, abs=1e-7)
    assert found.odds_ratio == pytest.approx(6.408309, abs=2e-5)
    assert found.interval[0] == pytest.approx(0.2117, abs=1e-4)


def test_exact_tests_are_scipys() -> None:
    """On many small tables; empty rows and columns have none, infinite odds are None."""
    generator = np.random.default_rng(1)
    for table in generator.integers(0, 12, (40, 2, 2)):
        found = fisher(table.tolist())
        if found is None:
            assert 0 in table.sum(axis=0) or 0 in table.sum(axis=1)
            continue
        assert found.p == pytest.approx(stats.fisher_exact(table).pvalue)
        assert (found.odds_ratio is None) == (table[0, 1] * table[1, 0] == 0)


def test_cramers_v_is_scipys_and_bergsmas() -> None:
    """V by scipy; corrected by hand for a table of 3 x 2; neither below 0 nor above 1."""
    table = np.array([[10, 20], [30, 15], [12, 13]])
    found = cramer(table.tolist())
    assert found is not None
    assert found.v == pytest.approx(contingency.association(table, method="cramer"))
    test = stats.chi2_contingency(table, correction=False)
    assert (found.chi2, found.p, found.df) == pytest.approx((test.statistic, test.pvalue, 2))
    n = table.sum()
    phi2 = max(0, test.statistic / n - 2 / (n - 1))
    assert found.corrected == pytest.approx(np.sqrt(phi2 / (min(3 - 4 / (n - 1), 2 - 1 / (n - 1)) - 1)))
    whole = cramer([[9, 0], [0, 9]])
    assert whole is not None and (whole.v, whole.corrected, whole.interval.high) == (1.0, 1.0, 1.0)
    assert cramer([[3, 0], [5, 0]]) is None
    padded = cramer([[10, 20, 0], [30, 15, 0], [12, 13, 0], [0, 0, 0]])
    assert padded == found


def test_bounds_of_v_are_tails_of_the_noncentral_chi_square() -> None:
    found = cramer([[40, 20, 10], [10, 20, 40]])
    assert found is not None
    for bound, tail in ((found.interval.low, 0.975), (found.interval.high, 0.025)):
        assert stats.ncx2.cdf(found.chi2, 2, bound**2 * 140) == pytest.approx(tail, abs=1e-6)


def covered(chances: np.ndarray, n: int, count: int, seed: int) -> tuple[int, float, float]:
    """Return how many intervals hold the true V, and the mean of V and of the corrected one."""
    expected = np.outer(chances.sum(axis=1), chances.sum(axis=0))
    truth = float(np.sqrt(np.sum((chances - expected) ** 2 / expected) / (min(chances.shape) - 1)))
    drawn = np.random.default_rng(seed).multinomial(n, chances.ravel(), size=count)
    found = [cramer(one.reshape(chances.shape).tolist()) for one in drawn]
    held = sum(one is not None and one.interval.low <= truth <= one.interval.high for one in found)
    plain, corrected = (np.mean([getattr(one, name) for one in found]) for name in ("v", "corrected"))
    return held, float(plain), float(corrected)


TABLE = np.array([[0.15, 0.10, 0.10], [0.10, 0.15, 0.10], [0.05, 0.05, 0.20]])


def test_intervals_of_v_cover() -> None:
    """Of 300 tables in 95 % (99.9 % band); independent ones have a V of 0.08, corrected of under 0.04."""
    low, high = stats.binom.interval(0.999, 300, 0.95)
    assert low <= covered(TABLE, 400, 300, 2)[0] <= high
    _, plain, corrected = covered(np.full((3, 3), 1 / 9), 300, 300, 3)
    assert plain > 0.07 > 0.04 > corrected


@pytest.mark.slow
def test_intervals_of_v_cover_at_length() -> None:
    held, _, _ = covered(TABLE, 800, 4000, 4)
    low, high = stats.binom.interval(0.999, 4000, 0.95)
    assert low - 40 <= held <= high + 40  # a point for the approximation


@pytest.mark.parametrize(("wins", "n"), [(0, 40), (3, 40), (100, 400), (260, 1000), (40, 40)])
def test_a_share_near_a_value_is_two_binomial_tests(wins: int, n: int) -> None:
    """p is the larger of scipy's one-sided ones, and agrees with the 90 % interval."""
    for share, margin in ((0.25, 0.05), (0.1, 0.2), (0.95, 0.1)):
        found = share_tost(wins, n, share, margin)
        low, high = share - margin, share + margin
        above = stats.binomtest(wins, n, low, alternative="greater").pvalue if low >= 0 else 0.0
        below = stats.binomtest(wins, n, high, alternative="less").pvalue if high <= 1 else 0.0
        assert found.p == pytest.approx(max(above, below))
        inside = (low < found.interval.low or low < 0) and (found.interval.high < high or high > 1)
        assert (found.p < 0.05) == inside


def test_a_share_at_the_margin_is_shown_to_be_near_in_at_most_5_percent() -> None:
    """By counting all outcomes: the size of the exact test at both ends of the margin."""
    for n in (30, 200):
        shown = np.array([share_tost(wins, n, 0.3, 0.1).p < 0.05 for wins in range(n + 1)])
        for truth in (0.2, 0.4):
            assert stats.binom.pmf(np.arange(n + 1), n, truth)[shown].sum() <= 0.05


def test_power_is_statsmodels() -> None:
    """Cohen's h, its power, and the power of the score test of two shares; n is the smallest."""
    assert cohen_h(0.3, 0.2) == pytest.approx(proportion_effectsize(0.3, 0.2))
    for n, m in ((100, 100), (300, 150)):
        theirs = NormalIndPower().power(0.3, n, 0.05, ratio=m / n)
        assert power_of_h(0.3, n, m) == pytest.approx(theirs)
        own = power_proportions_2indep(0.1, 0.2, n, ratio=m / n, return_results=False)
        assert power_of_difference(0.3, 0.2, n, m) == pytest.approx(own)
    n = games_for_difference(0.3, 0.2)
    assert power_of_difference(0.3, 0.2, n - 1, n - 1) < 0.8 <= power_of_difference(0.3, 0.2, n, n)


def test_published_power() -> None:
    """Cohen (1988), table 6.3.5: h 0.20 with 100 on each side is found in 29 %, h 0.50 with 50 in 71 %."""
    assert power_of_h(0.2, 100, 100) == pytest.approx(0.29, abs=0.005)
    assert power_of_h(0.5, 50, 50) == pytest.approx(0.71, abs=0.006)


def test_power_of_a_share_by_counting_all_outcomes() -> None:
    """The score test of 500 games finds 0.30 instead of 0.25 as often as it says, within 2 points (h: 3)."""
    n, share = 500, 0.25
    wins = np.arange(n + 1)
    z = (wins / n - share) / np.sqrt(share * (1 - share) / n)
    true = stats.binom.pmf(wins, n, 0.30)[np.abs(z) > 1.959964].sum()
    assert power_of_share(share, 0.30, n) == pytest.approx(true, abs=0.02)
    assert power_of_h(cohen_h(0.30, share), n) == pytest.approx(true, abs=0.03)

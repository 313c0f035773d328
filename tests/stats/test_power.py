"""Sample sizes against published values and statsmodels, and by simulating the study they ask for."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.power import NormalIndPower
from statsmodels.stats.proportion import power_proportions_2indep, proportion_effectsize

from marchsim.stats.differences import equal_shares
from marchsim.stats.power import (
    cohen_h,
    deals_for_tost,
    detectable,
    games_for_difference,
    games_for_share,
    multiple,
    omnibus_multiple,
    power_of_difference,
    power_of_h,
    power_of_share,
    tost_power,
)


def test_published_power_of_bioequivalence() -> None:
    """The standard example of PowerTOST (2x2 crossover, CV 0.3, ratio 0.95): n = 40, power 0.815845.

    Diletti, Hauschke and Steinijans (1991), table 1, need 32 where the ratio is 1.
    """
    se_one, margin = math.sqrt(2 * math.log(1 + 0.3**2)), math.log(1.25)
    found = tost_power(se_one, 40, 38, margin, difference=math.log(0.95))
    assert found == pytest.approx(0.815845, abs=1e-6)
    assert tost_power(se_one, 30, 28, margin) < 0.8 <= tost_power(se_one, 32, 30, margin)


def test_n_is_the_smallest() -> None:
    """One deal less has not the power."""
    n = deals_for_tost(1.0, 0.5)
    assert tost_power(1.0, n - 1, n - 2, 0.5) < 0.8 <= tost_power(1.0, n, n - 1, 0.5)


def test_power_of_the_share_it_asks_for() -> None:
    """In n games the score test finds the difference in 80 % of studies, by counting all outcomes."""
    for share, difference in [(0.25, 0.02), (0.25, -0.05), (1 / 3, 0.1)]:
        n = games_for_share(share, difference)
        wins = np.arange(n + 1)
        found = np.abs(wins / n - share) >= 1.959964 * np.sqrt(share * (1 - share) / n)
        power = stats.binom.pmf(wins, n, share + difference)[found].sum()
        assert power == pytest.approx(0.8, abs=0.02)


def test_more_is_needed_for_less() -> None:
    """n grows as the difference shrinks, as the power grows, and as the level falls."""
    assert games_for_share(0.25, 0.01) > games_for_share(0.25, 0.02)
    assert games_for_share(0.25, 0.02, 0.9) > games_for_share(0.25, 0.02)
    assert games_for_share(0.25, 0.02, 0.8, 0.01) > games_for_share(0.25, 0.02)
    assert deals_for_tost(1, 0.1) > deals_for_tost(1, 0.2) > deals_for_tost(1, 0.2, 0.5)


def test_the_multiple_of_a_test_of_all_is_that_of_the_noncentral_f() -> None:
    """3.30, 4.03 and 4.16 standard errors with 4, 11 and 13 shares; F of scipy has 80 % power there."""
    assert [round(omnibus_multiple(k - 1), 2) for k in (4, 11, 13)] == [3.30, 4.03, 4.16]
    for df1, df2, alpha, power in [(1, 40, 0.05, 0.8), (3, 87, 0.01, 0.9), (12, 4000, 0.05, 0.8)]:
        root = omnibus_multiple(df1, df2, alpha, power)
        critical = stats.f.isf(alpha, df1, df2)
        assert stats.ncf.sf(critical, df1, df2, root**2) == pytest.approx(power, abs=1e-6)
    assert omnibus_multiple(1) == pytest.approx(multiple(0.05), abs=1e-4) == pytest.approx(2.80, abs=0.002)
    assert omnibus_multiple(1, 1e5 + 1) == pytest.approx(omnibus_multiple(1), rel=1e-4)


def test_one_of_several_tests_must_be_larger_to_be_found() -> None:
    """At Holm's first step of 55 a difference of 4.16 standard errors is found in 80 % of studies."""
    assert detectable(1.0) == 2.80
    root = detectable(1.0, tests=55)
    assert stats.norm.sf(stats.norm.isf(0.025 / 55) - root) == pytest.approx(0.8, abs=1e-4)


def found_at(shares: int, errors: float, repeats: int, seed: int) -> int:
    """Return how often the test of all finds one share so many standard errors off, four at a table."""
    generator = np.random.default_rng(seed)
    deals = 100 * shares
    se = math.sqrt(0.25 * 0.75 / (4 * deals / shares))
    count = 0
    for _ in range(repeats):
        who = generator.permuted(np.tile(np.arange(shares), (deals, 1)), axis=1)[:, :4]
        off = np.where(who == 0, errors * se, 0.0)
        chances = 0.25 + off - (off.sum(axis=1, keepdims=True) - off) / 3
        winner = who[
            np.arange(deals), (generator.random((deals, 1)) > np.cumsum(chances, axis=1)).sum(axis=1)
        ]
        credit, entries = np.zeros((deals, shares)), np.zeros((deals, shares))
        credit[np.arange(deals), winner] = 1.0
        np.put_along_axis(entries, who, 1.0, axis=1)
        test = equal_shares(credit, entries)
        assert test is not None
        count += test.p < 0.05
    return count


def test_what_is_called_detectable_is_found_in_four_of_five_runs() -> None:
    """With 11 strategies 160 +- of 200 runs find 4.03 standard errors; of 2.80, as told before, not half."""
    low, high = stats.binom.interval(0.999, 200, 0.8)
    assert low <= found_at(11, omnibus_multiple(10), 200, 73) <= high
    assert found_at(11, 2.80, 200, 74) < 115


@pytest.mark.slow
@pytest.mark.parametrize(("shares", "before"), [(4, 0.64), (11, 0.43), (13, 0.39)])
def test_what_is_called_detectable_is_found_at_length(shares: int, before: float) -> None:
    """Over 2,000 runs the power is 80 % (99.9 % band and two points); that of 2.80 errors was 64 to 39 %."""
    spread = 3.2905 * math.sqrt(0.8 * 0.2 / 2000) + 0.02
    assert found_at(shares, omnibus_multiple(shares - 1), 2000, 75) / 2000 == pytest.approx(0.8, abs=spread)
    assert found_at(shares, 2.80, 2000, 76) / 2000 == pytest.approx(before, abs=0.06)


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

"""Power of comparisons of shares: statsmodels, and by counting all outcomes."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.power import NormalIndPower
from statsmodels.stats.proportion import power_proportions_2indep, proportion_effectsize

from marchsim.stats.power import (
    cohen_h,
    games_for_difference,
    power_of_difference,
    power_of_h,
    power_of_share,
)


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

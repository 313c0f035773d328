"""Fieller's interval agrees with t tests of both limits, and covers the ratio where margins were too sure."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from marchsim.stats.clusters import Floats
from marchsim.stats.contrasts import fieller
from marchsim.stats.intervals import Interval


def of(first: Floats, second: Floats, level: float) -> Interval | None:
    """Return the interval of paired samples."""
    n, spread = len(first), np.cov(first, second) / len(first)
    means = float(first.mean()), float(second.mean())
    return fieller(*means, (spread[0, 0], spread[1, 1]), spread[0, 1], n - 1, level)


def test_its_ends_are_where_t_just_rejects() -> None:
    """scipy's one-sample t of second - r first has p = 0.05 at both ends of the 95 % interval."""
    chance = np.random.default_rng(2)
    first = chance.normal(10, 4, 40)
    second = 0.7 * first + chance.normal(4, 2, 40)
    found = of(first, second, 0.95)
    assert found is not None
    for end in (found.low, found.high):
        assert stats.ttest_1samp(second - end * first, 0).pvalue == pytest.approx(0.05)


def test_the_sign_of_both_means_does_not_matter() -> None:
    chance = np.random.default_rng(3)
    first, second = chance.normal(-5, 1, 50), chance.normal(-6, 1, 50)
    ours, turned = of(first, second, 0.9), of(-first, -second, 0.9)
    assert ours is not None and turned is not None
    assert (ours.low, ours.high) == pytest.approx((turned.low, turned.high))


def test_a_mean_that_is_not_told_from_0_has_no_ratio() -> None:
    assert fieller(0.1, 3.0, (0.04, 0.04), 0.0, 100, 0.95) is None


def margins(repeats: int, seed: int) -> tuple[int, int]:
    """Return how often 105 % of the mean is called within 5 %: by the ratio, and by a margin of the sample.

    60 deals, strongly paired, so that the error of the margin is as large as that of the difference.
    """
    chance, ratio, plugged = np.random.default_rng(seed), 0, 0
    for _ in range(repeats):
        first = chance.normal(10, 4, 60)
        second = first + 0.5 + chance.normal(0, 0.2, 60)
        found = of(first, second, 0.9)
        ratio += found is not None and found.low > 0.95 and found.high < 1.05
        bounds = stats.ttest_1samp(second - first, 0).confidence_interval(0.9)
        plugged += bounds.high < 0.05 * first.mean()
    return ratio, plugged


def test_a_margin_that_is_measured_too_is_allowed_for() -> None:
    """At the margin 5 % may pass; with the margin plugged in some 20 % of 400 do."""
    ratio, plugged = margins(400, 1)
    assert ratio <= 36 < plugged


@pytest.mark.slow
def test_the_size_of_the_ratio_test() -> None:
    """Of 4,000 between 155 and 248 pass (99.9 % of 5 %); with the margin plugged in far more."""
    ratio, plugged = margins(4_000, 2)
    print(f"called within 5 % at the margin: ratio {ratio / 4000:.1%}, plugged in {plugged / 4000:.1%}")
    assert 155 <= ratio <= 248 and plugged > 400

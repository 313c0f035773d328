"""Equivalence tests against statsmodels, the words of the verdict, and their size."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.weightstats import DescrStatsW

from marchsim.stats import equivalence
from marchsim.stats.equivalence import tost, verdict, word


def test_tost_is_statsmodels() -> None:
    """p is that of statsmodels' two one-sided t tests of one sample."""
    values = np.random.default_rng(3).normal(0.05, 1, 60)
    se = float(values.std(ddof=1) / np.sqrt(60))
    ours = tost(float(values.mean()), se, 59, 0.4)
    p, *_ = DescrStatsW(values).ttost_mean(-0.4, 0.4)
    assert ours.p == pytest.approx(p)
    low, high = DescrStatsW(values).tconfint_mean(alpha=0.1)
    assert (ours.interval.low, ours.interval.high) == pytest.approx((low, high))


@given(st.floats(-1, 1), st.floats(0.01, 1), st.floats(2, 500), st.floats(0.01, 2))
def test_p_agrees_with_the_interval(difference: float, se: float, df: float, margin: float) -> None:
    """p < 0.05 exactly where the 90 % interval lies inside the margin; the sign does not matter."""
    found = tost(difference, se, df, margin)
    inside = -margin < found.interval.low and found.interval.high < margin
    assert inside == (found.p < 0.05) or found.p == pytest.approx(0.05, abs=1e-9)
    assert found.p == pytest.approx(tost(-difference, se, df, margin).p)
    assert tost(difference, se, df, margin * 2).p <= found.p + 1e-12


@pytest.mark.parametrize(
    ("difference", "se", "margin", "word"),
    [
        (0.0, 0.0, 0.02, None),
        (0.001, 0.005, 0.02, equivalence.EQUIVALENT),
        (0.010, 0.002, 0.02, equivalence.TRIVIAL),
        (0.060, 0.010, 0.02, equivalence.CHANGED),
        (0.010, 0.010, 0.02, equivalence.INCONCLUSIVE),
        (0.010, 0.0, 0.02, None),
    ],
)
def test_the_verdict_in_words(difference: float, se: float, margin: float, word: str | None) -> None:
    assert verdict(difference, se, 400, margin) == word


def test_an_adjusted_p_decides_about_change() -> None:
    """What is no longer significant and not inside the margin is inconclusive, not equivalent."""
    assert verdict(0.03, 0.012, 400, 0.02) == equivalence.CHANGED == word(changed=True, inside=False)
    assert word(changed=False, inside=False) == equivalence.INCONCLUSIVE


def found_equivalent(truth: float, repeats: int, seed: int) -> int:
    """Return how many of `repeats` studies of 80 deals call a true difference (SD 1) inside 0.3."""
    values = np.random.default_rng(seed).normal(truth, 1, (repeats, 80))
    means, errors = values.mean(axis=1), values.std(axis=1, ddof=1) / np.sqrt(80)
    return sum(tost(float(m), float(s), 79, 0.3).p < 0.05 for m, s in zip(means, errors, strict=True))


def test_size_at_the_margin_lies_in_the_band() -> None:
    """Of 200 true differences just at the margin 2 to 21 are called equivalent (seed 45)."""
    assert 2 <= found_equivalent(0.3, 200, 45) <= 21


@pytest.mark.slow
@pytest.mark.parametrize("truth", [0.3, -0.3, 0.4])
def test_size_at_length(truth: float) -> None:
    """Over 4,000 studies at most 5 % are wrong, within the band (seed 46)."""
    assert found_equivalent(truth, 4000, 46) / 4000 <= 0.05 + 3.29 * np.sqrt(0.05 * 0.95 / 4000)

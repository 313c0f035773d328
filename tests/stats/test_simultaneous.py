"""Intervals that hold all at once: tables of Tukey and Dunnett, laws, and coverage by simulation."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from marchsim.stats.clusters import batches
from marchsim.stats.simultaneous import all_pairs, joint_level, largest_by_chance


@pytest.mark.parametrize(("kinds", "df", "level"), [(3, 20, 0.95), (5, 60, 0.95), (10, 5_000, 0.99)])
def test_all_pairs_of_independent_means_are_tukeys(kinds: int, df: int, level: float) -> None:
    """The critical value is that of the studentised range over the root of 2 (scipy), within its draws."""
    found = stats.t.isf((1 - joint_level(np.eye(kinds), df, level, all_pairs(kinds))) / 2, df)
    assert found == pytest.approx(stats.studentized_range.ppf(level, kinds, df) / np.sqrt(2), rel=0.015)


def test_against_a_control_is_dunnetts() -> None:
    """Dunnett (1964), two-sided, 20 degrees of freedom, 3 treatments and a control: 2.54."""
    contrasts = np.hstack([np.eye(3), -np.ones((3, 1))])
    found = stats.t.isf((1 - joint_level(np.eye(4), 20, 0.95, contrasts)) / 2, 20)
    assert found == pytest.approx(2.54, abs=0.03)


def test_levels_lie_between_that_of_one_and_bonferronis() -> None:
    """Independent: Sidak; one, equal or without variance: no adjustment; very many: Bonferroni."""
    assert joint_level(np.eye(5), 1e6) == pytest.approx(0.95 ** (1 / 5), abs=2e-3)
    assert joint_level(np.eye(1), 50) == pytest.approx(0.95)
    assert joint_level(np.array([[1.0, -1.0], [-1.0, 1.0]]), 50) == pytest.approx(0.95, abs=2e-3)
    assert joint_level(np.zeros((3, 3)), 50) == pytest.approx(0.95)
    assert joint_level(np.diag([1.0, 0.0, 0.0]), 50) == pytest.approx(0.95)
    assert joint_level(np.eye(60), 50, 0.95, all_pairs(60)) == pytest.approx(1 - 0.05 / 1770)
    assert joint_level(np.eye(4), 30) == joint_level(np.eye(4), 30)


def test_the_largest_by_chance_is_the_median_of_a_maximum() -> None:
    """Of k independent normals the median of the largest |z| is where (2 Phi - 1)^k is a half."""
    for kinds in (1, 4, 12):
        expected = 0.3 * stats.norm.ppf((1 + 0.5 ** (1 / kinds)) / 2)
        assert largest_by_chance(0.09 * np.eye(kinds)) == pytest.approx(expected, rel=0.02)
    assert largest_by_chance(np.zeros((2, 2))) == 0.0


@pytest.mark.slow
def test_shares_that_add_up_to_one_hold_at_once_at_length() -> None:
    """Of 4,000 vectors of correlated t 95 % lie inside all intervals at once (99.9 % band)."""
    generator, kinds, df = np.random.default_rng(91), 6, 40
    spread = np.eye(kinds) - 1 / kinds
    critical = stats.t.isf((1 - joint_level(spread, df)) / 2, df)
    z = generator.multivariate_normal(np.zeros(kinds), spread, 4000) / np.sqrt(np.diag(spread))
    t = z / np.sqrt(generator.chisquare(df, (4000, 1)) / df)
    low, high = stats.binom.interval(0.999, 4000, 0.95)
    assert low <= int((np.abs(t) <= critical).all(axis=1).sum()) <= high


def test_batches_keep_the_sum() -> None:
    """Many clusters become 2,000 sums of neighbours; few stay as they are."""
    rows = np.random.default_rng(3).normal(size=(5001, 2))
    assert batches(rows).shape == (2000, 2) and batches(rows).sum(axis=0) == pytest.approx(rows.sum(axis=0))
    assert batches(rows[:50]).shape == (50, 2)

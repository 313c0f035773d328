"""Cycles, diversity and bootstrap: known cases, scipy, laws and coverage."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from marchsim.stats.bootstrap import bootstrap
from marchsim.stats.clusters import batches
from marchsim.stats.cyclic import cyclic_ratio, log_odds, parts
from marchsim.stats.diversity import effective_number, normalised_entropy


def test_a_ladder_has_no_cyclic_part_and_a_wheel_nothing_else() -> None:
    """Odds that are differences of ratings have ratio 0; rock, paper, scissors has 1."""
    rating = np.array([1.0, 0.2, -0.4, -0.8])
    fitted, left = parts(rating[:, None] - rating[None, :])
    assert fitted == pytest.approx(rating) and left == pytest.approx(0, abs=1e-12)
    wheel = np.array([[0, 2, -2], [-2, 0, 2], [2, -2, 0.0]])
    assert parts(wheel)[1] == pytest.approx(1.0)
    assert parts(np.zeros((3, 3)))[1] == 0.0


@given(st.lists(st.integers(0, 50), min_size=16, max_size=16))
def test_the_two_parts_are_orthogonal(cells: list[int]) -> None:
    """Squares of both parts add up (Hodge), so that the ratio lies in 0 to 1."""
    odds = log_odds(np.array(cells, dtype=np.float64).reshape(4, 4))
    rating, ratio = parts(odds)
    ladder = rating[:, None] - rating[None, :]
    assert 0 <= ratio <= 1 + 1e-12
    assert np.sum(ladder * (odds - ladder)) == pytest.approx(0, abs=1e-8)


def test_the_ratio_stands_beside_what_chance_makes() -> None:
    """A fair field shows cycles by chance alone, as its ladder value says; a planted wheel shows more."""
    generator = np.random.default_rng(1)
    won = np.triu(generator.binomial(100, 0.5, (5, 5)), 1)
    fair = won + np.tril(100 - won.T, -1)
    found = cyclic_ratio(fair.astype(float), seed=1)
    assert found is not None and 0.3 < found.ladder < 0.9 and found.ratio > 0.2
    wheel = cyclic_ratio(np.array([[0, 70, 30], [30, 0, 70], [70, 30, 0.0]]), seed=1)
    assert wheel is not None and wheel.ratio == pytest.approx(1.0) and wheel.ladder < 0.5


def test_cycles_need_three_that_met() -> None:
    assert cyclic_ratio(np.array([[0, 3], [4, 0.0]]), seed=1) is None
    assert cyclic_ratio(np.array([[0, 3, 0], [4, 0, 2], [0, 1, 0.0]]), seed=1) is None


def test_diversity_of_known_shares() -> None:
    """Four equal shares are four strategies, one alone is one; the rest is scipy's entropy."""
    assert effective_number([0.25] * 4) == pytest.approx(4)
    assert effective_number([7, 0, 0]) == pytest.approx(1)
    assert normalised_entropy([7, 0, 0]) == 0.0 and normalised_entropy([2, 2]) == pytest.approx(1)
    shares = [0.5, 0.3, 0.2]
    assert normalised_entropy(shares) == pytest.approx(stats.entropy(shares) / math.log(3))
    assert effective_number([0, 0]) is None and normalised_entropy([1.0]) is None


@given(st.lists(st.floats(0, 1e6), min_size=2, max_size=12).filter(lambda xs: sum(xs) > 0))
def test_laws_of_diversity(shares: list[float]) -> None:
    """Between one and all; units and order do not matter."""
    number, part = effective_number(shares), normalised_entropy(shares)
    assert number is not None and part is not None
    assert 1 - 1e-9 <= number <= len(shares) + 1e-9 and -1e-9 <= part <= 1 + 1e-9
    assert effective_number([3 * share for share in shares[::-1]]) == pytest.approx(number)


def test_the_bootstrap_is_scipys_bca() -> None:
    """Skewed data: bounds equal scipy's BCa within the noise of 9,999 draws."""
    values = np.random.default_rng(2).exponential(size=(60, 1))
    ours = bootstrap(values, lambda rows: float(rows.mean()), seed=1)
    theirs = stats.bootstrap((values[:, 0],), np.mean, method="BCa", rng=1).confidence_interval
    assert ours.method == "bootstrap BCa"
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high), abs=0.02)


def test_where_bca_is_undefined_it_says_so() -> None:
    """No variance: a point, by percentiles."""
    ours = bootstrap(np.ones((40, 1)), lambda rows: float(rows.mean()), seed=1, repeats=199)
    assert (ours.low, ours.high, ours.method) == (1.0, 1.0, "bootstrap percentile (BCa undefined)")


def test_batches_keep_the_sum() -> None:
    """Many clusters become 2,000 sums of neighbours; few stay as they are."""
    rows = np.random.default_rng(3).normal(size=(5001, 2))
    assert batches(rows).shape == (2000, 2) and batches(rows).sum(axis=0) == pytest.approx(rows.sum(axis=0))
    assert batches(rows[:50]).shape == (50, 2)


@pytest.mark.slow
def test_coverage_of_the_bootstrap() -> None:
    """Of 200 intervals of a skewed mean (n = 100) 176 to 198 hold the truth (seed 58)."""
    generator, held = np.random.default_rng(58), 0
    for at in range(200):
        values = generator.exponential(size=(100, 1))
        found = bootstrap(values, lambda rows: float(rows.mean()), seed=at, repeats=999)
        held += found.low <= 1 <= found.high
    assert 176 <= held <= 198

"""Matched results and many p values: against statsmodels, by exact enumeration, and their size."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.contingency_tables import cochrans_q, mcnemar
from statsmodels.stats.multitest import multipletests

from marchsim.stats.matched import cochran_q, max_t
from marchsim.stats.multiplicity import benjamini_hochberg, holm
from marchsim.stats.paired import sign_flip

p_values = st.lists(st.floats(0, 1), min_size=1, max_size=30)


def test_cochrans_q_is_statsmodels() -> None:
    """Statistic and p equal statsmodels' for four columns."""
    table = (np.random.default_rng(5).random((60, 4)) < [0.3, 0.5, 0.4, 0.6]).astype(np.int64)
    theirs = cochrans_q(table)
    ours = cochran_q(table)
    assert ours is not None and (ours.statistic, ours.p) == pytest.approx((theirs.statistic, theirs.pvalue))


def test_with_two_columns_it_is_mcnemars_chi_square() -> None:
    """Q = (b - c)^2 / (b + c)."""
    table = np.array([[1, 0]] * 12 + [[0, 1]] * 5 + [[1, 1]] * 9)
    ours = cochran_q(table)
    theirs = mcnemar([[9, 12], [5, 0]], exact=False, correction=False)
    assert ours is not None and (ours.statistic, ours.p) == pytest.approx((theirs.statistic, theirs.pvalue))


def test_rows_that_agree_say_nothing() -> None:
    """Rows of all 0 or all 1 change nothing; with only such rows there is no test."""
    table = np.array([[1, 0, 1], [0, 1, 1], [0, 0, 1], [1, 0, 0]])
    more = np.vstack([table, np.ones((5, 3), int), np.zeros((4, 3), int)])
    some, all_of_them = cochran_q(table), cochran_q(more)
    assert some is not None and all_of_them is not None and some.p == pytest.approx(all_of_them.p)
    assert cochran_q(np.ones((9, 3), int)) is None


@pytest.mark.parametrize("seed", range(4))
def test_benjamini_hochberg_and_holm_are_statsmodels(seed: int) -> None:
    """Any p values, ties among them, are adjusted as statsmodels does, in input order."""
    generator = np.random.default_rng(seed)
    values = np.round(generator.random(generator.integers(1, 30)) ** 3, 2).tolist()
    assert benjamini_hochberg(values) == pytest.approx(multipletests(values, method="fdr_bh")[1], abs=1e-12)
    assert holm(values) == pytest.approx(multipletests(values, method="holm")[1], abs=1e-12)


@given(p_values)
def test_laws_of_adjustment(values: list[float]) -> None:
    """Adjusted p values are at least the raw ones, at most 1, in the same order; Holm is never smaller."""
    for adjust in (holm, benjamini_hochberg):
        found = adjust(values)
        assert all(p <= q + 1e-12 and q <= 1 for p, q in zip(values, found, strict=True))
        order = np.argsort(values, kind="stable")
        assert np.all(np.diff(np.array(found)[order]) >= -1e-12)
    both = zip(holm(values), benjamini_hochberg(values), strict=True)
    assert all(family >= rate - 1e-12 for family, rate in both)


def test_max_t_approaches_all_sign_patterns() -> None:
    """For ten clusters and three metrics it is Westfall and Young's step-down over all 1,024 flips."""
    values = np.random.default_rng(6).normal(0.4, 1, (10, 3)) * [1.0, 5.0, 0.1]
    z = values / np.sqrt((values**2).sum(axis=0))
    flips = np.array(list(product([-1, 1], repeat=10)))
    drawn, seen = np.abs(flips @ z), np.abs(z.sum(axis=0))
    order = np.argsort(-seen)
    exact = [float(np.mean(drawn[:, order[at:]].max(axis=1) >= seen[order[at]] - 1e-9)) for at in range(3)]
    expected = np.empty(3)
    expected[order] = np.maximum.accumulate(exact)
    found = max_t(values, seed=1)
    assert found == pytest.approx(expected, abs=0.02)
    assert found == max_t(values, seed=1)


def test_max_t_of_one_metric_is_the_sign_flip_test() -> None:
    """One metric needs no adjustment, and equal metrics cost nothing."""
    values = np.random.default_rng(7).normal(0.3, 1, 40)
    alone = sign_flip(values, seed=3).p
    assert max_t(values[:, None], seed=3) == pytest.approx([alone])
    assert max_t(np.column_stack([values, 2 * values, -values]), seed=3) == pytest.approx([alone] * 3)
    assert max_t(np.zeros((30, 2)), seed=3) == [1.0, 1.0]


def false_alarms(repeats: int, seed: int) -> int:
    """Return in how many studies any of five true nulls is rejected at 5 %, metrics correlated."""
    generator = np.random.default_rng(seed)
    count = 0
    for _ in range(repeats):
        common = generator.normal(size=(40, 1))
        values = 0.8 * common + generator.normal(size=(40, 5))
        count += min(max_t(values, seed=1, repeats=999)) < 0.05
    return count


def test_size_of_max_t_lies_in_the_band() -> None:
    """Of 200 studies without any difference 2 to 21 report one (seed 43)."""
    assert 2 <= false_alarms(200, 43) <= 21


@pytest.mark.slow
def test_size_of_max_t_at_length() -> None:
    """Over 2,000 studies the family-wise error is 5 % within its band (seed 44)."""
    assert abs(false_alarms(2000, 44) / 2000 - 0.05) <= 3.29 * np.sqrt(0.05 * 0.95 / 2000) + 0.005

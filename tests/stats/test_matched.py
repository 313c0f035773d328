"""Matched results and many p values: against statsmodels, and their laws."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.contingency_tables import cochrans_q, mcnemar
from statsmodels.stats.multitest import multipletests

from marchsim.stats.multiplicity import benjamini_hochberg, holm
from marchsim.stats.paired import cochran_q

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

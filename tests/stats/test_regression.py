"""Clustered regression and stratified effects against statsmodels, and their coverage."""

from __future__ import annotations

import numpy as np
import pytest
from statsmodels.regression.linear_model import OLS

from marchsim.stats.clusters import cluster_mean
from marchsim.stats.regression import Effect, least_squares, stratified_effect


def test_errors_are_statsmodels_cr1() -> None:
    """Coefficients and covariance equal statsmodels' cluster-robust regression, clusters of unequal size."""
    generator = np.random.default_rng(1)
    clusters = np.repeat(np.arange(40), generator.integers(1, 7, 40))
    design = np.column_stack([np.ones(len(clusters)), generator.normal(size=(len(clusters), 2))])
    response = design @ [1.0, 0.5, 0.0] + generator.normal(size=40)[clusters]
    theirs = OLS(response, design).fit(cov_type="cluster", cov_kwds={"groups": clusters})
    ours = least_squares(design, response, clusters)
    assert ours is not None and ours.clusters == 40
    assert ours.coefficients == pytest.approx(theirs.params)
    assert ours.covariance == pytest.approx(theirs.cov_params())


def test_a_constant_alone_is_the_clustered_mean() -> None:
    """The mean of `clusters` and the regression on a constant are the same."""
    generator = np.random.default_rng(2)
    clusters = np.repeat(np.arange(30), 4)
    values = generator.normal(size=120) + generator.normal(size=30)[clusters]
    mean = cluster_mean(np.bincount(clusters, values), np.full(30, 4.0))
    fit = least_squares(np.ones((120, 1)), values, clusters)
    assert mean is not None and fit is not None
    assert (fit.coefficients[0], fit.covariance[0, 0] ** 0.5) == pytest.approx((mean.mean, mean.se))


def test_what_cannot_be_estimated_is_none() -> None:
    """Columns that depend on each other, too few rows, one cluster."""
    ones = np.ones((10, 1))
    assert least_squares(np.hstack([ones, 2 * ones]), np.arange(10.0), np.arange(10)) is None
    assert least_squares(ones[:1], np.ones(1), np.zeros(1, np.int64)) is None
    assert least_squares(ones, np.arange(10.0), np.zeros(10, np.int64)) is None


def entries(seed: int, effect: float, deals: int = 60) -> tuple[np.ndarray, ...]:
    """Return deal, stratum, treated and value of entries: 3 strata, luck of the deal, chance of treatment."""
    generator = np.random.default_rng(seed)
    deal, stratum = np.repeat(np.arange(deals), 6), np.tile(np.arange(3), deals * 2)
    treated = generator.random(len(deal)) < np.array([0.2, 0.4, 0.6])[stratum]
    value = stratum * 1.0 + effect * treated + generator.normal(size=deals)[deal]
    return deal, stratum, treated, value + generator.normal(size=len(deal))


def estimated(deal: np.ndarray, stratum: np.ndarray, treated: np.ndarray, value: np.ndarray) -> Effect:
    found = stratified_effect(deal, stratum, treated, value, np.ones(len(value)))
    assert found is not None and found.se is not None
    return found


def test_the_stratified_effect_is_lins_regression() -> None:
    """Value and SE are those of the regression with all interactions, strata centred, errors by deal."""
    deal, stratum, treated, value = entries(3, 0.5)
    dummies = (stratum[:, None] == [1, 2]) - np.array([np.mean(stratum == s) for s in (1, 2)])
    design = np.column_stack([np.ones(len(deal)), treated, dummies, dummies * treated[:, None]])
    theirs = OLS(value, design).fit(cov_type="cluster", cov_kwds={"groups": deal})
    ours = estimated(deal, stratum, treated, value)
    assert ours.value == pytest.approx(theirs.params[1])
    n, p = design.shape
    assert ours.se == pytest.approx(theirs.bse[1] / np.sqrt((n - 1) / (n - p)))
    assert (ours.clusters, ours.strata, ours.treated + ours.control) == (60, 3, len(deal))


def test_sums_say_what_entries_say() -> None:
    """Rows may be summed within deal, stratum and arm beforehand; strata with one arm are left out."""
    deal, stratum, treated, value = entries(4, 0.5)
    cell, row = np.unique((deal * 3 + stratum) * 2 + treated, return_inverse=True)
    sums, counts = np.bincount(row, value), np.bincount(row).astype(float)
    summed = stratified_effect(cell // 6, cell // 2 % 3, cell % 2 == 1, sums, counts)
    assert summed is not None and summed.value == pytest.approx(
        estimated(deal, stratum, treated, value).value
    )
    assert summed.se == pytest.approx(estimated(deal, stratum, treated, value).se)
    treated[stratum == 2] = False
    assert estimated(deal, stratum, treated, value).strata == 2
    assert stratified_effect(deal, stratum, np.zeros(len(deal), bool), value, np.ones(len(deal))) is None


def held(repeats: int, seed: int) -> int:
    """Return how many of `repeats` 95 % intervals hold a true effect of 0.5."""
    found = [estimated(*entries(seed + at, 0.5)) for at in range(repeats)]
    return sum(abs(one.value - 0.5) <= 2.0 * (one.se or 0) for one in found)


def test_coverage_of_the_effect_lies_in_the_band() -> None:
    """Of 200 intervals 179 to 198 hold the truth (seeds from 1000)."""
    assert 179 <= held(200, 1000) <= 198


@pytest.mark.slow
def test_coverage_of_the_effect_at_length() -> None:
    """Over 4,000 studies it is 95 % within its band and one point (seeds from 2000)."""
    assert abs(held(4000, 2000) / 4000 - 0.95) <= 3.29 * np.sqrt(0.95 * 0.05 / 4000) + 0.01

"""Intervals of a share against published numbers, statsmodels, and simulation with known truth."""

from __future__ import annotations

import numpy as np
import pytest
from statsmodels.regression.linear_model import OLS
from statsmodels.stats.proportion import proportion_confint

from marchsim.stats.clusters import (
    FEW,
    cluster_mean,
    cluster_means,
    is_binary,
    mean_interval,
    moments_mean,
    share_interval,
)
from marchsim.stats.intervals import clopper_pearson, t_quantile, unanimous, wilson, wilson_clustered

# Newcombe (1998), Statistics in Medicine 17, 857-872, table I: methods 3 (Wilson) and 5 (Clopper-Pearson).
NEWCOMBE = [
    (81, 263, (0.2553, 0.3662), (0.2527, 0.3676)),
    (15, 148, (0.0624, 0.1605), (0.0578, 0.1617)),
    (0, 20, (0.0, 0.1611), (0.0, 0.1684)),
    (1, 29, (0.0061, 0.1718), (0.0009, 0.1776)),
]
BAND = 3.2905  # standard normal quantile of a two-sided 99.9 % band


@pytest.mark.parametrize(("wins", "n", "score", "exact"), NEWCOMBE)
def test_intervals_equal_newcombes_table(
    wins: int, n: int, score: tuple[float, float], exact: tuple[float, float]
) -> None:
    """Wilson's and the exact interval are those of Newcombe's published examples."""
    ours = wilson(wins, n)
    assert (ours.low, ours.high) == pytest.approx(score, abs=5e-5)
    ours = clopper_pearson(wins, n)
    assert (ours.low, ours.high) == pytest.approx(exact, abs=5e-5)


@pytest.mark.parametrize("n", [1, 2, 7, 40, 400])
@pytest.mark.parametrize("level", [0.9, 0.95, 0.99])
def test_intervals_equal_statsmodels(n: int, level: float) -> None:
    """Every count of wins gives statsmodels' Wilson and exact intervals."""
    for wins in {0, 1, n // 3, n - 1, n}:
        ours = wilson(wins, n, level)
        theirs = proportion_confint(wins, n, 1 - level, method="wilson")
        assert (ours.low, ours.high) == pytest.approx(theirs, abs=1e-12)
        ours = clopper_pearson(wins, n, level)
        theirs = proportion_confint(wins, n, 1 - level, method="beta")
        assert (ours.low, ours.high) == pytest.approx(np.nan_to_num(theirs, nan=wins / n), abs=1e-9)


def test_a_unanimous_result_has_the_exact_interval_of_the_ends() -> None:
    """Won all 40 is 91-100 %; in between, the interval holds the value and lies inside 0 to 1."""
    won_all = unanimous(1.0, 40)
    assert (won_all.low, won_all.high) == pytest.approx((0.9119, 1.0), abs=1e-4)
    assert won_all.low == pytest.approx(clopper_pearson(40, 40).low)
    assert unanimous(0.0, 9).high == pytest.approx(clopper_pearson(0, 9).high)
    half = unanimous(0.5, 100)
    assert 0 < half.low < 0.5 < half.high < 1


def test_without_clustering_the_clustered_interval_is_wilsons() -> None:
    """With the binomial standard error n_eff is n; what remains is t in place of z."""
    share, n = 0.3, 500
    ours = wilson_clustered(share, np.sqrt(share * (1 - share) / n), df=1e9)
    plain = wilson(share * n, n)
    assert (ours.low, ours.high) == pytest.approx((plain.low, plain.high), abs=1e-9)
    assert t_quantile(0.95, 10) == pytest.approx(2.228139, abs=1e-6)


def test_cluster_mean_is_the_sandwich_of_statsmodels() -> None:
    """Mean and SE equal statsmodels' cluster-robust regression on a constant, for unequal clusters."""
    generator = np.random.default_rng(7)
    cluster = np.repeat(np.arange(60), generator.integers(1, 9, 60))
    value = generator.normal(size=len(cluster)) + generator.normal(size=60)[cluster]
    fit = OLS(value, np.ones(len(value))).fit(cov_type="cluster", cov_kwds={"groups": cluster})
    sums, counts = np.bincount(cluster, value), np.bincount(cluster).astype(float)
    ours = cluster_mean(sums, counts)
    assert ours is not None and ours.clusters == 60 and ours.df == 59
    assert (ours.mean, ours.se) == pytest.approx((fit.params[0], fit.bse[0]), rel=1e-12)


def test_cluster_means_agree_with_one_at_a_time() -> None:
    """The joint covariance has each mean's own variance on its diagonal."""
    generator = np.random.default_rng(8)
    counts = generator.integers(1, 5, (50, 3)).astype(float)
    sums = generator.normal(size=(50, 3)) * counts
    means, covariance = cluster_means(sums, counts)
    for kind in range(3):
        alone = cluster_mean(sums[:, kind], counts[:, kind])
        assert alone is not None and alone.se is not None
        assert means[kind] == pytest.approx(alone.mean)
        assert np.sqrt(covariance[kind, kind]) == pytest.approx(alone.se)


def test_the_method_follows_the_data() -> None:
    """Independent 0/1 games: Wilson or exact; clusters: n_eff; no variance: exact; one cluster: nothing."""

    def method(sums: list[float], counts: list[float]) -> str | None:
        interval = share_interval(np.array(sums), np.array(counts))
        return None if interval is None else interval.method

    assert method([0, 1] * 20, [1] * 40) == "Wilson"
    assert method([0, 1] * 5, [1] * 10) == "exact"
    assert method([0, 1, 2] * 20, [4] * 60) == "Wilson by deal"
    assert method([4] * 40, [4] * 40) == "exact, no variance"
    assert method([1] * 40, [4] * 40) == "exact, no variance"
    assert method([1], [4]) is None
    assert method([], []) is None
    assert method([1], [1]) == "exact"
    assert not is_binary(np.array([0.5]), np.array([1.0]))


def test_a_mean_without_variance_or_with_one_cluster_has_no_interval() -> None:
    """The caller is told by None, never by NaN."""
    assert mean_interval(cluster_mean(np.array([3.0, 3.0]), np.array([1.0, 1.0]))) is None
    assert mean_interval(cluster_mean(np.array([3.0]), np.array([1.0]))) is None
    assert mean_interval(cluster_mean(np.array([]), np.array([]))) is None
    assert cluster_mean(np.array([0.0]), np.array([0.0])) is None


@pytest.mark.parametrize("spread", [0, 1, 1000])
def test_moments_give_the_mean_of_the_sums(spread: int) -> None:
    """Mean and error from sums of squares are those of the residuals, also where nearly all cancels."""
    generator = np.random.default_rng(7)
    n = generator.integers(1, 5, 500).astype(np.float64)
    c = 20_000 * n + generator.integers(-spread, spread + 1, 500)
    moments = [float(x.sum()) for x in (c, n, c * c, c * n, n * n)]
    found, direct = moments_mean(500, *moments), cluster_mean(c, n)
    assert direct is not None and found.se is not None
    assert (found.mean, found.clusters, found.entries) == (direct.mean, direct.clusters, direct.entries)
    assert found.se == pytest.approx(direct.se, rel=1e-9)
    assert (found.se == 0.0) == (spread == 0)
    assert moments_mean(1, *moments).se is None


def coverage(deals: int, share: float, likeness: float, repeats: int, seed: int) -> int:
    """Return how many of `repeats` intervals hold the true share of beta-binomial deals of four games."""
    generator = np.random.default_rng(seed)
    weight = (1 - likeness) / likeness
    chances = generator.beta(share * weight, (1 - share) * weight, (repeats, deals))
    wins = generator.binomial(4, chances).astype(float)
    games = np.full(deals, 4.0)
    intervals = [share_interval(row, games) for row in wins]
    return sum(i is not None and i.low <= share <= i.high for i in intervals)


@pytest.mark.parametrize(
    ("deals", "share", "likeness"), [(FEW, 0.25, 0.05), (100, 0.25, 0.3), (200, 0.6, 0.1)]
)
def test_coverage_by_deal_lies_in_the_band(deals: int, share: float, likeness: float) -> None:
    """Of 200 nominal 95 % intervals 179 to 198 hold the truth (99.9 % binomial band)."""
    assert 179 <= coverage(deals, share, likeness, 200, seed=20) <= 198


@pytest.mark.slow
@pytest.mark.parametrize("deals", [40, 100, 400])
@pytest.mark.parametrize("share", [0.2, 0.33, 0.6])
@pytest.mark.parametrize("likeness", [0.02, 0.3])
def test_coverage_by_deal_at_length(deals: int, share: float, likeness: float) -> None:
    """Over 4,000 repeats the coverage is 95 % within its band and one point for the approximation."""
    repeats = 4000
    held = coverage(deals, share, likeness, repeats, seed=21)
    spread = BAND * np.sqrt(0.95 * 0.05 / repeats) + 0.01
    assert abs(held / repeats - 0.95) <= spread


def test_ignoring_deals_would_cover_too_little() -> None:
    """The same data treated as independent games fall far below the band: why deals are the unit."""
    generator = np.random.default_rng(22)
    chances = generator.beta(0.25, 0.75, (200, 60))
    wins = generator.binomial(12, chances).sum(axis=1)
    intervals = [wilson(int(count), 60 * 12) for count in wins]
    assert sum(i.low <= 0.25 <= i.high for i in intervals) < 140

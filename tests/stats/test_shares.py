"""Shares of independent games against published tables, statsmodels and scipy, and by their laws."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.proportion import (
    confint_proportions_2indep,
    proportion_confint,
    proportions_chisquare,
    proportions_ztest,
)

from marchsim.stats.intervals import clopper_pearson, jeffreys, wilson
from marchsim.stats.shares import equal_shares, newcombe, share_test
from marchsim.stats.tables import chi_square_equal, effect_size, g_equal, goodman

# Newcombe (1998), Statistics in Medicine 17, 873-890, table II: contrasts (a) to (h) by method 10.
NEWCOMBE = [
    ((56, 48), (70, 80), (0.0524, 0.3339)),
    ((9, 3), (10, 10), (0.1705, 0.8090)),
    ((6, 2), (7, 7), (0.0582, 0.8062)),
    ((5, 0), (56, 29), (-0.0381, 0.1926)),
    ((0, 0), (10, 20), (-0.1611, 0.2775)),
    ((0, 0), (10, 10), (-0.2775, 0.2775)),
    ((10, 0), (10, 20), (0.6791, 1.0)),
    ((10, 0), (10, 10), (0.6075, 1.0)),
]
trials = st.integers(1, 500).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))


@pytest.mark.parametrize(("wins", "n", "bounds"), NEWCOMBE)
def test_newcombes_published_contrasts(
    wins: tuple[int, int], n: tuple[int, int], bounds: tuple[float, float]
) -> None:
    """Every contrast of the paper has its published interval, and statsmodels' one."""
    ours = newcombe(wins, n)
    assert (ours.low, ours.high) == pytest.approx(bounds, abs=5e-5)
    theirs = confint_proportions_2indep(wins[0], n[0], wins[1], n[1], method="newcomb")
    assert (ours.low, ours.high) == pytest.approx(theirs, abs=1e-9)


def test_jeffreys_is_statsmodels_but_for_the_ends() -> None:
    """Inside it is the beta interval; where nothing or everything was won it reaches 0 or 1."""
    for wins, n in [(1, 20), (7, 29), (250, 1000)]:
        ours = jeffreys(wins, n)
        assert (ours.low, ours.high) == pytest.approx(proportion_confint(wins, n, method="jeffreys"))
    assert jeffreys(0, 20).low == 0.0 and jeffreys(20, 20).high == 1.0
    assert jeffreys(0, 20).high == pytest.approx(proportion_confint(0, 20, method="jeffreys")[1])


@given(trials, st.floats(0.5, 0.999))
def test_laws_of_an_interval(trial: tuple[int, int], level: float) -> None:
    """Bounds lie in 0 to 1, hold the estimate, mirror with the losses, and grow with the level."""
    wins, n = trial
    for method in (wilson, clopper_pearson, jeffreys):
        found, mirrored = method(wins, n, level), method(n - wins, n, level)
        assert 0 <= found.low <= wins / n + 1e-12 and wins / n - 1e-12 <= found.high <= 1
        assert (found.low, found.high) == pytest.approx((1 - mirrored.high, 1 - mirrored.low), abs=1e-8)
        wider = method(wins, n, 0.9995)
        assert wider.low <= found.low + 1e-9 and found.high <= wider.high + 1e-9


@given(trials, trials)
def test_laws_of_a_difference(first: tuple[int, int], second: tuple[int, int]) -> None:
    """The interval holds the difference, changes its sign with the order, and lies in -1 to 1."""
    (w1, n1), (w2, n2) = first, second
    there, back = newcombe((w1, w2), (n1, n2)), newcombe((w2, w1), (n2, n1))
    assert -1 <= there.low <= w1 / n1 - w2 / n2 + 1e-12 and w1 / n1 - w2 / n2 - 1e-12 <= there.high <= 1
    assert (there.low, there.high) == pytest.approx((-back.high, -back.low))


@pytest.mark.parametrize(("wins", "n", "share"), [(112, 400, 0.25), (0, 9, 0.25), (7, 7, 0.5), (3, 40, 0.2)])
def test_share_test_is_the_exact_binomial_test(wins: int, n: int, share: float) -> None:
    """p adds up the outcomes no likelier than the one seen, counted one by one."""
    chances = stats.binom.pmf(np.arange(n + 1), n, share)
    expected = chances[chances <= chances[wins] * (1 + 1e-7)].sum()
    assert share_test(wins, n, share).p == pytest.approx(min(1.0, expected))


def test_two_shares_have_the_pooled_score_test() -> None:
    """Chi-square is the square of statsmodels' pooled z, with its p."""
    z, p = proportions_ztest([112, 88], [400, 380])
    ours = equal_shares([112, 88], [400, 380])
    assert ours is not None and (ours.statistic, ours.p) == pytest.approx((z**2, p))


def test_k_shares() -> None:
    """The joint test is statsmodels'."""
    wins, n = [30, 45, 28, 50], [120, 150, 90, 140]
    theirs = proportions_chisquare(wins, n)
    ours = equal_shares(wins, n)
    assert ours is not None and (ours.statistic, ours.p) == pytest.approx(theirs[:2])


def test_shares_without_variance_are_not_tested() -> None:
    """All won or all lost."""
    assert equal_shares([0, 0], [5, 9]) is None
    assert equal_shares([5, 9], [5, 9]) is None


@pytest.mark.parametrize("counts", [(10, 12, 9, 19), (0, 5), (250, 260, 240)])
def test_g_is_scipys(counts: tuple[int, ...]) -> None:
    theirs = stats.power_divergence(counts, lambda_="log-likelihood")
    ours = g_equal(counts)
    assert (ours.statistic, ours.p) == pytest.approx((theirs.statistic, theirs.pvalue))


def test_effect_size_is_cohens_w() -> None:
    """Chi-square is n w^2; equal counts have w = 0."""
    counts = (40, 30, 20, 10)
    assert chi_square_equal(counts).statistic == pytest.approx(100 * effect_size(counts) ** 2)
    assert effect_size((7, 7, 7)) == 0.0


def test_goodmans_published_example() -> None:
    """The example of the R package CoinMinD (1.1), function GM: six counts at 95 %."""
    found = goodman([44, 55, 43, 32, 67, 78])
    low = [0.09468368, 0.12376893, 0.09208527, 0.06412671, 0.15637944, 0.18692732]
    high = [0.1966413, 0.2350489, 0.1931040, 0.1535697, 0.2760670, 0.3130119]
    assert [i.low for i in found] == pytest.approx(low, abs=1e-7)
    assert [i.high for i in found] == pytest.approx(high, abs=1e-7)


@given(st.lists(st.integers(0, 300), min_size=2, max_size=9).filter(any))
def test_laws_of_counts(counts: list[int]) -> None:
    """Intervals hold their shares inside 0 to 1; tests do not depend on the order of kinds."""
    for count, interval in zip(counts, goodman(counts), strict=True):
        assert 0 <= interval.low <= count / sum(counts) + 1e-9
        assert count / sum(counts) - 1e-9 <= interval.high <= 1
    for test in (chi_square_equal, g_equal):
        assert test(counts).p == pytest.approx(test(counts[::-1]).p)
        assert 0 <= test(counts).p <= 1


def test_coverage_of_shares_lies_in_the_band() -> None:
    """Of 200 nominal 95 % intervals 179 to 198 hold the truth: share, difference (seed 41)."""
    generator = np.random.default_rng(41)
    wins = generator.binomial(150, 0.25, (200, 2))
    shares = [wilson(int(w), 150) for w in wins[:, 0]]
    apart = [newcombe((int(a), int(b)), (150, 150)) for a, b in wins]
    assert 179 <= sum(i.low <= 0.25 <= i.high for i in shares) <= 198
    assert 179 <= sum(i.low <= 0 <= i.high for i in apart) <= 198


@pytest.mark.slow
@pytest.mark.parametrize("share", [0.05, 0.2, 0.5])
@pytest.mark.parametrize("n", [40, 400])
def test_exact_coverage_of_a_share(n: int, share: float) -> None:
    """Over all outcomes Clopper-Pearson never covers less than 95 %; the others within 3 points."""
    chances = stats.binom.pmf(np.arange(n + 1), n, share)
    for method, least, most in ((clopper_pearson, 0.95, 1.0), (wilson, 0.92, 0.99), (jeffreys, 0.92, 0.99)):
        held = [i.low <= share <= i.high for i in (method(w, n) for w in range(n + 1))]
        assert least <= float(chances @ np.array(held)) <= most


@pytest.mark.slow
def test_goodmans_intervals_hold_together() -> None:
    """All shares are inside at once in 95 % of 2,000 studies or more (seed 42)."""
    generator = np.random.default_rng(42)
    truth = np.array([0.3, 0.25, 0.25, 0.2])
    held = 0
    for counts in generator.multinomial(200, truth, 2000):
        bounds = goodman([int(c) for c in counts])
        held += all(i.low <= p <= i.high for i, p in zip(bounds, truth, strict=True))
    assert held / 2000 >= 0.95 - 3.29 * np.sqrt(0.95 * 0.05 / 2000)

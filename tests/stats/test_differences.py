"""Differences of shares: Newcombe's published numbers, statsmodels, simulation with known truth."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
import pytest
from scipy.stats import chi2_contingency, f_oneway, norm
from statsmodels.stats.anova import AnovaRM
from statsmodels.stats.contingency_tables import cochrans_q
from statsmodels.stats.proportion import confint_proportions_2indep

from marchsim.stats.clusters import share_interval, share_interval_at
from marchsim.stats.differences import METHOD, equal_shares, share_difference, share_difference_test

BAND = 3.2905  # standard normal quantile of a two-sided 99.9 % band


def apart(first: np.ndarray, second: np.ndarray, entries: int = 1) -> tuple[np.ndarray, np.ndarray]:
    """Return sums and counts of two kinds of clusters with nothing in common."""
    n, m = len(first), len(second)
    sums, counts = np.zeros((n + m, 2)), np.zeros((n + m, 2))
    sums[:n, 0], sums[n:, 1] = first, second
    counts[:n, 0] = counts[n:, 1] = entries
    return sums, counts


def pairs(both: int, first: int, second: int, neither: int) -> np.ndarray:
    """Return clusters of one 0/1 entry of each kind."""
    rows = [(1, 1)] * both + [(1, 0)] * first + [(0, 1)] * second + [(0, 0)] * neither
    return np.array(rows, dtype=float)


def test_pairs_equal_newcombes_example() -> None:
    """Newcombe (1998, Statistics in Medicine 17, 2635-2650): 36, 12, 2 and 0 pairs give 0.0569 to 0.3404."""
    sums = pairs(36, 12, 2, 0)
    found = share_difference(sums, np.ones_like(sums))
    assert found is not None and found.interval is not None and found.value == pytest.approx(0.2)
    assert (found.interval.low, found.interval.high) == pytest.approx((0.0569, 0.3404), abs=5e-5)


@pytest.mark.parametrize(("wins", "n"), [((56, 48), (70, 80)), ((9, 3), (40, 31)), ((39, 180), (40, 200))])
def test_two_samples_equal_statsmodels(wins: tuple[int, int], n: tuple[int, int]) -> None:
    """Independent games give Newcombe's hybrid score interval; its test agrees with it at every level."""
    sums, counts = apart(*(np.arange(m) < w for w, m in zip(wins, n, strict=True)))
    found = share_difference(sums, counts)
    theirs = confint_proportions_2indep(wins[0], n[0], wins[1], n[1], method="newcomb")
    assert found is not None and found.interval is not None
    assert (found.interval.low, found.interval.high) == pytest.approx(theirs)
    test = share_difference_test(sums, counts)
    assert test is not None
    edge = share_difference(sums, counts, 1 - test.p)
    assert edge is not None and edge.interval is not None
    assert min(abs(edge.interval.low), abs(edge.interval.high)) == pytest.approx(0, abs=1e-6)


def test_the_order_of_the_two_turns_the_sign() -> None:
    """Second minus first is the same with the other sign; p is the same."""
    generator = np.random.default_rng(5)
    sums = generator.binomial(3, (0.6, 0.3), (50, 2)).astype(float)
    counts = np.full((50, 2), 3.0)
    one, other = share_difference(sums, counts), share_difference(sums[:, ::-1], counts)
    assert one is not None and other is not None and one.interval is not None and other.interval is not None
    assert (one.value, one.se, one.saved) == pytest.approx((-other.value, other.se, other.saved))
    assert (one.interval.low, one.interval.high) == pytest.approx((-other.interval.high, -other.interval.low))
    tests = share_difference_test(sums, counts), share_difference_test(sums[:, ::-1], counts)
    assert tests[0] is not None and tests[1] is not None and tests[0].p == pytest.approx(tests[1].p)


def test_pairing_saves_what_the_pairs_have_in_common() -> None:
    """The standard error is that of the paired differences, and `saved` the rest of the variance."""
    sums = pairs(20, 12, 2, 16)
    found = share_difference(sums, np.ones_like(sums))
    difference = sums[:, 0] - sums[:, 1]
    assert found is not None and found.se == pytest.approx(difference.std(ddof=1) / math.sqrt(50))
    unpaired = sums.var(axis=0, ddof=1).sum() / 50
    assert found.saved == pytest.approx(1 - found.se**2 / unpaired)


def test_no_variance_is_no_certainty() -> None:
    """Where all pairs agree the interval is exact and not of width 0; all won and all lost are told apart."""
    sums = pairs(30, 0, 0, 24)
    found = share_difference(sums, np.ones_like(sums))
    assert found is not None and found.se == 0.0 and found.interval is not None
    assert found.interval.method == "exact, no variance"
    assert (found.interval.low, found.interval.high) == pytest.approx((-0.0660, 0.0660), abs=5e-5)
    assert share_difference_test(sums, np.ones_like(sums)) is None
    sums, counts = apart(np.ones(40), np.zeros(40))
    found, test = share_difference(sums, counts), share_difference_test(sums, counts)
    assert found is not None and found.interval is not None and test is not None
    assert found.interval.method == METHOD and 0.85 < found.interval.low < 0.95 and found.interval.high == 1.0
    assert 0 < test.p < 1e-9


def test_too_little_says_so() -> None:
    """No entry of a kind: nothing; one cluster: a value alone; clusters of neither kind are left out."""
    assert share_difference(np.array([[1.0, 0.0]]), np.array([[1.0, 0.0]])) is None
    one = share_difference(np.array([[2.0, 1.0]]), np.array([[4.0, 4.0]]))
    assert one is not None and (one.value, one.se, one.interval) == (0.25, None, None)
    assert share_difference_test(np.array([[2.0, 1.0]]), np.array([[4.0, 4.0]])) is None
    sums = pairs(5, 6, 7, 8)
    more = np.vstack([sums, np.zeros((4, 2))])
    held = np.vstack([np.ones((26, 2)), np.zeros((4, 2))])
    assert share_difference(more, held) == share_difference(sums, np.ones((26, 2)))


def test_intervals_at_a_level_are_the_intervals() -> None:
    """Choosing the method once and the level later changes nothing."""
    for sums, counts in (([1, 0, 1], [1, 1, 1]), ([2, 1, 0], [2, 2, 2]), ([2, 2], [4, 4]), ([1], [2])):
        a, b = np.array(sums, float), np.array(counts, float)
        at = share_interval_at(a, b)
        for level in (0.8, 0.95):
            assert (at(level) if at else None) == share_interval(a, b, level)


def test_k_samples_equal_the_analysis_of_variance() -> None:
    """With a game a deal it is scipy's one-way analysis of variance, and Pearson's chi-square nearly."""
    wins = (5, 5, 4, 0)
    sums, counts = np.zeros((160, 4)), np.zeros((160, 4))
    for at, won in enumerate(wins):
        counts[40 * at : 40 * at + 40, at] = 1
        sums[40 * at : 40 * at + won, at] = 1
    found = equal_shares(sums, counts)
    theirs = f_oneway(*(sums[40 * at : 40 * at + 40, at] for at in range(4)))
    assert found is not None and (found.df1, found.df2) == (3, 156)
    assert (found.statistic, found.p) == pytest.approx((theirs.statistic, theirs.pvalue))
    pearson = chi2_contingency([wins, [40 - won for won in wins]], correction=False)
    assert found.p == pytest.approx(pearson.pvalue, abs=0.02)


def test_k_samples_on_the_same_deals_equal_repeated_measures() -> None:
    """With one game of each kind on every deal it is statsmodels' analysis of repeated measures."""
    sums = np.random.default_rng(2).binomial(1, (0.3, 0.5, 0.6), (50, 3)).astype(float)
    found = equal_shares(sums, np.ones((50, 3)))
    long = pd.DataFrame([(i, j, sums[i, j]) for i in range(50) for j in range(3)], columns=["i", "j", "won"])
    theirs = AnovaRM(long, "won", "i", ["j"]).fit().anova_table.iloc[0]
    assert found is not None
    assert (found.statistic, found.df1, found.df2, found.p) == pytest.approx(tuple(theirs))
    assert found.p == pytest.approx(cochrans_q(sums).pvalue, rel=0.2)


def test_k_samples_without_variance() -> None:
    """Where nothing differs there is no test; where kinds differ in every deal alike there is one."""
    sums = np.random.default_rng(2).binomial(1, (0.3, 0.5, 0.6), (50, 3)).astype(float)
    assert equal_shares(np.tile(sums[:, :1], 3), np.ones((50, 3))) is None
    assert equal_shares(np.zeros((50, 3)), np.ones((50, 3))) is None
    certain = equal_shares(np.tile([1.0, 0.0, 0.0], (40, 1)), np.ones((40, 3)))
    assert certain is not None and certain.p < 1e-9


def blocks(generator: np.random.Generator, n: int, k: int, spare: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Return wins of k equal kinds (`spare` others sit out) in k games of each of n deals with luck."""
    sums, counts = np.zeros((n, k + spare)), np.zeros((n, k + spare))
    for deal in range(n):
        who = np.roll(np.arange(k + spare), deal)[:k]
        won = np.argmax(generator.normal(0, 0.5, k) + generator.gumbel(size=(k, k)), axis=1)
        sums[deal, who], counts[deal, who] = np.bincount(won, minlength=k), k
    return sums, counts


def too_often(repeats: int, n: int, k: int, spare: int = 0, seed: int = 29) -> int:
    """Return how often equal kinds are called unequal at 5 %."""
    generator, count = np.random.default_rng(seed), 0
    for _ in range(repeats):
        test = equal_shares(*blocks(generator, n, k, spare))
        count += test is not None and test.p < 0.05
    return count


def test_size_of_k_samples_at_few_deals() -> None:
    """At 33 deals of four equal strategies 2 to 21 of 200 tests reject at 5 % (seed 29)."""
    assert 2 <= too_often(200, 33, 4) <= 21


@pytest.mark.slow
@pytest.mark.parametrize("n", [33, 100, 400])
@pytest.mark.parametrize(("k", "spare"), [(2, 0), (3, 0), (4, 0), (5, 0), (4, 1)])
def test_size_of_k_samples_on_blocks_at_length(n: int, k: int, spare: int) -> None:
    """Equal strategies in rotated blocks are called unequal in 5 % of 1,500 runs, in the band (seed 31)."""
    half = BAND * math.sqrt(0.05 * 0.95 / 1500)
    assert abs(too_often(1500, n, k, spare, seed=31) / 1500 - 0.05) <= half


def drawn(generator: np.random.Generator, means: np.ndarray, entries: int, common: float) -> np.ndarray:
    """Return wins of clusters whose latent luck has variance 1; `common` is the share of noise in common."""
    n, kinds = means.shape
    luck = generator.normal(size=(n, 1, 1))
    shared = generator.normal(0, math.sqrt(common), (n, entries, 1))
    own = generator.normal(0, math.sqrt(1 - common), (n, entries, kinds))
    wins: np.ndarray = (luck + shared + own + means[:, None, :] > 0).sum(axis=1).astype(float)
    return wins


def covered(
    repeats: int, n: int, entries: int, means: tuple[float, float], common: float
) -> tuple[int, float]:
    """Return how often intervals of paired clusters held the truth, and the truth."""
    generator = np.random.default_rng(11)
    truth = float(norm.cdf(means[0] / math.sqrt(2)) - norm.cdf(means[1] / math.sqrt(2)))
    held = 0
    for _ in range(repeats):
        sums = drawn(generator, np.tile(means, (n, 1)), entries, common)
        found = share_difference(sums, np.full((n, 2), float(entries)))
        assert found is not None and found.interval is not None
        held += found.interval.low <= truth <= found.interval.high
    return held, truth


def test_coverage_of_pairs() -> None:
    """Of 400 intervals of pairs on shared deals 362 or more hold the truth (99.9 % band below 95 %)."""
    for entries, means, common in ((1, (0.0, -0.5), 0.5), (3, (-1.5, -2.0), 0.5)):
        assert covered(400, 60, entries, means, common)[0] >= 365


@pytest.mark.slow
@pytest.mark.parametrize("n", [30, 100])
@pytest.mark.parametrize(("entries", "means", "common"), [
    (1, (0.0, -0.3), 0.0), (1, (-1.5, -2.0), 0.5), (3, (-2.0, -2.5), 0.5), (4, (1.0, 0.8), 0.95),
])  # fmt: skip
def test_coverage_of_pairs_at_length(n: int, entries: int, means: tuple[float, float], common: float) -> None:
    """Coverage is 95 % within its band and two points, or above: few discordant pairs make it wide."""
    held, _ = covered(3000, n, entries, means, common)
    assert held / 3000 >= 0.95 - BAND * math.sqrt(0.95 * 0.05 / 3000) - 0.01


@pytest.mark.slow
@pytest.mark.parametrize(("sizes", "entries", "mean"), [
    ((40, 40, 40, 40), 1, -2.0), ((40, 40, 40, 40), 3, -2.0), ((30, 400), 1, 3.0), ((30, 100, 200), 3, 2.0),
    ((30,) * 8, 4, 1.0),
])  # fmt: skip
def test_size_of_k_samples_at_length(sizes: tuple[int, ...], entries: int, mean: float) -> None:
    """A true null is rejected in 5 % within the band or less, also where Wald's test would in 10 to 50 %."""
    generator, count = np.random.default_rng(17), 0
    kind = np.repeat(np.arange(len(sizes)), sizes)
    for _ in range(2000):
        wins = drawn(generator, np.full((len(kind), 1), mean), entries, 0.0)[:, 0]
        sums, counts = np.zeros((len(kind), len(sizes))), np.zeros((len(kind), len(sizes)))
        sums[np.arange(len(kind)), kind], counts[np.arange(len(kind)), kind] = wins, entries
        test = equal_shares(sums, counts)
        count += test is not None and test.p < 0.05
    assert count / 2000 <= 0.05 + BAND * math.sqrt(0.05 * 0.95 / 2000)


def rejected(repeats: int, sizes: tuple[int, int], entries: int, mean: float) -> int:
    """Return how often the test of two samples with equal shares rejects at 5 %."""
    generator = np.random.default_rng(13)
    count = 0
    for _ in range(repeats):
        first, second = (drawn(generator, np.full((m, 1), mean), entries, 0.0)[:, 0] for m in sizes)
        test = share_difference_test(*apart(first, second, entries))
        count += test is not None and test.p < 0.05
    return count


def test_size_of_two_samples_of_different_size() -> None:
    """With 30 against 400 deals, nearly all won, where t rejects half the time, at most 5 % in its band."""
    assert rejected(300, (30, 400), 1, 3.0) <= 30


@pytest.mark.slow
@pytest.mark.parametrize(("sizes", "entries", "mean"), [
    ((30, 30), 1, 0.0), ((30, 30), 3, -2.0), ((30, 200), 1, 2.0), ((30, 400), 3, 2.0), ((60, 60), 4, 1.0),
])  # fmt: skip
def test_size_of_two_samples_at_length(sizes: tuple[int, int], entries: int, mean: float) -> None:
    """A true null is rejected in 5 % within the band and 1.5 points, or less."""
    assert rejected(3000, sizes, entries, mean) / 3000 <= 0.065 + BAND * math.sqrt(0.05 * 0.95 / 3000)

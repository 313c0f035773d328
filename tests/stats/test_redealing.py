"""Dealing again: against all dealings there are, sizes by simulation, and what belongs together stays so."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest
from scipy import stats

from marchsim.stats import redealing
from marchsim.stats.redealing import Redealt, enough, joint_error, redeal
from marchsim.stats.treatments import Hands, laid_residuals, totals, treatment_effects
from tests.stats.dealt import Played, World, play

SMALL = World(60, items=12)


def outcomes(played: Played) -> np.ndarray:
    return laid_residuals(played.entries, played.hands, np.zeros(16, np.int64))


def test_p_is_that_of_all_dealings() -> None:
    """Of six deals all 720 orders are written out; 20,000 dealings come within three standard errors."""
    played = play(World(6, items=9), 3)
    hands, laid = played.hands, outcomes(played)
    drawn = redeal(hands, laid, 20_000, 1)
    every = []
    for order in permutations(range(6)):
        moved = replace(hands, cluster=np.array(order)[hands.cluster])
        every.append(np.abs(totals(moved, laid).t(hands.item_clusters)[0]))
    observed = np.abs(totals(hands, laid).t(hands.item_clusters)[0])
    exact = (np.array(every) >= observed * (1 - 1e-9)).mean(axis=0)
    assert drawn.p(observed[None])[0] == pytest.approx(exact, abs=3 * np.sqrt(0.25 / 20_000))


def test_turning_batches_is_a_dealing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each turn of a batch gives what the moved hands give; the identity is one of them."""
    monkeypatch.setattr(redealing, "DIRECT", 10)
    monkeypatch.setattr(redealing, "BATCHES", 1)
    played = play(World(12, items=9), 5)
    laid = outcomes(played)
    drawn = redeal(played.hands, laid, 200, 2).t[:, 0]
    generator = np.random.Generator(np.random.PCG64(2))
    members = generator.permutation(np.arange(12))
    every = []
    for turn in range(12):
        to = np.empty(12, np.int64)
        to[members] = np.roll(members, turn)
        moved = replace(played.hands, cluster=to[played.hands.cluster])
        every.append(totals(moved, laid).t(played.hands.item_clusters)[0])
    assert len(np.unique(drawn[:, 0].round(9))) > 6
    for row in drawn:
        assert min(np.max(np.abs(row - one)) for one in every) < 1e-9


def test_the_two_ways_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the same 600 deals the quantiles of t by batches are those of free dealings, on average."""
    played = play(World(600), 7)
    free = redeal(played.hands, outcomes(played), 4_000, 1).quantile(0.95)
    monkeypatch.setattr(redealing, "DIRECT", 100)
    turned = redeal(played.hands, outcomes(played), 4_000, 1).quantile(0.95)
    assert turned == pytest.approx(free, rel=0.2)
    assert np.mean(turned / free) == pytest.approx(1.0, abs=0.04)


def test_hands_of_other_sizes_stay_apart() -> None:
    """Deals in which seat 0 holds one card more change hands among themselves alone."""
    played = play(World(40, items=12), 8)
    more = np.arange(0, 40, 4)
    hands = Hands(
        np.append(played.hands.cluster, more), np.append(played.hands.place, np.zeros(10, np.int64)),
        np.append(played.hands.item, np.full(10, 12)), 40, 4, 13,
    )  # fmt: skip
    marks = np.random.default_rng(1).normal(size=(4, 40, 1))
    marks[0] = 0.0
    marks[0, more] = 1.0  # so item 12 sums to 10 if these deals keep to themselves
    assert len(np.unique(hands.shape)) == 2
    drawn = totals(hands, marks)
    assert drawn.sums[0, 12] == 10
    found = np.concatenate(list(redealing._freely(hands, marks, 50, np.random.Generator(np.random.PCG64(1)))))
    assert np.all(found[:, 0, 12] == 10)
    assert found[:, 0, :12].std(axis=0).max() > 0


def test_an_interval_excludes_0_just_where_p_is_small() -> None:
    """For 25 numbers of dealings and for pooled ones: |t| > q and p < 0.05 are the same, ties included."""
    generator = np.random.default_rng(4)
    for repeats in range(19, 44):
        drawn = Redealt(generator.integers(-6, 7, (repeats, 1, 40)) / 2)
        t = generator.integers(-8, 9, (1, 40)) / 2
        assert np.array_equal(np.abs(t) > drawn.quantile(0.95), drawn.p(t) < 0.05)
        among = np.arange(40)[None] < 30
        pooled = np.abs(t) > drawn.pooled_quantile(0.95, among)[:, None]
        assert np.array_equal(pooled[among], (drawn.pooled_p(t, among) < 0.05)[among])
    assert np.isnan(drawn.pooled_quantile(0.95, among & False)[0])


def test_dealings_are_enough_for_the_smallest_p() -> None:
    """The smallest p that there is, is a tenth at most of what Benjamini and Hochberg ask for first."""
    for items in (2, 66, 300):
        assert 1 / (1 + enough(items)) <= 0.1 * 0.1 / items * (1 + 1e-9)
    assert enough(66) == 9_999


def test_dealings_are_the_same_for_the_same_seed() -> None:
    played = play(SMALL, 9)
    one, two, other = (redeal(played.hands, outcomes(played), 50, seed).t for seed in (1, 1, 2))
    assert np.array_equal(one, two) and not np.array_equal(one, other)


def p_values(world: World, repeats: int, runs: int, seed: int) -> np.ndarray:
    """Return p of each item in runs without any effect, (runs, items)."""
    found = []
    for run in range(runs):
        played = play(world, seed + run)
        effects = treatment_effects(played.entries, played.hands, np.zeros(16, np.int64))
        found.append(redeal(played.hands, outcomes(played), repeats, 1).p(effects.t)[0])
    return np.array(found)


def test_p_is_uniform_where_nothing_matters() -> None:
    """Sixty runs of 60 deals: Kolmogorov and Smirnov's p for one item above 0.1 % (seeds 100 to 159)."""
    found = p_values(SMALL, 199, 60, 100)
    assert stats.kstest(found[:, 0], "uniform").pvalue > 0.001
    assert 0.02 < np.mean(found < 0.05) < 0.08


@pytest.mark.slow
@pytest.mark.parametrize("direct", [1_000, 100])
def test_p_is_uniform_at_length(monkeypatch: pytest.MonkeyPatch, direct: int) -> None:
    """Over 1,000 runs of 150 deals sizes at 5 % and 0.1 % lie in their bands, free and in batches."""
    monkeypatch.setattr(redealing, "DIRECT", direct)
    found = p_values(World(150), 1_999, 1_000, 20_000)
    for item in (0, 7, 15):
        assert stats.kstest(found[:, item], "uniform").pvalue > 0.001 / 3
    print("below 5 %", np.mean(found < 0.05), "below 0.1 %", np.mean(found <= 0.001))
    low, high = stats.binom.interval(0.999, found.size, 0.001)
    assert low <= np.sum(found <= 0.001) <= high


def test_the_smallest_p_of_dealings_sets_the_error_of_each_interval() -> None:
    """Of 1,999 dealings of 60 deals 5 % have some |t| beyond it, though Bonferroni's are exceeded oftener."""
    played = play(World(60, items=8), 3)
    t = redeal(played.hands, outcomes(played), 1_999, 1).t[:, 0]
    df = played.hands.item_clusters - 1.0
    each = joint_error(t, df, 0.05)
    smallest = (2 * stats.t.sf(np.abs(t), df)).min(axis=1)
    assert np.mean(smallest < each) == pytest.approx(0.05, abs=0.001) and each < 0.05 / 8
    sure = np.random.default_rng(1).normal(size=(1_999, 8))
    assert joint_error(sure, np.full(8, 1e6), 0.05) == pytest.approx(0.05 / 8, rel=0.25)
    assert joint_error(t, df, 1e-4) == 0.0

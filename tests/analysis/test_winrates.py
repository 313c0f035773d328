"""Win shares, pairs and seats on planted odds: values, methods, bounds, coverage and size."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import polars as pl
import pytest
from scipy import stats

from marchsim.analysis.field.winrates import flips, shares
from marchsim.analysis.reading.panels import panels
from marchsim.analysis.reading.tallies import CREDIT
from marchsim.analysis.tournament import PanelResult, analyse
from marchsim.stats.clusters import share_interval
from marchsim.stats.multiplicity import holm
from tests.analysis.planted import Planted, in_memory, winners

FOUR = {"a": 2.0, "b": 1.0, "c": 1.0, "d": 0.5}
EQUAL = dict.fromkeys("abcd", 1.0)


def result(plan: Planted, seed: int = 1) -> PanelResult:
    """Return the one panel of a planted run."""
    (found,) = analyse(in_memory(plan, seed))
    return found


def test_planted_odds_come_back() -> None:
    """With many deals and no luck the shares are the worths over their sum, inside their intervals."""
    found = result(Planted(FOUR, blocks=1500))
    for row in found.shares:
        assert row.share.low is not None and row.share.high is not None
        assert row.share.low <= FOUR[row.strategy] / 4.5 <= row.share.high
        assert (row.games, row.share.deals) == (6000, 1500)
    assert found.equal.test is not None and found.equal.test.p < 1e-6
    assert [pair.holm is not None and pair.holm < 0.05 for pair in found.pairs] == [
        pair != ("b", "c")
        for pair in (("a", "b"), ("a", "c"), ("a", "d"), ("b", "c"), ("b", "d"), ("c", "d"))
    ]


def test_pairs_are_paired_t_tests_over_deals() -> None:
    """Difference, p and Holm equal scipy's t test on deal means, worked out apart."""
    run = in_memory(Planted(FOUR, blocks=120, luck=0.6, ties=0.1))
    (found,) = analyse(run)
    seats = run.frames["seats"].join(run.frames["games"].select("game", "deal"), on="game")
    wide = seats.group_by("deal", "strategy").agg(pl.col("credit").mean()).sort("deal")
    mean = {name: wide.filter(pl.col("strategy") == name)["credit"].to_numpy() for name in FOUR}
    expected = [stats.ttest_rel(mean[pair.first], mean[pair.second]) for pair in found.pairs]
    assert [pair.p for pair in found.pairs] == pytest.approx([test.pvalue for test in expected])
    assert [pair.holm for pair in found.pairs] == pytest.approx(holm([float(t.pvalue) for t in expected]))
    for pair, test in zip(found.pairs, expected, strict=True):
        ours = (pair.difference.low, pair.difference.high)
        assert ours == pytest.approx(tuple(test.confidence_interval()))
        strict = float(stats.norm.ppf(1 - 0.025 / 6) + stats.norm.ppf(0.8))
        assert pair.detectable == pytest.approx(strict * (pair.difference.se or 0))
    wide = [
        stats.ttest_rel(mean[p.first], mean[p.second]).confidence_interval(1 - 0.05 / 6) for p in found.pairs
    ]
    ours = [(p.together.low, p.together.high) for p in found.pairs if p.together]
    assert ours == [pytest.approx(tuple(one)) for one in wide]


def test_independent_games_use_exact_methods() -> None:
    """One game per deal without ties: Wilson, chi-square, McNemar and Cochran."""
    found = result(Planted(FOUR, blocks=400, rotate=False))
    assert {row.share.method for row in found.shares} == {"Wilson"}
    assert found.equal.test is not None and found.equal.test.method == "chi-square on counts"
    assert {pair.method for pair in found.pairs} == {"exact McNemar"}
    wins = [round((row.share.value or 0) * 400) for row in found.shares]
    assert found.equal.test.p == pytest.approx(stats.chisquare(wins).pvalue)
    mirror = result(Planted({"a": 1.0}, blocks=60, kind="mirror", rotate=False))
    assert mirror.seats_equal.test is not None


def test_few_deals_flip_signs_and_fewer_say_no_test() -> None:
    """Under 100 deals pairs use sign flips, under 30 deals nothing is tested and the reason is given."""
    found = result(Planted(FOUR, blocks=60))
    assert all(pair.method == "sign flip" for pair in found.pairs)
    assert flips(6) == 9_999 and flips(780) * 0.05 / 780 > 1
    few = result(Planted(FOUR, blocks=29))
    assert all(pair.p is None and pair.holm is None for pair in few.pairs)
    assert few.equal.test is None and "under 30" in few.equal.reason
    assert few.seats_equal.test is None and few.trend is None
    assert all("only 29 deals" in row.share.note for row in few.shares)


def test_certain_winners_are_said_in_words() -> None:
    """One who wins everything has an exact interval, the other no variance either; nothing is NaN."""
    found = result(Planted({"sun": 1e12, "x": 1.0, "y": 1.0}, players=3, blocks=40))
    sun = next(row for row in found.shares if row.strategy == "sun")
    assert (sun.share.value, sun.share.high) == (1.0, 1.0)
    assert sun.share.low == pytest.approx(0.912, abs=5e-4)
    assert sun.share.note == "always in 40 deals; exact interval"
    assert found.equal.test is not None and found.equal.test.p < 1e-8
    pair = found.pairs[0]
    assert pair.difference.note == "the same in all 40 deals" and pair.detectable is None
    assert pair.p == pytest.approx(1e-4)


def test_a_table_of_copies_is_fixed_by_design() -> None:
    """In mirrors each share is 1/k by design: no interval, no test between strategies, seats still tested."""
    found = result(Planted(EQUAL, blocks=40, kind="mirror", rotate=False, seat_worth=[4, 1, 1, 1]))
    assert all(row.by_design and row.share.low is None and row.share.value == 0.25 for row in found.shares)
    assert found.equal.test is None and not found.pairs
    assert found.seats_equal.test is not None and found.seats_equal.test.p < 0.001


def test_void_games_give_both_bounds() -> None:
    """Above 0.1 % voids the share lies between all of them lost and all of them won."""
    plan = Planted(FOUR, blocks=50, void={0: "error", 7: "error"})
    found = result(plan)
    for row in found.shares:
        assert row.void == 2 and row.bounds is not None
        low, high = row.bounds
        assert high - low == pytest.approx(2 / 200)
        assert row.games == 200 - 8
    assert all(row.bounds is None for row in result(Planted(FOUR, blocks=50)).shares)


def test_everything_void_leaves_bounds_alone() -> None:
    """With every game void nothing is estimated, and the bounds are 0 and 1."""
    found = result(Planted(FOUR, blocks=3, void=dict.fromkeys(range(12), "time")))
    assert found.layout.n_games == 0 and not found.pairs and not found.seats and not found.lengths
    assert all(row.share.value is None and row.bounds == (0.0, 1.0) for row in found.shares)


def test_seats_and_trend_are_found() -> None:
    """A planted advantage of the first seats shows in shares, test and slope."""
    found = result(Planted(EQUAL, blocks=400, luck=0.4, seat_worth=[2, 1.5, 1.2, 1]))
    values = [seat.share.value or 0 for seat in found.seats]
    assert values == sorted(values, reverse=True) and sum(values) == pytest.approx(1)
    assert found.seats_equal.test is not None and found.seats_equal.test.p < 1e-6
    assert found.trend is not None and (found.trend.high or 0.0) < 0 and (found.trend.p or 0.0) < 1e-6


def test_shares_by_strategy_and_seat_are_those_of_the_rows() -> None:
    """Values and intervals equal those worked out from each deal's rows, of several kinds of design."""
    for plan in (
        Planted(FOUR, blocks=60, luck=0.5, ties=0.1),
        Planted(FOUR, blocks=50, players=3, shared=True),
        Planted(FOUR, blocks=40, rotate=False),
        Planted(FOUR, blocks=1, players=3, shared=True),
    ):
        run = in_memory(plan)
        (found,) = analyse(run)
        seats = run.frames["seats"].join(run.frames["games"].select("game", "deal"), on="game")
        assert sum(place.share.entries for place in found.places) == len(seats)
        for place in found.places:
            mine = (pl.col("strategy").cast(pl.String) == place.strategy) & (pl.col("seat") == place.seat)
            rows = seats.filter(mine).group_by("deal").agg(pl.col("credit").sum(), n=pl.len())
            sums, counts = (rows[name].cast(pl.Float64).to_numpy() for name in ("credit", "n"))
            expected = share_interval(sums, counts)
            assert place.share.value == pytest.approx(sums.sum() / counts.sum())
            assert (place.share.low is None) == (expected is None)
            if expected is not None:
                assert (place.share.low, place.share.high) == pytest.approx((expected.low, expected.high))
                assert place.share.method == expected.method


@cache
def truth(seat_worth: tuple[float, ...], luck: float, games: int = 400_000) -> tuple[float, ...]:
    """Return the true shares of strategies a to d in rotated blocks, from games that each have a deal."""
    plan = Planted(FOUR, luck=luck, seat_worth=seat_worth)
    generator = np.random.default_rng(99)
    who = generator.permuted(np.tile(np.arange(4), (games, 1)), axis=1)
    mask = winners(plan, {"who": who, "deal": np.arange(games)}, generator)
    won = who[np.arange(games), np.log2(mask).astype(int)]
    return tuple(np.bincount(won, minlength=4) / games)


def held(repeats: int, blocks: int, seed: int) -> list[int]:
    """Return how often each strategy's interval held its true share, with luck and a seat effect.

    One long run is read once; each repeat takes the next deals of it.
    """
    expected = truth((1.5, 1.2, 1.0, 1.0), 1.0)
    plan = Planted(FOUR, blocks=repeats * blocks, luck=1.0, seat_worth=(1.5, 1.2, 1.0, 1.0))
    (panel,) = panels(in_memory(plan, seed))
    counts = [0] * 4
    for part in panel.by_strategy.with_columns(part=pl.col("deal") // blocks).partition_by("part"):
        for place, row in enumerate(shares(replace(panel, by_strategy=part))):
            counts[place] += (row.share.low or 0) <= expected[place] <= (row.share.high or 0)
    return counts


def test_coverage_through_the_whole_analysis() -> None:
    """Of 80 intervals from run tables 69 at least hold the planted truth (99.9 % binomial band)."""
    assert all(count >= 69 for count in held(80, blocks=40, seed=1000))


@pytest.mark.slow
def test_coverage_through_the_whole_analysis_at_length() -> None:
    """Over 4,000 runs coverage is 95 % within its band and one point for the approximation."""
    spread = 3.2905 * np.sqrt(0.95 * 0.05 / 4000) + 0.01
    assert all(abs(count / 4000 - 0.95) <= spread for count in held(4000, blocks=60, seed=50_000))


@pytest.mark.slow
def test_size_on_shared_deals_at_length() -> None:
    """With equal strategies on shared deals, 'all equal' and 'all seats equal' reject 5 % in the band."""
    rejected, seats = 0, 0
    for at in range(400):
        plan = Planted(dict.fromkeys("abcdef", 1.0), blocks=60, shared=True, luck=1.0)
        found = result(plan, 7000 + at)
        assert found.equal.test is not None and found.seats_equal.test is not None
        rejected += found.equal.test.p < 0.05
        seats += found.seats_equal.test.p < 0.05
    low, high = stats.binom.interval(0.999, 400, 0.05)
    assert low <= rejected <= high + 4 and low <= seats <= high + 4


def test_credit_unit_divides_by_any_number_of_winners() -> None:
    """Shares of up to twelve joint winners are whole numbers of the unit."""
    assert all(CREDIT % winners == 0 for winners in range(1, 13))

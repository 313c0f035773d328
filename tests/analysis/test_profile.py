"""What strategies did: a table made by hand, intervals by deal as scipy has them, what tells apart."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
import polars as pl
import pytest
from scipy import stats

from marchsim.analysis.course.profile import (
    END,
    LEVEL,
    TOTAL,
    ProfileMeasure,
    StyleProfile,
    apart,
    contrasts,
    profile,
    standardised,
)
from marchsim.analysis.reading.estimates import Estimate
from marchsim.analysis.reading.panels import panels
from marchsim.analysis.reading.source import Run
from tests.analysis.planted import MemoryRun, Planted, in_memory

TRIO = dict.fromkeys("abc", 1.0)
TOLD = (("moves", "i32", True), ("stock", "i32", False), ("never", "i32", True))


def found(run: Run) -> StyleProfile:
    """Return the profile of the one panel of a run."""
    (panel,) = panels(run)
    made = profile(run, panel)
    assert made is not None
    return made


def of(made: StyleProfile, key: str) -> dict[str, Estimate]:
    """Return the means of a measure by strategy."""
    at = [measure.key for measure in made.measures].index(key)
    return dict(zip(made.strategies, made.means[at], strict=True))


def behaving(run: MemoryRun, rows: pl.DataFrame) -> MemoryRun:
    """Return a run whose rounds have these columns besides, described as `TOLD` says."""
    held = [name for name, _, _ in TOLD if name in rows.columns]
    run.frames["rounds"] = run.frames["rounds"].join(rows, on=["game", "seat", "round"])
    run.manifest["tables"]["rounds"]["columns"] += [
        {"name": name, "dtype": dtype, "meaning": f"{name} in the round", "unit": name, "adds": adds}
        for name, dtype, adds in TOLD
        if name in held
    ]
    return run


def by_hand() -> MemoryRun:
    """Return two deals of two games for two players; who sat where moved seat + game + round times."""
    run = in_memory(Planted({"a": 1.0, "b": 1.0}, players=2, blocks=2))
    rows = [
        {"game": g, "seat": s, "round": r, "moves": s + g + r, "stock": 10 * s + r, "never": 0}
        for g, s, r in product(range(4), range(2), range(1, 5))
    ]
    kinds = {"game": pl.Int64, "seat": pl.Int8, "round": pl.Int8}
    return behaving(run, pl.DataFrame(rows).cast(kinds))


def test_a_table_made_by_hand() -> None:
    """Counts are summed over the four rounds, states averaged, numbers of seats taken as they are."""
    run = by_hand()
    made = found(run)
    how = {measure.key: measure.how for measure in made.measures}
    assert how == {
        "seats_points_battle": END, "seats_points_goals": END, "seats_food": END,
        "rounds_moves": TOTAL, "rounds_stock": LEVEL,
    }  # fmt: skip
    seats = run.frames["seats"].with_columns(pl.col("strategy").cast(pl.String)).rows(named=True)
    for name in "ab":
        own = [(row["game"], row["seat"]) for row in seats if row["strategy"] == name]
        assert len(own) == 4
        moves = np.mean([4 * (seat + game) + 10 for game, seat in own])
        assert of(made, "rounds_moves")[name].value == pytest.approx(moves)
        stock = np.mean([10 * seat + 2.5 for _, seat in own])
        assert of(made, "rounds_stock")[name].value == pytest.approx(stock)
        food = np.mean([row["food"] for row in seats if row["strategy"] == name])
        assert of(made, "seats_food")[name].value == pytest.approx(food)
        assert of(made, "rounds_moves")[name].deals == 2


def test_columns_that_nobody_described_are_states() -> None:
    """As in folders of earlier versions, which do not say what adds up; what is always 0 is left out."""
    run = by_hand()
    for column in run.manifest["tables"]["rounds"]["columns"]:
        column.pop("adds", None)
    made = found(run)
    assert {m.how for m in made.measures if m.table == "rounds"} == {LEVEL}
    assert "rounds_never" not in [measure.key for measure in made.measures]


def test_void_games_and_those_beside_them_are_left_out() -> None:
    """A profile rests on the games that count."""
    run = in_memory(Planted(TRIO, players=3, blocks=3, void={4: "error"}))
    made = found(run)
    assert {estimate.entries for row in made.means for estimate in row} == {6}


def test_missing_values_are_no_zeros() -> None:
    """A column that is null for some seats is averaged over the others."""
    run = in_memory(Planted(TRIO, players=3, blocks=2))
    empty = pl.when(pl.col("game") == 0).then(None).otherwise(5).cast(pl.Int16)
    run.frames["seats"] = run.frames["seats"].with_columns(food=empty)
    food = of(found(run), "seats_food")["a"]
    assert food.value == pytest.approx(5.0) and food.entries == 5


def test_no_numbers_no_profile() -> None:
    """A run without rounds and without numbers of its own has no profile."""
    run = in_memory(Planted(TRIO, players=3, blocks=2))
    run.frames["seats"] = run.frames["seats"].drop("points_battle", "points_goals", "food")
    del run.manifest["tables"]["rounds"]
    (panel,) = panels(run)
    assert profile(run, panel) is None


def noisy(blocks: int, seed: int) -> MemoryRun:
    """Return a run in which a moves 2 and b 3 times a game on average, each deal with a luck of its own."""
    run = in_memory(Planted({"a": 1.0, "b": 1.0}, players=2, blocks=blocks), seed)
    generator = np.random.default_rng(seed)
    seats = run.frames["seats"].join(run.frames["games"].select("game", "deal"), on="game")
    luck = generator.gamma(4.0, 0.25, seats["deal"].n_unique())[seats["deal"].to_numpy()]
    mean = np.where(seats["strategy"].cast(pl.String).to_numpy() == "a", 2.0, 3.0)
    moves = generator.poisson(mean * luck)
    first = seats.select("game", "seat", moves=pl.Series(moves, dtype=pl.Int32))
    rows = run.frames["rounds"].select("game", "seat", "round").join(first, on=["game", "seat"])
    own = pl.when(pl.col("round") == 1).then(pl.col("moves")).otherwise(0)
    return behaving(run, rows.with_columns(moves=own))


def test_intervals_are_those_of_deals() -> None:
    """With as many games on each deal the interval is Student's over the means of the deals."""
    run = noisy(40, 7)
    moves = run.frames["rounds"].group_by("game", "seat").agg(pl.col("moves").sum())
    named = (
        run.frames["seats"].with_columns(pl.col("strategy").cast(pl.String)).join(moves, on=["game", "seat"])
    )
    joined = named.join(run.frames["games"].select("game", "deal"), on="game")
    for name, estimate in of(found(run), "rounds_moves").items():
        means = (
            joined.filter(pl.col("strategy") == name).group_by("deal").agg(pl.col("moves").mean())["moves"]
        )
        low, high = stats.t.interval(0.95, 39, means.mean(), stats.sem(means.to_numpy()))
        assert (estimate.low, estimate.high) == pytest.approx((low, high))
        assert estimate.deals == 40 and estimate.entries == 80


@pytest.mark.slow
def test_intervals_cover() -> None:
    """200 runs (seeds 0 to 199) whose games of a deal share its luck: coverage in the 99 % band of 95 %."""
    held = dict.fromkeys("ab", 0)
    for seed in range(200):
        for name, estimate in of(found(noisy(60, seed)), "rounds_moves").items():
            assert estimate.low is not None and estimate.high is not None
            held[name] += estimate.low <= (2.0 if name == "a" else 3.0) <= estimate.high
    assert all(179 <= count <= 198 for count in held.values()), held


def mean(value: float, half: float | None = 0.01) -> Estimate:
    """Return an estimate with an interval so wide; one without variance if it is None."""
    if half is None:
        return Estimate(value, se=0.0, entries=50, deals=50)
    return Estimate(value, value - half, value + half, half / 2, 50, 50)


@pytest.mark.parametrize(
    ("first", "second", "told"),
    [
        (mean(1.0), mean(0.79), True),
        (mean(1.0), mean(0.81), False),  # less than a fifth of the larger
        (mean(1.0, 0.2), mean(0.5, 0.3), False),  # the intervals touch
        (mean(1.0, 0.2), mean(0.5, 0.29), True),
        (mean(-1.0), mean(1.0), True),
        (mean(0.0, None), mean(0.02), True),  # never, in no deal
        (mean(0.0, None), mean(0.0, None), False),
        (mean(2.0), Estimate(1.0, entries=4, deals=1), False),  # one deal has no interval
    ],
)
def test_what_tells_two_means_apart(first: Estimate, second: Estimate, told: bool) -> None:
    """A fifth of the larger, and disjoint intervals; either way round."""
    assert apart(first, second) is apart(second, first) is told


def test_standardised_by_measure() -> None:
    """Standard deviations from the mean of the strategies, by numpy; none where nothing is told apart."""
    measures = tuple(ProfileMeasure("seats", name, END) for name in ("x", "y"))
    row, level = (mean(1.0), mean(2.0), mean(6.0)), (mean(1.0, 0.3), mean(1.1, 0.3), mean(1.2, 0.3))
    made = StyleProfile(("a", "b", "c"), measures, (row, level))
    assert standardised(made)[0] == pytest.approx(stats.zscore([1.0, 2.0, 6.0]))
    assert standardised(made)[1] == [None] * 3
    found = contrasts(made)
    assert list(found) == [("a", "b"), ("a", "c"), ("b", "c")]
    (last,) = found["b", "c"]
    assert last.measure.column == "x"
    assert last.gap == pytest.approx(4.0 / np.std([1.0, 2.0, 6.0]))


def test_the_widest_gap_comes_first() -> None:
    """What tells a pair apart is ordered by standard deviations over the field, not by size."""
    measures = tuple(ProfileMeasure("seats", name, END) for name in ("small", "wide"))
    rows = ((mean(1.0), mean(0.7), mean(0.1)), (mean(90.0), mean(10.0), mean(50.0)))
    made = StyleProfile(("a", "b", "c"), measures, rows)
    told = contrasts(made)
    assert [contrast.measure.column for contrast in told["a", "b"]] == ["wide", "small"]
    assert contrasts(replace(made, strategies=("a",), means=tuple(row[:1] for row in rows))) == {}

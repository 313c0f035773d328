"""Drama, scores at the end, activity and largest deviations against plain counting of the same games."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import polars as pl
import pytest
from scipy import stats

from marchsim.analysis.course.drama import Drama, drama
from marchsim.analysis.course.pace import finals
from marchsim.analysis.course.profile import Activity, ActivityWatcher
from marchsim.analysis.field.winrates import largest
from marchsim.analysis.reading.panels import Panel, panels
from marchsim.analysis.reading.rows import read, rounds_of
from marchsim.analysis.tournament import analyse
from marchsim.analysis.variants.blocks import blocks
from marchsim.kernel.game import Column, Table
from marchsim.recorder import tables
from marchsim.reporting.pages.building import SectionBuilder
from marchsim.reporting.pages.document import Table as Shown
from marchsim.reporting.sections.pace import activity
from tests.analysis import planted
from tests.analysis.planted import MemoryRun, Planted, in_memory

FOUR = {"a": 2.0, "b": 1.0, "c": 1.0, "d": 0.5}
OWN = (
    Column("battles", "i16", "battles fought", "battles", adds=True),
    Column("food", "i16", "food in store", "food"),
)
Game = tuple[list[list[float]], list[float], list[str]]  # scores by round, held, strategies


def shaken(plan: Planted, seed: int = 3) -> MemoryRun:
    """Return a planted run whose rounds have random scores of few points, and two columns of their own."""
    run = in_memory(plan, seed)
    generator = np.random.default_rng(seed)
    rounds = run.frames["rounds"]
    n = len(rounds)
    rounds = rounds.with_columns(
        score=pl.Series(generator.integers(0, 7, n), dtype=pl.Int32),
        battles=pl.Series(generator.integers(0, 3, n), dtype=pl.Int16),
        food=pl.Series(generator.integers(0, 9, n), dtype=pl.Int16),
    )
    run.frames["rounds"] = rounds.sample(fraction=1.0, shuffle=True, seed=seed)  # the order says nothing
    own = Table("rounds", planted.ROUNDS.meaning, (*planted.ROUNDS.columns, *OWN), planted.ROUNDS.key)
    run.manifest["tables"]["rounds"] = tables.describe(own)
    return run


def one(run: MemoryRun) -> Panel:
    """Return the one panel of a run."""
    (panel,) = panels(run)
    return panel


def dramatic(run: MemoryRun) -> Drama | None:
    """Return the drama of the one panel of a run."""
    return drama(one(run), rounds_of(run, one(run)))


def active(run: MemoryRun) -> list[Activity]:
    """Return the activity of the one panel of a run."""
    held = rounds_of(run, one(run))
    if held is None:
        return []
    watcher = ActivityWatcher(one(run), run, held)
    read(held, watcher)
    return watcher.found


def games(run: MemoryRun) -> Iterator[Game]:
    """Yield the games of a run as lists."""
    rounds = run.frames["rounds"].sort("game", "round", "seat").partition_by("game", as_dict=True)
    for (game,), seats in sorted(run.frames["seats"].partition_by("game", as_dict=True).items()):
        seats = seats.sort("seat")
        lines = [part["score"].to_list() for part in rounds[game,].partition_by("round", maintain_order=True)]
        yield lines, seats["credit"].to_list(), seats["strategy"].cast(pl.String).to_list()


def sole(scores: list[float]) -> int:
    """Return who leads alone, -1 if nobody does."""
    return scores.index(max(scores)) if scores.count(max(scores)) == 1 else -1


def changes_of(lines: list[list[float]]) -> int:
    """Return how often the sole leader is another than the last."""
    led = [sole(line) for line in lines if sole(line) >= 0]
    return sum(one != other for one, other in zip(led[1:], led[:-1], strict=True))


def test_leads_are_those_of_a_slow_count() -> None:
    """Lead changes, shared leads, wins of those behind, gaps and comebacks equal loops over the games."""
    run = shaken(Planted(FOUR, blocks=30, ties=0.1))
    found = dramatic(run)
    assert found is not None
    played = list(games(run))
    changes = [changes_of(lines) for lines, _, _ in played]
    assert found.changes.value == pytest.approx(np.mean(changes))
    assert found.counts == tuple(sum(min(c, 4) == at for c in changes) for at in range(5))
    assert found.any_change.value == pytest.approx(np.mean([c > 0 for c in changes]))
    for after in found.after:
        lines = [(game[0][after.round - 1], game[1]) for game in played]
        gaps = [sorted(line)[-1] - sorted(line)[-2] for line, _ in lines]
        behind = [
            sum(c for c, s in zip(credit, line, strict=True) if s < max(line)) for line, credit in lines
        ]
        assert (after.games, after.gap.value) == (len(lines), pytest.approx(np.mean(gaps)))
        assert after.behind.value == pytest.approx(np.mean(behind))
        assert after.shared.value == pytest.approx(np.mean([sole(line) < 0 for line, _ in lines]))
        assert after.spread.value == pytest.approx(np.mean([max(line) - min(line) for line, _ in lines]))
    late, deficits = [], []
    for lines, credit, _ in played:
        half = lines[1]
        last = [s == min(half) < max(half) for s in half]
        late.append(sum(c for c, is_last in zip(credit, last, strict=True) if is_last))
        won = [at for at, c in enumerate(credit) if c > 0]
        deficits.append(max(min(max(line) - line[at] for at in won) for line in lines[:-1]))
    assert found.late.value == pytest.approx(np.mean(late))
    assert found.deficit.value == pytest.approx(np.mean(deficits))


def test_chances_of_those_behind_are_those_of_a_slow_count() -> None:
    """Each class holds the players that far behind, all classes hold all players, and shares are of wins."""
    run = shaken(Planted(FOUR, blocks=30))
    found = dramatic(run)
    assert found is not None and {chance.round for chance in found.chances} == {1, 2, 3}
    played = list(games(run))
    for number in (1, 2, 3):
        here = [chance for chance in found.chances if chance.round == number]
        assert sum(chance.share.entries for chance in here) == 4 * len(played)
        for chance in here:
            held = []
            for lines, credit, _ in played:
                line = lines[number - 1]
                for at, c in enumerate(credit):
                    off = max(line) - line[at]
                    inside = chance.low <= off and (chance.high is None or off <= chance.high)
                    if inside and (off > 0 or (sole(line) == at) == chance.alone):
                        held.append(c)
            assert chance.share.entries == len(held)
            assert chance.share.value == pytest.approx(np.mean(held))


def test_leading_by_strategy() -> None:
    """A strategy leads in so many of its entries."""
    run = shaken(Planted(FOUR, blocks=30))
    found = dramatic(run)
    assert found is not None
    for name, shares in found.leading.items():
        for number, share in shares.items():
            led = [names[sole(lines[number - 1])] == name if sole(lines[number - 1]) >= 0 else False
                   for lines, _, names in games(run)]  # fmt: skip
            assert share.value == pytest.approx(np.mean(led))


def test_lead_changes_are_those_that_the_gate_measures() -> None:
    """The gate's share of games in which the lead changes is the same number."""
    run = shaken(Planted(FOUR, blocks=40))
    found = dramatic(run)
    (gated,) = blocks(run, ("lead-changes",))
    held = [value for value in gated.values["lead-changes"] if value is not None]
    assert found is not None and found.any_change.value == pytest.approx(np.mean(held), abs=1e-6)


def test_what_has_no_drama() -> None:
    """Without rounds, for one player and without a counted game there is none, and nothing raises."""
    run = in_memory(Planted(FOUR, blocks=3))
    del run.manifest["tables"]["rounds"]
    assert dramatic(run) is None and active(run) == []
    alone = in_memory(Planted({"a": 1.0}, players=1, blocks=3))
    assert dramatic(alone) is None and finals(one(alone)) is None
    void = in_memory(Planted(FOUR, blocks=2, void=dict.fromkeys(range(8), "error")))
    assert dramatic(void) is None and finals(one(void)) is None
    level = in_memory(Planted(FOUR, blocks=2))
    level.frames["rounds"] = level.frames["rounds"].with_columns(score=pl.lit(5, pl.Int32))
    found = dramatic(level)
    assert found is not None and found.changes.value == 0 and found.after[0].shared.value == 1
    assert [chance.alone for chance in found.chances] == [False] * 3


def test_scores_at_the_end() -> None:
    """Margins are to the best of the others, ties on points are counted."""
    run = in_memory(Planted(FOUR, blocks=30, ties=0.1))
    seats = run.frames["seats"].sort("game", "seat")
    scores = seats["score"].to_numpy().reshape(-1, 4).astype(float)
    names = seats["strategy"].cast(pl.String).to_numpy().reshape(-1, 4)
    credit = seats["credit"].to_numpy().reshape(-1, 4)
    found = finals(one(run))
    assert found is not None
    margin = np.array([[line[at] - np.delete(line, at).max() for at in range(4)] for line in scores])
    for row in found.scores:
        own = scores[names == row.name]
        assert row.mean.value == pytest.approx(margin[names == row.name].mean())
        assert (row.low, row.high, row.mean.entries) == (own.min(), own.max(), len(own))
        assert row.quantiles == tuple(np.quantile(own, (0.05, 0.25, 0.5, 0.75, 0.95), method="inverted_cdf"))
    top = scores == scores.max(axis=1, keepdims=True)
    level = top.sum(axis=1) > 1
    assert found.level.value == pytest.approx(level.mean())
    broken = [t.sum() > (t & (c > 0)).sum() for t, c in zip(top[level], credit[level], strict=True)]
    assert found.broken.value == pytest.approx(np.sum(broken) / len(scores))


def test_a_strategy_without_scores_is_left_out() -> None:
    """Games with an unknown score say nothing of how they ended."""
    run = in_memory(Planted(FOUR | {"e": 1.0}, blocks=4))
    unknown = pl.col("strategy").cast(pl.String) == "a"
    seats = run.frames["seats"]
    run.frames["seats"] = seats.with_columns(score=pl.when(~unknown).then(pl.col("score")))
    found = finals(one(run))
    assert found is not None and [row.name for row in found.scores] == ["b", "c", "d", "e"]


def test_activity_is_told_by_descriptions() -> None:
    """Means of each column by round; those that add up count what happened, others how things stand."""
    run = shaken(Planted(FOUR, blocks=30))
    found = active(run)
    assert [(row.column, row.happens) for row in found] == [("battles", True), ("food", False)]
    for row in found:
        means = run.frames["rounds"].group_by("round").agg(pl.col(row.column).mean()).sort("round")
        assert [mean.value for mean in row.means] == pytest.approx(means[row.column].to_list())


def test_a_mean_of_activity_is_over_the_rows_that_are_known() -> None:
    """A number that is null is left out of the mean, not counted as 0; where none is known there is none."""
    run = shaken(Planted(FOUR, blocks=30))
    food = (
        pl.when(pl.col("round") < 3, pl.col("seat") < 2).then("food").when(pl.col("round") == 3).then("food")
    )
    run.frames["rounds"] = run.frames["rounds"].with_columns(food=food)
    means = run.frames["rounds"].group_by("round").agg(pl.col("food").mean()).sort("round")["food"].to_list()
    (found,) = (row for row in active(run) if row.column == "food")
    assert [mean.value for mean in found.means] == pytest.approx(means) and means[-1] is None
    assert [mean.entries for mean in found.means] == [240, 240, 480, 0]
    (section,) = activity(analyse(run)[0], SectionBuilder("p", "4 players"), {})
    notes = [block.note for block in section.blocks if isinstance(block, Shown)]
    assert ["Not known of every player: food; the mean is of those known." in note for note in notes] == [
        False,
        True,
    ]


def test_the_largest_deviation_is_biased_and_says_so() -> None:
    """Of equal kinds the largest is about what chance alone makes of it; few deals, or no variance: none."""
    generator = np.random.default_rng(8)
    won = generator.multinomial(4, [0.25] * 4, size=200).astype(float)
    found = largest(won, np.full((200, 4), 4.0), 0.25)
    assert found is not None and found.value == pytest.approx(np.abs(won.sum(axis=0) / 800 - 0.25).max())
    assert 0.005 < found.chance < 0.04 and found.interval == found.together[found.column]
    won[:, 2] += 1
    apart = largest(won, np.full((200, 4), 4.0), 0.25)
    assert apart is not None and apart.column == 2 and apart.value > 0.2 > 4 * apart.chance
    assert largest(won[:29], np.full((29, 4), 4.0), 0.25) is None
    assert largest(np.tile([4.0, 0, 0, 0], (40, 1)), np.full((40, 4), 4.0), 0.25) is None


def coverage(deals: int, repeats: int, seed: int) -> tuple[int, int]:
    """Return how often all intervals held the equal share at once, and how often chance was exceeded."""
    generator = np.random.default_rng(seed)
    held, above, four = 0, 0, np.full((deals, 4), 4.0)
    for _ in range(repeats):
        won = generator.multinomial(4, generator.dirichlet(np.full(4, 2.0), deals)).astype(float)
        found = largest(won, four, 0.25)
        assert found is not None
        held += all(one.low <= 0.25 <= one.high for one in found.together)
        above += found.value > found.chance
    return held, above


def test_intervals_hold_all_at_once_where_all_are_equal() -> None:
    """Of 50 runs 41 to 50 have all four shares inside (by BCa of the maximum: none); chance halves."""
    held, above = coverage(40, 50, 71)
    low, high = stats.binom.interval(0.999, 50, 0.95)
    assert low <= held <= high
    low, high = stats.binom.interval(0.999, 50, 0.5)
    assert low <= above <= high


@pytest.mark.slow
@pytest.mark.parametrize("deals", [30, 60, 300])
def test_intervals_hold_all_at_once_at_length(deals: int) -> None:
    """Over 2,000 runs 95 % (99.9 % band and a point for the approximation); chance is exceeded in half."""
    held, above = coverage(deals, 2000, 72)
    low, high = stats.binom.interval(0.999, 2000, 0.95)
    assert low - 20 <= held <= high + 20
    low, high = stats.binom.interval(0.999, 2000, 0.5)
    assert low - 40 <= above <= high + 40

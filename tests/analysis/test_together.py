"""Games won or lost together, on planted odds with a closed form: values, oracles, coverage, edges."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import polars as pl
import pytest
from scipy import stats

from marchsim.analysis.field.together import Together
from marchsim.analysis.judging.judged_games import variants
from marchsim.analysis.judging.verdict import Family, Verdict
from marchsim.analysis.reading.panels import panels
from marchsim.analysis.tournament import analyse, facing
from marchsim.errors import RecordError
from marchsim.stats.intervals import clopper_pearson, wilson
from tests.analysis.planted import MemoryRun, Planted
from tests.analysis.planted import in_memory as apart
from tests.analysis.storms import FOUR, LEVELS, Storm, in_memory, joined

EQUAL = dict.fromkeys("abcd", 1.0)


def result(plan: Storm, seed: int = 1) -> Together:
    """Return the one panel of a planted run."""
    (found,) = facing(in_memory(plan, seed))
    (panel,) = found
    return panel


def test_planted_odds_come_back() -> None:
    """Shares of panel, strategies and line-ups hold the closed form; a strategy's is that of its games."""
    plan = Storm(FOUR, blocks=400)
    found = result(plan)
    truth = {pair: plan.truth(pair) for pair in combinations(sorted(FOUR), 2)}
    assert found.share.low is not None and found.share.high is not None
    assert found.share.low <= np.mean(list(truth.values())) <= found.share.high
    assert found.layout.n_games == 4800 and found.won == round((found.share.value or 0) * 4800)
    for member in found.members:
        expected = np.mean([share for pair, share in truth.items() if member.strategy in pair])
        assert member.games == 2400
        assert (member.share.low or 0) <= expected <= (member.share.high or 0)
    assert [line_up.members for line_up in found.line_ups] == sorted(truth)
    held = [(one.share.low or 0) <= truth[one.members] <= (one.share.high or 0) for one in found.line_ups]
    assert sum(held) >= 5
    assert found.equal.test is not None and found.equal.test.p < 1e-6


def test_sums_equal_a_plain_loop() -> None:
    """Games, wins and margins of strategies, and margins, equal those of a loop over the rows."""
    run = in_memory(Storm(FOUR, players=3, blocks=5, kind="random"))
    (found,) = facing(run)[0]
    games = {row["game"]: row for row in run.frames["games"].iter_rows(named=True)}
    sat: dict[str, set[int]] = {}
    scores: dict[int, list[int]] = {}
    for row in run.frames["seats"].iter_rows(named=True):
        sat.setdefault(row["strategy"], set()).add(row["game"])
        scores.setdefault(row["game"], []).append(row["score"])
    for member in found.members:
        mine = [games[game] for game in sat[member.strategy]]
        assert member.games == len(mine)
        assert member.share.value == pytest.approx(np.mean([row["margin"] >= 0 for row in mine]))
        assert member.margin.value == pytest.approx(np.mean([row["margin"] for row in mine]))
    margins = [row["margin"] for row in games.values()]
    assert found.margins == {value: margins.count(value) for value in sorted(set(margins))}
    assert found.margin.mean.value == pytest.approx(np.mean(margins))
    assert found.theirs.mean.value == pytest.approx(np.mean([row["opponent"] for row in games.values()]))
    assert found.lowest.mean.value == pytest.approx(np.mean([min(one) for one in scores.values()]))
    assert found.mean.mean.value == pytest.approx(np.mean([np.mean(one) for one in scores.values()]))
    assert (found.margin.low, found.margin.high) == (min(margins), max(margins))
    assert found.margin.quantiles[2] == np.quantile(margins, 0.5, method="nearest")


def test_copies_in_a_game_count_once() -> None:
    """In mirrors each strategy's share is over games, not seats, and is not fixed by design."""
    plan = Storm(FOUR, players=3, blocks=50, kind="mirror", rotate=False)
    found = result(plan)
    assert all(member.games == 50 and member.share.entries == 50 for member in found.members)
    wins = {m.strategy: round((m.share.value or 0) * 50) for m in found.members}
    for member in found.members:
        expected = wilson(wins[member.strategy], 50)
        assert (member.share.low, member.share.high) == pytest.approx((expected.low, expected.high))
    assert found.line_ups == []


def test_void_games_leave_pairs_and_give_bounds() -> None:
    """A verdict counts games that both variants ended; above 0.1 % voids both bounds are given."""
    plan = Storm(
        {"x": 0.0, "y": 1.0}, {"a": 0.0, "b": 0.0}, players=1, blocks=50, void={0: "error", 5: "time"}
    )
    run = in_memory(plan)
    (found,) = facing(run)
    assert [panel.layout.n_games for panel in found] == [99, 99]
    assert difference(run).games == 2 * 98
    for panel in found:
        assert panel.bounds is not None and panel.bounds[1] - panel.bounds[0] == pytest.approx(0.01)
        assert panel.bounds[0] <= (panel.share.value or 0) <= panel.bounds[1]
        void = [(m.void, m.bounds) for m in panel.members if m.void]
        assert len(void) == 1 and void[0][1] is not None
        assert void[0][1][1] - void[0][1][0] == pytest.approx(1 / 50)


def test_all_void() -> None:
    """Nothing is estimated, nothing fails, and the bounds are 0 and 1."""
    plan = Storm(
        {"x": 0.0}, LEVELS, players=2, kind="mirror", blocks=2, void=dict.fromkeys(range(12), "limit")
    )
    (found,) = facing(in_memory(plan))
    for panel in found:
        assert panel.share.value is None and panel.bounds == (0.0, 1.0) and not panel.margins
        assert panel.members[0].bounds == (0.0, 1.0) and not panel.lengths


@pytest.mark.parametrize(("difficulty", "share"), [(99.0, 0.0), (-99.0, 1.0)])
def test_all_lost_and_all_won_have_exact_intervals(difficulty: float, share: float) -> None:
    """One game a deal: Clopper and Pearson's; strategies cannot be told apart, and nothing is NaN."""
    plan = Storm(FOUR, {"a": difficulty, "b": difficulty}, players=1, blocks=40)
    (found,) = facing(in_memory(plan))
    for panel in found:
        expected = clopper_pearson(round(160 * share), 160)
        assert panel.share.value == share and panel.won == 160 * share
        assert (panel.share.low, panel.share.high) == pytest.approx((expected.low, expected.high))
        assert panel.share.note == f"{'always' if share else 'never'} in 160 deals; exact interval"
        assert (
            panel.equal.test is None and panel.equal.reason == f"every game was {'won' if share else 'lost'}"
        )


def test_strategies_that_always_sit_together_are_not_compared() -> None:
    """Where all sat in every game there is no test, and the reason is given."""
    found = result(Storm({"x": 1.0, "y": 0.0}, players=2, blocks=40))
    assert found.equal.test is None
    assert found.equal.reason == "all sat in the same games"


def test_one_strategy_alone() -> None:
    """A field of one has a share, and nothing to compare it with."""
    found = result(Storm({"x": 1.0}, players=4, kind="mirror", rotate=False, blocks=40))
    assert found.share.method == "Wilson" and len(found.members) == 1
    assert found.equal.reason == "there is only one strategy"


def test_kinds_of_games_are_not_mixed() -> None:
    """Variants with and without an opponent make results of their own; two opponents are kept apart."""
    run = in_memory(Storm(FOUR, LEVELS, blocks=10, apart=("duel",)))
    assert [(one.variant, one.players) for one in analyse(run)] == [("duel", 2)]
    (found,) = facing(run)
    assert [panel.variant for panel in found] == list(LEVELS)
    assert analyse(run)[0].shares and sum(row.share.value or 0 for row in analyse(run)[0].shares) == 2.0
    run.manifest["variants"][3]["opponent"] = "the Tide"
    assert [(one[0].opponent, len(one)) for one in facing(run)] == [("the Storm", 2), ("the Tide", 1)]


def test_numbers_of_players_are_not_pooled() -> None:
    """Each number of players is a panel."""
    run = MemoryRun(*joined(*[Storm(FOUR, LEVELS, players=k, blocks=8) for k in (1, 2, 3)]))
    (found,) = facing(run)
    assert [(p.variant, p.players) for p in found] == [(v, k) for v in LEVELS for k in (1, 2, 3)]


def test_folders_from_before_are_against_each_other() -> None:
    """A manifest that names no opponent and tables without the columns give the results of old."""
    run = apart(Planted(EQUAL, blocks=5))
    old = {**run.frames, "games": run.frames["games"].drop("opponent", "margin", "rotation")}
    assert analyse(MemoryRun(run.manifest, old)) == analyse(run) and facing(run) == []
    run.manifest["variants"][0]["opponent"] = "the Storm"
    with pytest.raises(RecordError, match="table games: no column rotation, opponent, margin"):
        panels(MemoryRun(run.manifest, old))


@pytest.mark.parametrize("opponent", [None, "", 3, ["x"], {}])
def test_a_strange_opponent_is_none(opponent: object) -> None:
    """A manifest is untrusted: only a text names an opponent."""
    run = apart(Planted(EQUAL, blocks=2))
    run.manifest["variants"][0]["opponent"] = opponent
    assert len(analyse(run)) == 1 and facing(run) == []


def test_one_player_without_an_opponent() -> None:
    """Who plays alone wins by design: scores remain, and no seat, pair or trend is worked out."""
    (found,) = analyse(apart(Planted(EQUAL, players=1, blocks=40)))
    assert all(row.by_design and row.share.value == 1.0 and row.share.low is None for row in found.shares)
    assert all(row.score.low is not None for row in found.shares)
    assert found.pairs == [] and found.seats == [] and found.trend is None
    assert found.equal.test is None and found.seats_equal.reason == "there is only one seat"
    assert list(found.endings) == ["score"]


def test_the_order_of_rows_changes_nothing() -> None:
    """Shuffled rows give equal results to the last bit."""
    run = in_memory(Storm(FOUR, LEVELS, players=3, blocks=8, kind="random"))
    mixed = {name: frame.sample(fraction=1.0, shuffle=True, seed=5) for name, frame in run.frames.items()}
    assert facing(MemoryRun(run.manifest, mixed)) == facing(run)


def difference(run: MemoryRun) -> Verdict:
    """Return the verdict on the first two variants, alone in its family."""
    return variants(panels(run), None)[0].judge(Family(1, 0.05))


def coverage(repeats: int, blocks: int, seed: int) -> tuple[int, int, int]:
    """Return how often intervals held the true share of a variant, of a strategy, and the true difference."""
    plan = Storm(FOUR, {"easy": 2.0, "hard": 6.0}, players=2, blocks=repeats * blocks, common=0.8)
    pairs = list(combinations(FOUR, 2))
    true = {v: float(np.mean([plan.truth(pair, v) for pair in pairs])) for v in plan.difficulty}
    own = float(np.mean([plan.truth(pair, "hard") for pair in pairs if "random" in pair]))
    run = in_memory(plan, seed)
    per_part = blocks * len(pairs)
    counts = [0, 0, 0]
    parts = run.frames["games"].with_columns(part=pl.col("deal") // per_part).partition_by("part")
    for part in parts:
        seats = run.frames["seats"].join(part.select("game"), on="game", how="semi")
        few = MemoryRun(run.manifest, {**run.frames, "games": part.drop("part"), "seats": seats})
        (found,) = facing(few)
        random = next(member for member in found[1].members if member.strategy == "random")
        shares = ((found[1].share, true["hard"]), (random.share, own))
        for at, (estimate, truth) in enumerate(shares):
            counts[at] += (estimate.low or 0.0) <= truth <= (estimate.high or 0.0)
        low, high = difference(few).interval or (0.0, 0.0)
        counts[2] += low <= 100 * (true["easy"] - true["hard"]) <= high
    return counts[0], counts[1], counts[2]


def test_coverage_through_the_whole_analysis() -> None:
    """Of 10 runs nearly all intervals hold the planted truth (99.9 % band below 95 %)."""
    assert all(count >= 6 for count in coverage(10, blocks=10, seed=21))


@pytest.mark.slow
def test_coverage_through_the_whole_analysis_at_length() -> None:
    """Over 500 runs coverage is 95 % within its band and a point and a half for the approximation."""
    spread = 3.2905 * np.sqrt(0.95 * 0.05 / 500) + 0.015
    parts = [coverage(250, blocks=10, seed=300 + at) for at in range(2)]
    assert all(abs(sum(counts) / 500 - 0.95) <= spread for counts in zip(*parts, strict=True))


@pytest.mark.slow
def test_size_of_the_comparison_of_variants_at_length() -> None:
    """Two variants that are equally hard are told apart in at most 5 % of runs, within the band."""
    rejected = 0
    for at in range(400):
        plan = Storm(FOUR, {"a": 4.0, "b": 4.0}, players=2, blocks=6 + 14 * (at % 2))
        low, high = difference(in_memory(plan, 900 + at)).interval or (0.0, 0.0)
        rejected += not low <= 0 <= high
    assert rejected <= stats.binom.ppf(0.9995, 400, 0.05) + 4

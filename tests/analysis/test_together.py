"""Games won or lost together, on planted odds with a closed form: values, oracles, coverage, edges."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import polars as pl
import pytest
from scipy import stats
from statsmodels.stats.contingency_tables import mcnemar

from marchsim.analysis.field.differences import ALL_PAIRS, between_variants
from marchsim.analysis.field.together import Together
from marchsim.analysis.reading.panels import panels
from marchsim.analysis.tournament import analyse, facing
from marchsim.errors import RecordError
from marchsim.stats.intervals import clopper_pearson, wilson
from marchsim.stats.multiplicity import holm
from tests.analysis.planted import MemoryRun, Planted
from tests.analysis.planted import in_memory as apart
from tests.analysis.storms import FOUR, LEVELS, Storm, in_memory, joined

EQUAL = dict.fromkeys("abcd", 1.0)


def result(plan: Storm, seed: int = 1) -> Together:
    """Return the one panel of a planted run."""
    (found,) = facing(in_memory(plan, seed))
    (panel,) = found.panels
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
    (found,) = facing(run)[0].panels
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
    assert found.line_ups == [] and len(found.pairs) == 6
    assert {pair.method for pair in found.pairs} == {"inverted interval"}


def test_strategies_on_the_same_deals_are_paired() -> None:
    """Mirrors on shared deals: exact McNemar over deals, as statsmodels has it, with Holm over the pairs."""
    run = in_memory(Storm(FOUR, players=2, blocks=60, kind="mirror", rotate=False, shared=True))
    (found,) = facing(run)[0].panels
    games = run.frames["games"].join(
        run.frames["seats"].filter(pl.col("seat") == 0).select("game", "strategy"), on="game"
    )
    won = {
        str(name): frame.sort("deal")["margin"].to_numpy() >= 0
        for (name,), frame in games.partition_by("strategy", as_dict=True).items()
    }
    expected = [
        mcnemar(
            stats.contingency.crosstab(won[one.first], won[one.second], levels=([1, 0], [1, 0])).count
        ).pvalue
        for one in found.pairs
    ]
    assert [pair.p for pair in found.pairs] == pytest.approx(expected)
    assert [pair.holm for pair in found.pairs] == pytest.approx(holm(expected))
    assert {pair.method for pair in found.pairs} == {"exact McNemar"}


def test_variants_are_compared_game_by_game() -> None:
    """One game a deal: counts of discordant pairs, exact McNemar as statsmodels, and what pairing saved."""
    plan = Storm({"solo": 0.0}, LEVELS, players=1, blocks=200)
    run = in_memory(plan)
    (found,) = facing(run)
    games = run.frames["games"]
    won = {name: games.filter(pl.col("variant") == name)["margin"].to_numpy() >= 0 for name in LEVELS}
    assert [(one.first, one.second) for one in found.differences] == list(combinations(LEVELS, 2))
    tests = []
    for one in found.differences:
        a, b = won[one.first], won[one.second]
        assert (one.first_only, one.second_only) == ((a & ~b).sum(), (b & ~a).sum())
        table = [[(a & b).sum(), (a & ~b).sum()], [(b & ~a).sum(), (~a & ~b).sum()]]
        tests.append(mcnemar(table).pvalue)
        assert one.method == "exact McNemar" and one.games == (200, 200) and one.deals == 200
        assert one.p == pytest.approx(tests[-1])
        assert one.difference.value == pytest.approx(a.mean() - b.mean())
        truth = plan.truth(["solo"], one.first) - plan.truth(["solo"], one.second)
        assert (one.difference.low or 0) <= truth <= (one.difference.high or 0)
        assert one.saved is not None and one.saved > 0.15
        assert one.margin is not None and one.margin.low is not None and one.margin.high is not None
        assert one.margin.low <= LEVELS[one.second] - LEVELS[one.first] <= one.margin.high
    assert [one.holm for one in found.differences] == pytest.approx(holm(tests))


def test_rotations_of_a_deal_are_no_games_of_their_own() -> None:
    """With several games a deal: t over deals, under 100 sign flips, never McNemar; under 30 no test."""
    for blocks, method in ((25, "t by deal"), (10, "sign flip"), (4, "no test under 30 deals")):
        (found,) = facing(in_memory(Storm(FOUR, {"a": 0.0, "b": 1.0}, blocks=blocks)))
        (one,) = found.differences
        assert (one.method, one.deals, one.games) == (method, 6 * blocks, (12 * blocks, 12 * blocks))
        assert (one.p is None) == (blocks == 4) == (one.holm is None)
    run = in_memory(Storm(FOUR, {"a": 0.0, "b": 1.0}, blocks=25))
    (found,) = facing(run)
    wide = run.frames["games"].group_by("deal", "variant").agg((pl.col("margin") >= 0).mean()).sort("deal")
    shares = [wide.filter(pl.col("variant") == name)["margin"].to_numpy() for name in "ab"]
    assert found.differences[0].p == pytest.approx(stats.ttest_rel(*shares).pvalue)


def test_many_variants_are_compared_with_the_first() -> None:
    """Up to six variants make all pairs; of more, each is compared with the first alone."""
    for count, pairs in ((ALL_PAIRS, 15), (ALL_PAIRS + 1, 6)):
        levels = {f"v{at}": float(at) for at in range(count)}
        (found,) = facing(in_memory(Storm({"x": 0.0}, levels, players=1, blocks=40)))
        assert len(found.differences) == pairs
        assert count == ALL_PAIRS or {one.first for one in found.differences} == {"v0"}


def test_void_games_leave_pairs_and_give_bounds() -> None:
    """A pair counts where both variants were played to their end; above 0.1 % voids both bounds are given."""
    plan = Storm(
        {"x": 0.0, "y": 1.0}, {"a": 0.0, "b": 0.0}, players=1, blocks=50, void={0: "error", 5: "time"}
    )
    (found,) = facing(in_memory(plan))
    assert [panel.layout.n_games for panel in found.panels] == [99, 99]
    assert found.differences[0].games == (98, 98)
    for panel in found.panels:
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
    assert not found.differences
    for panel in found.panels:
        assert panel.share.value is None and panel.bounds == (0.0, 1.0) and not panel.margins
        assert panel.members[0].bounds == (0.0, 1.0) and not panel.pairs and not panel.lengths


@pytest.mark.parametrize(("difficulty", "share"), [(99.0, 0.0), (-99.0, 1.0)])
def test_all_lost_and_all_won_have_exact_intervals(difficulty: float, share: float) -> None:
    """One game a deal: Clopper and Pearson's; strategies cannot be told apart, and nothing is NaN."""
    plan = Storm(FOUR, {"a": difficulty, "b": difficulty}, players=1, blocks=40)
    (found,) = facing(in_memory(plan))
    for panel in found.panels:
        expected = clopper_pearson(round(160 * share), 160)
        assert panel.share.value == share and panel.won == 160 * share
        assert (panel.share.low, panel.share.high) == pytest.approx((expected.low, expected.high))
        assert panel.share.note == f"{'always' if share else 'never'} in 160 deals; exact interval"
        assert (
            panel.equal.test is None and panel.equal.reason == f"every game was {'won' if share else 'lost'}"
        )
        assert len(panel.pairs) == 6 and all(pair.p == 1.0 for pair in panel.pairs)
    (one,) = found.differences
    assert one.difference.value == 0.0 and one.p == 1.0
    assert one.difference.low is not None and one.difference.low < 0 < (one.difference.high or 0)


def test_won_all_against_lost_all() -> None:
    """Always won against never won: the exact test finds it, and the interval holds 1."""
    (found,) = facing(in_memory(Storm({"x": 0.0}, {"a": -99.0, "b": 99.0}, players=1, blocks=40)))
    (one,) = found.differences
    assert one.difference.value == 1.0 and one.p is not None and one.p < 1e-9
    assert one.difference.high == 1.0 and 0.8 < (one.difference.low or 0) < 1


def test_strategies_that_always_sit_together_are_not_compared() -> None:
    """Where all sat in every game there is no pair and no test, and the reason is given."""
    found = result(Storm({"x": 1.0, "y": 0.0}, players=2, blocks=40))
    assert found.pairs == [] and found.equal.test is None
    assert found.equal.reason == "all sat in the same games"


def test_one_strategy_alone() -> None:
    """A field of one has a share, and nothing to compare it with."""
    found = result(Storm({"x": 1.0}, players=4, kind="mirror", rotate=False, blocks=40))
    assert found.share.method == "Wilson" and found.pairs == [] and len(found.members) == 1
    assert found.equal.reason == "there is only one strategy"


def test_kinds_of_games_are_not_mixed() -> None:
    """Variants with and without an opponent make results of their own; two opponents are kept apart."""
    run = in_memory(Storm(FOUR, LEVELS, blocks=10, apart=("duel",)))
    assert [(one.variant, one.players) for one in analyse(run)] == [("duel", 2)]
    (found,) = facing(run)
    assert [panel.variant for panel in found.panels] == list(LEVELS) and len(found.differences) == 3
    assert analyse(run)[0].shares and sum(row.share.value or 0 for row in analyse(run)[0].shares) == 2.0
    run.manifest["variants"][3]["opponent"] = "the Tide"
    assert [(one.opponent, len(one.panels)) for one in facing(run)] == [("the Storm", 2), ("the Tide", 1)]


def test_numbers_of_players_are_not_pooled() -> None:
    """Each number of players is a panel, and Holm's family is the pairs of one number."""
    run = MemoryRun(*joined(*[Storm(FOUR, LEVELS, players=k, blocks=8) for k in (1, 2, 3)]))
    (found,) = facing(run)
    assert [(p.variant, p.players) for p in found.panels] == [(v, k) for v in LEVELS for k in (1, 2, 3)]
    assert [one.players for one in found.differences] == [1, 1, 1, 2, 2, 2, 3, 3, 3]
    for players in (1, 2, 3):
        here = [one for one in found.differences if one.players == players and one.p is not None]
        assert [one.holm for one in here] == pytest.approx(holm([one.p or 0.0 for one in here]))


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
    assert [ending.name for ending in found.endings] == ["score"]


def test_the_order_of_rows_changes_nothing() -> None:
    """Shuffled rows give equal results to the last bit."""
    run = in_memory(Storm(FOUR, LEVELS, players=3, blocks=8, kind="random"))
    mixed = {name: frame.sample(fraction=1.0, shuffle=True, seed=5) for name, frame in run.frames.items()}
    assert facing(MemoryRun(run.manifest, mixed)) == facing(run)


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
        random = next(member for member in found.panels[1].members if member.strategy == "random")
        for at, (estimate, truth) in enumerate((
            (found.panels[1].share, true["hard"]), (random.share, own),
            (found.differences[0].difference, true["easy"] - true["hard"]),
        )):  # fmt: skip
            counts[at] += (estimate.low or 0.0) <= truth <= (estimate.high or 0.0)
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
        rejected += (between_variants(panels(in_memory(plan, 900 + at)))[0].p or 1.0) < 0.05
    assert rejected <= stats.binom.ppf(0.9995, 400, 0.05) + 4

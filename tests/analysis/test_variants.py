"""Comparisons of rulesets: against scipy, by hand from the tables, and right where the truth is known."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest
from scipy import stats

from marchsim.analysis.variants.comparisons import Study, study
from marchsim.analysis.variants.factorial import sweep
from marchsim.analysis.variants.ranks import FLIP, MAY_FLIP, panels_of, rankings
from marchsim.analysis.variants.rulesets import of_run, of_two, unlike
from marchsim.analysis.variants.targets import (
    MET,
    MISSED,
    PERHAPS_MET,
    scores,
    targets,
    unmeasured,
)
from marchsim.analysis.variants.verdicts import Compared, Paired, compare
from marchsim.errors import ConfigError, RecordError
from marchsim.recorder.metrics import Margin
from marchsim.stats.contrasts import welch
from marchsim.stats.equivalence import CHANGED, EQUIVALENT, IDENTICAL, INCONCLUSIVE, TRIVIAL
from tests.analysis.planted import MemoryRun, Planted
from tests.analysis.ruled import only, ruled

FOUR = {"a": 1.0, "b": 1.0, "c": 1.0, "d": 1.0}
PLAN = Planted(FOUR, blocks=320, luck=0.8)
COVERED, SIZE = (179, 198), (2, 21)  # 99.9 % bands of 200 at 95 % and at 5 %


def values(n: int, seed: int = 1, shift: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
    """Return values of deals under two rulesets, correlated."""
    chance = np.random.default_rng(seed)
    then = chance.normal(10.0, 2.0, n)
    return then, then * 0.6 + chance.normal(4.0 + shift, 1.5, n)


def test_pairs_are_the_paired_t_of_scipy() -> None:
    """Difference, p and both intervals; correlation and what pairing saved by their definitions."""
    then, now = values(150)
    (found,) = compare([Paired("turns", 4, then, now)], [Margin(0.5)])
    expected = stats.ttest_rel(now, then)
    assert found.difference == pytest.approx((now - then).mean()) and found.p == pytest.approx(
        expected.pvalue
    )
    for interval, level in ((found.wide, 0.95), (found.narrow, 0.9)):
        bounds = expected.confidence_interval(level)
        assert interval is not None
        assert (interval.low, interval.high) == pytest.approx((bounds.low, bounds.high))
    assert found.correlation == pytest.approx(np.corrcoef(then, now)[0, 1])
    assert found.saved == pytest.approx(1 - (now - then).var(ddof=1) / (then.var(ddof=1) + now.var(ddof=1)))


def test_deals_of_their_own_are_welchs_t_of_scipy() -> None:
    """With different numbers of deals and different spreads."""
    then, now = values(150)[0], values(60, seed=2, shift=1.0)[1]
    (found,) = compare([Paired("turns", 4, then, now, apart=True)], [Margin(0.5)])
    expected = stats.ttest_ind(now, then, equal_var=False)
    bounds = expected.confidence_interval(0.95)
    assert found.p == pytest.approx(expected.pvalue) and found.saved is None
    assert found.wide is not None
    assert (found.wide.low, found.wide.high) == pytest.approx((bounds.low, bounds.high))
    assert welch(then, now).df == pytest.approx(expected.df)
    assert found.deals == 150


def test_deals_of_their_own_without_variance_are_told_in_words() -> None:
    """Nothing varies on either side: no p, no interval, no NaN."""
    sides = [Paired("rounds", 4, np.full(40, 4.0), np.full(50, now), apart=True) for now in (4.0, 5.0)]
    same, other = (compare([one], [Margin(0.2)])[0] for one in sides)
    for one in (same, other):
        assert one.verdict == INCONCLUSIVE and one.p is None and one.wide is None
    assert same.note == "the same in all deals" and "no variance" in other.note


def test_few_differing_deals_have_the_interval_of_a_bounded_mean() -> None:
    """Not that of t: 5 of 200 deals that all differ one way, by all there is, are a binomial share."""
    then = np.zeros(200)
    now = then.copy()
    now[:5] = 1.0
    (found,) = compare([Paired("lead-changes", 4, then, now)], [Margin(0.05)])
    exact = stats.binomtest(5, 200).proportion_ci(0.9)
    assert found.narrow is not None and found.narrow.method == "bounded mean"
    assert found.narrow.high == pytest.approx(exact.high) and exact.high > 0.05
    assert found.verdict == INCONCLUSIVE and found.note == "5 of 200 deals differ"
    assert found.p == pytest.approx(2 * 0.5**5) and found.may_differ == pytest.approx(exact.high)


@pytest.mark.parametrize(("deals", "word"), [(1, INCONCLUSIVE), (148, INCONCLUSIVE), (149, IDENTICAL)])
def test_identical_needs_deals(deals: int, word: str) -> None:
    """1 - 0.05^(1/149) is under two points; before, one deal was enough."""
    values = np.random.default_rng(1).choice([0.0, 0.25, 0.5, 1.0], deals)
    (found,) = compare([Paired("first-seat", 4, values, values)], [Margin(0.02)])
    assert found.verdict == word
    assert found.may_differ == pytest.approx(1 - 0.05 ** (1 / deals))
    assert found.narrow is not None and found.narrow.high == pytest.approx(found.may_differ)


def test_a_margin_that_is_part_of_a_mean_is_a_test_of_the_ratio() -> None:
    """Fieller's interval lies inside just where both one-sided t tests against 95 and 105 % reject."""
    for seed in range(40):
        chance = np.random.default_rng(seed)
        then = chance.normal(10, 3, 60)
        now = then * chance.normal(1.02, 0.1, 60)
        (found,) = compare([Paired("turns", 4, then, now)], [Margin(0.05, of_mean=True)], adjust=False)
        sides = (
            stats.ttest_1samp(now - 0.95 * then, 0, alternative="greater").pvalue,
            stats.ttest_1samp(now - 1.05 * then, 0, alternative="less").pvalue,
        )
        assert (found.verdict in (EQUIVALENT, TRIVIAL)) == (max(sides) < 0.05)
        assert found.margin == pytest.approx(0.05 * then.mean())


def test_what_is_exploratory_is_not_adjusted() -> None:
    pairs = [Paired("turns", 4, *values(150, seed)) for seed in range(6)]
    margins = [Margin(0.5)] * 6
    plain, adjusted = compare(pairs, margins, adjust=False), compare(pairs, margins)
    assert [one.p for one in plain] == [one.p for one in adjusted]
    assert all(one.holm is None for one in plain) and all(one.holm is not None for one in adjusted)


# studies -------------------------------------------------------------------------
def found_of(study_of: Study, metric: str, variant: str) -> Compared:
    """Return the comparison of a metric, wherever it stands."""
    every = [*study_of.primary, *study_of.exploratory]
    return next(one for one in every if (one.metric, one.variant) == (metric, variant))


@pytest.fixture(scope="module")
def compared() -> Study:
    """Return a study of the same rules again, of a strong first seat, and of a strong strategy."""
    changes: dict[str, dict[str, Any]] = {
        "base": {},
        "same": {},
        "first": {"seat_worth": (2.0, 1, 1, 1)},
        "strong": {"worth": FOUR | {"d": 2.0}},
    }
    return study(of_run(ruled(PLAN, changes), "planted"))


def test_equal_rules_are_identical(compared: Study) -> None:
    """Every metric of the primary family and every other one."""
    here = [one for one in (*compared.primary, *compared.exploratory) if one.variant == "same"]
    assert len(here) > 8 and all(one.verdict == IDENTICAL and one.difference == 0 for one in here)


def test_planted_changes_are_found(compared: Study) -> None:
    """A strong first seat in its metrics; a strong strategy in its share, where no seat gains."""
    assert found_of(compared, "seat.1", "first").verdict == CHANGED
    assert found_of(compared, "seat-trend", "first").difference < -0.05
    strong = found_of(compared, "share.d", "strong")
    assert strong.verdict == CHANGED and strong.difference > 0.08
    assert found_of(compared, "seat.1", "strong").verdict != CHANGED
    assert (found_of(compared, "share.d", "strong").saved or 0) > 0.2


def test_the_value_of_a_deal_is_the_mean_of_its_games(compared: Study) -> None:
    """By hand from the tables, for the first seat's share and a strategy's."""
    run = compared.rulesets.control.run
    rows = run.scan("seats").join(run.scan("games").select("game", "deal", "variant"), on="game")
    rows = rows.with_columns(pl.col("variant", "strategy").cast(pl.String)).collect()
    for metric, held in (("seat.1", pl.col("seat") == 0), ("share.b", pl.col("strategy") == "b")):
        deals = rows.filter(held).group_by("variant", "deal").agg(pl.col("credit").mean())
        then, now = (deals.filter(pl.col("variant") == v).sort("deal")["credit"] for v in ("base", "strong"))
        found = found_of(compared, metric, "strong")
        assert found.then == pytest.approx(then.mean()) and found.now == pytest.approx(now.mean())
        assert found.p == pytest.approx(stats.ttest_rel(now, then).pvalue)


def test_two_runs_say_the_same_as_variants_of_one(compared: Study) -> None:
    """Paired by the key of the deal and who sits where, whatever the numbers of their games."""
    run = compared.rulesets.control.run
    assert isinstance(run, MemoryRun)
    two = study(of_two(only(run, "base"), only(run, "strong"), ("A", "B")))
    pick = [one for one in compared.primary if one.variant == "strong"]
    sides = (two.primary, pick)
    told = [[(one.metric, one.difference, one.p, one.wide) for one in side] for side in sides]
    assert told[0] == told[1] and len(pick) == 8
    assert two.meetings[0].common == 320 and not two.meetings[0].apart


def test_runs_of_other_deals_are_compared_as_samples() -> None:
    """No deal in common: Welch; deals of one side alone are counted."""
    first, second = (ruled(Planted(FOUR, blocks=60, first_deal=start), {"base": {}}) for start in (0, 1000))
    found = study(of_two(first, second, ("A", "B")))
    (met,) = found.meetings
    assert met.apart and (met.common, met.control_only, met.variant_only) == (0, 60, 60)
    assert {one.method for one in found.primary} <= {"Welch's t by deal", "the same in all deals"}


def test_a_block_with_a_void_game_is_left_out_on_both_sides() -> None:
    """Of shared deals only the line-up with the void game goes, under every ruleset of the pair."""
    five = FOUR | {"e": 1.0}
    plan = Planted(five, blocks=100, shared=True)
    changes: dict[str, dict[str, Any]] = {"base": {}, "other": {"void": {1: "error"}}}
    found = study(of_run(ruled(plan, changes), "planted"))
    sound = study(of_run(ruled(plan, {"base": {}, "other": {}}), "planted"))
    assert found.meetings[0].common == 100
    (lost,) = [one for one in found.primary if one.metric == "turns"]
    (whole,) = [one for one in sound.primary if one.metric == "turns"]
    assert lost.verdict == IDENTICAL and lost.then != whole.then


def test_all_games_of_a_variant_void() -> None:
    """It meets nobody, and nothing is said of it."""
    plan = Planted(FOUR, blocks=35)
    void = dict.fromkeys(range(1, 300, 2), "error")
    found = study(of_run(ruled(plan, {"base": {}, "other": {"void": void}}), "planted"))
    assert not found.meetings and not found.primary


def test_under_thirty_deals_nothing_is_tested() -> None:
    plan = Planted(FOUR, blocks=29)
    changes: dict[str, dict[str, Any]] = {"base": {}, "first": {"seat_worth": (9.0, 1, 1, 1)}}
    found = study(of_run(ruled(plan, changes), "planted"))
    assert all(one.p is None and one.verdict in (INCONCLUSIVE, IDENTICAL) for one in found.primary)


# sweeps, targets, ranks -----------------------------------------------------------
def swept(declared: list[dict[str, Any]], base: dict[str, Any] | None = None) -> MemoryRun:
    """Return a run whose variants declare these overlays, beside a base that resolved to `base`."""
    names = ["base", *(one["name"] for one in declared)]
    run = ruled(Planted(FOUR, blocks=2), {name: {} for name in names})
    run.manifest["configuration"]["resolved"]["variants"] = declared
    run.manifest["variants"][0]["resolved"] = base or {}
    return run


def test_a_sweep_over_numbers_has_the_base_in_its_place() -> None:
    listed = [{"name": f"v{n}", "rules": {"steps": n}} for n in (6, 4)]
    found = sweep(of_run(swept(listed, {"rules": {"steps": 5, "more": 1}}), "x"))
    assert found is not None and (found.parameter, found.numeric) == ("rules.steps", True)
    assert found.curves == {"": {"v4": 4.0, "base": 5.0, "v6": 6.0}} and list(found.curves[""])[1] == "base"


def test_a_grid_has_a_curve_for_each_level_of_the_other() -> None:
    """The axis is the numeric one with most values; a base off the grid is on no curve."""
    listed = [
        {"name": f"{n}{word}", "rules": {"steps": n, "way": word}} for n in (3, 4, 6) for word in ("x", "y")
    ]
    found = sweep(of_run(swept(listed, {"rules": {"steps": 5, "way": "z"}}), "x"))
    assert found is not None and list(found.curves) == ["way x", "way y"]
    assert list(found.curves["way x"]) == ["3x", "4x", "6x"]


def test_a_sweep_over_words_has_places_in_order() -> None:
    listed = [{"name": name, "preset": name} for name in ("long", "short")]
    run = swept(listed)
    run.manifest["variants"][0]["preset"] = "standard"
    found = sweep(of_run(run, "x"))
    assert found is not None and not found.numeric and found.ticks == ("standard", "long", "short")


def test_variants_that_change_different_things_are_no_sweep() -> None:
    assert (
        sweep(of_run(swept([{"name": "a", "rules": {"x": 1}}, {"name": "b", "rules": {"y": 1}}]), "x"))
        is None
    )


def test_targets_are_met_missed_or_not_sure(compared: Study) -> None:
    manifest = compared.rulesets.control.run.manifest
    first = {level.ruleset: level for level in compared.levels if level.metric == "seat.1"}
    narrow = first["first"].narrow
    assert narrow is not None and isinstance(manifest, dict)
    middle, half = (narrow.low + narrow.high) / 2, (narrow.high - narrow.low) / 2
    resolved = manifest["configuration"]["resolved"]
    resolved["targets"] = {
        "seat.1": {"value": middle, "tolerance": half * 1.01},
        "rounds": {"value": 4, "tolerance": 0.1}, "won": {"value": 1, "tolerance": 1},
    }  # fmt: skip
    try:
        found = targets(compared)
        by_name = {(one.level.metric, one.level.ruleset): one.verdict for one in found}
        assert by_name["seat.1", "first"] == MET and by_name["seat.1", "base"] == MISSED
        assert by_name["rounds", "base"] == MET
        ranked = scores(found)
        assert (ranked[0].ruleset, ranked[0].met, ranked[0].sure, ranked[0].of) == ("first", 2, 2, 2)
        resolved["targets"]["rounds"]["tolerance"] = 0  # which no number of deals can show
        assert PERHAPS_MET in {one.verdict for one in targets(compared) if one.level.metric == "rounds"}
        resolved["targets"]["rounds"]["tolerance"] = 0.1
        resolved["targets"]["seat.1"]["tolerance"] = half * 0.9
        assert {one.verdict for one in targets(compared) if one.level.ruleset == "first"} == {
            MET,
            PERHAPS_MET,
        }
        assert unmeasured(compared) == ["won"]
    finally:
        del resolved["targets"]


def test_a_flip_needs_both_to_be_certain() -> None:
    """Strong under one ruleset, weak under the other: claimed. Small differences: only may flip."""
    changes: dict[str, dict[str, Any]] = {
        "base": {"worth": FOUR | {"a": 3.0, "c": 1.03}}, "other": {"worth": FOUR | {"b": 3.0, "d": 1.03}},
    }  # fmt: skip
    (found,) = rankings(panels_of(of_run(ruled(Planted(FOUR, blocks=200), changes), "planted")))
    flip = next(one for one in found.flips if (one.first, one.second) == ("a", "b"))
    assert (flip.verdict, flip.ahead, flip.behind) == (FLIP, ("base",), ("other",))
    assert all(one.verdict == MAY_FLIP for one in found.flips if {one.first, one.second} == {"c", "d"})
    best = next(one for one in found.ranks if (one.ruleset, one.strategy) == ("base", "a"))
    assert (best.rank, best.best, best.worst) == (1, 1, 1)
    for one in found.ranks:
        assert one.best <= one.rank <= one.worst


# errors --------------------------------------------------------------------------
def test_what_cannot_be_compared_is_told() -> None:
    run = ruled(Planted(FOUR, blocks=2), {"base": {}})
    other = MemoryRun({**run.manifest, "game": {"name": "another"}}, run.frames)
    with pytest.raises(ConfigError, match="one variant alone"):
        of_run(run, "x")
    with pytest.raises(ConfigError, match="only runs of one game"):
        of_two(run, other, ("x", "y"))
    two = ruled(Planted(FOUR, blocks=2), {"base": {}, "other": {}})
    with pytest.raises(ConfigError, match=r"no variant 'othr'\. Did you mean 'other'"):
        of_run(two, "x", "othr")
    two.manifest["configuration"]["resolved"]["report"] = {"metrics": ["trns"]}
    with pytest.raises(RecordError, match="declares a metric 'trns'"):
        study(of_run(two, "x"))


def test_what_else_differs_between_runs_is_said() -> None:
    """Strategies of one run alone, changed ones, and the engine."""
    first, second = (ruled(Planted(FOUR, blocks=2), {"base": {}}) for _ in range(2))
    second.manifest["strategies"][0]["name"] = "z"
    second.manifest["strategies"][1]["parameters"] = {"bold": 1}
    second.manifest["identity"] = {"engine": "another"}
    said = " ".join(unlike(of_two(first, second, ("x", "y"))))
    assert "first run alone: a." in said and "second run alone: z." in said
    assert "(source or parameters): b;" in said and "different versions of the engine" in said


# simulations -----------------------------------------------------------------------
TRUTH = {"blocks": 40_000, "seed": 99}


@pytest.mark.slow
def test_intervals_of_differences_cover_the_truth() -> None:
    """Rotated blocks, luck shared by the games of a deal and by both rulesets; truth from 40,000 deals.

    Few of the 60 deals differ, so that intervals are bounds for means of any distribution; they may hold
    more often than they say.
    """
    changes: dict[str, dict[str, Any]] = {"base": {}, "other": {"seat_worth": (1.5, 1, 1, 1)}}
    large = study(of_run(ruled(Planted(FOUR, blocks=TRUTH["blocks"], luck=0.8), changes, TRUTH["seed"]), "x"))
    for metric in ("seat.1", "seat.2", "share.a"):
        truth, held = found_of(large, metric, "other").difference, 0
        for seed in range(200):
            small = study(of_run(ruled(Planted(FOUR, blocks=60, luck=0.8), changes, 1000 + seed), "x"))
            wide = found_of(small, metric, "other").wide
            held += wide is not None and wide.low <= truth <= wide.high
        print(f"{metric}: {held} of 200, seeds 1000 to 1199, truth {truth:.4f}")
        assert held >= COVERED[0]


@pytest.mark.slow
@pytest.mark.parametrize("shared", [False, True])
def test_equal_rules_are_seldom_called_changed(shared: bool) -> None:
    """Equal odds with chance of their own: any false alarm in the family, in at most 21 of 200 studies."""
    five = FOUR | {"e": 1.0}
    alarms = 0
    for seed in range(200):
        plan = Planted(five if shared else FOUR, blocks=60, luck=0.8, shared=shared)
        found = study(of_run(ruled(plan, {"base": {}, "b": {}, "c": {}}, 3000 + seed, apart=True), "x"))
        alarms += any(one.verdict in (CHANGED, TRIVIAL) for one in found.primary)
    print(f"false alarms: {alarms} of 200 studies, seeds 3000 to 3199")
    assert alarms <= SIZE[1]


@pytest.mark.slow
def test_equivalence_is_seldom_claimed_at_the_margin() -> None:
    """Where the true difference is the margin, two one-sided tests at 5 % pass in at most 21 of 200."""
    passed = 0
    for seed in range(200):
        then, now = values(150, 5000 + seed)
        shift = 0.5 - (4.0 + 0.6 * 10.0 - 10.0)
        (one,) = compare([Paired("turns", 4, then, now + shift)], [Margin(0.5)])
        passed += one.verdict in (EQUIVALENT, TRIVIAL)
    print(f"called equivalent at the margin: {passed} of 200, seeds 5000 to 5199")
    assert passed <= SIZE[1]

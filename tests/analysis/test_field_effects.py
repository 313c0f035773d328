"""Effects by strategy: by hand from the tables, what cannot be said, and another strategy is covered."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest
from scipy import stats

from marchsim.analysis.variants.blocks import OWN
from marchsim.analysis.variants.comparisons import study
from marchsim.analysis.variants.field_effects import (
    ALIKE,
    FEW_STRATEGIES,
    NOTHING,
    FieldEffect,
    _of,
    field_effects,
)
from marchsim.analysis.variants.rulesets import of_run, of_two
from marchsim.stats.clusters import cluster_means
from tests.analysis.planted import MemoryRun, Planted
from tests.analysis.ruled import only, ruled

SIX = dict.fromkeys("abcdef", 1.0)
METRICS = ("first-seat", "seat.2", "seat-trend", "turns", "score", "spread")
Changes = dict[str, dict[str, Any]]


def effects(run: MemoryRun, metrics: tuple[str, ...] = METRICS, players: int = 3) -> dict[str, FieldEffect]:
    """Return the effects of the only variant by metric."""
    return {one.metric: one for one in field_effects(of_run(run, "planted"), metrics, [players])}


@pytest.fixture(scope="module")
def seated() -> MemoryRun:
    """Return a run in which the first seat gains, and one strategy."""
    changes: Changes = {"base": {}, "new": {"seat_worth": (2.0, 1, 1), "worth": SIX | {"b": 1.6}}}
    return ruled(Planted(SIX, players=3, blocks=60, luck=0.5), changes)


def test_effects_are_those_of_the_tables(seated: MemoryRun) -> None:
    """Own share, share in the first seat, score and turns: mean differences over blocks."""
    rows = seated.scan("seats").join(seated.scan("games"), on="game")
    rows = rows.with_columns(pl.col("variant", "strategy").cast(pl.String)).collect()
    found = effects(seated)
    cases = {
        OWN: (pl.lit(True), "credit"), "first-seat": (pl.col("seat") == 0, "credit"),
        "score": (pl.lit(True), "score"), "turns": (pl.lit(True), "turns"),
    }  # fmt: skip
    for metric, (held, column) in cases.items():
        for strategy, effect in found[metric].effects.items():
            mine = rows.filter(held, pl.col("strategy") == strategy)
            deals = mine.group_by("variant", "deal").agg(pl.col(column).cast(pl.Float64).mean()).sort("deal")
            then, now = (deals.filter(pl.col("variant") == name)[column] for name in ("base", "new"))
            assert effect.value == pytest.approx((now - then).mean())
            assert effect.deals == len(then)
    assert found["first-seat"].field is not None and found["first-seat"].field.mean > 0.1
    assert max(found[OWN].effects, key=lambda name: found[OWN].effects[name].value or 0.0) == "b"


def test_effects_of_strategies_meet_in_those_of_all(seated: MemoryRun) -> None:
    """Where all strategies sit equally often their mean is the effect on the game's metric; shares add up."""
    whole = {one.metric: one.difference for one in study(of_run(seated, "planted")).primary}
    found = effects(seated)
    for metric in set(METRICS) & set(whole):
        each = [one.value or 0.0 for one in found[metric].effects.values()]
        assert np.mean(each) == pytest.approx(whole[metric], abs=1e-8)
    assert sum(one.value or 0.0 for one in found[OWN].effects.values()) == pytest.approx(0.0, abs=1e-8)


def test_two_runs_say_the_same_as_variants_of_one(seated: MemoryRun) -> None:
    two = field_effects(of_two(only(seated, "base"), only(seated, "new"), ("A", "B")), METRICS, [3])
    one = effects(seated)
    assert [each.effects for each in two] == [each.effects for each in one.values()]


def test_deals_of_their_own_have_both_sides_errors(seated: MemoryRun) -> None:
    """Nothing pairs: the same means, from samples that are independent, so wider."""
    changes: Changes = {"base": {"seat_worth": (2.0, 1, 1)}}
    later = ruled(Planted(SIX, players=3, blocks=60, luck=0.5, first_deal=90_000), changes, seed=7)
    found = field_effects(of_two(only(seated, "base"), later, ("A", "B")), ("turns",), [3])
    turns = next(one for one in found if one.metric == "turns")
    assert turns.field is not None and all(one.low is not None for one in turns.effects.values())


def test_what_cannot_be_said_is_told() -> None:
    """Equal rules; every strategy at each table; two strategies; baseline players take no part."""
    same = effects(ruled(Planted(SIX, players=3, blocks=40), {"base": {}, "new": {}}))
    assert {one.note for one in same.values()} == {NOTHING}
    four = dict.fromkeys("abcd", 1.0)
    run = ruled(Planted(four, blocks=60), {"base": {}, "new": {"seat_worth": (2.0, 1, 1, 1)}}, apart=True)
    full = effects(run, players=4)
    assert full["turns"].note == ALIKE and full["turns"].field is None
    assert full["first-seat"].note == "" and full["first-seat"].field is not None
    run.manifest["strategies"][0]["use"] = "random"  # it sits at every table
    assert effects(run, ("first-seat",), 4) == {}
    changes: Changes = {"base": {}, "new": {"seat_worth": (2.0, 1)}}
    pairs = ruled(Planted(four, players=2, blocks=60), changes, apart=True)
    for one in pairs.manifest["strategies"][:2]:
        one["use"] = "random"
    found = effects(pairs, ("first-seat",), 2)
    assert {one.note for one in found.values()} == {FEW_STRATEGIES}
    assert list(found["first-seat"].effects) == ["c", "d"]


# simulations ------------------------------------------------------------------------
def tau_worlds(repeats: int, seed: int, blocks: int) -> tuple[int, float]:
    """Return how often another strategy's effect is held, and the mean tau found.

    What a strategy gains differs from one to the other (tau 0.05). Six are measured, three of them on each
    deal, whose luck they share; the true effect on a seventh is what they foretell.
    """
    chance, held, taus = np.random.default_rng(seed), 0, []
    for _ in range(repeats):
        truths = chance.normal(0.08, 0.05, 7)
        sums, counts = np.zeros((blocks, 6)), np.zeros((blocks, 6))
        for deal in range(blocks):
            who = chance.permutation(6)[:3]
            luck = chance.normal(0, 0.2)
            sums[deal, who] = truths[who] + luck + chance.normal(0, 0.5, 3)
            counts[deal, who] = 1
        found = _of("new", 3, "first-seat", list("abcdef"), [(sums, counts)]).field
        assert found is not None
        held += found.prediction.low <= truths[6] <= found.prediction.high
        taus.append(found.tau)
    return held, float(np.mean(taus))


def test_another_strategy_is_foretold() -> None:
    """Effects with tau 5 points on deals that strategies share: at least 50 of 60 (99.9 % of 95 %)."""
    held, tau = tau_worlds(60, 1, 80)
    assert held >= 50 and 0.02 < tau < 0.08


@pytest.mark.slow
def test_another_strategy_is_foretold_at_large() -> None:
    """Of 1,000 at least 917: 94 % less what chance takes."""
    held, tau = tau_worlds(1_000, 2, 150)
    print(f"another strategy is covered in {held / 1000:.1%}; mean tau found {tau:.3f}, true 0.05")
    assert held >= 917


def test_the_covariance_is_that_of_deals(seated: MemoryRun) -> None:
    """Intervals by strategy are those of t by deal, by hand."""
    found = effects(seated, ("first-seat",))["first-seat"]
    rows = seated.scan("seats").join(seated.scan("games"), on="game").collect()
    rows = rows.with_columns(pl.col("variant", "strategy").cast(pl.String)).filter(pl.col("seat") == 0)
    wide = rows.pivot(on="variant", index=["deal", "strategy", "rotation"], values="credit")
    strategy, one = next(iter(found.effects.items()))
    mine = wide.filter(pl.col("strategy") == strategy)
    difference = (mine["new"] - mine["base"]).to_numpy()
    _, covariance = cluster_means(difference[:, None], np.ones((len(difference), 1)))
    assert one.low is not None and one.high is not None
    t = stats.t.ppf(0.975, len(difference) - 1)
    half = (one.high - one.low) / 2
    assert half == pytest.approx(t * np.sqrt(covariance[0, 0]), rel=0.02)

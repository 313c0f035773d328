"""Screening of items from opening hands: oracles, a planted item, counts, and words where there is little."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import polars as pl
import pytest
from statsmodels.regression.linear_model import OLS

from marchsim.analysis.cards.screening import Screening, screenings
from marchsim.errors import RecordError
from marchsim.stats.multiplicity import benjamini_hochberg
from tests.analysis import held
from tests.analysis.planted import MemoryRun, Planted, in_memory

PLAN = Planted({"a": 1.5, "b": 1.0, "c": 1.0, "d": 0.7}, blocks=150, luck=0.5)


def one(run: MemoryRun) -> Screening:
    (found,) = screenings(run)
    return found


@pytest.fixture(scope="module")
def planted() -> tuple[MemoryRun, Screening]:
    run = held.run(PLAN, worth=0.35)
    return run, one(run)


def test_a_planted_item_is_found_and_first(planted: tuple[MemoryRun, Screening]) -> None:
    """It alone stands out at 10 %, leads raw and shrunk, and is surely among the five best."""
    _, found = planted
    best = found.values.significant[0]
    assert best.item.id == "card-00" and best.raw.value is not None and best.raw.value > 0.15
    assert max(found.values.rows, key=lambda row: row.shrunk or -1.0).item.id == "card-00"
    assert best.top is not None and best.top > 0.99
    assert found.values.spread is not None and found.values.spread.low > 0


def test_values_are_the_regression_with_strata(planted: tuple[MemoryRun, Screening]) -> None:
    """An effect is least squares' with a constant for each seat and strategy, its error near theirs."""
    run, found = planted
    seats = run.frames["seats"].join(run.frames["games"].select("game", "deal"), on="game")
    cards = run.frames["cards"].filter(pl.col("opening"))
    for item in ("card-00", "card-07"):
        own = cards.filter(pl.col("card") == item).select("game", "seat", arm=pl.lit(1.0))
        rows = seats.join(own, on=("game", "seat"), how="left").with_columns(pl.col("arm").fill_null(0.0))
        names = (rows["strategy"].cast(pl.String) + rows["seat"].cast(pl.String)).to_numpy()
        dummies = (names[:, None] == np.unique(names)[None]).astype(float)
        fit = OLS(rows["credit"].to_numpy(), np.column_stack([rows["arm"].to_numpy(), dummies])).fit(
            cov_type="cluster", cov_kwds={"groups": rows["deal"].to_numpy()}
        )
        raw = next(row.raw for row in found.values.rows if row.item.id == item)
        assert raw.value == pytest.approx(fit.params[0])
        assert raw.se == pytest.approx(fit.bse[0], rel=0.08)


def test_an_interval_excludes_0_just_where_p_is_small(planted: tuple[MemoryRun, Screening]) -> None:
    """Below 5 %, of all items, with an effect or without."""
    _, found = planted
    for row in (*found.values.rows, *one(held.run(replace(PLAN, blocks=90), seed=8)).values.rows):
        assert row.p is not None and row.raw.low is not None and row.raw.high is not None
        assert (row.p < 0.05) == (row.raw.low > 0 or row.raw.high < 0)


def test_p_values_are_adjusted_over_all_items(planted: tuple[MemoryRun, Screening]) -> None:
    """Benjamini and Hochberg's, in the order of the items."""
    _, found = planted
    p_values = [row.p for row in found.values.rows if row.p is not None]
    assert len(p_values) == 20
    assert [row.adjusted for row in found.values.rows] == pytest.approx(benjamini_hochberg(p_values))


def test_counts_have_the_definitions_of_17lands(planted: tuple[MemoryRun, Screening]) -> None:
    """Opening, later, drawn, played, not seen: counted apart from the tables, and they add up."""
    run, found = planted
    cards = run.frames["cards"].filter(pl.col("card") == "card-03").join(
        run.frames["seats"].select("game", "seat", "credit"), on=("game", "seat")
    )  # fmt: skip
    row = next(row for row in found.described if row.item.id == "card-03")
    opening, played = cards.filter(pl.col("opening")), cards.filter(pl.col("played"))
    assert (row.opening.entries, row.opening.value) == (len(opening), pytest.approx(opening["credit"].mean()))
    assert (row.played.entries, row.played.value) == (len(played), pytest.approx(played["credit"].mean()))
    assert row.later.entries == len(cards) - len(opening) and row.held.entries == len(cards)
    assert row.unseen.entries == len(run.frames["seats"]) - len(cards)
    credit = sum((one.value or 0) * one.entries for one in (row.held, row.unseen))
    assert credit == pytest.approx(run.frames["seats"]["credit"].sum())
    assert row.play_rate == pytest.approx(len(played) / len(cards))
    assert row.improvement == pytest.approx((row.held.value or 0) - (row.unseen.value or 0))


def test_effects_by_strategy_rest_on_its_seats(planted: tuple[MemoryRun, Screening]) -> None:
    """Dealt and play rate count the strategy's own seats; item 0 helps every strategy."""
    run, found = planted
    use = next(use for use in found.uses if (use.item, use.strategy) == ("card-00", "b"))
    own = run.frames["cards"].filter((pl.col("card") == "card-00") & pl.col("opening")).join(
        run.frames["seats"].filter(pl.col("strategy") == "b"), on=("game", "seat")
    )  # fmt: skip
    assert use.dealt == len(own) and use.play_rate == pytest.approx(own["played"].mean())
    helped = [use.effect.value for use in found.uses if use.item == "card-00"]
    assert len(helped) == 4 and all(value is not None and value > 0.1 for value in helped)


def test_types_and_costs_come_from_the_items(planted: tuple[MemoryRun, Screening]) -> None:
    """Groups are the items' types with the mean of their effects; the line runs over costs 1 to 4."""
    _, found = planted
    assert {name: mean.entries for name, mean in found.values.groups.items()} == {"event": 10, "goal": 10}
    events = [row.raw.value or 0.0 for row in found.values.rows if row.item.group == "event"]
    assert found.values.groups["event"].value == pytest.approx(np.mean(events))
    assert found.values.price is not None
    assert {row.item.cost for row in found.values.rows} == {1.0, 2.0, 3.0, 4.0}
    assert all(row.item.assumed == 4 and row.item.numbers == 5 for row in found.values.rows)


def test_few_deals_are_told_in_words() -> None:
    """Under 30 deals with an item there is no p and no tau; what was dealt to nobody has no effect."""
    few = one(held.run(replace(PLAN, blocks=40)))
    assert all(row.p is None for row in few.values.rows if row.raw.deals < 30)
    assert any("rough interval, no test" in row.raw.note for row in few.values.rows)
    lone = one(held.run(replace(PLAN, blocks=1)))
    assert lone.values.spread is None and lone.values.why
    assert all(row.raw.value is None and row.raw.note for row in lone.values.rows if row.raw.entries == 0)


def test_panels_are_one_family() -> None:
    """p values of two variants are adjusted together, and dealings are enough for both."""
    first, second = screenings(held.run(replace(PLAN, blocks=110, variants=("standard", "other"))))
    rows = [*first.values.rows, *second.values.rows]
    known = [row for row in rows if row.p is not None]
    assert len(known) == 40
    assert [row.adjusted for row in known] == benjamini_hochberg(
        [row.p for row in known if row.p is not None]
    )
    deviations = [*first.interactions.rows, *second.interactions.rows]
    assert [row.adjusted for row in deviations] == benjamini_hochberg([row.p for row in deviations])


def test_hands_that_differ_between_games_of_a_deal(planted: tuple[MemoryRun, Screening]) -> None:
    """Where hands follow strategies through the rotations, each game of a deal has places of its own."""
    run, found = planted
    games = run.frames["games"].select("game", "deal", "rotation")
    turned = (
        run.frames["cards"].join(games, on="game")
        .with_columns(seat=((pl.col("seat") + pl.col("rotation")) % 4).cast(pl.Int8))
        .select(run.frames["cards"].columns)
    )  # fmt: skip
    other = one(MemoryRun(run.manifest, {**run.frames, "cards": turned}))
    assert other.layout == found.layout
    assert [row.opening.entries for row in other.described] == [
        row.opening.entries for row in found.described
    ]
    assert [row.raw.deals for row in other.values.rows] == [row.raw.deals for row in found.values.rows]
    seats = run.frames["seats"].join(turned.filter("opening"), on=("game", "seat"), how="left").select(
        "game", "seat", "strategy", "credit", arm=pl.col("card").cast(pl.String) == "card-03"
    )  # fmt: skip
    rows = seats.group_by("game", "seat", "strategy", "credit").agg(arm=pl.col("arm").fill_null(False).any())
    names = (rows["strategy"].cast(pl.String) + rows["seat"].cast(pl.String)).to_numpy()
    dummies = (names[:, None] == np.unique(names)[None]).astype(float)
    design = np.column_stack([rows["arm"].to_numpy().astype(float), dummies])
    fit = OLS(rows["credit"].to_numpy(), design).fit()
    (raw,) = (row.raw for row in other.values.rows if row.item.id == "card-03")
    assert raw.value == pytest.approx(fit.params[0])


def test_the_order_of_rows_changes_nothing(planted: tuple[MemoryRun, Screening]) -> None:
    """Tables whose rows come in another order give the same numbers to the last digit."""
    run, found = planted
    frames = dict(run.frames)
    for name in ("seats", "cards"):
        frames[name] = frames[name].sample(fraction=1.0, shuffle=True, seed=3)
    other = one(MemoryRun(run.manifest, frames))
    assert other.values == found.values and other.interactions == found.interactions


def test_player_counts_variants_and_voids_stay_apart() -> None:
    """Each variant is screened by itself, over the games of blocks without a void one."""
    plan = replace(PLAN, blocks=60, variants=("standard", "other"), void={0: "error"})
    first, second = screenings(held.run(plan))
    assert (first.variant, second.variant) == ("standard", "other")
    assert first.layout.n_games == 236 and second.layout.n_games == 240
    assert sum(row.opening.entries for row in first.described) == 236 * 4 * held.HAND


def test_a_run_without_items_is_our_error() -> None:
    """The message says what is missing; a run without games has no screening."""
    with pytest.raises(RecordError, match="no table of the cards of each seat"):
        screenings(in_memory(PLAN))
    empty = held.run(replace(PLAN, blocks=2))
    empty.frames = {name: frame.clear() for name, frame in empty.frames.items()}
    assert screenings(empty) == []


def test_items_that_nobody_described_have_their_ids() -> None:
    """Without an items table there is no cost and no type, and all else is there."""
    run = held.run(replace(PLAN, blocks=40))
    del run.manifest["tables"]["items"]
    found = one(run)
    assert found.values.price is None and found.values.why_no_price
    assert {row.item.name for row in found.values.rows} == set(held.ids(20))
    assert {row.item.group for row in found.values.rows} == {"other"}

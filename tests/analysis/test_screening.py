"""Screening of items from opening hands: oracles, a planted item, counts, and words where there is little."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import polars as pl
import pytest
from statsmodels.regression.linear_model import OLS

from marchsim.analysis.screening import Screening, screenings
from marchsim.analysis.values import by_id
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
    best = found.values.found[0]
    assert best.item.id == "card-00" and best.raw.value is not None and best.raw.value > 0.15
    assert max(found.values.rows, key=lambda row: row.shrunk or -1.0).item.id == "card-00"
    assert best.top is not None and best.top > 0.99
    assert found.values.spread is not None and found.values.spread.low > 0


def test_values_are_the_regression_with_interactions(planted: tuple[MemoryRun, Screening]) -> None:
    """An item's effect is the coefficient of Lin's regression over seats, its error near theirs."""
    run, found = planted
    seats = run.frames["seats"].join(run.frames["games"].select("game", "deal"), on="game")
    cards = run.frames["cards"].filter(pl.col("opening"))
    for item in ("card-00", "card-07"):
        own = cards.filter(pl.col("card") == item).select("game", "seat", arm=pl.lit(1.0))
        rows = seats.join(own, on=("game", "seat"), how="left").with_columns(pl.col("arm").fill_null(0.0))
        names = (rows["strategy"].cast(pl.String) + rows["seat"].cast(pl.String)).to_numpy()
        dummies = (names[:, None] == np.unique(names)[None, 1:]).astype(float)
        dummies -= dummies.mean(axis=0)
        arm = rows["arm"].to_numpy()
        design = np.column_stack([np.ones(len(arm)), arm, dummies, dummies * arm[:, None]])
        fit = OLS(rows["credit"].to_numpy(), design).fit(
            cov_type="cluster", cov_kwds={"groups": rows["deal"].to_numpy()}
        )
        raw = by_id(found.values.rows)[item].raw
        assert raw.value == pytest.approx(fit.params[1])
        assert raw.se == pytest.approx(fit.bse[1], rel=0.05)


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
    assert (row.opening.seats, row.opening.share) == (len(opening), pytest.approx(opening["credit"].mean()))
    assert (row.played.seats, row.played.share) == (len(played), pytest.approx(played["credit"].mean()))
    assert row.later.seats == len(cards) - len(opening) and row.held.seats == len(cards)
    assert row.unseen.seats == len(run.frames["seats"]) - len(cards)
    assert row.held.credit + row.unseen.credit == pytest.approx(run.frames["seats"]["credit"].sum())
    assert row.play_rate == pytest.approx(len(played) / len(cards))
    assert row.improvement == pytest.approx((row.held.share or 0) - (row.unseen.share or 0))


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
    assert [(group.name, group.items) for group in found.values.groups] == [("event", 10), ("goal", 10)]
    events = [row.raw.value or 0.0 for row in found.values.rows if row.item.group == "event"]
    assert found.values.groups[0].value.value == pytest.approx(np.mean(events))
    assert found.values.price is not None and found.values.price.items == 20
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


def test_player_counts_variants_and_voids_stay_apart() -> None:
    """Each variant is screened by itself, over the games of blocks without a void one."""
    plan = replace(PLAN, blocks=60, variants=("standard", "other"), void={0: "error"})
    first, second = screenings(held.run(plan))
    assert (first.variant, second.variant) == ("standard", "other")
    assert first.layout.n_games == 236 and second.layout.n_games == 240
    assert sum(row.opening.seats for row in first.described) == 236 * 4 * held.HAND


def test_a_run_without_items_is_our_error() -> None:
    """The message says what is missing; a run without games has no screening."""
    with pytest.raises(RecordError, match="no table of the cards that came to each seat"):
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

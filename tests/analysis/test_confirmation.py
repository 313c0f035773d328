"""Card studies: intervals where few deals move; both kinds of effects are one family (Holm over both)."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import polars as pl
import pytest
from scipy import stats

from marchsim.analysis.cards.confirmation import _effect, _families
from marchsim.analysis.cards.items import Item
from marchsim.analysis.cards.values import values
from marchsim.stats import bounded
from marchsim.stats.multiplicity import holm

ITEMS = [Item(f"card-{at}", f"Card {at}", "other", None, 0, {}) for at in range(6)]


def pairs(generator: np.random.Generator, deals: int, worth: float = 0.0) -> pl.DataFrame:
    """Return seats of deals of each item, whose wins differ by chance; item 0 helps by `worth`."""
    n = len(ITEMS) * deals * 4
    item = np.repeat([one.id for one in ITEMS], deals * 4)
    helped = worth * (item == ITEMS[0].id)
    dealt, forced, forbidden = (generator.random(n) < 0.25 + part for part in (0.0, helped, 0.0))
    return pl.DataFrame({
        "item": item, "deal": np.tile(np.repeat(np.arange(deals), 4), len(ITEMS)),
        "effect": forced * 1.0 - dealt, "allowed": forced * 1.0 - forbidden,
    })  # fmt: skip


def test_both_kinds_of_effects_are_one_family() -> None:
    """Adjusted p values are Holm's over all twelve; a strong item is found in both kinds."""
    forced, allowed = _families(pairs(np.random.default_rng(1), 60, 0.4), ITEMS)
    p_values = [row.p or 0.0 for family in (forced, allowed) for row in family.rows]
    together = [row.adjusted for family in (forced, allowed) for row in family.rows]
    assert together == holm(p_values)
    assert (
        [row.item.id for row in forced.significant]
        == [row.item.id for row in allowed.significant]
        == ["card-0"]
    )


# deals, share of them that an item moves, share of those in which it helps; how often t covered before
MOVED = [(200, 0.03, 0.9, 0.898), (400, 0.02, 0.9, 0.919), (200, 0.02, 1.0, 0.927)]


def covered(deals: int, moved: float, helped: float, studies: int) -> tuple[int, int]:
    """Return in how many studies the interval of an effect covers it, and by t how many would."""
    generator, true, found, by_t = np.random.default_rng(8), moved * (2 * helped - 1), 0, 0
    for _ in range(studies):
        signs = np.where(generator.random(deals) < helped, 1.0, -1.0)
        values = signs * (generator.random(deals) < moved)
        one = _effect(pl.DataFrame({"deal": np.arange(deals), "effect": values}), "effect")
        assert one.low is not None and one.high is not None  # also where nothing moved
        found += one.low <= true <= one.high
        half = stats.t.ppf(0.975, deals - 1) * values.std(ddof=1) / np.sqrt(deals)
        by_t += bool(abs(values.mean() - true) <= half)
    return found, by_t


@pytest.mark.parametrize(("deals", "moved", "helped", "before"), MOVED)
def test_intervals_cover_where_few_deals_move(deals: int, moved: float, helped: float, before: float) -> None:
    """In 95 % of 50 studies at least (99.9 % band)."""
    assert covered(deals, moved, helped, 50)[0] >= stats.binom.ppf(0.0005, 50, 0.95)


@pytest.mark.slow
@pytest.mark.parametrize(("deals", "moved", "helped", "before"), MOVED)
def test_intervals_cover_where_few_deals_move_at_length(
    deals: int, moved: float, helped: float, before: float
) -> None:
    """In 95 % of 500 studies at least; t in fewer."""
    found, by_t = covered(deals, moved, helped, 500)
    print(f"{deals} deals, {moved:.0%} move: {found / 500:.1%}, by t {by_t / 500:.1%}, then {before:.1%}")
    assert by_t < stats.binom.ppf(0.05, 500, 0.95) < found


def test_few_moved_wins_are_told_beside_a_bounded_interval() -> None:
    """Several seats of a deal are one unit; nothing moved is no missing interval; many moved keep t."""
    still = pl.DataFrame({"deal": np.repeat(np.arange(50), 4), "effect": np.zeros(200)})
    one = _effect(still, "effect")
    assert one.value == 0 and one.se is None and one.note == "no win moved in 50 deals"
    assert one.high == pytest.approx(1 - 0.025 ** (1 / 50)) and one.low == pytest.approx(-one.high)
    few = still.with_columns(effect=pl.when(pl.int_range(pl.len()) < 6).then(1.0).otherwise(0.0))
    two = _effect(few, "effect")
    assert two.note == "wins moved in 2 of 50 deals" and two.value == pytest.approx(6 / 200)
    assert two.method == bounded.METHOD and two.se is not None
    exact = bounded.mean_interval(np.array([1.0, 0.5, *[0.0] * 48]), -1, 1)
    assert (two.low, two.high) == pytest.approx((exact.low, exact.high))
    many = pl.DataFrame({"deal": np.arange(300), "effect": np.tile([1.0, -1.0, 0.0], 100)})
    assert _effect(many, "effect").method == "t by deal"


# deals, share of them that an item moves, SD of the share of those in which it helps
SPARSE = [(200, 0.03, 0.1), (200, 0.03, 0.4), (400, 0.02, 0.3), (200, 0.1, 0.3)]


@pytest.mark.slow
@pytest.mark.parametrize(("deals", "moved", "apart"), SPARSE)
def test_shrunk_intervals_are_rough_where_few_deals_move(deals: int, moved: float, apart: float) -> None:
    """They cover 90 to 95 % of the true effects of 20 items in 60 studies, as the page says."""
    generator, found, count = np.random.default_rng(1), 0, 0
    items = [replace(ITEMS[0], id=f"item-{at}") for at in range(20)]
    for _ in range(60):
        helped = np.clip(0.5 + apart * generator.standard_normal(20), 0, 1)
        share = generator.uniform(0.3, 1.7, 20) * moved
        signs = np.where(generator.random((20, deals)) < helped[:, None], 1.0, -1.0)
        effects = np.where(generator.random((20, deals)) < share[:, None], signs, 0.0)
        raw = [_effect(pl.DataFrame({"deal": np.arange(deals), "effect": one}), "effect") for one in effects]
        held = values(items, raw, [None] * 20, [None] * 20, "holm").rows
        for row, true in zip(held, share * (2 * helped - 1), strict=True):
            if row.shrunk_interval is not None:
                found += row.shrunk_interval[0] <= true <= row.shrunk_interval[1]
                count += 1
    print(f"{deals} deals, {moved:.0%} move: {found / count:.1%} of {count}")
    assert 0.89 < found / count < 0.97


@pytest.mark.slow
def test_false_findings_stay_below_5_percent_at_length() -> None:
    """Of 400 studies without any effect no more find one than 5 % would in 999 of 1,000 cases.

    Measured: 2.5 %; 6.5 % with a family for each kind of effects, as before, up to 10 % if they were
    independent.
    """
    generator, found, apart = np.random.default_rng(2), 0, 0
    for _ in range(400):
        families = _families(pairs(generator, 40), ITEMS)
        found += any(family.significant for family in families)
        apart += any(min(holm([row.p or 1.0 for row in family.rows])) < 0.05 for family in families)
    print("one family", found / 400, "two families", apart / 400)
    assert found <= stats.binom.ppf(0.999, 400, 0.05)
    assert apart > found

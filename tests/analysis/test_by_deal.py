"""What single deals say of an item: the same effect as the screening's, compared deal by deal."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from marchsim.analysis.cards.screening import screenings, worth_by_deal
from marchsim.analysis.robustness.judging import by_draw
from marchsim.analysis.variants.blocks import by_block
from marchsim.analysis.variants.verdicts import Compared, Paired, compare
from marchsim.recorder.metrics import Margin
from marchsim.stats.equivalence import CHANGED
from tests.analysis import held
from tests.analysis.planted import MemoryRun, Planted

FIELD = {"a": 1.5, "b": 1.0, "c": 1.0, "d": 0.7}
TWO = Planted(FIELD, blocks=150, luck=0.5, variants=("base", "other"))


def changed(run: MemoryRun, item: str) -> Compared:
    """Return what the second rules change of the worth of an item."""
    then, now = (
        worth_by_deal(run, [item]).filter(pl.col("variant") == name)["worth"].to_numpy()
        for name in TWO.variants
    )
    (found,) = compare([Paired(f"cards.{item}", 4, then, now)], [Margin(0.05)])
    return found


def test_the_mean_over_deals_is_the_screening_of_the_item() -> None:
    """With its error, for every item and both rule sets."""
    run = held.run(TWO, worth=0.35)
    whole = worth_by_deal(run, held.ids(20))
    for one in screenings(run):
        for row in one.values.rows:
            mine = whole.filter(pl.col("variant") == one.variant, pl.col("item") == row.item.id)
            assert mine.height == row.raw.deals
            assert mine["worth"].mean() == pytest.approx(row.raw.value)
            error = float(mine["worth"].to_numpy().std(ddof=1)) / np.sqrt(mine.height)
            assert error == pytest.approx(row.raw.se, rel=0.1)


def test_a_card_is_a_metric_of_blocks_and_comparisons() -> None:
    """`cards.ID` has the deal's value in each of its blocks, and no game without the card has one."""
    run = held.run(TWO, worth=0.35)
    whole = worth_by_deal(run, ["card-00"]).filter(pl.col("variant") == "base")
    blocks = by_block(run, ("cards.card-00", "turns", "cards.nothing")).filter(pl.col("variant") == "base")
    both = blocks.join(whole, on="deal", how="left")
    assert both["cards.card-00"].to_list() == pytest.approx(both["worth"].to_list())
    assert (
        0 < both["worth"].null_count() < both.height and blocks["cards.nothing"].null_count() == both.height
    )
    (found, *_) = by_draw(run, [("cards.card-00", "")], "base", 10**6).values()
    assert found.means[0] == pytest.approx(whole["worth"].mean()) and found.deals[0] == whole.height


def test_an_item_that_nobody_was_dealt_has_no_rows() -> None:
    whole = worth_by_deal(held.run(TWO), ["card-00", "nothing"])
    assert whole["item"].unique().to_list() == ["card-00"]
    assert whole.columns == ["variant", "players", "item", "deal", "worth"]


@pytest.mark.slow
def test_of_changes_without_effect_a_twentieth_is_called_changed() -> None:
    """200 pairs of games whose item is worth the same: the test of the difference keeps to its level."""
    found = [changed(held.run(TWO, worth=0.2, seed=seed), "card-00") for seed in range(200)]
    assert sum(one.verdict == CHANGED for one in found) <= 18  # 10 expected; 2 % of such tests have more
    inside = [one.wide is not None and one.wide.low <= 0 <= one.wide.high for one in found]
    assert np.mean(inside) > 0.91

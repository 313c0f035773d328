"""Mean, variance and number of deals of each draw, from a run whose blocks belong to draws.

It also estimates how the effect of a change varies over strategies, averaged over draws.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from marchsim.analysis.reading.source import Run
from marchsim.analysis.variants.blocks import by_block
from marchsim.recorder.metrics import OF
from marchsim.stats.clusters import Floats
from marchsim.stats.prediction import FieldMean, field

NOTHING = 1e-9  # as values of blocks are rounded (analysis.variants.blocks.FINE)


@dataclass(frozen=True)
class EstimatesByDraw:
    """A quantity by draw: ids, means, variances of single deals, and numbers of deals, all (K,)."""

    draws: tuple[int, ...]
    means: Floats
    variances: Floats
    deals: Floats


Wanted = tuple[str, str]  # metric, and the variant whose effect is meant ('': the level of the control)


def by_draw(
    run: Run, wanted: Sequence[Wanted], control: str, each: int, draws: int | None = None
) -> dict[Wanted, EstimatesByDraw]:
    """Estimates of metrics, or of the effects of variants on them, in a run with `each` deals per draw.

    Only the first `draws` draws count (None: all). An effect is the difference on the same deal and line-up.
    Deals with a void game do not count.
    """
    metrics = tuple(dict.fromkeys(metric for metric, _ in wanted))
    blocks = by_block(run, metrics).with_columns(pl.col("variant").cast(pl.String))
    if draws is not None:
        blocks = blocks.filter(pl.col("deal") < draws * each)
    base = blocks.filter(pl.col("variant") == control)
    found = {}
    for metric, variant in wanted:
        if variant:
            other = blocks.filter(pl.col("variant") == variant)
            both = base.join(other, on=["players", "deal", "line_up"], suffix=" there")
            rows = both.select("deal", value=pl.col(f"{metric} there") - pl.col(metric))
        else:
            rows = base.select("deal", value=pl.col(metric))
        found[metric, variant] = _estimates(rows, each)
    return found


def _estimates(rows: pl.DataFrame, each: int) -> EstimatesByDraw:
    """The estimates by draw, from a value of each line-up on a deal."""
    by_deal = rows.drop_nulls("value").group_by("deal").agg(pl.col("value").mean())
    per_draw = (
        by_deal.sort("deal")
        .with_columns(draw=pl.col("deal") // each)
        .group_by("draw", maintain_order=True)
        .agg(
            pl.col("value").mean().alias("mean"), pl.col("value").var().alias("variance"),
            pl.len().alias("deals"),
        )
        .sort("draw")
    )  # fmt: skip
    variances = per_draw["variance"].fill_null(0.0).to_numpy()
    return EstimatesByDraw(
        tuple(per_draw["draw"].to_list()),
        per_draw["mean"].to_numpy().astype(np.float64),
        np.where(variances < NOTHING**2, 0.0, variances),
        per_draw["deals"].to_numpy().astype(np.float64),
    )


def over_strategies(found: Mapping[Wanted, EstimatesByDraw], variant: str) -> FieldMean | None:
    """The mean effect of a variant on shares over strategies, and its prediction for a new strategy.

    Draws are the independent unit. A draw without one of the strategies is left out. None if there are fewer
    than three strategies, or no more draws than strategies.
    """
    own = [one for (metric, named), one in found.items() if named == variant and metric.startswith(OF)]
    if not own:
        return None
    common = sorted(set.intersection(*(set(one.draws) for one in own)))
    if len(common) <= len(own):
        return None
    rows = np.array([[one.means[one.draws.index(draw)] for one in own] for draw in common])
    covariance = np.atleast_2d(np.cov(rows, rowvar=False)) / len(common)
    return field(rows.mean(axis=0), covariance)

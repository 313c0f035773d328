"""Judges whether a claim survives if our guesses are wrong: it holds, changes its size, flips, or is open.

Each label rejects a hypothesis on the share of plausible component sets, one-sided and by two tests. One uses
the confidence distribution of the two-level model, which assumes normal variation between sets. The other
counts draws and assumes no distribution. A claim holds if it is true in 90 % of the sets and has about the
published size in 80 %. It flips if the opposite is true in more than 10 %. `EstimatesByDraw` has the mean,
variance and number of deals of each draw, from a run whose blocks belong to draws.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import polars as pl
from scipy import special

from marchsim.analysis.reading.estimates import Estimate
from marchsim.analysis.reading.source import Run
from marchsim.analysis.variants.blocks import by_block
from marchsim.recorder.claims import WITHIN
from marchsim.recorder.metrics import OF
from marchsim.stats.clusters import Floats
from marchsim.stats.intervals import Interval
from marchsim.stats.multiplicity import holm
from marchsim.stats.prediction import FieldMean, field
from marchsim.stats.two_level import (
    Pivots,
    TwoLevel,
    counted_share,
    normality,
    quantile_interval,
    shrunken,
    two_level,
)

HOLDS, CHANGES, FLIPS, OPEN = "holds", "size changes", "flips", "undecided"
VERBS = {
    HOLDS: ("holds", "hold"), CHANGES: ("changes its size", "change their size"),
    FLIPS: ("flips", "flip"), OPEN: ("is undecided", "are undecided"),
}  # fmt: skip
ERROR = 0.05  # the chance of any wrong definite label, over all claims, populations and looks
WAYS_TO_ERR = 2  # the hypotheses of at most two labels can be near their limits at once
TOLD = 0.95
Ends = tuple[float, float]


@dataclass(frozen=True)
class LabelRules:
    """The thresholds of the labels, as shares of component sets.

    A claim holds if it is true in at least the share `holds` and has about its published size in at least the
    share `size`. It flips if it is reversed in more than the share `flips`.
    """

    holds: float = 0.9
    size: float = 0.8
    flips: float = 0.1


@dataclass(frozen=True)
class Stated:
    """A claim to be judged: a value is above, below or within `margin` of `line`, as `way` states.

    `published` is the published value. It is None if the claim was wrong under the assumed numbers, and then
    no size is judged.
    """

    way: str
    line: float
    margin: float
    published: float | None


@dataclass(frozen=True)
class Judged:
    """A claim, judged for one population of players.

    `right`, `sized` and `against` are the shares of component sets in which the claim is true, has about the
    published size, and is reversed by more than the margin (medians and intervals of their distributions).
    `theta` is the 95 % prediction interval of the true value in a new set. `single` counts the draws that are
    for the claim, against it, and open, each by its own 95 % interval. `p` is the p value of the label by the
    model, and `counted` that by a count of draws. Both must show `label` after the error has been divided
    among the claims. `error` is the smallest error of all claims together at which they do. `normal` is the p
    value for a normal distribution between sets. `more` is the number of draws that would settle the claim
    (None if it is settled, or if no feasible number would). `means` are the observed means of the draws.
    """

    model: TwoLevel
    right: Estimate
    sized: Estimate
    against: Estimate
    theta: Interval
    shrunken: Floats
    single: tuple[int, int, int]
    normal: float
    stated: Stated
    candidate: str
    p: float
    counted: float
    means: Floats
    label: str = OPEN
    error: float = 1.0
    more: float | None = None


def judged(found: EstimatesByDraw, claim: Stated, rules: LabelRules) -> Judged | None:
    """A claim judged by one population's draws, with its label still open. None under 3 draws."""
    model = two_level(found.means, found.variances, found.deals)
    if model is None:
        return None
    pivots = model.pivots()
    right, sized, against = chances(pivots, claim)
    held = found.deals >= 2
    means = found.means[held]
    candidate, p, counted = _candidate((right, sized, against), means, model, claim, rules)
    return Judged(
        model, _support(right), _support(sized), _support(against), _theta(pivots),
        shrunken(means, model), _single(found, claim), normality(means, model), claim, candidate, p, counted,
        means,
    )  # fmt: skip


def _candidate(
    shares: tuple[Floats, Floats, Floats], means: Floats, model: TwoLevel, claim: Stated, rules: LabelRules,
    times: float = 1.0,
) -> tuple[str, float, float]:  # fmt: skip
    """The label nearest to significance by the model, with its p values by the model and by a count.

    `times` multiplies the number of draws, as if there were more draws like these.
    """
    right, sized, against = shares
    p = {
        FLIPS: _share(against <= rules.flips),
        HOLDS: max(_share(right < rules.holds), _share(sized < rules.size)),
        CHANGES: max(_share(against > rules.flips), _share(sized >= rules.size)),
    }
    nearest = min(p, key=lambda one: p[one])
    whole, near, kept = _regions(claim)
    asked = {
        FLIPS: [(kept, rules.flips, True)],
        HOLDS: [(whole, rules.holds, False), (near, rules.size, False)],
        CHANGES: [(kept, 1 - rules.flips, False), (near, 1 - rules.size, True)],
    }
    noise, turned = float(np.sqrt(model.noise2)), _sign(claim) * (means - claim.line)
    counted = max(
        counted_share(turned, noise, ends, share, outside, times) for ends, share, outside in asked[nearest]
    )
    return nearest, min(1.0, WAYS_TO_ERR * p[nearest]), min(1.0, WAYS_TO_ERR * counted)


def _sign(claim: Stated) -> float:
    return -1.0 if claim.way == "below" else 1.0


def _regions(claim: Stated) -> tuple[Ends, Ends, Ends]:
    """Three ranges of a claim's value: it is right, it has about its published size, it is not reversed.

    A value is given as its difference from `claim.line`, with the sign changed for a claim `below`.
    """
    margin = claim.margin
    if claim.way == WITHIN:
        return (-margin, margin), (-margin, margin), (-2 * margin, 2 * margin)
    above = (0.0, np.inf)
    if claim.published is None:
        return above, above, (-margin, np.inf)
    size = abs(claim.published - claim.line)
    return above, (size / 2, 2 * size), (-min(margin, size / 2), np.inf)


def chances(pivots: Pivots, claim: Stated) -> tuple[Floats, Floats, Floats]:
    """For each pivot, the chances that the claim is right, has its size, and is reversed: three arrays."""
    turned = Pivots(_sign(claim) * (pivots.mean - claim.line), pivots.between)
    right, sized, kept = (turned.within(*ends) for ends in _regions(claim))
    return right, sized, 1 - kept


def decided(cells: Sequence[Judged], error: float, limits: LabelRules, most: int) -> list[Judged]:
    """The judged claims with labels (Holm's procedure over all), and the number of draws that each needs.

    A label must be shown both by the model and by the count (an intersection-union test: Berger 1982,
    Technometrics 24). So the larger p value counts. `more`, the number of draws, is None for a claim that has
    a label or needs more than `most` draws.
    """
    adjusted = holm([max(cell.p, cell.counted) for cell in cells])
    told = []
    for cell, p in zip(cells, adjusted, strict=True):
        label = cell.candidate if p <= error else OPEN
        more = _more(cell, limits, error / len(cells), most) if label == OPEN else None
        told.append(replace(cell, label=label, error=p, more=more))
    return told


def _more(cell: Judged, rules: LabelRules, error: float, most: int) -> float | None:
    """The number of draws like these that would settle the claim. None if it is more than `most`."""
    model = cell.model
    spread2, many = max(0.0, model.between2) + model.noise2, model.draws
    while many < most:
        many = min(most, 2 * many)
        later = replace(model, draws=many, df=model.df * many // model.draws, spread2=spread2)
        shares, times = chances(later.pivots(), cell.stated), many / model.draws
        if max(_candidate(shares, cell.means, later, cell.stated, rules, times)[1:]) <= error:
            return many
    return None


def _share(held: np.typing.NDArray[np.bool_]) -> float:
    return float((1 + np.sum(held)) / (1 + len(held)))


def _support(chances: Floats) -> Estimate:
    ends = quantile_interval(chances, TOLD)
    return Estimate(float(np.median(chances)), ends.low, ends.high)


def _theta(pivots: Pivots) -> Interval:
    """A 95 % prediction interval of the true value in a new component set (mu + a)."""
    wide = np.random.default_rng(23).standard_normal(len(pivots.mean))
    return quantile_interval(pivots.mean + pivots.between * wide, TOLD)


def _single(found: EstimatesByDraw, claim: Stated) -> tuple[int, int, int]:
    """How many draws are for the claim, against it, and open, each by its own 95 % interval."""
    held = found.deals >= 2
    means, deals = found.means[held], found.deals[held]
    reach = special.stdtrit(deals - 1, 0.975) * np.sqrt(found.variances[held] / deals)
    low, high = means - reach - claim.line, means + reach - claim.line
    if claim.way == WITHIN:
        good, bad = (
            (low > -claim.margin) & (high < claim.margin),
            (low > claim.margin) | (high < -claim.margin),
        )
    elif claim.way == "below":
        good, bad = high < 0, low > 0
    else:
        good, bad = low > 0, high < 0
    return int(good.sum()), int(bad.sum()), int(len(means) - good.sum() - bad.sum())


def over_populations(labels: Sequence[str]) -> str:
    """The verdict on a claim from its labels by population, from the weakest players to the best."""
    if labels[-1] == FLIPS or labels.count(FLIPS) >= 2:
        return FLIPS
    last = labels[-2:]
    if all(label == HOLDS for label in last):
        return HOLDS
    return CHANGES if OPEN not in last and FLIPS not in last else OPEN


NOTHING = 1e-9  # as values of blocks are rounded (analysis.variants.blocks.FINE)


@dataclass(frozen=True)
class EstimatesByDraw:
    """A quantity in each draw: ids, means, variances of single deals, and numbers of deals, all (K,)."""

    draws: tuple[int, ...]
    means: Floats
    variances: Floats
    deals: Floats


Wanted = tuple[str, str]  # metric and variant, for its effect ('': the level of the control)


def by_draw(
    run: Run, wanted: Sequence[Wanted], control: str, each: int, draws: int | None = None
) -> dict[Wanted, EstimatesByDraw]:
    """Estimates of metrics, or of a variant's effects on metrics, in a run with `each` deals per draw.

    Only the first `draws` draws count (all if None). An effect is the difference from `control` on the same
    deal with the same line-up. Deals with a void game do not count.
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
    """The estimates of each draw, from one value for each line-up on a deal."""
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
    """The effect of a variant on shares of wins, as a mean over strategies and a prediction for a new one.

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

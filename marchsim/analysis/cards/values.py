"""Adjusted p values, shrunk effects, spread, group means and a cost line, from the estimates of all items.

Both `screening` and `confirmation` use this module. The spread tau, the standard deviation of the true
effects, is the balance score of the set.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import sqrt

import numpy as np

from marchsim.analysis.cards.items import Item
from marchsim.analysis.reading.estimates import LEVEL, Estimate
from marchsim.stats.clusters import FEW, Floats
from marchsim.stats.heterogeneity import spread
from marchsim.stats.intervals import normal_quantile
from marchsim.stats.multiplicity import benjamini_hochberg, holm
from marchsim.stats.shrinkage import top_chances, with_outliers

TOP = 5
TOP_SEED = 1
SCALE = 0.05  # scale of the half-normal prior of tau, in share of wins: five points
ADJUST = {"bh": benjamini_hochberg, "holm": holm}
PRICED = 4  # the least number of items for a line over cost
LISTED = {"bh": 0.10, "holm": 0.05}  # an adjusted p below this is listed


@dataclass(frozen=True)
class ItemValue:
    """The effect of an item, in share of wins. A value that cannot be estimated is None.

    `raw` is the item's own estimate, `shrunk` uses the estimates of all items, and `top` is the chance to be
    among the `TOP` best. `off` is the shrunk distance from the effect expected at its cost.
    """

    item: Item
    raw: Estimate
    p: float | None = None
    adjusted: float | None = None
    shrunk: float | None = None
    shrunk_interval: tuple[float, float] | None = None
    top: float | None = None
    off: float | None = None
    off_interval: tuple[float, float] | None = None


@dataclass(frozen=True)
class Price:
    """The regression line of effect on cost: intercept, and effect per unit of cost (with its interval).

    `tau` is the standard deviation of the true effects around the line.
    """

    slope: float
    low: float
    high: float
    intercept: float
    tau: float


@dataclass(frozen=True)
class Values:
    """The effects of all items. `adjust` is 'bh' or 'holm'.

    `spread` is the standard deviation of the true effects (tau), with the p value for the hypothesis that all
    are equal. `groups` has the mean effect over the items of each group. `why` and `why_no_price` give the
    reason if `spread` or `price` is None.
    """

    rows: list[ItemValue]
    adjust: str
    spread: Estimate | None
    price: Price | None
    groups: dict[str, Estimate]
    why: str = ""
    why_no_price: str = ""

    @property
    def significant(self) -> list[ItemValue]:
        """The items with an adjusted p below the level and with two intervals that exclude 0.

        The largest effect is first. The two intervals are the raw and the shrunk one.
        """
        held = [row for row in self.rows if row.adjusted is not None and row.adjusted < LISTED[self.adjust]]
        sure = [row for row in held if _excludes_zero(row)]
        return sorted(sure, key=lambda row: (-abs(row.raw.value or 0.0), row.item.id))


def _excludes_zero(row: ItemValue) -> bool:
    """Whether both intervals of an item, the raw one and the shrunk one, exclude 0."""
    ends = [(row.raw.low, row.raw.high), row.shrunk_interval or (None, None)]
    return all(low is None or high is None or low > 0 or high < 0 for low, high in ends)


def adjusted(p_values: Sequence[float | None], rule: str) -> list[float | None]:
    """The p values in order, adjusted by `rule` ('bh' or 'holm') over those that are not None."""
    order = iter(ADJUST[rule]([p for p in p_values if p is not None]))
    return [None if p is None else next(order) for p in p_values]


def values(
    items: Sequence[Item],
    raw: Sequence[Estimate],
    p_values: Sequence[float | None],
    corrected: Sequence[float | None],
    rule: str,
    noise: Floats | None = None,
    alike: float | None = None,
) -> Values:
    """The values of items from estimates, p values and adjusted p values (`corrected`), all in one order.

    `rule` names the adjustment of the p values. `noise` (items, items) is the covariance of the estimates. If
    `noise` is None, the estimates are independent, and the variance of an estimate from n deals is multiplied
    by (n-1)/(n-3), the variance of t. `alike` is the p value for the hypothesis of equal effects. If it is
    not given, Cochran's test computes it.
    """
    rows = [ItemValue(*row) for row in zip(items, raw, p_values, corrected, strict=True)]
    usable = [at for at, row in enumerate(rows) if row.raw.se and row.raw.deals >= FEW]
    if len(usable) < 2:
        why = f"fewer than two of them have an effect with an error on {FEW} deals or more"
        return Values(rows, rule, None, None, {}, why, why)
    effects = np.array([rows[at].raw.value for at in usable], dtype=np.float64)
    if noise is None:
        held = [rows[at].raw for at in usable]
        own = np.diag([(one.se or 0.0) ** 2 * (one.deals - 1) / (one.deals - 3) for one in held])
    else:
        own = noise[np.ix_(usable, usable)]
    found, shrunk = _shrunk([rows[at] for at in usable], effects, own, alike)
    priced, price, why = _priced(shrunk, effects, own)
    for at, row in zip(usable, priced, strict=True):
        rows[at] = row
    return Values(rows, rule, found, price, _groups(priced, effects, own), "", why)


def _shrunk(
    rows: list[ItemValue], effects: Floats, noise: Floats, alike: float | None
) -> tuple[Estimate, list[ItemValue]]:
    apart = spread(effects, noise)
    assert apart is not None  # as there are two effects
    best = with_outliers(effects, _by_itself(noise), SCALE)
    top = top_chances(best, TOP, TOP_SEED)
    low, high = best.true.interval(LEVEL)
    found = Estimate(
        sqrt(apart.paule_mandel), sqrt(apart.interval.low), sqrt(apart.interval.high), entries=len(rows),
        p=apart.p if alike is None else alike,
    )  # fmt: skip
    columns = (column.tolist() for column in (best.true.mean, low, high, top))
    return found, [
        replace(row, shrunk=mean, shrunk_interval=(start, end), top=chance)
        for row, mean, start, end, chance in zip(rows, *columns, strict=True)
    ]


def _by_itself(noise: Floats) -> Floats:
    """The variances of equally correlated estimates, without the part of the error that all of them share."""
    errors = np.sqrt(np.diag(noise))
    return np.asarray(errors**2 * (1 - noise[0, 1] / (errors[0] * errors[1])))


def _priced(
    rows: list[ItemValue], effects: Floats, noise: Floats
) -> tuple[list[ItemValue], Price | None, str]:
    """The rows with their distance from the line of effect on cost, and that line.

    If there is no line, it is None, and the last value is the reason.
    """
    at = [place for place, row in enumerate(rows) if row.item.cost is not None]
    costs = np.array([rows[place].item.cost for place in at], dtype=np.float64)
    if not at:
        return rows, None, "the run does not say what they cost"
    if len(at) < PRICED or np.ptp(costs) == 0:
        return rows, None, "it takes four of them and two different costs"
    design, own = np.column_stack([np.ones(len(at)), costs]), noise[np.ix_(at, at)]
    around = spread(effects[at], own, design=design)
    assert around is not None  # as there are more effects than coefficients
    line = with_outliers(effects[at], _by_itself(own), SCALE, design)
    columns = (line.deviations.mean, *line.deviations.interval(LEVEL))
    for place, off, low, high in zip(at, *(column.tolist() for column in columns), strict=True):
        rows[place] = replace(rows[place], off=off, off_interval=(low, high))
    (intercept, slope), (low, high) = line.coefficients.mean, [
        float(end[1]) for end in line.coefficients.interval(LEVEL)
    ]  # fmt: skip
    tau = sqrt(around.paule_mandel)
    return rows, Price(float(slope), low, high, float(intercept), tau), ""


def _groups(rows: list[ItemValue], effects: Floats, noise: Floats) -> dict[str, Estimate]:
    """The mean effect of each group of items, sorted by name. The error is the sampling error alone."""
    z = normal_quantile(LEVEL)
    found = {}
    for name in sorted({row.item.group for row in rows}):
        at = [place for place, row in enumerate(rows) if row.item.group == name]
        mean = float(effects[at].mean())
        se = sqrt(max(0.0, float(noise[np.ix_(at, at)].mean())))
        found[name] = Estimate(mean, mean - z * se, mean + z * se, se, len(at), 0)
    return found

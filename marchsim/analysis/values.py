"""What items are worth, from an estimate of each: adjusted p values, shrinkage, tau, groups, cost.

One place for screening and confirmation. tau, the SD of true effects, is the balance score of the set.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import sqrt

import numpy as np

from marchsim.analysis.estimates import LEVEL, Estimate
from marchsim.analysis.items import Item
from marchsim.stats.clusters import FEW, Floats
from marchsim.stats.heterogeneity import shrink, spread, top_chances
from marchsim.stats.intervals import normal_quantile
from marchsim.stats.metaregression import line
from marchsim.stats.multiplicity import benjamini_hochberg, holm

TOP = 5
TOP_SEED = 1
ADJUST = {"bh": benjamini_hochberg, "holm": holm}
LISTED = {"bh": 0.10, "holm": 0.05}  # an adjusted p below this is listed


@dataclass(frozen=True)
class Value:
    """What an item is worth, in share of wins.

    `raw` is its own estimate, `shrunk` the best guess beside the others, `top` its chance to be among the
    `TOP` best; `off` is how far it lies above what its cost leads one to expect, shrunk. None: not estimable.
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
class Spread:
    """SD of the true effects of `items` items with its 95 % interval, and p that they are all alike."""

    tau: float
    low: float
    high: float
    mean: float
    p: float
    items: int


@dataclass(frozen=True)
class Price:
    """The line of worth over cost: points a unit of cost, with interval, at how many items."""

    slope: float
    low: float
    high: float
    intercept: float
    tau: float
    items: int


@dataclass(frozen=True)
class Group:
    """Items of one group: their mean effect with its interval, and mean cost."""

    name: str
    items: int
    value: Estimate
    cost: float | None


@dataclass(frozen=True)
class Values:
    """The worth of all items; `adjust` is 'bh' or 'holm'. Where something is missing `why` says why."""

    rows: list[Value]
    adjust: str
    spread: Spread | None
    price: Price | None
    groups: list[Group]
    why: str = ""
    why_no_price: str = ""

    @property
    def found(self) -> list[Value]:
        """Return the items whose adjusted p is below the level, largest effect first."""
        held = [row for row in self.rows if row.adjusted is not None and row.adjusted < LISTED[self.adjust]]
        return sorted(held, key=lambda row: (-abs(row.raw.value or 0.0), row.item.id))


def values(
    items: Sequence[Item],
    raw: Sequence[Estimate],
    p_values: Sequence[float | None],
    adjust: str,
    covariance: Floats | None = None,
) -> Values:
    """Return what items are worth from estimates and p values in their order.

    `covariance` (items, items) of the estimates; without it they are independent. An estimate on n deals
    has its variance counted (n-1)/(n-3) times in what follows, as t has more of it than the normal.
    """
    rows = [Value(item, one, p) for item, one, p in zip(items, raw, p_values, strict=True)]
    rows = _adjusted(rows, adjust)
    usable = [at for at, row in enumerate(rows) if row.raw.se and row.raw.deals >= FEW]
    if len(usable) < 2:
        why = f"fewer than two of them have an effect with an error on {FEW} deals or more"
        return Values(rows, adjust, None, None, [], why, why)
    effects = np.array([rows[at].raw.value for at in usable], dtype=np.float64)
    wider = np.array([(rows[at].raw.deals - 1) / (rows[at].raw.deals - 3) for at in usable])
    errors = np.array([rows[at].raw.se for at in usable], dtype=np.float64)
    noise = np.diag(errors**2) if covariance is None else covariance[np.ix_(usable, usable)]
    noise = noise * np.sqrt(np.outer(wider, wider))
    found, shrunk = _shrunk([rows[at] for at in usable], effects, noise)
    priced, price, why = _priced(shrunk, effects, np.diag(noise))
    for at, row in zip(usable, priced, strict=True):
        rows[at] = row
    return Values(rows, adjust, found, price, _groups(priced, effects, noise), "", why)


def _adjusted(rows: list[Value], adjust: str) -> list[Value]:
    known = [row.p for row in rows if row.p is not None]
    order = iter(ADJUST[adjust](known))
    return [row if row.p is None else replace(row, adjusted=next(order)) for row in rows]


def _shrunk(rows: list[Value], effects: Floats, noise: Floats) -> tuple[Spread, list[Value]]:
    apart = spread(effects, noise)
    assert apart is not None  # as there are two effects
    best = shrink(effects, noise, apart.paule_mandel)
    top = top_chances(best, TOP, TOP_SEED)
    z = normal_quantile(LEVEL)
    half = z * np.sqrt(np.maximum(np.diag(best.covariance), 0.0))
    found = Spread(
        sqrt(apart.paule_mandel), sqrt(apart.interval.low), sqrt(apart.interval.high), apart.mean, apart.p,
        len(rows),
    )  # fmt: skip
    return found, [
        replace(row, shrunk=mean, shrunk_interval=(mean - h, mean + h), top=chance)
        for row, mean, h, chance in zip(rows, best.means.tolist(), half.tolist(), top.tolist(), strict=True)
    ]


def _priced(rows: list[Value], effects: Floats, variances: Floats) -> tuple[list[Value], Price | None, str]:
    """Return the rows with how far they lie off the line of worth over cost, and that line."""
    at = [place for place, row in enumerate(rows) if row.item.cost is not None]
    costs = np.array([rows[place].item.cost for place in at], dtype=np.float64)
    if not at:
        return rows, None, "the run does not say what they cost"
    found = line(effects[at], variances[at], costs)
    if found is None:
        return rows, None, "it takes four of them and two different costs"
    z = normal_quantile(LEVEL)
    for place, off, error in zip(at, found.deviations.tolist(), found.errors.tolist(), strict=True):
        rows[place] = replace(rows[place], off=off, off_interval=(off - z * error, off + z * error))
    slope = float(found.coefficients[1])
    half = z * found.slope_se
    price = Price(slope, slope - half, slope + half, float(found.coefficients[0]), sqrt(found.tau2), len(at))
    return rows, price, ""


def _groups(rows: list[Value], effects: Floats, noise: Floats) -> list[Group]:
    """Return the mean effect of the items of each group, in order of name; errors are those of the items."""
    z = normal_quantile(LEVEL)
    found = []
    for name in sorted({row.item.group for row in rows}):
        at = [place for place, row in enumerate(rows) if row.item.group == name]
        mean = float(effects[at].mean())
        se = sqrt(max(0.0, float(noise[np.ix_(at, at)].mean())))
        costs = [cost for place in at if (cost := rows[place].item.cost) is not None]
        value = Estimate(mean, mean - z * se, mean + z * se, se, len(at), 0)
        found.append(Group(name, len(at), value, sum(costs) / len(costs) if costs else None))
    return found


def by_id(rows: Sequence[Value]) -> Mapping[str, Value]:
    """Return the values by the id of their item."""
    return {row.item.id: row for row in rows}

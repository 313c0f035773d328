"""Interactions: how the effect of an item for one strategy or seat deviates from its effect for all.

Each deviation is tested by re-dealing hands after each item's overall effect is subtracted from the outcomes.
So the null hypothesis is that an item has the same effect for everybody. All deviations are one family.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import sqrt

import numpy as np

from marchsim.analysis.cards.items import Item
from marchsim.analysis.cards.opening_hands import Dealt
from marchsim.analysis.cards.values import LISTED, SCALE, adjusted
from marchsim.analysis.reading.estimates import LEVEL, Estimate
from marchsim.stats.choices import Ints
from marchsim.stats.clusters import FEW, Floats
from marchsim.stats.heterogeneity import spread
from marchsim.stats.intervals import normal_quantile
from marchsim.stats.power import smallest_listed
from marchsim.stats.redealing import redeal
from marchsim.stats.shrinkage import posterior
from marchsim.stats.treatments import Effects, Entries, effects_of, totals, treatment_effects

DEALINGS = 999  # each re-deals every item, and all items of a group are tested together
STRATEGY, SEAT = "strategy", "seat"


@dataclass(frozen=True)
class Deviation:
    """The effect of an item for one strategy or seat (`group`), minus its overall effect.

    `there` is the effect in that group. `adjusted` is `p` after adjustment for all deviations.
    """

    item: Item
    kind: str
    group: str
    there: float
    deviation: Estimate
    p: float
    adjusted: float = 1.0
    shrunk: float = 0.0
    shrunk_interval: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True)
class Deviations:
    """All deviations by strategy or by seat.

    `tau` is the standard deviation of the true deviations, with the 95 % interval `low` to `high`. `p` is the
    p value for the hypothesis that all deviations are 0. If a single deviation is not 0 and has the size
    `found_first`, 80 % of such runs list it as significant.
    """

    kind: str
    groups: int
    rows: list[Deviation]
    tau: float
    low: float
    high: float
    p: float
    found_first: float


@dataclass(frozen=True)
class Interactions:
    """Deviations by strategy and by seat. `why` has the reason if one of these two families is missing."""

    families: list[Deviations]
    why: dict[str, str]

    @property
    def rows(self) -> list[Deviation]:
        """All tested deviations."""
        return [row for family in self.families for row in family.rows]

    @property
    def significant(self) -> list[Deviation]:
        """The deviations with an adjusted p below the level, largest first."""
        held = [row for row in self.rows if row.adjusted < LISTED["bh"]]
        return sorted(held, key=lambda row: (-abs(row.deviation.value or 0.0), row.item.id, row.group))


def interactions(given: Dealt, items: Sequence[Item], effects: Effects, seed: int) -> Interactions:
    """The deviations of items from their overall effects, by strategy and by seat.

    p values are not yet adjusted: `together` adjusts them over all panels.
    """
    plain = _without(given, effects)
    families, why = [], {}
    seats = [f"seat {seat + 1}" for seat in range(int(given.seat.max(initial=-1)) + 1)]
    for kind, names, group in ((STRATEGY, given.strategies, given.strategy), (SEAT, seats, given.seat)):
        if len(names) < 2:
            why[kind] = f"there is one {kind} only"
            continue
        found = _family(given, plain, items, kind, names, group, seed)
        if found is None:
            why[kind] = f"none was dealt to two of them in {FEW} deals or more each"
        else:
            families.append(found)
    return Interactions(families, why)


def together(found: Sequence[Interactions]) -> list[Interactions]:
    """The interactions of all panels, with p values adjusted over all panels."""
    order = iter(adjusted([row.p for one in found for row in one.rows], "bh"))
    return [
        replace(one, families=[
            replace(family, rows=[replace(row, adjusted=next(order) or 0.0) for row in family.rows])
            for family in one.families
        ])
        for one in found
    ]  # fmt: skip


def _without(given: Dealt, effects: Effects) -> Entries:
    """The entries after subtraction of the overall effect of each item in the hand of an entry."""
    hands, entries = given.hands, given.entries
    at = hands.place * hands.clusters + hands.cluster
    worth = np.bincount(at, effects.values[0, hands.item], hands.places * hands.clusters)
    own = worth[entries.place * hands.clusters + entries.cluster]
    return replace(entries, sums=entries.sums - own * entries.counts)


def _contrasts(given: Dealt, plain: Entries, group: Ints) -> Floats:
    """Sums of residuals by place, cluster and group, shape (places, clusters, groups).

    Each is reduced by the sum over all groups, times the share of all entries that are in the group.
    """
    groups = int(group.max()) + 1
    share = np.bincount(group[plain.stratum], plain.counts, groups) / plain.counts.sum()
    own = plain.laid(plain.residuals(), given.hands.clusters, given.hands.places, group, groups)
    found: Floats = own - own.sum(axis=2, keepdims=True) * share
    return found


def _family(
    given: Dealt,
    plain: Entries,
    items: Sequence[Item],
    kind: str,
    names: Sequence[str],
    group: Ints,
    seed: int,
) -> Deviations | None:
    """The deviations of one family. None if no item can be compared between two groups.

    Each standard error is that of a normal distribution with the 95 % interval that the re-dealings give. The
    deviations of an item sum to 0, so `tau` is estimated as if each item had one deviation less. p values are
    not yet adjusted.
    """
    there = treatment_effects(given.entries, given.hands, group)
    outcomes = _contrasts(given, plain, group)
    off = effects_of(
        totals(given.hands, outcomes, even=True),
        there.weights,
        there.treated,
        there.deals,
        given.hands.item_clusters,
    )
    among = off.known & (off.errors > 0) & (off.deals >= FEW)
    free = int(np.sum(np.maximum(among.sum(axis=0) - 1, 0)))
    if not free:
        return None
    drawn = redeal(given.hands, outcomes, DEALINGS, seed, even=True)
    errors = off.errors * drawn.pooled_quantile(LEVEL, among)[:, None] / normal_quantile(LEVEL)
    values, variances = off.values[among], errors[among] ** 2
    apart = spread(values, variances, free=free)
    assert apart is not None  # as something is free
    best = posterior(values, variances, SCALE, np.zeros((len(values), 0)), free).true
    shrunk = zip(best.mean.tolist(), *(end.tolist() for end in best.interval(LEVEL)), strict=True)
    p_values = drawn.pooled_p(off.t, among)[among].tolist()
    rows = [
        Deviation(
            items[item], kind, names[at], float(there.values[at, item]),
            _estimate(off, float(errors[at, item]), at, item), p, 1.0, mean, (low, high),
        )
        for (at, item), p, (mean, low, high) in zip(
            np.argwhere(among).tolist(), p_values, shrunk, strict=True
        )
    ]  # fmt: skip
    usual = float(np.median(np.sqrt(variances)))
    return Deviations(
        kind, len(names), rows, sqrt(apart.paule_mandel), sqrt(apart.interval.low), sqrt(apart.interval.high),
        drawn.sum_p(off.t, among), smallest_listed(usual, len(values), LISTED["bh"]),
    )  # fmt: skip


def _estimate(off: Effects, se: float, at: int, item: int) -> Estimate:
    value, half = float(off.values[at, item]), normal_quantile(LEVEL) * se
    entries, deals = (round(float(n[at, item])) for n in (off.treated, off.deals))
    return Estimate(value, value - half, value + half, se, entries, deals, "dealt again")

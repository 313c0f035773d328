"""The effect of being dealt each item, overall and by strategy, with a test that re-deals hands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from marchsim.analysis.cards.items import Item
from marchsim.analysis.cards.opening_hands import Dealt
from marchsim.analysis.reading.estimates import LEVEL, Estimate, around
from marchsim.stats.clusters import FEW, Floats
from marchsim.stats.intervals import normal_quantile, t_interval
from marchsim.stats.redealing import dealings, redeal
from marchsim.stats.treatments import Effects, common_covariance, laid_residuals, treatment_effects

NOBODY = "dealt to nobody, or to all, of the same seat and strategy"
CONSTANT = "the same in all deals: no variance"


@dataclass(frozen=True)
class Worth:
    """The effects of all items in order: estimates, p values (None if not tested) and covariance.

    `alike` is the p value for the hypothesis that no tested item has an effect. The estimates are computed
    from `effects`.
    """

    estimates: list[Estimate]
    p_values: list[float | None]
    covariance: Floats
    alike: float | None
    effects: Effects


@dataclass(frozen=True)
class Use:
    """An item in the hands of one strategy: number of seats that were dealt it, play rate, and effect."""

    item: str
    strategy: str
    dealt: int
    play_rate: float | None
    effect: Estimate


def worth(given: Dealt, repeats: int, seed: int) -> Worth:
    """The effects of all items in a panel, tested by re-dealing the hands `repeats` times."""
    one = np.zeros_like(given.strategy)
    effects = treatment_effects(given.entries, given.hands, one)
    drawn = redeal(given.hands, laid_residuals(given.entries, given.hands, one), repeats, seed)
    reach, p_values = drawn.quantile(LEVEL)[0], drawn.p(effects.t)[0]
    estimates = [_estimate(effects, at, float(reach[at])) for at in range(given.hands.items)]
    tested = np.array([bool(one.se) and one.deals >= FEW for one in estimates], dtype=np.bool_)
    return Worth(
        estimates,
        [float(p) if use else None for p, use in zip(p_values, tested, strict=True)],
        common_covariance(np.array([one.se or 0.0 for one in estimates]), drawn.correlation(tested[None])),
        drawn.sum_p(effects.t, tested[None]) if tested.any() else None,
        effects,
    )


def _estimate(effects: Effects, at: int, reach: float) -> Estimate:
    """The effect of an item, with a 95 % interval from the re-dealings.

    Half the width of the interval is `reach` standard errors. The reported standard error is that of a normal
    distribution with the same interval.
    """
    deals, entries = round(float(effects.deals[0, at])), round(float(effects.treated[0, at]))
    if not effects.known[0, at]:
        return Estimate(None, note=NOBODY)
    value, half = float(effects.values[0, at]), float(effects.errors[0, at]) * reach
    if not half or not np.isfinite(half):
        return Estimate(value, entries=entries, deals=deals, note=CONSTANT)
    note = f"dealt in only {deals} deals: a rough interval, no test" if deals < FEW else ""
    se = half / normal_quantile(LEVEL)
    return Estimate(value, value - half, value + half, se, entries, deals, "dealt again", note)


def by_deals(given: Dealt) -> list[Estimate]:
    """The effect of each item, with a t interval over deals. It is quick, since it re-deals no hands."""
    effects = treatment_effects(given.entries, given.hands, np.zeros_like(given.strategy))
    return [_own(effects, 0, at) for at in range(given.hands.items)]


def redealt(given: Dealt, repeats: int, seed: int) -> tuple[Floats, Floats]:
    """Effects and variances as in `by_deals`, for re-dealt hands: two arrays of shape (repeats, items)."""
    one = np.zeros_like(given.strategy)
    effects = treatment_effects(given.entries, given.hands, one)
    weights, deals = effects.weights[0], effects.deals[0]
    over = np.where(weights > 0, weights, np.inf)
    more = np.where(deals > 1, deals / np.maximum(1.0, deals - 1), 0.0)
    outcomes = laid_residuals(given.entries, given.hands, one)
    found = list(dealings(given.hands, outcomes, repeats, seed))
    sums = np.concatenate([part.sums[:, 0] for part in found])
    variances = np.concatenate([part.variances(given.hands.item_clusters)[:, 0] for part in found])
    return sums / over, variances * more / over**2


def uses(given: Dealt, items: Sequence[Item], counts: dict[tuple[str, str], tuple[int, int]]) -> list[Use]:
    """The use of each item by each strategy. `counts` has (dealt, played) by item and strategy."""
    effects = treatment_effects(given.entries, given.hands, given.strategy)
    found = []
    for group, name in enumerate(given.strategies):
        for at, item in enumerate(items):
            dealt, played = counts.get((item.id, name), (0, 0))
            rate = played / dealt if dealt else None
            found.append(Use(item.id, name, dealt, rate, _own(effects, group, at)))
    return found


def _own(effects: Effects, group: int, at: int) -> Estimate:
    """The effect of an item for one strategy (`group`), with a t interval over deals."""
    deals, entries = round(float(effects.deals[group, at])), round(float(effects.treated[group, at]))
    if not effects.known[group, at]:
        return Estimate(None, note=NOBODY)
    value, error = float(effects.values[group, at]), float(effects.errors[group, at])
    if not error or deals < 2:
        return Estimate(value, entries=entries, deals=deals, note=CONSTANT)
    se = error * float(np.sqrt(deals / (deals - 1)))
    return around(value, t_interval(value, se, deals - 1), se, entries, deals)

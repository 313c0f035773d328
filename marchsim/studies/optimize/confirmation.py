"""Judge finalists and base game against every target on sealed deals, with simultaneous intervals.

A target is met if the quantity's whole interval is inside the target, and missed if all of it is outside. A
quantity to `keep` is compared with the base game deal by deal. All intervals hold together with a probability
of 95 % (Bonferroni), so the same results may also choose the best finalist.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from marchsim.analysis.variants.quantities import FEW, Measured
from marchsim.stats.clusters import cluster_mean
from marchsim.stats.intervals import t_quantile
from marchsim.studies.optimize.preparation import Target, Values

MET, MISSED, INCONCLUSIVE = "met", "missed", "inconclusive"
ERROR = 0.05  # of any interval of all finalists and targets
RETUNED = "-retuned"  # ends the name of a rule set as strategies tuned for it play it


@dataclass(frozen=True)
class TargetResult:
    """A target on the sealed deals: the value in the base game, estimate and interval, and the verdict.

    `low` and `high` are the ends of the target. For a target to `keep`, they lie around the base game's
    value.
    """

    target: Target
    low: float
    high: float
    margin: float
    base: float
    estimate: float
    interval: tuple[float, float]
    verdict: str
    deals: int

    def missed(self, value: float) -> float:
        """The distance of a value from the target in margins, 0 if it is inside."""
        return max(0.0, self.low - value, value - self.high) / self.margin

    @property
    def miss(self) -> float:
        """The distance of the estimate from the target in margins."""
        return self.missed(self.estimate)


@dataclass(frozen=True)
class RuleSetResult:
    """A rule set on the sealed deals. `retuned` has its targets with retuned strategies, () if not played."""

    values: Values
    targets: tuple[TargetResult, ...]
    retuned: tuple[TargetResult, ...] = ()

    @property
    def verdict(self) -> str:
        """MISSED if any target is missed, MET if all are met. Results with retuned strategies count too."""
        told = [one.verdict for one in (*self.targets, *self.retuned)]
        return MISSED if MISSED in told else MET if set(told) == {MET} else INCONCLUSIVE

    @property
    def miss(self) -> float:
        """The root of the sum of the targets' squared misses, in margins.

        If there are results with retuned strategies, it is the larger of the two roots.
        """
        return max(math.hypot(*(one.miss for one in part)) for part in (self.targets, self.retuned))

    @property
    def misses(self) -> tuple[float, float]:
        """The smallest and the largest possible `miss` if each quantity is somewhere in its interval."""
        least, most = zip(*(_misses(part) for part in (self.targets, self.retuned)), strict=True)
        return max(least), max(most)


def _misses(found: Sequence[TargetResult]) -> tuple[float, float]:
    """The smallest and the largest miss if the quantity of each target is somewhere in its interval.

    The miss of several targets is the root of the sum of their squared misses, in margins. A target that is
    not missed adds nothing to the smallest.
    """
    ends = [sorted(map(one.missed, one.interval)) for one in found]
    least = (near for one, (near, _) in zip(found, ends, strict=True) if one.verdict == MISSED)
    return math.hypot(*least), math.hypot(*(far for _, far in ends))


def judge(
    targets: Sequence[Target], arms: Mapping[str, Values], measured: Sequence[Measured]
) -> dict[str, RuleSetResult]:
    """Judge rule sets by name, the base game first. A rule set with too few deals for a target is left out.

    A deal counts if it measures both the rule set and the base game.
    """
    level = 1 - ERROR / (len(arms) * len(targets))
    found = {}
    for at, (name, values) in enumerate(arms.items()):
        both = [np.isfinite(one.values[:, [0, at]]).all(axis=1).sum() for one in measured]
        if min(both) >= FEW:
            pairs = zip(targets, measured, strict=True)
            found[name] = RuleSetResult(values, tuple(_judged(*pair, at, level) for pair in pairs))
    return found


def with_retuned(found: Mapping[str, RuleSetResult]) -> dict[str, RuleSetResult]:
    """Each rule set with its result under retuned strategies. A rule set that lacks either is left out."""
    (base, first), *others = found.items()
    return {base: first} | {
        name: replace(one, retuned=found[name + RETUNED].targets)
        for name, one in others
        if name + RETUNED in found
    }


def _judged(target: Target, measured: Measured, at: int, level: float) -> TargetResult:
    own, base = measured.values[:, at], measured.values[:, 0]
    start = float(np.nanmean(base))
    low, high, margin = target.at(start)
    apart, zero = (own - base, start) if target.keep else (own, 0.0)
    known = np.isfinite(apart)
    found = cluster_mean(np.where(known, apart, 0.0), known)
    assert found is not None and found.se is not None, "at least FEW deals"
    here, reach = zero + found.mean, t_quantile(level, found.df) * found.se
    ends = here - reach, here + reach
    return TargetResult(target, low, high, margin, start, here, ends, _word(ends, low, high), found.clusters)


def _word(ends: tuple[float, float], low: float, high: float) -> str:
    if low <= ends[0] and ends[1] <= high:
        return MET
    return MISSED if ends[1] < low or ends[0] > high else INCONCLUSIVE


def best(found: Sequence[RuleSetResult], cost: Sequence[float]) -> int:
    """The index of the recommended rule set: the cheapest one with verdict MET.

    If there is none, it is the one with the least miss among those that are INCONCLUSIVE, else among all.
    """
    order = {MET: 0, INCONCLUSIVE: 1, MISSED: 2}

    def key(at: int) -> tuple[float, ...]:
        one = found[at]
        price = cost[at] if one.verdict == MET else 0.0
        return order[one.verdict], price, one.miss, cost[at]

    return min(range(len(found)), key=key)

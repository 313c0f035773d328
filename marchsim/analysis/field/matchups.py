"""The structure of a field beyond a ladder: unexpected pairs, cycles, and the unbeaten mixture.

All of it is exploratory, and computed from the pairs (ahead, behind) of all games. The deal is the
independent unit.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from marchsim.analysis.reading.tallies import Orders
from marchsim.stats.clusters import FEW, Floats
from marchsim.stats.joint import joint_errors
from marchsim.stats.nash import unbeaten
from marchsim.stats.pair_ladder import Cyclic, PairLadder, cyclic, pair_ladder
from marchsim.stats.residuals import Residuals, residuals

MOST_STRATEGIES = 30  # more strategies have too many pairs
DRAWS = 9_999
SAMPLES = 999  # bootstrap samples of the table
MIXTURES = 199  # the samples that the mixture uses
CYCLE_SEED, SAMPLE_SEED = 1, 2
MOST_TRIADS = 10
USED = 0.005  # a smaller weight counts as 0


@dataclass(frozen=True)
class Matchup:
    """The share of meetings in which the first finished ahead of the second, and the ladder's prediction.

    `interval` is the simultaneous interval of the difference, and `p` is adjusted for all pairs. Both are
    None if the pair has too few deals.
    """

    first: str
    second: str
    meetings: int
    share: float
    fitted: float
    interval: tuple[float, float] | None
    z: float | None
    p: float | None

    @property
    def off(self) -> float:
        """The share minus the ladder's prediction."""
        return self.share - self.fitted


@dataclass(frozen=True)
class Triad:
    """A cycle of three strategies: each mostly finishes ahead of the next, and the last ahead of the first.

    `shares` say how often each finishes ahead of the next, and `intervals` are simultaneous over all pairs.
    `p` tests the hypothesis of no cycle and is adjusted for all triads. `drawn` is the share of bootstrap
    samples with the same cycle.
    """

    members: tuple[str, str, str]
    shares: tuple[float, float, float]
    intervals: tuple[tuple[float, float] | None, ...]
    p: float | None
    drawn: float


@dataclass(frozen=True)
class MixtureWeight:
    """The weight of a strategy in the unbeaten mixture.

    `ahead` is how often the strategy finishes ahead of the mixture. `interval` covers the weights in all
    mixtures that are unbeaten within sampling error, by a bootstrap of whole deals. `used` is the share of
    bootstrap samples whose mixture includes the strategy.
    """

    strategy: str
    weight: float
    interval: tuple[float, float]
    used: float
    ahead: float


@dataclass(frozen=True)
class Matchups:
    """The pairs of a field compared with one ladder, and the ladder's lack of `fit`.

    `cycles` is the number of cycles of three strategies, and `triads` has the clearest ones. If a pair never
    met, there are no triads and no `mixture`.
    """

    pairs: list[Matchup]
    fit: Residuals | None
    cyclic: Cyclic | None
    cycles: int
    triads: list[Triad]
    mixture: list[MixtureWeight]


def matchups(found: Orders) -> Matchups | None:
    """The results of a field that one ladder cannot show.

    None if there are under 30 deals, over 30 strategies, or no pairs.
    """
    number = len(found.names)
    if number > MOST_STRATEGIES or int(found.deals.max(initial=-1)) + 1 < FEW:
        return None
    ladder = pair_ladder(found.items, found.ranks, found.seats, found.deals, number)
    if ladder is None:
        return None
    information = ladder.met * ladder.fitted * (1 - ladder.fitted)
    off = residuals(ladder.share - ladder.fitted, ladder.residuals, ladder.batches, information, DRAWS)
    whole = len(ladder.met) == number * (number - 1) // 2
    drawn = _drawn(ladder, number)
    triads = _triads(ladder, found.names, drawn) if whole else []
    return Matchups(
        pairs=_pairs(ladder, found.names, off),
        fit=off,
        cyclic=cyclic(ladder, number, CYCLE_SEED, DRAWS),
        cycles=len(triads),
        triads=triads[:MOST_TRIADS],
        mixture=_mixture(ladder, found.names, drawn) if whole else [],
    )


def mixture(found: Orders) -> list[MixtureWeight]:
    """The unbeaten mixture alone, heaviest strategy first. Empty if some pair never met."""
    number = len(found.names)
    ladder = pair_ladder(found.items, found.ranks, found.seats, found.deals, number)
    if ladder is None or len(ladder.met) < number * (number - 1) // 2:
        return []
    return _mixture(ladder, found.names, _drawn(ladder, number))


def _pairs(ladder: PairLadder, names: list[str], off: Residuals | None) -> list[Matchup]:
    """All pairs, the one with the largest deviation from the ladder first."""
    made = []
    for at in range(len(ladder.met)):
        own = off if off is not None and off.tested[at] else None
        made.append(
            Matchup(
                first=names[ladder.first[at]],
                second=names[ladder.second[at]],
                meetings=round(float(ladder.met[at])),
                share=float(ladder.share[at]),
                fitted=float(ladder.fitted[at]),
                interval=_around(own.values[at], own.reach[at]) if own else None,
                z=float(own.z[at]) if own else None,
                p=float(own.p[at]) if own else None,
            )
        )
    return sorted(made, key=lambda one: (one.z is None, -abs(one.z or 0.0), one.first, one.second))


def _around(
    value: float, reach: float, low: float = -math.inf, high: float = math.inf
) -> tuple[float, float]:
    return max(low, float(value - reach)), min(high, float(value + reach))


def _triads(ladder: PairLadder, names: list[str], drawn: Floats) -> list[Triad]:
    """All cycles of three, sorted by the weakest share in the cycle, highest first.

    `drawn` are bootstrap samples of shape (draws, k, k).
    """
    number = len(names)
    share = ladder.square(ladder.share, 1 - ladder.share, number)
    reach, p = (ladder.square(told, told, number) for told in _against_even(ladder))
    found = []
    for members in combinations(range(number), 3):
        turned = (members[0], members[2], members[1])
        for one in (members, turned):
            sides = [(one[at], one[(at + 1) % 3]) for at in range(3)]
            if all(share[side] > 0.5 for side in sides):
                found.append(_triad(one, sides, names, share, reach, p, drawn))
    return sorted(found, key=lambda one: (-min(one.shares), one.members))


def _against_even(ladder: PairLadder) -> tuple[Floats, Floats]:
    """For all pairs, half widths of simultaneous intervals and p values against a share of 1/2.

    Both are NaN if there are no data. If all deals of a pair agree, the width is NaN, and p is the chance
    that as many coin tosses agree (Bonferroni).
    """
    even = residuals(ladder.share - 0.5, ladder.shares, ladder.batches, ladder.met / 4, DRAWS)
    none = np.full(len(ladder.met), np.nan)
    reach, p = (none, none) if even is None else (even.reach, even.p)
    agree = (np.sum(ladder.shares**2, axis=0) == 0) & (ladder.batches >= FEW) & (ladder.share != 0.5)
    return reach, np.where(agree, np.minimum(1.0, len(p) * 0.5 ** (ladder.batches - 1.0)), p)


def _triad(
    members: tuple[int, int, int],
    sides: list[tuple[int, int]],
    names: list[str],
    share: Floats,
    reach: Floats,
    p: Floats,
    drawn: Floats,
) -> Triad:
    kept = np.all([drawn[:, first, second] > 0.5 for first, second in sides], axis=0)
    told = [None if np.isnan(reach[side]) else _around(share[side], reach[side], 0.0, 1.0) for side in sides]
    worst = float(np.max([p[side] for side in sides]))
    one, two, three = (float(share[side]) for side in sides)
    first, second, third = (names[member] for member in members)
    return Triad(
        (first, second, third), (one, two, three), tuple(told), None if np.isnan(worst) else worst,
        float(kept.mean()),
    )  # fmt: skip


def _mixture(ladder: PairLadder, names: list[str], drawn: Floats) -> list[MixtureWeight]:
    """The unbeaten mixture, heaviest strategy first."""
    number = len(names)
    edge = ladder.square(ladder.share - 0.5, 0.5 - ladder.share, number)
    found = unbeaten(edge, (drawn - np.swapaxes(drawn, 1, 2)) / 2, MIXTURES)
    weights = np.where(found.weights > USED, found.weights, 0.0)
    weights /= weights.sum()
    made = [
        MixtureWeight(
            strategy=name,
            weight=float(weights[at]),
            interval=(float(found.low[at]), float(found.high[at])),
            used=float(found.used[at]),
            ahead=0.5 + float(edge[at] @ weights),
        )
        for at, name in enumerate(names)
    ]
    return sorted(made, key=lambda one: (-one.weight, -one.used, -one.ahead, one.strategy))


def _drawn(ladder: PairLadder, number: int) -> Floats:
    """Bootstrap samples (draws, k, k) of how often the row finishes ahead of the column, as a share."""
    errors = joint_errors(ladder.shares.T @ ladder.shares, None, SAMPLES, SAMPLE_SEED)
    share = np.clip(ladder.share + errors, 0, 1)
    return ladder.square(share, 1 - share, number)

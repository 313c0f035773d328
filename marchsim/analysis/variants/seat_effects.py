"""The effect of one more unit of a resource on the seat that begins with it, and the units that level it.

The first variant of the sweep is the current game. In each of the others, one seat begins with more or fewer
units of one resource. Such a resource of one seat is a lever. All variants play the same deals, with each
line-up in all rotations. So everything is paired by deal, the independent unit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import polars as pl
from scipy import special

from marchsim.analysis.reading.estimates import LEVEL, Estimate, around
from marchsim.analysis.reading.panels import classify
from marchsim.analysis.reading.source import Run, scan, variants
from marchsim.analysis.reading.tallies import CREDIT
from marchsim.stats.clusters import NOTHING, Floats
from marchsim.stats.compensation import Surface, solution, units_of, worth
from marchsim.stats.contrasts import fieller, t_test
from marchsim.stats.intervals import Interval, t_interval

Units = tuple[int, ...]  # by lever
STILL_OPEN = 0.7  # level for the effect of a further unit: units to equal then cover 97 % of worlds
PARTS = (0.2, 1.25)  # least and greatest effect of a further unit, relative to the one before


@dataclass(frozen=True)
class Lever:
    """A resource of one seat, with which the seat can begin with more or fewer units."""

    resource: str
    seat: int


@dataclass(frozen=True)
class SeatEffect:
    """The effect that one unit of a lever has on the seat's share of wins, and the units that level the seat.

    `units` is the ratio of two means by deal: the seat's deficit in share over the effect of a unit. Further
    units may have smaller effects. Its interval is Fieller's, widened over the plausible effects of a further
    unit. `together` are the units that level all seats at the least cost, if only this resource changes. Both
    are None if the effect is not significant.
    """

    lever: Lever
    share: float
    effect: Estimate
    units: Estimate | None = None
    together: float | None = None


@dataclass(frozen=True)
class SeatEffects:
    """The effects of all levers in order, and the surface of all seats' shares over all levers.

    `bend` is the p value for the hypothesis that the effects of more and of fewer units cancel. It is the
    smallest over seats (Bonferroni), or None if nothing varies. `second` has the effect of a second unit as a
    multiple of the first's, for each resource of which two units were played. Its `p` tests
    that both are equal.
    """

    levers: tuple[Lever, ...]
    effects: tuple[SeatEffect, ...]
    surface: Surface
    bend: float | None
    second: Mapping[str, Estimate]
    deals: int
    left_out: int

    def of(self, resource: str) -> list[int]:
        """The indices of the levers of a resource, by seat."""
        return [at for at, lever in enumerate(self.levers) if lever.resource == resource]


def seat_effects(found: SeatShares, levers: Sequence[Lever], ways: Sequence[Units]) -> SeatEffects:
    """The effects of these levers in a sweep. `ways` has the units of each variant, current game first.

    The shares of the current game are means over all variants, since more and fewer units cancel if effects
    are linear. This is the first-order response surface of a star design (Box and Wilson 1951).
    """
    sweep = _Sweep(found.shares, levers, ways)
    seconds = {name: sweep.second(name, LEVEL) for name in dict.fromkeys(one.resource for one in levers)}
    open_parts = {name: _open_parts(sweep.second(name, STILL_OPEN)) for name in seconds}
    further = np.array([open_parts[lever.resource][0] for lever in levers])
    every = sweep.every(further)
    means = every.mean(axis=0)
    surface = Surface(means[0], means[1:], _spread(every), 1 / found.shares.shape[2], further)
    together = _together(surface, levers)
    effects = tuple(
        _effect(sweep, at, open_parts[lever.resource], surface.target, together[at])
        for at, lever in enumerate(levers)
    )
    told = {name: one for name, one in seconds.items() if one is not None}
    return SeatEffects(tuple(levers), effects, surface, _bend(sweep), told, found.deals, found.left_out)


class _Sweep:
    """The shares (deals, ways, seats) of a sweep, and the variants that change each lever.

    If a seat has nothing left to lose, a variant that takes away one more unit plays the same games as the
    variant before it. That variant is left out, and so are all variants that take away even more.
    """

    def __init__(self, shares: Floats, levers: Sequence[Lever], ways: Sequence[Units]) -> None:
        self.shares, self.levers = shares, levers
        self._ways = [self._of(at, ways) for at in range(len(levers))]
        balanced = all(self._balanced(at) for at in range(len(levers)))
        self.start: Floats = shares.mean(axis=1) if balanced else shares[:, 0]

    def _of(self, at: int, ways: Sequence[Units]) -> dict[int, int]:
        """The variants that change a lever, by their number of units."""
        every = {way[at]: variant for variant, way in enumerate(ways) if way[at]}
        own: dict[int, int] = {}
        for side in (1, -1):
            before = 0
            for units in sorted((one for one in every if one * side > 0), key=abs):
                if (self.shares[:, every[units]] == self.shares[:, before]).all():
                    break
                own[units] = before = every[units]
        return own or every

    def _balanced(self, at: int) -> bool:
        return all(-units in self._ways[at] for units in self._ways[at])

    def mirrored(self) -> list[int]:
        """The variants with a number of units (such as +2) whose opposite (-2) was played too."""
        return [way for own in self._ways for units, way in own.items() if -units in own]

    def slope(self, at: int, further: float) -> Floats:
        """The effect (deals, seats) of a first unit. Each later unit has `further` times the one before."""
        units = np.array(list(self._ways[at]))
        worths = worth(units, further)
        played = self.shares[:, list(self._ways[at].values())]
        if not self._balanced(at):
            played = played - self.shares[:, :1]
        found: Floats = np.einsum("u,dus->ds", worths, played) / float(worths @ worths)
        return found

    def every(self, further: Floats) -> Floats:
        """The shares of the current game and the slopes of all levers, shape (deals, 1 + levers, seats)."""
        slopes = [self.slope(at, float(part)) for at, part in enumerate(further)]
        return np.stack([self.start, *slopes], axis=1)

    def second(self, resource: str, level: float) -> Estimate | None:
        """The effect of a resource's second unit relative to the first, over all seats that play both.

        Each seat is weighted by its linear contrast over all its variants. The errors of that contrast and of
        the difference between the units are independent (orthogonal contrasts). None if nothing varies.
        """
        one, two = np.zeros((2, len(self.shares)))
        for at, lever in enumerate(self.levers):
            ways = self._ways[at]
            if lever.resource == resource and set(ways) >= {-2, -1, 1, 2}:
                line = self.slope(at, 1.0).mean(axis=0)
                one += (self.shares[:, ways[1]] - self.shares[:, ways[-1]]) @ line / 2
                two += (self.shares[:, ways[2]] - self.shares[:, ways[-2]]) @ line / 2
        spread = np.cov(one, two) / len(one)
        se = float(np.sqrt(spread[1, 1] + 4 * spread[0, 0] - 4 * spread[0, 1]))
        if min(se, float(spread[0, 0]) ** 0.5) <= NOTHING**2 or one.mean() == 0:
            return None
        df, first, both = len(one) - 1, float(one.mean()), float(two.mean())
        ratio = fieller(
            first, both, (float(spread[0, 0]), float(spread[1, 1])), float(spread[0, 1]), df, level
        )
        bounds = ratio and Interval(ratio.low - 1, ratio.high - 1, ratio.method)
        found = around(both / first - 1, bounds, None, 0, len(one))
        return replace(found, p=t_test(both - 2 * first, se, df).p)


def foretold(
    swept: SeatShares, ways: Sequence[Units], found: SeatEffects, tried: SeatShares, units: Sequence[Units]
) -> Estimate | None:
    """Test whether new combinations have the full effect that the sweep predicts, on separate deals.

    The estimate is the observed change of the seats' shares as a multiple of the predicted one. Its `p` is
    that of a true multiple of 1 or more.

    `tried` has a variant for each of `units`. The statistic is one contrast over all seats and variants:
    observed minus predicted shares, weighted by the predicted changes. It is below 0 if changes do less
    together than alone, which a sweep cannot detect. The weights have errors, and the bias to expect from
    them is subtracted (Fuller 1987, Measurement Error Models, ch. 1). Variants are chosen near the target, so
    they have too many units if an effect was underestimated. So without interactions the contrast errs
    upward, and the test is one-sided. None if nothing changes.
    """
    surface = found.surface
    weights = surface.weights(np.array(units))
    moves, errors = weights[:, 1:] @ surface.slopes, surface.errors
    every = _Sweep(swept.shares, found.levers, ways).every(np.broadcast_to(surface.further, len(ways[0])))
    played = np.einsum("das,as->d", tried.shares, moves)
    said = np.einsum("dms,ms->d", every, weights.T @ moves)
    noise = float(np.einsum("am,mn,an->", weights[:, 1:], errors[1:], weights))
    size = float(np.sum(moves**2) - np.einsum("am,mn,an->", weights[:, 1:], errors[1:, 1:], weights[:, 1:]))
    se = float(np.sqrt(sum(one.var(ddof=1) / len(one) for one in (played, said))))
    if se <= NOTHING or size <= 0:
        return None
    off = float(played.mean() - said.mean()) + noise
    deals = min(len(played), len(said))
    return Estimate(1 + off / size, deals=deals, p=float(special.stdtr(deals - 1, off / se)))


def _open_parts(second: Estimate | None) -> tuple[float, ...]:
    """The estimated effect of a further unit relative to the one before, then other plausible values.

    The estimate is 1 (linear) if it is unknown. If the resource hardly moves the seats, everything is
    plausible.
    """
    if second is None:
        return (1.0,)
    if second.value is None or second.low is None or second.high is None:
        return (1.0, *PARTS)
    return tuple(
        round(min(max(one, PARTS[0]), PARTS[1]), 12) for one in (second.value, second.low, second.high)
    )


def _spread(every: Floats) -> Floats:
    """The covariances (m, m) of the means of `every` (deals, m, seats), summed over the seats."""
    about = every - every.mean(axis=0)
    deals = len(every)
    found: Floats = np.einsum("ias,ibs->ab", about, about) / (deals * (deals - 1))
    return found


def _effect(
    sweep: _Sweep, at: int, parts: Sequence[float], target: float, together: float
) -> SeatEffect:  # fmt: skip
    lever = sweep.levers[at]
    lacks = target - sweep.start[:, lever.seat]
    share, df = target - float(lacks.mean()), len(lacks) - 1
    effects, ratios = [], []
    for part in parts:
        slope = sweep.slope(at, part)[:, lever.seat]
        covariance, effect = np.cov(slope, lacks) / len(slope), float(slope.mean())
        if covariance[0, 0] <= NOTHING**2:
            return SeatEffect(lever, share, Estimate(effect))
        effects.append(t_interval(effect, float(np.sqrt(covariance[0, 0])), df, LEVEL))
        ratio = fieller(
            effect, float(lacks.mean()), (float(covariance[0, 0]), float(covariance[1, 1])),
            float(covariance[0, 1]), df, LEVEL,
        )  # fmt: skip
        ends = np.array([ratio.low, ratio.high]) if ratio else np.full(2, np.inf)
        low, high = units_of(ends, part).tolist()
        ratios.append(Interval(low, high, "Fieller"))
    first = float(sweep.slope(at, parts[0])[:, lever.seat].mean())
    of_unit, interval = around(first, _widest(effects), None, 0, len(lacks)), _widest(ratios)
    if not np.isfinite([interval.low, interval.high]).all():
        return SeatEffect(lever, share, of_unit)
    units = float(units_of(np.array(lacks.mean() / first), parts[0]))
    return SeatEffect(
        lever, share, of_unit, around(units, interval, None, 0, len(lacks)),
        together if np.isfinite(together) else None,
    )  # fmt: skip


def _widest(intervals: Sequence[Interval]) -> Interval:
    """The smallest interval that contains all of `intervals`."""
    return Interval(
        min(one.low for one in intervals), max(one.high for one in intervals), intervals[0].method
    )


def _together(surface: Surface, levers: Sequence[Lever]) -> list[float]:
    """For each lever, the units in the solution that changes only the resource of this lever."""
    found = [0.0] * len(levers)
    for resource in dict.fromkeys(lever.resource for lever in levers):
        own = [at for at, lever in enumerate(levers) if lever.resource == resource]
        for at, units in zip(own, solution(surface, own), strict=True):
            found[at] = units
    return found


def _bend(sweep: _Sweep) -> float | None:
    """The p value for the hypothesis that the current game equals the mean of the swept variants.

    It is the smallest over seats (Bonferroni), or None if nothing varies. Only variants whose opposite was
    played too are used, since linear effects cancel in these.
    """
    ways = sweep.mirrored()
    if not ways:
        return None
    apart = sweep.shares[:, 0] - sweep.shares[:, ways].mean(axis=1)
    errors = apart.std(axis=0, ddof=1) / np.sqrt(len(apart))
    told = [
        t_test(float(mean), float(se), len(apart) - 1).p
        for mean, se in zip(apart.mean(axis=0), errors, strict=True)
        if se > NOTHING
    ]
    return min(1.0, len(told) * min(told)) if told else None


@dataclass(frozen=True)
class SeatShares:
    """The shares of wins (deals, variants, seats), each over all rotations of a line-up.

    Only deals that are complete under every variant are included. `left_out` counts all others.
    """

    shares: Floats
    left_out: int

    @property
    def deals(self) -> int:
        """The number of deals. The deal is the independent unit."""
        return len(self.shares)


def seat_shares(run: Run) -> SeatShares:
    """The shares of wins in a run with one number of players and one line-up for each deal."""
    names = [str(one.get("name")) for one in variants(run.manifest)]
    games = classify(run)
    kept = games.filter(pl.col("state") == "kept").select("game", "deal", "variant")
    whole = kept.group_by("deal").agg(pl.col("variant").n_unique()).filter(pl.col("variant") == len(names))
    credit = (pl.col("credit") * CREDIT).round().cast(pl.Int64)  # whole numbers: no order of adding matters
    rows = (
        scan(run, "seats", ("game", "seat", "credit")).select("game", "seat", credit).drop_nulls("credit")
        .join(kept.join(whole.select("deal"), on="deal").lazy(), on="game")
        .group_by("deal", "variant", "seat").agg(pl.col("credit").sum(), n=pl.len())
        .filter(pl.col("variant").n_unique().over("deal") == len(names))  # somebody won under each variant
        .with_columns(at=pl.col("variant").replace_strict(names, range(len(names)), return_dtype=pl.Int64))
        .sort("deal", "at", "seat").collect()
    )  # fmt: skip
    share = rows["credit"].to_numpy() / CREDIT / rows["n"].to_numpy()
    deals = rows["deal"].n_unique()
    shape = (deals, len(names), int(games["players"][0]) if len(games) else 0)
    return SeatShares(share.reshape(shape).astype(np.float64), games["deal"].n_unique() - deals)

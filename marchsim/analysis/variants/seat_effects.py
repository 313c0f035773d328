"""What a unit more of a resource is worth to the seat that begins with it, and how many units level it.

The variants of a sweep are the game as it is (first), then for each lever, a resource of one seat, a unit
more and a unit fewer. All play the same deals with each line-up turned through all seats, so everything is
paired by deal: the independent unit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from marchsim.analysis.reading.estimates import LEVEL
from marchsim.analysis.reading.panels import classify
from marchsim.analysis.reading.source import Run, scan, variants
from marchsim.analysis.reading.tallies import CREDIT
from marchsim.stats.clusters import NOTHING, Floats
from marchsim.stats.compensation import Surface, solution
from marchsim.stats.contrasts import fieller, t_test
from marchsim.stats.intervals import Interval, t_interval


@dataclass(frozen=True)
class Lever:
    """A resource that one seat may begin with more or less of."""

    resource: str
    seat: int


@dataclass(frozen=True)
class SeatEffect:
    """What a unit of a lever adds to its own seat's share of wins, and the units that level this seat alone.

    `units` is the ratio of two means by deal: what the seat's share lacks, and the effect. `interval` is
    Fieller's; it is None where the resource does not move the seat enough to tell. `together` are the units
    with which all seats are level if each begins with more or less of this resource, at the least cost.
    """

    lever: Lever
    share: float
    effect: float
    effect_interval: Interval | None
    units: float | None
    interval: Interval | None
    together: float | None


@dataclass(frozen=True)
class SeatEffects:
    """The effects of all levers in order, and the surface of all seats' shares over all levers.

    `bend` is the p of the test that effects are straight: that a unit more and a unit fewer cancel, for the
    seat that is furthest from it (Bonferroni over seats). None where nothing varies.
    """

    levers: tuple[Lever, ...]
    effects: tuple[SeatEffect, ...]
    surface: Surface
    bend: float | None
    deals: int
    left_out: int

    def of(self, resource: str) -> list[int]:
        """Return the places of a resource's levers, by seat."""
        return [at for at, lever in enumerate(self.levers) if lever.resource == resource]


def seat_effects(found: SeatShares, levers: Sequence[Lever]) -> SeatEffects:
    """Return the effects in a sweep of these levers, whose variants are in their order.

    The shares of the game as it is are the means over all variants, since a unit more and a unit fewer cancel
    where effects are straight: the first-order response surface of a star design (Box and Wilson 1951).
    """
    shares, target = found.shares, 1 / found.shares.shape[2]
    start, slopes = _start_and_slopes(shares)
    every = np.concatenate([start[:, None], slopes], axis=1)  # (deals, 1 + levers, seats)
    means = every.mean(axis=0)
    surface = Surface(means[0], means[1:], _spread(every), target)
    together = _together(surface, levers)
    effects = tuple(
        _effect(lever, start[:, lever.seat], slopes[:, at, lever.seat], target, together[at])
        for at, lever in enumerate(levers)
    )
    return SeatEffects(tuple(levers), effects, surface, _bend(shares), found.deals, found.left_out)


def _start_and_slopes(shares: Floats) -> tuple[Floats, Floats]:
    """Return the shares (deals, seats) of the game as it is, and what a unit adds to them.

    The latter by lever, (deals, levers, seats). Of some resources there is none to take: then one of a unit
    more and a unit fewer changes nothing.
    """
    slopes: Floats = (shares[:, 1::2] - shares[:, 2::2]) / 2
    flat = (shares[:, 1:] == shares[:, :1]).all(axis=(0, 2))
    one_sided = flat[::2] != flat[1::2]
    slopes[:, one_sided] *= 2
    return shares[:, 0] if one_sided.any() else shares.mean(axis=1), slopes


def _spread(every: Floats) -> Floats:
    """Return the covariances (m, m) of means of (deals, m, seats), added up over the seats."""
    about = every - every.mean(axis=0)
    deals = len(every)
    found: Floats = np.einsum("ias,ibs->ab", about, about) / (deals * (deals - 1))
    return found


def _effect(lever: Lever, start: Floats, slope: Floats, target: float, together: float | None) -> SeatEffect:
    lacks = target - start
    covariance = np.cov(slope, lacks) / len(slope)
    effect, df = float(slope.mean()), len(slope) - 1
    varies = covariance[0, 0] > NOTHING**2
    interval = (
        fieller(
            effect, float(lacks.mean()), (float(covariance[0, 0]), float(covariance[1, 1])),
            float(covariance[0, 1]), df, LEVEL,
        )
        if varies
        else None
    )  # fmt: skip
    return SeatEffect(
        lever, float(start.mean()), effect,
        t_interval(effect, float(np.sqrt(covariance[0, 0])), df, LEVEL) if varies else None,
        float(lacks.mean()) / effect if interval else None, interval, together if interval else None,
    )  # fmt: skip


def _together(surface: Surface, levers: Sequence[Lever]) -> list[float]:
    """Return for each lever its units in the solution for its resource alone."""
    found = [0.0] * len(levers)
    for resource in dict.fromkeys(lever.resource for lever in levers):
        own = [at for at, lever in enumerate(levers) if lever.resource == resource]
        for at, units in zip(own, solution(surface, own), strict=True):
            found[at] = units
    return found


def _bend(shares: Floats) -> float | None:
    """Return the p that the game as it is lies where the mean of all that is swept does, seat by seat."""
    apart = shares[:, 0] - shares[:, 1:].mean(axis=1)
    errors = apart.std(axis=0, ddof=1) / np.sqrt(len(apart))
    told = [
        t_test(float(mean), float(se), len(apart) - 1).p
        for mean, se in zip(apart.mean(axis=0), errors, strict=True)
        if se > NOTHING
    ]
    return min(1.0, len(told) * min(told)) if told else None


@dataclass(frozen=True)
class SeatShares:
    """`shares` (deals, variants, seats) of wins, each over the turns of a line-up through all seats.

    Only deals that are whole under every variant are here; in the others, `left_out`, a game was void.
    """

    shares: Floats
    left_out: int

    @property
    def deals(self) -> int:
        """Return the number of deals: the independent unit."""
        return len(self.shares)


def seat_shares(run: Run) -> SeatShares:
    """Return the shares of a run with one number of players and one line-up a deal."""
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

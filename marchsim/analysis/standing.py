"""How the field stands as a whole: who finishes ahead of whom, the ladder, cycles, how many strategies count.

Exploratory beside the shares. Winners are those with credit; full orders are finishing places.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
import polars as pl

from marchsim.analysis.estimates import Estimate, array, share_of
from marchsim.analysis.orders import Orders, orders
from marchsim.analysis.panels import Panel
from marchsim.analysis.tallies import CREDIT
from marchsim.analysis.winrates import Share
from marchsim.analysis.worths import Worths, worths
from marchsim.stats.clusters import Floats
from marchsim.stats.cyclic import cyclic_ratio
from marchsim.stats.diversity import effective_number, normalised_entropy

CYCLE_SEED = 1
LOOKS = 40  # points of the curves of share against games


@dataclass(frozen=True)
class Ahead:
    """In how many meetings the first finished ahead of the second, ties counted half."""

    first: str
    second: str
    share: Estimate


@dataclass(frozen=True)
class Curve:
    """A strategy's share of wins after so many of the panel's games, deal by deal."""

    strategy: str
    games: tuple[int, ...]
    shares: tuple[float, ...]


@dataclass(frozen=True)
class Cycles:
    """The cyclic part of a field, 0 to 1, and what chance makes of a field on its ladder."""

    ratio: float
    ladder: float


@dataclass(frozen=True)
class Standing:
    """A field of strategies as a whole; `names` are in order of share, the best first.

    `winners` and `places` are ladders from who won and from full orders; `seats_told` says whether the first
    allows for seats. `effective` and `entropy` are of the shares of wins.
    """

    names: list[str]
    deals: int
    ahead: list[Ahead]
    winners: Worths
    places: Worths
    seats_told: bool
    cyclic: Cycles | None
    effective: float | None
    entropy: float | None
    curves: list[Curve]


def standing(panel: Panel, shares: list[Share]) -> Standing | None:
    """Return how the field of a panel stands; None where no two strategies met in games that count."""
    played = [row for row in shares if row.share.value is not None]
    if len(played) < 2 or panel.players < 2:
        return None
    names = [row.strategy for row in sorted(played, key=lambda r: (-(r.share.value or 0.0), r.strategy))]
    by_place, by_win = _orders(panel, names)
    ahead, counts = _ahead(by_place)
    if not counts.any():
        return None
    winners, seats_told = _ladder(by_win, top=True)
    values = [row.share.value or 0.0 for row in played]
    cycles = cyclic_ratio(counts, CYCLE_SEED)
    return Standing(
        names=names,
        deals=panel.kept["deal"].n_unique(),
        ahead=ahead,
        winners=winners,
        places=_ladder(by_place, top=False)[0],
        seats_told=seats_told,
        cyclic=Cycles(cycles.ratio, cycles.ladder) if cycles else None,
        effective=effective_number(values),
        entropy=normalised_entropy(values),
        curves=[_curve(panel, name) for name in names],
    )


def _orders(panel: Panel, names: list[str]) -> tuple[Orders, Orders]:
    """Return the finishing orders of the kept games, and the same with winners first and all others level."""
    by_place = _in_order(orders(panel.kept, panel.entries), names)
    won = panel.entries.with_columns(rank=pl.when(pl.col("credit") > 0).then(1).otherwise(2))
    return by_place, _in_order(orders(panel.kept, won), names)


def _in_order(found: Orders, names: list[str]) -> Orders:
    """Return the same orders with strategies numbered as in `names`."""
    place = np.array([names.index(name) for name in found.names] + [-1], dtype=np.int64)
    return replace(found, names=names, items=place[found.items])


def _ladder(found: Orders, top: bool) -> tuple[Worths, bool]:
    """Return the worths with seats as a covariate, and whether seats could be told apart from worths."""
    with_seats = worths(found, by_deal=True, top=top, seat=True)
    if with_seats.log_worth is not None:
        return with_seats, True
    return worths(found, by_deal=True, top=top), False


def _ahead(found: Orders) -> tuple[list[Ahead], Floats]:
    """Return how often each strategy finished ahead of each other, and the counts (row ahead of column)."""
    number = len(found.names)
    sums = _meetings(found, number)
    counts = np.zeros((number, number))
    result = []
    for (first, second), rows in sorted(sums.partition_by("first", "second", as_dict=True).items()):
        value, games = array(rows, "ahead"), array(rows, "games")
        counts[first, second] = value.sum()
        counts[second, first] = games.sum() - value.sum()
        result.append(Ahead(found.names[first], found.names[second], share_of(value, games)))
    return result, counts


def _meetings(found: Orders, number: int) -> pl.DataFrame:
    """Return meetings and those in which the first was ahead, by pair (first < second) and deal, in order."""
    deals = int(found.deals.max(initial=0)) + 1
    parts = [pl.DataFrame(schema={"key": pl.Int64, "halves": pl.Int64})]
    for one, other in combinations(range(found.items.shape[1]), 2):
        mine, theirs = found.items[:, one], found.items[:, other]
        there = (mine >= 0) & (theirs >= 0) & (mine != theirs)
        better = np.sign(found.ranks[:, other] - found.ranks[:, one])
        halves = 1 + np.where(mine < theirs, better, -better)
        key = (np.minimum(mine, theirs) * number + np.maximum(mine, theirs)) * deals + found.deals
        parts.append(pl.DataFrame({"key": key[there], "halves": halves[there]}))
    grouped = pl.concat(parts).group_by("key").agg(ahead=pl.col("halves").sum() / 2, games=pl.len())
    pair = pl.col("key") // deals
    return grouped.sort("key").select("ahead", "games", first=pair // number, second=pair % number)


def _curve(panel: Panel, name: str) -> Curve:
    """Return the share of a strategy after the first deals, more and more of them."""
    per_deal = panel.kept.group_by("deal").agg(games=pl.len().cast(pl.Int64)).sort("deal")
    own = panel.by_strategy.filter(pl.col("strategy") == name).select("deal", "credit", "entries")
    rows = per_deal.join(own, on="deal", how="left").sort("deal").fill_null(0)
    games, entries = np.cumsum(array(rows, "games")), np.cumsum(array(rows, "entries"))
    credit = np.cumsum(array(rows, "credit")) / CREDIT
    looks = np.unique(np.linspace(len(rows) / LOOKS, len(rows), LOOKS).round().astype(int).clip(1)) - 1
    known = [int(at) for at in looks if entries[at] > 0]
    return Curve(
        name, tuple(int(games[at]) for at in known), tuple(float(credit[at] / entries[at]) for at in known)
    )

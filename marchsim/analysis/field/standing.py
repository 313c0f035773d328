"""The field as a whole: pairs, the ladder, deviations from it, and the effective number of strategies.

All of it is exploratory. A ladder of winners ranks entries with credit above the others. Full orders use the
finishing places.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
import polars as pl

from marchsim.analysis.field.ladder import Worths, worths
from marchsim.analysis.field.matchups import Matchups, matchups
from marchsim.analysis.field.winrates import Share
from marchsim.analysis.reading.estimates import Estimate, array, matrix, share_of
from marchsim.analysis.reading.orders import Orders, by_winners, orders
from marchsim.analysis.reading.panels import Panel
from marchsim.analysis.reading.tallies import CREDIT
from marchsim.stats.choices import Ints
from marchsim.stats.diversity import effective_number, normalised_entropy

LOOKS = 40  # points of the curves of share against games


@dataclass(frozen=True)
class Standing:
    """The results of the whole field. `names` are sorted by share of wins, best first.

    `ahead` has the share of meetings in which the first finished ahead of the second, with ties as halves.
    `winners` and `places` are the ladders from winners and from full orders. `seats_told` is true if
    `winners` adjusts for seats. `effective` and `entropy` are the effective number of strategies and the
    normalised entropy, from the shares of wins. `curves` has each strategy's share of wins by number of
    games, deal by deal.
    """

    names: list[str]
    deals: int
    ahead: dict[tuple[str, str], Estimate]
    winners: Worths
    places: Worths
    seats_told: bool
    matchups: Matchups | None
    effective: float | None
    entropy: float | None
    curves: dict[str, dict[int, float]]


def standing(panel: Panel, shares: list[Share]) -> Standing | None:
    """The results of a panel's field. None if no two strategies met in valid games."""
    played = [row for row in shares if row.share.value is not None]
    if len(played) < 2 or panel.players < 2:
        return None
    names = [row.strategy for row in sorted(played, key=lambda r: (-(r.share.value or 0.0), r.strategy))]
    by_place, by_win = _orders(panel, names)
    ahead = _ahead(by_place)
    if not ahead:
        return None
    winners, seats_told = _ladder(by_win, top=True)
    values = [row.share.value or 0.0 for row in played]
    return Standing(
        names=names,
        deals=panel.valid["deal"].n_unique(),
        ahead=ahead,
        winners=winners,
        places=_ladder(by_place, top=False)[0],
        seats_told=seats_told,
        matchups=matchups(by_place),
        effective=effective_number(values),
        entropy=normalised_entropy(values),
        curves=_curves(panel, names),
    )


def _orders(panel: Panel, names: list[str]) -> tuple[Orders, Orders]:
    """The finishing orders of the games that count, and the winners of those that somebody won."""
    won = (pl.col("credit") > 0).fill_null(False)
    found = orders(panel.valid, panel.entries.with_columns(won=won), "won")
    at = {name: number for number, name in enumerate(names)}  # without those in whose games nobody won
    place = np.array([at.get(name, -1) for name in found.names] + [-1], dtype=found.items.dtype)
    by_place = replace(found, names=names, items=place[found.items])
    return by_place, by_winners(by_place)


def _ladder(found: Orders, top: bool) -> tuple[Worths, bool]:
    """The worths, and whether they adjust for seats. They do if seat effects can be estimated."""
    with_seats = worths(found, by_deal=True, top=top, seat=True)
    if with_seats.log_worth is not None or with_seats.apart:
        return with_seats, with_seats.log_worth is not None
    return worths(found, by_deal=True, top=top), False


def _ahead(found: Orders) -> dict[tuple[str, str], Estimate]:
    """For each pair, the share of meetings in which the first finished ahead, in order of names."""
    sums = _meetings(found, len(found.names))
    return {
        (found.names[first], found.names[second]): share_of(array(rows, "ahead"), array(rows, "games"))
        for (first, second), rows in sorted(sums.partition_by("first", "second", as_dict=True).items())
    }


def _meetings(found: Orders, number: int) -> pl.DataFrame:
    """The number of meetings by deal and pair (first < second), and how often the first was ahead."""
    pairs = number**2
    parts = [pl.DataFrame(schema={"key": pl.Int64, "halves": pl.Int64, "games": pl.Int64})]
    for one, other in combinations(range(found.items.shape[1]), 2):
        mine, theirs = (found.items[:, at].astype(np.int64) for at in (one, other))
        there = (mine >= 0) & (theirs >= 0) & (mine != theirs)
        better = np.sign(found.ranks[:, other] - found.ranks[:, one]).astype(np.int64)
        halves = 1 + np.where(mine < theirs, better, -better)
        key = found.deals * pairs + np.minimum(mine, theirs) * number + np.maximum(mine, theirs)
        parts.append(_added(key[there], halves[there], np.ones(np.count_nonzero(there), np.int64)))
    whole = pl.concat(parts)
    sums = _added(*(whole[name].to_numpy() for name in whole.columns))
    pair = pl.col("key") % pairs
    return sums.select(first=pair // number, second=pair % number, ahead=pl.col("halves") / 2, games="games")


def _added(key: Ints, halves: Ints, games: Ints) -> pl.DataFrame:
    """Sums by key, in order of the key. The sort is fast, since games come in order of deal."""
    order = np.argsort(key, kind="stable")
    first = np.flatnonzero(np.diff(key[order], prepend=-1))
    added = {name: np.add.reduceat(x[order], first) for name, x in (("halves", halves), ("games", games))}
    return pl.DataFrame({"key": key[order][first], **added})


def _curves(panel: Panel, names: list[str]) -> dict[str, dict[int, float]]:
    """Each strategy's cumulative share of wins at evenly spaced numbers of deals."""
    games = np.cumsum(np.bincount(panel.deal_numbers))
    looks = np.unique(np.linspace(len(games) / LOOKS, len(games), LOOKS).round().astype(int).clip(1)) - 1
    credit, entries = (
        np.cumsum(matrix(panel.by_strategy, "strategy", names, name), axis=0)[looks]
        for name in ("credit", "decided")
    )
    made = {}
    for at, name in enumerate(names):
        known = entries[:, at] > 0
        shares = credit[known, at] / CREDIT / entries[known, at]
        made[name] = dict(zip(games[looks][known].tolist(), shares.tolist(), strict=True))
    return made

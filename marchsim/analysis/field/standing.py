"""The field as a whole: pairs, the ladder, deviations from it, and the effective number of strategies.

All of it is exploratory. A ladder of winners ranks entries with credit above the others. Full orders use the
finishing places.

The ladder has Plackett-Luce worths of all strategies, or the reason why there are none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

import numpy as np
import polars as pl

from marchsim.analysis.field.matchups import Matchups, matchups
from marchsim.analysis.field.winrates import Share
from marchsim.analysis.reading.estimates import Estimate, array, matrix, share_of
from marchsim.analysis.reading.panels import Panel
from marchsim.analysis.reading.tallies import CREDIT, Orders, by_winners, orders
from marchsim.stats.best import from_the_best
from marchsim.stats.choices import Ints, Ladder, choices, connectivity
from marchsim.stats.clusters import FEW
from marchsim.stats.diversity import effective_number, normalised_entropy
from marchsim.stats.plackett_luce import Fit, fit
from marchsim.stats.residuals import Residuals, in_company

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


MOST_NAMES = 5  # names in a reason
MOST_CHECKED = 30  # with more strategies than this, the fit of pairs is not tested


@dataclass(frozen=True)
class Worths:
    """The Plackett-Luce worths of `items`: log worths with mean 0, worths with sum 1, and standard errors.

    A value that cannot be estimated is None, and `reason` says why. `se` belongs to the difference from the
    first item. `seats` are the log effects of seats, 0 for the first (None if not requested). `ties` are tie
    rates by number of entries. `apart` is true if no ladder connects all items. If `by_deal`, the errors are
    robust to any dependence within a deal. Otherwise games count as independent. `behind` has simultaneous
    intervals of the differences from the best item, at most 0, and `best` the items that may be the best.
    `fit` says how badly a ladder of winners fits.
    """

    items: list[str]
    log_worth: list[float] | None = None
    worth: list[float] | None = None
    se: list[float] | None = None
    log_likelihood: float | None = None
    seats: list[float] | None = None
    seat_se: list[float] | None = None
    behind: list[Estimate] | None = None
    best: list[str] = field(default_factory=list)
    fit: Residuals | None = None
    ties: dict[int, float] = field(default_factory=dict)
    by_deal: bool = False
    apart: bool = False
    reason: str = ""


def worths(orders: Orders, by_deal: bool, top: bool = False, seat: bool = False) -> Worths:
    """The worths from winners alone (`top`) or from full orders. If `seat`, seats are a covariate."""
    made = choices(orders.items, orders.ranks, orders.seats if seat else None, top)
    reason = apart(orders.names, connectivity(made, len(orders.names)))
    if reason:
        return Worths(orders.names, apart=True, reason=reason)
    seats = int(orders.seats.max()) + 1 if seat else 1
    try:
        found = fit(made, len(orders.names), seats, orders.deals if by_deal else None)
    except OverflowError as error:
        return Worths(
            orders.names, reason=f"{error} are too many possibilities to weigh; look at winners only"
        )
    if found is None:
        why = "the tie rate has no finite estimate: every choice was a tie"
        if seat:
            why = "worths and seats are confounded, or one has no finite estimate; rank without seats"
        return Worths(orders.names, reason=why)
    told = _worths(orders, found, by_deal, seat)
    checked = top and told.se is not None and len(orders.names) <= MOST_CHECKED
    return replace(told, fit=in_company(made, found, orders.deals)) if checked else told


def _worths(orders: Orders, found: Fit, by_deal: bool, seat: bool) -> Worths:
    units = _units(orders, by_deal)
    reason = _too_few(orders.names, units, found) if by_deal else ""
    best = None if reason else from_the_best(found.log_worth, found.spread(by_deal), min(units) - 1.0)
    distances = [] if best is None else [part.tolist() for part in (best.values, best.low, best.high)]
    return Worths(
        items=orders.names,
        log_worth=found.log_worth.tolist(),
        worth=found.worth.tolist(),
        se=None if reason else found.errors(by_deal).tolist(),
        log_likelihood=found.log_likelihood,
        seats=found.seats.tolist() if seat else None,
        seat_se=found.seat_errors(by_deal).tolist() if seat and not reason else None,
        behind=None if best is None else [Estimate(*row) for row in zip(*distances, strict=True)],
        best=[] if best is None else [orders.names[at] for at in best.candidates],
        ties=found.ties,
        by_deal=by_deal,
        reason=reason,
    )


def _units(orders: Orders, by_deal: bool) -> list[int]:
    """The number of deals (or games) in which each strategy plays. It limits the degrees of freedom."""
    own = orders.deals if by_deal else np.arange(len(orders.items))
    return [len(np.unique(own[(orders.items == at).any(axis=1)])) for at in range(len(orders.names))]


def _too_few(names: Sequence[str], deals: Sequence[int], found: Fit) -> str:
    """The reason why there are no standard errors by deal, or '' if there are some."""
    if found.clusters < FEW or found.sandwich is None:
        return f"{found.clusters} deals are too few for standard errors by deal"
    rare = [at for at, number in enumerate(deals) if number < FEW]
    if not rare:
        return ""
    short = f"{_listed(names, rare)} sat in under {FEW} deals (the fewest: {min(deals)})"
    return f"{short}, too few for standard errors by deal"


def apart(names: Sequence[str], ladder: Ladder) -> str:
    """The reason why no single ladder holds all strategies, or '' if one does."""
    if len(names) < 2:
        return "there is only one strategy"
    if ladder.connected:
        return ""
    alone = set(ladder.unbeaten) & set(ladder.winless)
    if alone:
        group = next(group for group in ladder.groups if alone & set(group))
        rest = [place for place in range(len(names)) if place not in group]
        return f"not one ladder: no game links {_listed(names, group)} to {_listed(names, rest)}"
    said = []
    if ladder.unbeaten:
        said.append(f"nobody else ever finished ahead of {_listed(names, ladder.unbeaten)}")
    if ladder.winless:
        said.append(f"{_listed(names, ladder.winless)} never finished ahead of anybody else")
    return "not one ladder, so worths have no finite estimate: " + "; ".join(said)


def _listed(names: Sequence[str], places: Sequence[int]) -> str:
    shown = ", ".join(names[place] for place in places[:MOST_NAMES])
    more = len(places) - MOST_NAMES
    return f"{shown} and {more} more" if more > 0 else shown

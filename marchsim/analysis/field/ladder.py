"""Plackett-Luce worths of all strategies from finishing orders, or the reason why there are none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from marchsim.analysis.reading.estimates import Estimate
from marchsim.analysis.reading.orders import Orders
from marchsim.stats.best import from_the_best
from marchsim.stats.choices import Ladder, choices, connectivity
from marchsim.stats.clusters import FEW
from marchsim.stats.plackett_luce import Fit, fit
from marchsim.stats.residuals import Residuals, in_company

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

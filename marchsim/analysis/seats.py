"""What the starting seat is worth: share and score per seat, all equal or not, and the trend along the order.

Tested only where every strategy sat equally often in every seat; otherwise seats are mixed with strategies.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl

from marchsim.analysis.design import Layout
from marchsim.analysis.estimates import LEVEL, Estimate, array, matrix, mean_of, share_of
from marchsim.analysis.panels import CREDIT, Panel
from marchsim.analysis.winrates import Equality, equality
from marchsim.stats.clusters import FEW, cluster_means
from marchsim.stats.contrasts import linear_trend, t_test
from marchsim.stats.counts import goodman
from marchsim.stats.intervals import Interval, t_interval
from marchsim.stats.power import detectable


@dataclass(frozen=True)
class Seat:
    """A starting seat (0 begins the first round); `simultaneous` only where games are independent."""

    seat: int
    share: Estimate
    score: Estimate
    simultaneous: Interval | None
    detectable: float | None


@dataclass(frozen=True)
class Trend:
    """The change of share per seat further round the table, tested as declared beforehand."""

    slope: float
    low: float
    high: float
    p: float


def seats(panel: Panel, design: Layout) -> list[Seat]:
    """Return the seats of a panel in order."""
    found = []
    for seat in panel.by_seat["seat"].unique().sort().to_list():
        rows = panel.by_seat.filter(pl.col("seat") == seat)
        entries = array(rows, "entries")
        share = share_of(array(rows, "credit") / CREDIT, entries)
        worth = detectable(share.se) if share.se else None
        found.append(Seat(seat, share, mean_of(array(rows, "score"), entries), None, worth))
    return _with_goodman(panel, design, found)


def _with_goodman(panel: Panel, design: Layout, found: list[Seat]) -> list[Seat]:
    credit = array(panel.by_seat, "credit")
    if not design.independent or not np.all((credit == 0) | (credit == CREDIT)):
        return found
    wins = [round((seat.share.value or 0) * seat.share.entries) for seat in found]
    bounds = goodman(wins, LEVEL)
    return [Seat(s.seat, s.share, s.score, i, s.detectable) for s, i in zip(found, bounds, strict=True)]


def all_equal(panel: Panel, design: Layout) -> Equality:
    """Test that all seats win equally often."""
    if panel.players == 1:
        return Equality(None, "there is only one seat")
    if not design.balanced:
        return Equality(None, "strategies did not sit equally often in every seat")
    if design.n_deals < FEW:
        return Equality(None, f"there are {design.n_deals} deals, and under {FEW} there is no test")
    names: list[object] = list(range(panel.players))
    credit = matrix(panel.by_seat, "seat", names, "credit") / CREDIT
    return equality(credit, matrix(panel.by_seat, "seat", names, "entries"), design)


def trend(panel: Panel, design: Layout) -> Trend | None:
    """Return the linear trend of share over seats; None where `all_equal` gives no test or nothing varies."""
    if not design.balanced or design.n_deals < FEW or panel.players == 1:
        return None
    names: list[object] = list(range(panel.players))
    credit = matrix(panel.by_seat, "seat", names, "credit") / CREDIT
    means, covariance = cluster_means(credit, matrix(panel.by_seat, "seat", names, "entries"))
    slope = linear_trend(means, covariance)
    if slope.se < 1e-12:
        return None
    interval = t_interval(slope.value, slope.se, design.n_deals - 1, LEVEL)
    p = t_test(slope.value, slope.se, design.n_deals - 1).p
    return Trend(slope.value, interval.low, interval.high, p)

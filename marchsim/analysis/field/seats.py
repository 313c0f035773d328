"""The effect of the starting seat: share and score by seat, a test of equality, and the trend by turn order.

Tests need every strategy to play every seat equally often. Otherwise the effects of seats and strategies are
confounded.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import polars as pl

from marchsim.analysis.field.winrates import Equality, Largest, equality, largest
from marchsim.analysis.reading.estimates import (
    LEVEL,
    Estimate,
    around,
    array,
    mean_of,
)
from marchsim.analysis.reading.panels import Panel, PanelLayout
from marchsim.analysis.reading.tallies import CREDIT
from marchsim.stats.clusters import FEW, cluster_means, is_binary, moments_mean
from marchsim.stats.contrasts import linear_trend, t_test
from marchsim.stats.intervals import (
    Interval,
    clopper_pearson,
    t_interval,
    unanimous,
    wilson,
    wilson_clustered,
)
from marchsim.stats.paired import cochran_q

MOMENTS = ("c", "n", "cc", "cn", "nn")  # of credit over deals


@dataclass(frozen=True)
class Seat:
    """A starting seat (0 begins the first round), for all strategies ('') or for one `strategy`.

    The results of one strategy have no score.
    """

    seat: int
    share: Estimate
    score: Estimate | None = None
    strategy: str = ""


def seats(panel: Panel) -> list[Seat]:
    """The seats of a panel in order, for all strategies together."""
    found = []
    for seat in panel.by_seat["seat"].unique().sort().to_list():
        rows = panel.by_seat.filter(pl.col("seat") == seat)
        score = mean_of(array(rows, "score"), array(rows, "entries"))
        found.append(Seat(seat, panel.seats.share(seat), score))
    return found


def _untested(panel: Panel, design: PanelLayout) -> str:
    """The reason why seats are not compared, or '' if they are."""
    if panel.players == 1:
        return "there is only one seat"
    if not design.balanced:
        return "strategies did not sit equally often in every seat"
    deals = int((panel.seats.entries > 0).any(axis=1).sum())
    told = "there are {} deals" if deals == design.n_deals else "somebody won in {} deals"
    return f"{told.format(deals)}, and under {FEW} there is no test" if deals < FEW else ""


def places(panel: Panel) -> list[Seat]:
    """The share of wins of each strategy in each seat, sorted by strategy and seat."""
    rows = panel.by_place.filter(pl.col("n") > 0).sort("strategy", "seat")
    return [_place(row) for row in rows.iter_rows(named=True)]


def _place(row: dict[str, Any]) -> Seat:
    deals, entries, won = int(row["deals"]), int(row["n"]), row["c"] / CREDIT
    share = won / entries
    interval: Interval | None = None
    if row["most"] == 1 and not row["parts"]:
        method = clopper_pearson if deals < FEW or won in (0, deals) else wilson
        interval = method(round(won), deals, LEVEL)
    elif deals > 1:
        se = (moments_mean(deals, *(row[name] for name in MOMENTS)).se or 0.0) / CREDIT
        interval = wilson_clustered(share, se, deals - 1, LEVEL) if se else unanimous(share, deals, LEVEL)
    note = "" if interval else "one deal only: no interval"
    found = around(share, interval, None, entries, deals, note)
    return Seat(int(row["seat"]), found, strategy=str(row["strategy"]))


def all_equal(panel: Panel, design: PanelLayout) -> Equality:
    """Test whether all seats win equally often."""
    reason = _untested(panel, design)
    if reason:
        return Equality(None, reason)
    credit, entries = panel.seats.credit, panel.seats.entries
    if len(panel.strategies) == 1 and design.independent and is_binary(credit.ravel(), entries.ravel()):
        test = cochran_q(credit.astype(np.int64))  # one strategy, a game a deal: seats are columns of 0 and 1
        return Equality(test, "" if test else "in every game all seats won or none did")
    return equality(credit, entries, design)


def furthest(panel: Panel, design: PanelLayout) -> Largest | None:
    """The largest deviation of a seat from an equal share.

    None if there is a single player, if seats and strategies are confounded, or if there are too few data.
    """
    if panel.players == 1 or not design.balanced:
        return None
    credit, entries = panel.seats.credit, panel.seats.entries
    return largest(credit, entries, 1 / panel.players, panel.anytime)


def trend(panel: Panel, design: PanelLayout) -> Estimate | None:
    """The change of the share of wins from each seat to the next. It is a planned comparison.

    None if `all_equal` has no test or nothing varies.
    """
    if _untested(panel, design):
        return None
    means, covariance = cluster_means(panel.seats.credit, panel.seats.entries)
    slope, se = linear_trend(means, covariance)
    if se < 1e-12:
        return None
    df = design.n_deals - 1
    found = around(slope, t_interval(slope, se, df, LEVEL), se, 0, design.n_deals)
    return replace(found, p=t_test(slope, se, df).p)

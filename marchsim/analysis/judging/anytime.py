"""Intervals for a run that stopped by itself: they hold however often the results were looked at.

A fixed-length interval is replaced by a confidence sequence (Waudby-Smith and Ramdas 2024). The share itself
does not change.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import polars as pl

from marchsim.analysis.reading.estimates import LEVEL, Estimate, array, by_deal
from marchsim.analysis.reading.panels import Panel
from marchsim.analysis.reading.tallies import CREDIT
from marchsim.stats.anytime import share_sequence
from marchsim.stats.clusters import Floats

if TYPE_CHECKING:  # a run's ending, which needs no more than verdicts, does not wait for them
    from marchsim.analysis.field.largest import Largest
    from marchsim.analysis.field.together import Together
    from marchsim.analysis.tournament import PanelResult

METHOD = "betting sequence by deal: holds whenever the run stops"


def against_each_other(result: PanelResult, panel: Panel) -> PanelResult:
    """The result with anytime intervals for all shares of strategies and seats.

    The simultaneous intervals, over all strategies or all seats, become anytime intervals as well.
    """
    shares = [replace(row, share=_of(row.share, panel.by_strategy, row.strategy)) for row in result.shares]
    seats = [replace(seat, share=_of(seat.share, panel.by_seat, str(seat.seat))) for seat in result.seats]
    furthest, most = result.largest, result.seats_largest
    if furthest is not None:
        names = [row.strategy for row in shares if row.share.value is not None]
        furthest = replace(furthest, found=_all(furthest.found, panel.by_strategy, names))
    if most is not None:
        most = _all(most, panel.by_seat, [str(seat.seat) for seat in seats])
    return replace(result, shares=shares, seats=seats, largest=furthest, seats_largest=most)


def against_an_opponent(result: Together, panel: Panel) -> Together:
    """The result with anytime intervals for the share of games won, overall and for each strategy."""
    if result.share.value is None:
        return result
    members = []
    for one in result.members:
        rows = panel.by_member.filter(pl.col("strategy") == one.strategy)
        found = one.share
        if found.value is not None:
            found = _sequence(found, array(rows, "won"), array(rows, "games"))
        members.append(replace(one, share=found))
    share = _sequence(result.share, *by_deal(panel.kept, pl.col("winners") != 0))
    return replace(result, share=share, members=members)


def _all(found: Largest, rows: pl.DataFrame, names: Sequence[str]) -> Largest:
    """The largest deviation with simultaneous anytime intervals (Bonferroni)."""
    each = 1 - (1 - LEVEL) / len(names)
    return replace(found, together=[share_sequence(*_credits(rows, name), each) for name in names])


def _credits(rows: pl.DataFrame, name: str) -> tuple[Floats, Floats]:
    """Credit and decided entries of a strategy or seat on each deal, two arrays (deals,)."""
    column = "strategy" if "strategy" in rows.columns else "seat"
    here = rows.filter(pl.col(column).cast(pl.String) == name).sort("deal")
    return array(here, "credit") / CREDIT, array(here, "decided")


def _of(found: Estimate, rows: pl.DataFrame, name: str) -> Estimate:
    """The share with an anytime interval. A share fixed by design has no interval and stays unchanged."""
    return found if found.low is None else _sequence(found, *_credits(rows, name))


def _sequence(found: Estimate, sums: Floats, counts: Floats) -> Estimate:
    """The estimate with the confidence sequence of its deals' means, in the order of play."""
    at = share_sequence(sums, counts, LEVEL)
    return replace(found, low=at.low, high=at.high, method=METHOD, note="")

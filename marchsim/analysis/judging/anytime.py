"""Shares of a run that is judged by its sequence: intervals that hold however often it is looked at.

The naive interval assumes a fixed length. The confidence sequence (Waudby-Smith and Ramdas 2024) replaces it;
the share itself is not changed.
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
    """Return a result whose shares of strategies and seats have intervals that hold whenever a run stops.

    So have those that hold for all strategies, or all seats, at once.
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
    """Return the same with the share of games won, and those in which each strategy sat."""
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
    """Return a largest deviation whose shares' intervals hold at once, whenever the run stops."""
    each = 1 - (1 - LEVEL) / len(names)
    return replace(found, together=[share_sequence(*_credits(rows, name), each) for name in names])


def _credits(rows: pl.DataFrame, name: str) -> tuple[Floats, Floats]:
    """The credit of a strategy or seat by deal, and its entries in games that were won."""
    column = "strategy" if "strategy" in rows.columns else "seat"
    here = rows.filter(pl.col(column).cast(pl.String) == name).sort("deal")
    return array(here, "credit") / CREDIT, array(here, "decided")


def _of(found: Estimate, rows: pl.DataFrame, name: str) -> Estimate:
    """Return the share of a strategy or seat; one without an interval, fixed by design, as it is."""
    return found if found.low is None else _sequence(found, *_credits(rows, name))


def _sequence(found: Estimate, sums: Floats, counts: Floats) -> Estimate:
    """Return an estimate with the interval of the sequence of its deals' means, in their order."""
    at = share_sequence(sums, counts, LEVEL)
    return replace(found, low=at.low, high=at.high, method=METHOD, note="")

"""Everything that the tournament report shows of one panel, computed in one place."""

from __future__ import annotations

from dataclasses import dataclass

from marchsim.analysis import design, pace, seats, winrates
from marchsim.analysis.panels import Panel, panels
from marchsim.analysis.seats import Seat, Trend
from marchsim.analysis.source import Run


@dataclass(frozen=True)
class Result:
    """The estimates of one rule set at one player count."""

    variant: str
    players: int
    layout: design.Layout
    shares: list[winrates.Share]
    equal: winrates.Equality
    pairs: list[winrates.Pair]
    seats: list[Seat]
    seats_equal: winrates.Equality
    trend: Trend | None
    lengths: list[pace.Length]
    endings: list[pace.Ending]
    points: list[pace.Means]
    ends: list[pace.Means]
    rounds: list[pace.RoundScore]


def analyse(run: Run) -> list[Result]:
    """Return the results of each panel of a run; none if it recorded no game."""
    return [_result(panel, run) for panel in panels(run)]


def _result(panel: Panel, run: Run) -> Result:
    layout = design.layout(panel, run.manifest)
    shares = winrates.shares(panel)
    return Result(
        variant=panel.variant,
        players=panel.players,
        layout=layout,
        shares=shares,
        equal=winrates.all_equal(panel, layout, shares),
        pairs=winrates.pairs(panel, layout),
        seats=seats.seats(panel, layout),
        seats_equal=seats.all_equal(panel, layout),
        trend=seats.trend(panel, layout),
        lengths=pace.lengths(panel),
        endings=pace.endings(panel),
        points=pace.points(panel),
        ends=pace.ends(panel),
        rounds=pace.scores_by_round(panel),
    )

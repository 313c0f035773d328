"""All results of one panel for the tournament report."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from marchsim.analysis.course import pace
from marchsim.analysis.course.drama import Drama, drama
from marchsim.analysis.course.pace import Finals, finals
from marchsim.analysis.course.profile import Activity, ActivityWatcher, StyleProfile, profile
from marchsim.analysis.field import seats, winrates
from marchsim.analysis.field.kinds import Kinds, kinds
from marchsim.analysis.field.seats import Seat
from marchsim.analysis.field.standing import Standing, standing
from marchsim.analysis.field.together import Together, together
from marchsim.analysis.field.winrates import Largest
from marchsim.analysis.reading.estimates import Estimate
from marchsim.analysis.reading.panels import Panel, layout, panels
from marchsim.analysis.reading.rows import PanelRows, read, rounds_of
from marchsim.analysis.reading.source import Run


@dataclass(frozen=True)
class PanelResult(pace.Course):
    """The results of one rule set with one number of players, who play against each other."""

    shares: list[winrates.Share]
    equal: winrates.Equality
    pairs: list[winrates.Pair]
    standing: Standing | None
    seats: list[Seat]
    seats_equal: winrates.Equality
    trend: Estimate | None
    seats_largest: Largest | None
    places: list[Seat]
    kinds: Kinds | None
    largest: Largest | None
    finals: Finals | None
    drama: Drama | None
    activity: list[Activity]
    profile: StyleProfile | None


def analyse(run: Run, found: Sequence[Panel] | None = None, profiled: bool = False) -> list[PanelResult]:
    """The results of each panel whose players play against each other.

    `found` are the panels of the run, if they are known. If `profiled`, the results include profiles of the
    strategies.
    """
    held = panels(run) if found is None else found
    return [_result(panel, run, profiled) for panel in held if not panel.opponent]


def facing(run: Run, found: Sequence[Panel] | None = None) -> list[list[Together]]:
    """The results of panels with an opponent: a list for each opponent, in order of the run's variants."""
    against: dict[str, list[Panel]] = {}
    for panel in panels(run) if found is None else found:
        if panel.opponent:
            against.setdefault(panel.opponent, []).append(panel)
    return [[together(panel, run) for panel in here] for here in against.values()]


def _result(panel: Panel, run: Run, profiled: bool) -> PanelResult:
    laid = layout(panel, run.manifest)
    held = rounds_of(run, panel)
    told, made = _behaviour(panel, run, held, profiled)
    course, moved = pace.course(panel, laid, held), drama(panel, held)
    del held  # tens of bytes for each game, no longer needed
    shares = winrates.shares(panel)
    return PanelResult(
        **course,
        shares=shares,
        equal=winrates.all_equal(panel, laid, shares),
        pairs=winrates.pairs(panel, laid),
        standing=standing(panel, shares),
        seats=seats.seats(panel) if panel.players > 1 else [],
        seats_equal=seats.all_equal(panel, laid),
        trend=seats.trend(panel, laid),
        seats_largest=seats.furthest(panel, laid),
        places=seats.places(panel) if panel.players > 1 else [],
        kinds=kinds(run, panel),
        largest=winrates.furthest(panel, shares),
        finals=finals(panel),
        drama=moved,
        activity=told,
        profile=made,
    )


def _behaviour(
    panel: Panel, run: Run, held: PanelRows | None, profiled: bool
) -> tuple[list[Activity], StyleProfile | None]:
    """Activities and style profiles, computed in one pass over the columns of the table `rounds`."""
    watchers = [ActivityWatcher(panel, run, held)] if held is not None and not panel.valid.is_empty() else []
    made = profile(run, panel, held=held, beside=watchers) if profiled else None
    if held is not None and not profiled:
        read(held, *watchers)
    return [one for watcher in watchers for one in watcher.found], made

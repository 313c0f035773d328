"""Sections on metrics under each rule set, and on response curves: metrics along a sweep of values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from marchsim.analysis.variants.comparisons import MetricLevel, Study
from marchsim.analysis.variants.sweeps import Sweep
from marchsim.analysis.variants.targets import goals
from marchsim.recorder.metrics import OF, described
from marchsim.reporting.drawing.lines import Line, Lines, Spot
from marchsim.reporting.drawing.panes import Panes
from marchsim.reporting.drawing.rows import estimated
from marchsim.reporting.pages.building import Columns, SectionBuilder
from marchsim.reporting.pages.document import Figure, Section, Table
from marchsim.reporting.pages.format import name
from marchsim.reporting.variants.phrases import (
    Unit,
    by_unit,
    heading,
    is_share,
    title,
    unit_of,
)

MOST_LEVELS = 10  # curves in one picture


def levels(study: Study, players: int, build: SectionBuilder) -> list[Table]:
    """Tables of metrics by rule set: a table of shares and a table of other numbers."""
    here = _at(study, players)
    rows = [one for metric in study.metrics for one in here if one.metric == metric]
    return [
        unit.table(build, "levels", "Values under each ruleset", _level_columns(unit), of_unit)
        for unit, of_unit in by_unit(rows, lambda one: one.metric)
    ]


def _level_columns(unit: Unit) -> Columns[MetricLevel]:
    return (
        Columns[MetricLevel]()
        .column("metric", "Metric", lambda one: title(one.metric))
        .column("ruleset", "Ruleset", lambda one: one.ruleset)
        .deals(lambda one: one.estimate)
        .estimate("value", "Mean over deals", lambda one: one.estimate, unit.value, interval="interval")
        .method(lambda one: one.estimate)
    )


def _at(study: Study, players: int) -> list[MetricLevel]:
    return [one for one in study.levels if one.players == players]


def response(study: Study, sweep: Sweep, players: int, build: SectionBuilder) -> list[Section]:
    """The section on response curves for one number of players, or [] if there are no data."""
    primary = {one.metric for one in study.primary}
    shown = [one for one in study.metrics if one in primary and _series(study, sweep, players, one)]
    if not shown:
        return []
    field = _strategies(study, sweep, players, build)
    apart = [one for one in shown if not one.startswith(OF)]
    shown = apart if field and apart else shown  # shares of strategies have their own picture
    drawn = _curves(study, sweep, players, shown, build)
    more = f"Only the first {MOST_LEVELS} of {len(sweep.curves)} curves are drawn. The table has all."
    left = more if len(sweep.curves) > MOST_LEVELS else None
    return [build.section("curves", f"Response to {_axis(sweep)}", drawn, left, *field)]


def _curves(study: Study, sweep: Sweep, players: int, shown: Sequence[str], build: SectionBuilder) -> Figure:
    """The figure with the curves of the metrics in `shown`."""
    axis = _axis(sweep)
    panes = [
        (_above(metric), _lines(study, sweep, players, metric, _series(study, sweep, players, metric)))
        for metric in shown
    ]
    alt = f"Curves of each metric of the primary family against {axis} with 95 % intervals."
    table = f"levels-{unit_of(shown[0]).ident}"
    drawing = Panes(panes, f"by {axis}, with 95 % intervals, shaded: the target")
    return build.figure(drawing, "curves", f"Response to {axis}", alt, table)


def _axis(sweep: Sweep) -> str:
    return name(sweep.parameter)


def _above(metric: str) -> str:
    return f"{heading(metric)}{' (%)' if is_share(metric) else ''}"


def _lines(study: Study, sweep: Sweep, players: int, metric: str, series: Sequence[Line]) -> Lines:
    """The curves of a metric, with its target and the value that it has if all players are equal."""
    goal, times = goals(study).get(metric), 100 if is_share(metric) else 1
    band = (times * (goal[0] - goal[1]), times * (goal[0] + goal[1])) if goal else None
    even = described(metric).even(players)
    return Lines(series[:MOST_LEVELS], sweep.ticks, even=None if even is None else times * even, band=band)


def _series(study: Study, sweep: Sweep, players: int, metric: str) -> list[Line]:
    known = {one.ruleset: one.estimate for one in _at(study, players) if one.metric == metric}
    found: list[Line] = []
    times = 100 if is_share(metric) else 1
    for level, curve in sweep.curves.items():
        places = [(x, known[one]) for one, x in curve.items() if one in known]
        spots = [
            Spot(x, dot.value, dot.low, dot.high) for x, one in places for dot in (estimated(one, times),)
        ]
        if spots:
            found.append(Line(level, spots))
    return found


def _strategies(study: Study, sweep: Sweep, players: int, build: SectionBuilder) -> list[Figure]:
    """The figure of the shares of all strategies along a sweep, or [] if the sweep has several curves."""
    if len(sweep.curves) > 1:
        return []
    lines: list[Line] = []
    for metric in study.metrics:
        if metric.startswith(OF):
            found = _series(study, sweep, players, metric)
            lines += [replace(one, name=metric.removeprefix(OF)) for one in found]
    if len(lines) < 2:
        return []
    axis = _axis(sweep)
    words_ = f"share of wins by {axis}, with 95 % intervals"
    drawing = Lines(lines, sweep.ticks, words_, " %", 100 / players)
    called = f"Shares of wins by strategy against {axis}"
    alt = f"{build.titled(called)}: a line for each strategy with 95 % intervals."
    return [build.figure(drawing, "field", called, alt, "levels-shares")]

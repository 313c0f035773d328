"""Sections on metrics under each ruleset, and on the response curves of sweeps with their trends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from marchsim.analysis.variants.comparisons import MetricLevel, Study, Trend, trend
from marchsim.analysis.variants.sweeps import Sweep
from marchsim.analysis.variants.targets import goals
from marchsim.recorder.metrics import OF, described
from marchsim.reporting.drawing.lines import Line, Lines, Spot
from marchsim.reporting.drawing.panes import Panes
from marchsim.reporting.drawing.rows import estimated
from marchsim.reporting.pages import words
from marchsim.reporting.pages.building import Columns, SectionBuilder
from marchsim.reporting.pages.document import Figure, Section, Table, Text
from marchsim.reporting.pages.format import name
from marchsim.reporting.variants.phrases import (
    Unit,
    bounds,
    by_unit,
    difference,
    heading,
    is_share,
    spoken,
    title,
    unit_of,
)
from marchsim.stats.clusters import FEW

FEWEST = 3  # places of a curve, under which a trend is no more than a difference
MOST_LEVELS = 10  # curves in one picture
MOST_TOLD = 4


def levels(study: Study, players: int, build: SectionBuilder) -> list[Table]:
    """Tables of metrics by ruleset: one of shares and one of other numbers."""
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


def trends(study: Study, sweep: Sweep | None) -> list[Trend]:
    """The trends of all metrics along a numeric sweep."""
    if sweep is None or not sweep.numeric:
        return []
    found = [
        trend(study, metric, players, curve.level, curve.rulesets, curve.places)
        for players in study.counts
        for metric in study.metrics
        for curve in sweep.curves
        if len(curve.places) >= FEWEST and _held(study, players, metric, curve.rulesets)
    ]
    return [one for one in found if one is not None]


def _held(study: Study, players: int, metric: str, names: Sequence[str]) -> bool:
    known = {one.ruleset for one in _at(study, players) if one.metric == metric}
    return set(names) <= known


def response(
    study: Study, sweep: Sweep, slopes: Sequence[Trend], players: int, build: SectionBuilder
) -> list[Section]:
    """The section on response curves for one number of players. Empty without data."""
    primary = {one.metric for one in study.primary}
    shown = [one for one in study.metrics if one in primary and _series(study, sweep, players, one)]
    if not shown:
        return []
    field = _strategies(study, sweep, players, build)
    apart = [one for one in shown if not one.startswith(OF)]
    shown = apart if field and apart else shown  # shares of strategies have a picture of their own
    here = [one for one in slopes if one.players == players]
    told = trend_words(here, sweep)
    drawn = _curves(study, sweep, players, shown, build, told)
    more = f"Only the first {MOST_LEVELS} of {len(sweep.curves)} curves are drawn. The table has all."
    left = more if len(sweep.curves) > MOST_LEVELS else None
    parts = (drawn, left, *field, *_trend_tables(here, sweep, build))
    return [build.section("curves", f"Response to {_axis(sweep)}", Text(told), *parts)]


def _curves(
    study: Study, sweep: Sweep, players: int, shown: Sequence[str], build: SectionBuilder, told: str
) -> Figure:
    """The curves of the metrics in `shown`. `told` are the trends in words."""
    axis = _axis(sweep)
    panes = [
        (_above(metric), _lines(study, sweep, players, metric, _series(study, sweep, players, metric)))
        for metric in shown
    ]
    alt = f"Curves of each metric of the primary family against {axis} with 95 % intervals. {told}"
    table = f"levels-{unit_of(shown[0]).ident}"
    drawing = Panes(panes, f"by {axis}, with 95 % intervals; shaded: the target")
    return build.figure(drawing, "curves", f"Response to {axis}", alt, table)


def _axis(sweep: Sweep) -> str:
    return name(sweep.parameter)


def _above(metric: str) -> str:
    return f"{heading(metric)}{' (%)' if is_share(metric) else ''}"


def _lines(study: Study, sweep: Sweep, players: int, metric: str, series: Sequence[Line]) -> Lines:
    """The curves of a metric with its target and the value of equal players."""
    goal, times = goals(study).get(metric), 100 if is_share(metric) else 1
    band = (times * (goal[0] - goal[1]), times * (goal[0] + goal[1])) if goal else None
    even = described(metric).even(players)
    return Lines(series[:MOST_LEVELS], sweep.ticks, even=None if even is None else times * even, band=band)


def _series(study: Study, sweep: Sweep, players: int, metric: str) -> list[Line]:
    known = {one.ruleset: one.estimate for one in _at(study, players) if one.metric == metric}
    found: list[Line] = []
    times = 100 if is_share(metric) else 1
    for curve in sweep.curves:
        places = [
            (x, known[one]) for one, x in zip(curve.rulesets, curve.places, strict=True) if one in known
        ]
        spots = [
            Spot(x, dot.value, dot.low, dot.high) for x, one in places for dot in (estimated(one, times),)
        ]
        if spots:
            found.append(Line(curve.level, spots))
    return found


def _strategies(study: Study, sweep: Sweep, players: int, build: SectionBuilder) -> list[Figure]:
    """The figure of all strategies' shares along a sweep. Empty for a sweep with several curves."""
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


def trend_words(found: Sequence[Trend], sweep: Sweep) -> str:
    """A sentence on the clearest trends, marked as exploratory."""
    if not found:
        return "" if sweep.numeric else "The axis has words, so there is no trend to test."
    if max(one.slope.deals for one in found) < FEW:
        return f"Trends were not tested: under {FEW} deals there is no test."
    clear = sorted(
        [one for one in found if one.p is not None and one.p < words.ALPHA], key=lambda one: one.p or 0.0
    )
    if not clear:
        return f"No slope along {_axis(sweep)} has an interval off 0 (exploratory, not adjusted)."
    told = [
        f"{spoken(title(one.metric))}{f' at {name(one.level)}' if one.level else ''} by "
        f"{difference(one.metric, one.slope.value or 0.0, one.players)} "
        f"({bounds(one.metric, one.slope, one.players) or 'no interval'})"
        for one in [one for one in clear if _is_seen(one)][:MOST_TOLD]
    ]
    if not told:
        many = words.plural(len(clear), "slope")
        return f"Off 0 by less than is shown: {many} along {_axis(sweep)} (exploratory, not adjusted)."
    more = f", and {len(clear) - len(told)} more" if len(clear) > len(told) else ""
    return (
        f"Straight lines along {_axis(sweep)} with an interval off 0, per step of 1: {'; '.join(told)}{more} "
        "(95 % intervals, exploratory, not adjusted)."
    )


def _is_seen(one: Trend) -> bool:
    """Return whether an interval that excludes 0 still does after rounding."""
    ends = [end for end in (one.slope.low, one.slope.high) if end is not None]
    nearest = min(ends, key=abs, default=one.slope.value or 0.0)
    return difference(one.metric, nearest, one.players) != difference(one.metric, 0.0, one.players)


def _trend_tables(found: Sequence[Trend], sweep: Sweep, build: SectionBuilder) -> list[Table]:
    several = any(one.level for one in found)
    note = "Least squares over the values played, by deals that all of them have. Exploratory."
    title = f"Linear trends per 1 of {_axis(sweep)}"
    return [
        unit.table(build, "trends", title, _trend_columns(unit, several), rows, note)
        for unit, rows in by_unit(found, lambda one: one.metric)
    ]


def _trend_columns(unit: Unit, several: bool) -> Columns[Trend]:
    return (
        Columns[Trend]()
        .column("metric", "Metric", lambda one: title(one.metric))
        .column("level", "Curve", lambda one: one.level, given=several)
        .deals(lambda one: one.slope)
        .estimate("slope", f"Slope{unit.points}", lambda one: one.slope, unit.difference, interval="interval")
        .column("p", "p", lambda one: one.p, "p")
        .method(lambda one: one.slope, unsaid="the same slope in every deal")
    )

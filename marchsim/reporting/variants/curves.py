"""Sections: values of metrics under each ruleset, and the response curves of sweeps with their trends."""

from __future__ import annotations

from collections.abc import Sequence

from marchsim.analysis.variants.comparisons import MetricLevel, Study, Trend, trend
from marchsim.analysis.variants.sweeps import Sweep
from marchsim.analysis.variants.targets import goals
from marchsim.recorder.metrics import OF, described
from marchsim.reporting.figures.plots import Point
from marchsim.reporting.figures.variants import Pane, curves
from marchsim.reporting.pages import words
from marchsim.reporting.pages.document import Block, Column, Figure, Section, Table, Text, Value
from marchsim.reporting.pages.format import name
from marchsim.reporting.variants.phrases import bounds, difference, heading, is_share, title
from marchsim.stats.clusters import FEW
from marchsim.stats.intervals import Interval

FEWEST = 3  # places of a curve, under which a trend is no more than a difference
MOST_LEVELS = 10  # curves in one picture
MOST_TOLD = 4
ALPHA = 0.05

Series = tuple[str, Sequence[float], Sequence[Point]]


def _columns(shares: bool) -> tuple[Column, ...]:
    one, many = ("percent", "percents") if shares else ("number", "numbers")
    return (
        Column("metric", "Metric"),
        Column("ruleset", "Ruleset"),
        Column("n_deals", "Deals", "count"),
        Column("value", "Mean over deals", one),
        Column("interval", "95 % interval", many),
        Column("method", "Interval"),
    )


def levels(study: Study, players: int, ident: str, where: str) -> list[Table]:
    """Return the tables of each metric under each ruleset: shares, and other numbers."""
    made = []
    for shares, kind in ((True, "shares"), (False, "numbers")):
        here = _at(study, players)
        rows: list[dict[str, Value]] = [
            {
                "metric": title(one.metric),
                "ruleset": one.ruleset,
                "n_deals": one.estimate.deals,
                "value": one.estimate.value,
                "interval": words.interval(one.estimate),
                "method": words.method(one.estimate),
            }
            for metric in study.metrics
            for one in here
            if one.metric == metric and is_share(metric) is shares
        ]
        if rows:
            called = f"Values under each ruleset, {where}: {'shares' if shares else 'other numbers'}"
            made.append(Table(f"{ident}-levels-{kind}", called, _columns(shares), rows))
    return made


def _at(study: Study, players: int) -> list[MetricLevel]:
    return [one for one in study.levels if one.players == players]


def trends(study: Study, sweep: Sweep | None) -> list[Trend]:
    """Return the trends of all metrics along the curves of a sweep over numbers."""
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
    study: Study, sweep: Sweep, slopes: Sequence[Trend], players: int, ident: str, where: str
) -> list[Section]:
    """Return the section of response curves at one number of players; none where nothing was measured."""
    primary = {one.metric for one in study.primary}
    shown = [one for one in study.metrics if one in primary and _series(study, sweep, players, one)]
    if not shown:
        return []
    field = _strategies(study, sweep, players, ident, where)
    apart = [one for one in shown if not one.startswith(OF)]
    shown = apart if field and apart else shown  # shares of strategies have a picture of their own
    axis = _axis(sweep)
    panes = [
        (_pane(metric, players, study), _series(study, sweep, players, metric)[:MOST_LEVELS])
        for metric in shown
    ]
    here = [one for one in slopes if one.players == players]
    told = trend_words(here, sweep)
    called = f"Response to {axis}, {where}"
    alt = f"Curves of each metric of the primary family against {axis} with 95 % intervals. {told}"
    drawing = curves(f"{ident}-curves", called, alt, axis, sweep.ticks, panes)
    kind = "shares" if is_share(shown[0]) else "numbers"
    blocks: list[Block] = [
        Text(told),
        Figure(f"{ident}-curves", called, alt, drawing, f"{ident}-levels-{kind}"),
    ]
    if len(sweep.curves) > MOST_LEVELS:
        more = f"Only the first {MOST_LEVELS} of {len(sweep.curves)} curves are drawn; all are in the table."
        blocks.append(Text(more))
    blocks += field
    if here:
        blocks += _trend_tables(here, sweep, ident, where)
    return [Section(f"{ident}-curves", f"Response to {axis}", 3, blocks)]


def _axis(sweep: Sweep) -> str:
    return name(sweep.parameter)


def _pane(metric: str, players: int, study: Study) -> Pane:
    goal = goals(study).get(metric)
    band = (goal[0] - goal[1], goal[0] + goal[1]) if goal else None
    above = f"{heading(metric)}{' (%)' if is_share(metric) else ''}"
    return Pane(above, is_share(metric), band, described(metric).even(players))


def _series(study: Study, sweep: Sweep, players: int, metric: str) -> list[Series]:
    known = {one.ruleset: one.estimate for one in _at(study, players) if one.metric == metric}
    found: list[Series] = []
    for curve in sweep.curves:
        places = [
            (x, known[one]) for one, x in zip(curve.rulesets, curve.places, strict=True) if one in known
        ]
        points = [Point("", one.value or 0.0, one.low, one.high) for _, one in places]
        if points:
            found.append((curve.level, [x for x, _ in places], points))
    return found


def _strategies(study: Study, sweep: Sweep, players: int, ident: str, where: str) -> list[Block]:
    """Return the picture of every strategy's share along a sweep; none where it has several curves."""
    if len(sweep.curves) > 1:
        return []
    series: list[Series] = []
    for metric in study.metrics:
        if metric.startswith(OF):
            series += [(metric.removeprefix(OF), x, y) for _, x, y in _series(study, sweep, players, metric)]
    if len(series) < 2:
        return []
    called = f"Shares of wins by strategy against {_axis(sweep)}, {where}"
    alt = f"{called}: a line for each strategy with 95 % intervals."
    pane = Pane("share of wins (%)", True, None, 1 / players)
    drawing = curves(f"{ident}-field", called, alt, _axis(sweep), sweep.ticks, [(pane, series)])
    return [Figure(f"{ident}-field", called, alt, drawing, f"{ident}-levels-shares")]


def trend_words(found: Sequence[Trend], sweep: Sweep) -> str:
    """Return the clearest trends in a sentence, exploratory as they are."""
    if not found:
        return "" if sweep.numeric else "The axis has words, so there is no trend to test."
    if max(one.slope.deals for one in found) < FEW:
        return f"Trends were not tested: under {FEW} deals there is no test."
    clear = sorted(
        [one for one in found if one.p is not None and one.p < ALPHA], key=lambda one: one.p or 0.0
    )
    if not clear:
        return f"No slope along {_axis(sweep)} has an interval off 0 (exploratory, not adjusted)."
    told = [
        f"{title(one.metric)}{f' at {name(one.level)}' if one.level else ''} by "
        f"{difference(one.metric, one.slope.value or 0.0)} ({_bounds(one)})"
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
    """Return whether an interval off 0 is still off 0 in the decimals that are shown."""
    ends = [end for end in (one.slope.low, one.slope.high) if end is not None]
    nearest = min(ends, key=abs, default=one.slope.value or 0.0)
    return difference(one.metric, nearest) != difference(one.metric, 0.0)


def _bounds(one: Trend) -> str:
    if one.slope.low is None or one.slope.high is None:
        return "no interval"
    return bounds(one.metric, Interval(one.slope.low, one.slope.high, ""))


def _trend_tables(found: Sequence[Trend], sweep: Sweep, ident: str, where: str) -> list[Table]:
    made = []
    for shares, kind in ((True, "shares"), (False, "numbers")):
        one_kind, many = ("points", "pointses") if shares else ("signed", "signeds")
        rows: list[dict[str, Value]] = [
            {
                "metric": title(one.metric),
                "level": one.level,
                "n_deals": one.slope.deals,
                "slope": one.slope.value,
                "interval": words.interval(one.slope),
                "p": one.p,
                "method": words.method(one.slope) or "the same slope in every deal",
            }
            for one in found
            if is_share(one.metric) is shares
        ]
        columns = (
            Column("metric", "Metric"),
            *((Column("level", "Curve"),) if any(one.level for one in found) else ()),
            Column("n_deals", "Deals", "count"),
            Column("slope", f"Slope{' (points)' if shares else ''}", one_kind),
            Column("interval", "95 % interval", many),
            Column("p", "p", "p"),
            Column("method", "Interval"),
        )
        if rows:
            called = (
                f"Linear trends per 1 of {_axis(sweep)}, {where}: {'shares' if shares else 'other numbers'}"
            )
            note = "Least squares over the values played, by deals that all of them have. Exploratory."
            made.append(Table(f"{ident}-trends-{kind}", called, columns, rows, note))
    return made

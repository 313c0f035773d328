"""Sections on metrics under each rule set, and on designs: effects of combined changes, and sweeps.

A design of several changes has effects of single changes and of pairs. A sweep has response curves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from marchsim.analysis.variants.comparisons import MetricLevel, Study
from marchsim.analysis.variants.differences import ChangedValue
from marchsim.analysis.variants.factorial import (
    CANCEL,
    DEPEND,
    LESS,
    LEVEL_OUT,
    MORE,
    Factorial,
    FactorialEffect,
    Sweep,
    side,
)
from marchsim.analysis.variants.targets import goals
from marchsim.recorder.metrics import OF, described
from marchsim.reporting.drawing.lines import Line, Lines, Spot
from marchsim.reporting.drawing.palette import Panes
from marchsim.reporting.drawing.rows import DotRow, Rows, Ruler, estimated
from marchsim.reporting.pages import words
from marchsim.reporting.pages.building import Columns, SectionBuilder
from marchsim.reporting.pages.document import Figure, Section, Table, Text
from marchsim.reporting.pages.format import name
from marchsim.reporting.variants.phrases import (
    Unit,
    bounds,
    by_unit,
    difference,
    dot,
    heading,
    is_share,
    spoken,
    title,
    unit_of,
    verdict_keys,
)
from marchsim.stats.clusters import FEW
from marchsim.stats.equivalence import CHANGED, INCONCLUSIVE

MOST_TOLD = 6
RELATIONS = {
    CANCEL: "cancel each other",
    LEVEL_OUT: "level each other out",
    LESS: "do less together than the sum of each alone",
    MORE: "do more together than the sum of each alone",
    DEPEND: "depend on each other",
}  # in the order of sentences


def factorial_section(found: Factorial, players: int, build: SectionBuilder) -> list[Section]:
    """The section on effects of changes and pairs for one number of players, or [] if none is known."""
    here = [one for one in found.effects if one.players == players]
    if not here:
        return []
    said, drawn = Text(design_words(found)), _forests(here, build)
    tables = _tables(here, build)
    return [build.section("factorial", "Each change and each pair of changes", said, drawn, *tables)]


def design_words(found: Factorial) -> str:
    """A sentence on the design of the combined changes, and on the games that this design saves."""
    many, all_of_them = len(found.factors), 2 ** len(found.factors)
    part = "all" if found.variants >= all_of_them else f"{found.variants} of {all_of_them}"
    return (
        f"{words.capital(words.plural(many, 'change'))} in {part} combinations, on the same "
        f"{words.plural(found.deals, 'deal')}. An effect is averaged over the other changes. The intervals "
        "of all effects hold at once (95 %, max-t). Their error comes on top of that of single variants. "
        f"One change at a time would take {found.saved:g} times as many games for the same precision, and "
        "show no pairs."
    )


def factorial_words(found: Factorial | None) -> str:
    """Sentences on changes that matter and pairs with a joint effect, or '' if no changes are combined."""
    if found is None:
        return ""
    if not found.effects:
        return f"Changes could not be separated: under {FEW} deals have all variants."
    several = len({one.players for one in found.effects}) > 1
    alone = [one for one in found.effects if len(one.factors) == 1 and side(one.estimate)]
    told = (
        [_alone_words(alone, several)] if alone else ["No change has an effect in the mean over the others."]
    )
    groups: dict[tuple[str, tuple[ChangedValue, ...]], list[FactorialEffect]] = {}
    for word in RELATIONS:
        for one in found.effects:
            if one.word == word:
                groups.setdefault((word, one.factors), []).append(one)
    told += [_pair_words(group, several) for group in list(groups.values())[:MOST_TOLD]]
    if len(groups) > MOST_TOLD:
        told.append(f"The table has {words.plural(len(groups) - MOST_TOLD, 'more such pair')}.")
    if not groups:
        told.append("No pair of changes is shown to do more or less together than the sum of each alone.")
    return " ".join(told)


def _alone_words(found: Sequence[FactorialEffect], several: bool) -> str:
    by_size = sorted(found, key=lambda one: -abs((one.estimate.value or 0.0) / (one.estimate.se or 1.0)))
    listed = [
        f"{called(one.factors[0])} changes the {_metric(one, several)} by "
        f"{difference(one.metric, one.estimate.value or 0.0, one.players)} "
        f"({bounds(one.metric, one.estimate, one.players)})"
        for one in by_size[:MOST_TOLD]
    ]
    more = len(by_size) - len(listed)
    return f"In the mean over the others: {'; '.join(listed)}{f'; and {more} more' if more else ''}."


def _pair_words(found: Sequence[FactorialEffect], several: bool) -> str:
    """A sentence on the effects of two changes on some metrics: each change alone, and both together."""
    pair = words.listed([called(factor) for factor in found[0].factors])
    parts = []
    for one in found:
        first, second = (difference(one.metric, part.value or 0.0, one.players) for part in one.alone)
        both = difference(one.metric, (one.both.value if one.both else None) or 0.0, one.players)
        parts.append(
            f"{_metric(one, several)} (the first alone {first}, the second alone {second}, both {both})"
        )
    return f"{pair} {RELATIONS[found[0].word]} in the {words.listed(parts)}."


def called(factor: ChangedValue) -> str:
    """A change as text, such as “rules.food 1 to 2”."""
    return words.quoted(f"{'.'.join(factor.path)} {factor.old} to {factor.new}")


def _metric(one: FactorialEffect, several: bool) -> str:
    with_players = f" with {words.plural(one.players, 'player')}" if several else ""
    return f"{spoken(title(one.metric))}{with_players}"


def _label(one: FactorialEffect) -> str:
    return name(" with ".join(".".join(factor.path[1:] or factor.path) for factor in one.factors))


def _forests(found: Sequence[FactorialEffect], build: SectionBuilder) -> Figure:
    panes = []
    for metric in dict.fromkeys(one.metric for one in found):
        rows = [
            DotRow(
                _label(one),
                [dot(metric, one.estimate.value or 0.0, words.interval(one.estimate), None, _side(one))],
            )
            for one in found
            if one.metric == metric
        ]
        title = f"{heading(metric)}{unit_of(metric).points}"
        panes.append((title, Rows(rows, Ruler(0.0, "no effect", signed=True))))
    shown = words.plural(sum(bool(side(one.estimate)) for one in found), "effect")
    alt = (
        "Forests of the effect of each change and of each pair beyond the sum, with intervals that hold all "
        f"at once. {words.capital(shown)} off 0."
    )
    table = f"factorial-{unit_of(found[0].metric).ident}"
    drawing = Panes(panes, "intervals hold all at once", verdict_keys(_side(one) for one in found))
    return build.figure(drawing, "factorial", "Effects of changes and pairs", alt, table)


def _side(one: FactorialEffect) -> str:
    return CHANGED if side(one.estimate) else INCONCLUSIVE


def _tables(found: Sequence[FactorialEffect], build: SectionBuilder) -> list[Table]:
    note = (
        "Of a pair the effect is by how much both do more than the sum of each alone. Least squares deal by "
        "deal. Three changes or more are taken not to interact."
    )
    return [
        unit.table(build, "factorial", "Effects of changes and pairs", _columns(unit), rows, note)
        for unit, rows in by_unit(found, lambda one: one.metric)
    ]


def _columns(unit: Unit) -> Columns[FactorialEffect]:
    return (
        Columns[FactorialEffect]()
        .column("metric", "Metric", lambda one: title(one.metric))
        .column("changes", "Change", _label)
        .deals(lambda one: one.estimate)
        .column("effect", f"Effect{unit.points}", lambda one: one.estimate.value, unit.difference)
        .range("interval", "95 %, all at once", lambda one: one.estimate, unit.difference)
        .column(
            "first", "First alone", lambda one: one.alone[0].value if one.alone else None, unit.difference
        )
        .column(
            "second", "Second alone", lambda one: one.alone[1].value if one.alone else None, unit.difference
        )
        .column("both", "Both", lambda one: one.both.value if one.both else None, unit.difference)
        .column("together", "Together", lambda one: RELATIONS.get(one.word, ""))
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

"""The section on effects of a change by strategy, and on the effect to expect with another strategy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from marchsim.analysis.reading.estimates import Estimate
from marchsim.analysis.variants.blocks import OWN
from marchsim.analysis.variants.comparisons import Study
from marchsim.analysis.variants.field_effects import FieldEffect
from marchsim.analysis.variants.verdicts import Compared
from marchsim.recorder.metrics import SEAT
from marchsim.reporting.drawing.palette import LESS
from marchsim.reporting.drawing.panes import Panes
from marchsim.reporting.drawing.rows import DotRow, Rows, Ruler
from marchsim.reporting.pages import words
from marchsim.reporting.pages.building import Columns, SectionBuilder
from marchsim.reporting.pages.document import Figure, Section
from marchsim.reporting.variants.phrases import (
    Unit,
    bounds,
    by_unit,
    dot,
    in_wins,
    is_share,
    spoken,
    title,
    unit_of,
)
from marchsim.stats.equivalence import CHANGED, TRIVIAL
from marchsim.stats.intervals import Interval
from marchsim.stats.prediction import FieldMean

MOST_PANES = 6
MOST_TOLD = 4
CALLED = "Effects on each strategy, and on another one"
SEEN = {
    OWN: "own share of wins",
    "first-seat": "own share in the first seat",
    "seat-trend": "own share, last minus first seat",
    "score": "own score",
}
NOTE = (
    "Exploratory. The intervals are of 95 % each, not simultaneous. Another strategy: the 95 % prediction "
    "interval of the effect on one more, if those that played are like a sample of those that might."
)


def field_section(study: Study, players: int, build: SectionBuilder) -> Section:
    """The section on effects by strategy, for one number of players."""
    here = [one for one in study.effects if one.players == players]
    said = [one for one in here if one.field is not None]
    if not said:
        why = "; ".join(dict.fromkeys(one.note for one in here)) or "no strategy has 30 deals"
        nothing = f"Nothing is known of strategies that did not play: {why}."
        return build.section("strategies", CALLED, nothing)
    shown = _shown(study, said)
    tables = []
    for unit, rows in by_unit(here, lambda one: one.metric):
        tables.append(unit.table(build, "over-strategies", "Effects over strategies", _columns(unit), rows))
        each = [(one, *own) for one in shown if one in rows for own in one.effects.items()]
        if each:
            tables.append(unit.table(build, "effects", "Effects by strategy", _own_columns(unit), each))
    return build.section(
        "strategies",
        CALLED,
        sentence(study, players) or "No metric that strategies see is called changed.",
        NOTE,
        _figure(shown[:MOST_PANES], len(study.rulesets.others) > 1, build),
        *tables,
    )


def _changes(study: Study) -> list[Compared]:
    return [one for one in study.primary if one.verdict in (CHANGED, TRIVIAL)]


def _shown(study: Study, said: Sequence[FieldEffect]) -> list[FieldEffect]:
    """The effects to show by strategy: on metrics that changed, and on each strategy's share of wins."""
    changed = {(one.variant, one.metric, one.players) for one in _changes(study)}
    return sorted(
        (one for one in said if one.metric == OWN or (one.variant, one.metric, one.players) in changed),
        key=lambda one: one.metric == OWN,
    )


def sentence(study: Study, players: int | None = None) -> str:
    """A sentence on the effects to expect with a strategy from outside the field, or ''.

    It is '' if no metric changed whose effect is known by strategy.
    """
    changed = {
        (one.variant, one.metric, one.players) for one in _changes(study) if players in (None, one.players)
    }
    found = [one for one in study.effects if one.field and (one.variant, one.metric, one.players) in changed]
    if not found:
        return ""
    sure = [one for one in found if one.field and not _holds_0(one.field.prediction)]
    several = len(study.counts) > 1 and players is None
    listed = [_words(one, len(study.rulesets.others) > 1, several) for one in (sure or found)[:MOST_TOLD]]
    more = "" if len(sure or found) <= MOST_TOLD else f" (the first {MOST_TOLD})"
    head = (
        f"Of {words.plural(len(found), 'change')} that can be estimated by strategy, {len(sure)} would be "
        f"seen by another strategy, too (95 % prediction interval on one side of 0)"
    )
    return f"{head}{more}: {'; '.join(listed)}." if sure else f"{head}. {words.capital('; '.join(listed))}."


def _holds_0(interval: Interval) -> bool:
    return interval.low <= 0 <= interval.high


def _words(one: FieldEffect, named: bool, counted: bool) -> str:
    """A phrase on a change: the effect to expect for another strategy."""
    assert one.field is not None
    prefix = f"under {words.quoted(one.variant)}, " if named else ""
    prefix += f"with {words.plural(one.players, 'player')}, " if counted else ""
    ends = bounds(one.metric, one.field.prediction, one.players).replace(" to ", " and ")
    unit = " wins" if in_wins(one.metric) else " points" if is_share(one.metric) else ""
    return f"{prefix}{spoken(_title(one.metric))}: another strategy would see between {ends}{unit}"


def _title(metric: str) -> str:
    seat = metric.removeprefix(SEAT)
    return f"own share in seat {seat}" if seat != metric else SEEN.get(metric) or title(metric)


def _figure(shown: Sequence[FieldEffect], named: bool, build: SectionBuilder) -> Figure:
    panes = []
    for one in shown:
        assert one.field is not None
        under = f", {words.quoted(one.variant)}" if named else ""
        rows = [
            DotRow(strategy, [dot(one.metric, own.value or 0.0, words.interval(own))])
            for strategy, own in one.effects.items()
        ]
        interval = None if one.metric == OWN else words.interval(one.field.mean_interval)
        mean, next_ = (
            replace(dot(one.metric, one.field.mean, ends), colour=LESS, shape="diamond")
            for ends in (interval, words.interval(one.field.prediction))
        )
        rows += [DotRow("mean", [mean], bold=True), DotRow("another strategy", [next_], bold=True)]
        drawing = Rows(rows, Ruler(0.0, "no effect", signed=True), (len(one.effects),))
        panes.append((f"{_title(one.metric)}{unit_of(one.metric).points}{under}", drawing))
    said = "; ".join(_words(one, named, False) for one in shown)
    alt = (
        "Forests of the difference that each strategy sees with 95 % intervals. Below them are the mean over "
        f"strategies and the 95 % prediction interval of one more. {words.capital(said)}."
    )
    table = f"effects-{unit_of(shown[0].metric).ident}"
    axis = "95 % intervals of each strategy and of the mean, another strategy: prediction interval"
    return build.figure(Panes(panes, axis), "strategies", "Effects by strategy", alt, table)


def _columns(unit: Unit) -> Columns[FieldEffect]:
    def mean_interval(one: FieldEffect) -> Interval | None:
        return one.field.mean_interval if one.field and one.metric != OWN else None

    def note(one: FieldEffect) -> str:
        return one.note or ("shares add up to a constant" if one.metric == OWN else "")

    mean = Columns[FieldMean]().column(
        "mean", f"Mean effect{unit.points}", lambda it: it.mean, unit.difference
    )
    spread = (
        Columns[FieldMean]()
        .column("tau", f"SD over strategies (tau){unit.points}", lambda it: it.tau, unit.size)
        .range("tau_interval", "95 % interval of tau", lambda it: it.tau_interval, unit.size)
        .range("prediction", f"Another strategy{unit.points}", lambda it: it.prediction, unit.difference)
    )
    return (
        Columns[FieldEffect]()
        .column("metric", "Seen by a strategy", lambda one: _title(one.metric))
        .column("ruleset", "Variant", lambda one: one.variant)
        .column("strategies", "Strategies", lambda one: len(one.effects), "count")
        .of(mean, lambda one: one.field)
        .range("interval", "95 % interval", mean_interval, unit.difference)
        .of(spread, lambda one: one.field)
        .column("note", "Remarks", note)
    )


def _own_columns(unit: Unit) -> Columns[tuple[FieldEffect, str, Estimate]]:
    return (
        Columns[tuple[FieldEffect, str, Estimate]]()
        .column("metric", "Seen by a strategy", lambda row: _title(row[0].metric))
        .column("ruleset", "Variant", lambda row: row[0].variant)
        .column("strategy", "Strategy", lambda row: row[1])
        .column("n_deals", "Deals", lambda row: row[2].deals, "count")
        .column("difference", f"Effect{unit.points}", lambda row: row[2].value, unit.difference)
        .range("interval", "95 % interval", lambda row: row[2], unit.difference)
    )

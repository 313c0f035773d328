"""Sections on strategies: the effects of a change on each, and their ranks under each rule set.

They also show the effect to expect with another strategy, and changes in the order of strategies.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from marchsim.analysis.reading.estimates import Estimate
from marchsim.analysis.variants.blocks import OWN
from marchsim.analysis.variants.comparisons import Study
from marchsim.analysis.variants.field_effects import FieldEffect
from marchsim.analysis.variants.ranks import FLIP, MAY_FLIP, Flip, Rank, Ranking
from marchsim.analysis.variants.verdicts import Compared
from marchsim.recorder.metrics import SEAT
from marchsim.reporting.drawing.lines import Line, Lines, Spot
from marchsim.reporting.drawing.palette import LESS, Panes
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


MOST_FLIPS = 4
MOST_NAMED = 3
RANKS = (
    Columns[Rank]()
    .column("ruleset", "Ruleset", lambda one: one.ruleset)
    .column("strategy", "Strategy", lambda one: one.strategy)
    .deals(lambda one: one.share)
    .estimate("share", "Share of wins", lambda one: one.share, "percent", interval="interval")
    .column("rank", "Rank", lambda one: one.rank, "count")
    .range("ranks", "Ranks it may have", lambda one: (float(one.best), float(one.worst)), "count")
)
FLIPS = (
    Columns[Flip]()
    .column("first", "First", lambda one: one.first)
    .column("second", "Second", lambda one: one.second)
    .column("verdict", "Order", lambda one: one.verdict)
    .column("ahead", "First ahead under", lambda one: _names(one.ahead))
    .column("behind", "Second ahead under", lambda one: _names(one.behind))
)
FLIPS_NOTE = (
    "Exploratory. “flips”: each is ahead somewhere by more than the error of all differences at this number "
    "of players (95 % together), and only these rulesets are named. “may flip”: the difference changes its "
    "sign, and is within that error."
)


def ranking_section(
    found: Ranking, rulesets: Sequence[str], field: Sequence[str], axis: str, build: SectionBuilder
) -> Section:
    """The section on ranks of strategies for one number of players.

    The figure shows `rulesets` and `field` in the given order.
    """
    played = {one.strategy for one in found.ranks}
    names = [*(one for one in field if one in played), *sorted(played - set(field))]
    known = {(one.strategy, one.ruleset): (one.rank, one.best, one.worst) for one in found.ranks}
    lines = [
        Line(
            strategy,
            [
                _spot(at, *known[strategy, one], len(names))
                for at, one in enumerate(rulesets)
                if (strategy, one) in known
            ],
        )
        for strategy in names
    ]
    told = flip_words([found])
    alt = (
        "A line for each strategy through its rank under each ruleset, 1 on top, with bars of the ranks that "
        f"it may have. {told}"
    )
    note = (
        "Ranks it may have: with 95 % confidence for all strategies and rulesets at once, from the "
        f"{words.plural(found.tests, 'difference')} of shares, by the largest of their t over deals "
        "(Mogstad et al. 2024). A rank is less certain than the share it comes from: read the set "
        "(Goldstein and Spiegelhalter 1996). Exploratory."
    )
    order = sorted(found.ranks, key=lambda one: (rulesets.index(one.ruleset), one.rank))
    table = build.table("rank-table", "Ranks by share of wins", RANKS, order, note)
    words_ = f"rank by share of wins, by {axis}, filled: one rank, bar: ranks it may have, unless any"
    pictured = build.pictured(table, Lines(lines, rulesets, words_, ranks=True), "ranks", alt)
    flips = build.table("flips", "Pairs that change places", FLIPS, found.flips, FLIPS_NOTE)
    return build.section("ranks", "Where ranks flip", told, *pictured, flips if found.flips else None)


def _spot(at: int, rank: int, best: int, worst: int, many: int) -> Spot:
    """A rank with its range of plausible ranks. The range is left out if every rank is plausible."""
    low, high = (best, worst) if 0 < worst - best < many - 1 else (None, None)
    return Spot(at, rank, low, high, best != worst)


def _names(rulesets: Sequence[str]) -> str:
    return ", ".join(words.quoted(one) for one in rulesets)


def flip_words(found: Sequence[Ranking]) -> str:
    """Sentences on strategies that change places between rule sets, or '' if no two strategies met."""
    if not found:
        return ""
    flips = [(ranking.players, one) for ranking in found for one in ranking.flips]
    sure = [(players, one) for players, one in flips if one.verdict == FLIP]
    maybe = sum(one.verdict == MAY_FLIP for _, one in flips)
    said = []
    for players, one in sure[:MOST_FLIPS]:
        where = f" (with {words.plural(players, 'player')})" if len(found) > 1 else ""
        said.append(
            f"{words.quoted(one.first)} is ahead of {words.quoted(one.second)} under {_few(one.ahead)} and "
            f"behind under {_few(one.behind)}{where}"
        )
    if len(sure) > MOST_FLIPS:
        said.append(f"and {len(sure) - MOST_FLIPS} more pairs flip")
    told = f"Ranks flip: {'; '.join(said)}" if said else "No two strategies change places beyond their error"
    told += " (exploratory, 95 % for each number of players)."
    if maybe:
        may = "pair of strategies may flip" if maybe == 1 else "pairs of strategies may flip"
        told += f" {maybe} {may}: their order differs between rulesets within its error."
    return told


def _few(rulesets: Sequence[str]) -> str:
    named = [words.quoted(one) for one in rulesets[:MOST_NAMED]]
    rest = len(rulesets) - MOST_NAMED
    return words.listed([*named, f"{rest} more"] if rest > 0 else named)

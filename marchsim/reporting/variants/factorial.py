"""The section on the effects of single changes and of pairs, if variants combine several changes."""

from __future__ import annotations

from collections.abc import Sequence

from marchsim.analysis.variants.differences import ChangedValue
from marchsim.analysis.variants.factorial import (
    CANCEL,
    DEPEND,
    LESS,
    LEVEL_OUT,
    MORE,
    Factorial,
    FactorialEffect,
    side,
)
from marchsim.reporting.drawing.panes import Panes
from marchsim.reporting.drawing.rows import DotRow, Rows, Ruler
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

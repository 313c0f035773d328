"""Section on for whom an item (a card) is worth more: its effect by strategy and by seat. Exploratory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from marchsim.analysis.cards.interactions import DEALINGS, SEAT, STRATEGY, Deviation, Deviations, Interactions
from marchsim.reporting.cards.items import EffectWords
from marchsim.reporting.figures.items import ShownEffect, effects
from marchsim.reporting.pages import words
from marchsim.reporting.pages.document import Block, Column, Figure, Section, Table, Text
from marchsim.reporting.pages.document import Value as Cell
from marchsim.reporting.pages.format import count, name, size
from marchsim.reporting.pages.format import points as in_points

TITLE = "For whom it is worth more"
MOST = 20  # rows of the table
LEAST = 10  # rows where fewer are listed
NAMED = 3  # in a sentence


def section(told: EffectWords, found: Interactions) -> Section:
    """Return the section: how far effects differ by strategy and by seat, and the largest deviations."""
    blocks: list[Block] = [
        Text(
            f"A deviation: what a {told.kind} is worth to one strategy, or in one seat, less what it is "
            f"worth to all. A {told.kind} that is strong for one plan only is another finding than a strong "
            f"{told.kind}. Exploratory."
        ),
        *(Text(_family_words(told, family)) for family in found.families),
        *(
            Text(f"By {kind} {told.kinds} are not compared: {why}.")
            for kind, why in found.why.items()
        ),
    ]  # fmt: skip
    if not found.rows:
        return Section(f"{told.ident}-whom", TITLE, 3, blocks)
    blocks.append(Text(_listed_words(told, found)))
    rows = shown(found)
    alt = (
        f"The {len(rows)} largest deviations of a {told.kind}'s effect for one strategy or seat from its "
        "effect for all, raw with intervals and shrunk."
    )
    ident, title = f"{told.ident}-deviations", "Largest deviations"
    picture = effects(
        ident, title, alt, f"{told.kind}'s effect there minus its effect for all, points",
        [
            ShownEffect(_called(row), one.value or 0.0, one.low, one.high, row.shrunk)
            for row in rows
            for one in (row.deviation,)
        ],
    )  # fmt: skip
    blocks += [Figure(ident, title, alt, picture, ident), _table(told, found, rows)]
    return Section(f"{told.ident}-whom", TITLE, 3, blocks)


def summary_words(told: EffectWords, found: Interactions) -> str:
    """Return in a sentence or two how far effects differ by strategy and by seat."""
    if not found.families:
        return ""
    parts = [
        f"by {family.kind} with an SD of {size(family.tau)} points ({_interval(family)}, "
        f"{words.p_words(family.p)})"
        for family in found.families
    ]
    listed = _listed_words(told, found)
    return f"What a {told.kind} is worth differs {words.listed(parts)}. {listed} Exploratory."


def _interval(family: Deviations) -> str:
    return f"95 % interval {size(family.low)} to {size(family.high)}"


def _family_words(told: EffectWords, family: Deviations) -> str:
    every = f"every {family.kind}"
    test = (
        f"that each {told.kind} is worth the same to {every} is rejected at 5 % ({words.p_words(family.p)})"
        if family.p < words.ALPHA
        else f"that each {told.kind} is worth the same to {every} is not rejected at 5 % "
        f"({words.p_words(family.p)}), which is no proof that it is"
    )
    return (
        f"By {family.kind}, {family.groups} of them: true deviations have an SD of {size(family.tau)} points "
        f"({_interval(family)}); {test}. A single deviation of {size(family.found_first)} points is listed "
        "in 80 % of such runs; most smaller ones are missed."
    )


def _listed_words(told: EffectWords, found: Interactions) -> str:
    """Return how many deviations are listed, and the largest of them after shrinkage."""
    tested, listed = len(found.rows), sorted(found.found, key=lambda row: -abs(row.shrunk))
    rule = f"at a false discovery rate of 10 % over {count(tested)} deviations"
    if not listed:
        return f"No deviation of a {told.kind} is listed {rule}."
    named = "; ".join(f"{_called(row)} {in_points(row.shrunk)}" for row in listed[:NAMED])
    return (
        f"{words.plural(len(listed), 'deviation')} {'is' if len(listed) == 1 else 'are'} listed {rule}, "
        f"the largest, shrunk: {named}."
    )


def shown(found: Interactions) -> list[Deviation]:
    """Return the deviations that the table shows: the largest, shrunk, of those listed, or of all."""
    rows = found.found if len(found.found) >= LEAST else found.rows
    largest = sorted(rows, key=lambda row: (-abs(row.shrunk), row.item.id, row.kind, row.group))
    most = min(MOST, max(LEAST, len(found.found)))
    return sorted(largest[:most], key=lambda row: (-row.shrunk, row.item.id, row.kind, row.group))


def _called(row: Deviation) -> str:
    return f"{name(row.item.name)}, {name(row.group)}"


def _table(told: EffectWords, found: Interactions, shown: Sequence[Deviation]) -> Table:
    columns = (
        Column("item", told.kind.capitalize()), Column("group", "For"), Column("deals", "Deals", "count"),
        Column("there", "Effect there (points)", "points"),
        Column("deviation", "Less that for all (points)", "points"),
        Column("interval", "95 % interval", "pointses"), Column("p", "p", "p"),
        Column("adjusted", "BH p", "p"), Column("shrunk", "Shrunk", "points"),
        Column("shrunk_interval", "95 % interval", "pointses"),
        Column("note", "Note"),
    )  # fmt: skip
    listed = {id(row) for row in found.found}
    rows: list[Mapping[str, Cell]] = [
        {
            "item": row.item.name, "group": row.group, "deals": row.deviation.deals, "there": row.there,
            "deviation": row.deviation.value, "interval": words.interval(row.deviation), "p": row.p,
            "adjusted": row.adjusted, "shrunk": row.shrunk, "shrunk_interval": row.shrunk_interval,
            "note": "listed" if id(row) in listed else "",
        }
        for row in shown
    ]  # fmt: skip
    note = (
        f"{len(shown)} of {count(len(found.rows))} deviations, the largest when shrunk. Intervals are each "
        "by itself; BH p is adjusted over all deviations of the page."
    )
    return Table(f"{told.ident}-deviations", "Largest deviations", columns, rows, note)


def methods(seed: int) -> str:
    """Return how deviations are estimated and tested, in words."""
    return (
        f"By {STRATEGY} and by {SEAT}: what a card is worth to all is taken out of the results first; then "
        f"hands are dealt again {count(DEALINGS)} times (seed {seed}), and the t of a deviation is held "
        "against those of all cards of that strategy or seat, since cards are dealt alike. That there are no "
        "deviations is tested by the sum of their squared t over the same dealings. p values are adjusted "
        "after Benjamini and Hochberg over all deviations of the page. Deviations are shrunk toward 0 as "
        "effects are toward their mean; those of one card add up to about 0, which is allowed for where "
        "their SD is judged."
    )

"""The exploratory section on interactions: how the effect of a card varies by strategy and by seat."""

from __future__ import annotations

from collections.abc import Sequence

from marchsim.analysis.cards.interactions import DEALINGS, SEAT, STRATEGY, Deviation, Deviations, Interactions
from marchsim.analysis.judging.verdict import figure
from marchsim.reporting.cards.items import EffectWords, effects
from marchsim.reporting.pages import words
from marchsim.reporting.pages.building import Columns
from marchsim.reporting.pages.document import Figure, Section, Table
from marchsim.reporting.pages.format import count, name

TITLE = "For whom it is worth more"
MOST = 20  # rows of the table
LEAST = 10  # rows to show if fewer are significant
NAMED = 3  # in a sentence


def section(told: EffectWords, found: Interactions) -> Section:
    """The section on how effects vary by strategy and by seat, with the largest deviations."""
    return told.build.section(
        "whom",
        TITLE,
        f"A deviation is the effect of a {told.kind} for one strategy, or in one seat, less its effect for "
        f"all. A {told.kind} that is strong for one plan only is a different finding from a strong "
        f"{told.kind}. Exploratory.",
        *(_family_words(told, family) for family in found.families),
        *(f"By {kind} {told.kinds} are not compared: {why}." for kind, why in found.why.items()),
        *((_listed_words(told, found), *_largest(told, found)) if found.rows else ()),
    )


def _largest(told: EffectWords, found: Interactions) -> tuple[Figure, Table]:
    rows = _shown(found)
    alt = (
        f"The {len(rows)} largest deviations of a {told.kind}'s effect for one strategy or seat from its "
        "effect for all, raw with intervals and shrunk."
    )
    drawing = effects(
        f"{told.kind}'s effect there minus its effect for all, points",
        [(_called(row), row.deviation, row.shrunk) for row in rows],
    )
    return told.build.pictured(_table(told, found, rows), drawing, "deviations", alt)


def summary_words(told: EffectWords, found: Interactions) -> str:
    """One or two sentences on how effects vary by strategy and by seat, or '' if that is unknown."""
    if not found.families:
        return ""
    parts = [
        f"by {family.kind}, typically by {told.wins(family.tau, figure)} ({_interval(told, family)}, "
        f"{words.p_words(family.p)})"
        for family in found.families
    ]
    listed = _listed_words(told, found)
    return (
        f"Extra wins where 100 are fair of a {told.kind} differ {words.listed(parts)}. {listed} Exploratory."
    )


def _interval(told: EffectWords, family: Deviations) -> str:
    """The 95 % interval for the standard deviation of the true deviations, as text.

    If the upper end is a share of 1 or more, the text says that there is no upper end.
    """
    if family.high >= 1:
        return f"95 % interval from {told.wins(family.low, figure)}, no upper end: too few games"
    return f"95 % interval {told.wins(family.low, figure)} to {told.wins(family.high, figure)}"


def _family_words(told: EffectWords, family: Deviations) -> str:
    every = f"every {family.kind}"
    test = (
        f"some {told.kinds} are not worth the same to {every} ({words.p_words(family.p)}, tested at 5 %)"
        if family.p < words.ALPHA
        else f"a {told.kind} that is not worth the same to {every} is not shown at 5 % "
        f"({words.p_words(family.p)}), which is no proof that none is"
    )
    far, least = told.wins(family.tau, figure), told.wins(family.found_first, figure)
    return (
        f"By {family.kind}, {family.groups} of them: true deviations have an SD of {far} extra wins where "
        f"100 are fair ({_interval(told, family)}); {test}. A single deviation of {least} is listed in 80 % "
        "of such runs. Most smaller ones are missed."
    )


def _listed_words(told: EffectWords, found: Interactions) -> str:
    """Sentences on the number of significant deviations and the largest of them after shrinkage."""
    tested, listed = len(found.rows), sorted(found.significant, key=lambda row: -abs(row.shrunk))
    rule = "at a false discovery rate of 10 %"
    if not listed:
        return f"None of {count(tested)} such differences is significant {rule}."
    named = "; ".join(f"{_called(row)} {told.wins(row.shrunk)}" for row in listed[:NAMED])
    many = f"{count(len(listed))} of {count(tested)} such differences {words.are(len(listed))} significant"
    return f"{many} {rule}. The largest, after shrinkage: {named}."


def _shown(found: Interactions) -> list[Deviation]:
    """The deviations to show, in order of their shrunk values, highest first.

    They are the largest of the significant deviations or, if few are significant, the largest of all.
    """
    rows = found.significant if len(found.significant) >= LEAST else found.rows
    largest = sorted(rows, key=lambda row: (-abs(row.shrunk), row.item.id, row.kind, row.group))
    most = min(MOST, max(LEAST, len(found.significant)))
    return sorted(largest[:most], key=lambda row: (-row.shrunk, row.item.id, row.kind, row.group))


def _called(row: Deviation) -> str:
    return f"{name(row.item.name)}, {name(row.group)}"


def _table(told: EffectWords, found: Interactions, shown: Sequence[Deviation]) -> Table:
    listed = {(row.item.id, row.kind, row.group) for row in found.significant}
    columns = (
        Columns[Deviation]()
        .column("item", told.kind.capitalize(), lambda row: row.item.name)
        .column("group", "For", lambda row: row.group)
        .column("deals", "Deals", lambda row: row.deviation.deals, "count")
        .column("there", "Effect there (points)", lambda row: row.there, "points")
        .estimate(
            "deviation",
            "Less that for all (points)",
            lambda row: row.deviation,
            "points",
            interval="interval",
        )
        .column("p", "p", lambda row: row.p, "p")
        .column("adjusted", "BH p", lambda row: row.adjusted, "p")
        .column("shrunk", "Shrunk", lambda row: row.shrunk, "points")
        .range("shrunk_interval", "95 % interval", lambda row: row.shrunk_interval, "points")
        .column("note", "Note", lambda row: "listed" if (row.item.id, row.kind, row.group) in listed else "")
    )
    note = (
        f"{len(shown)} of {count(len(found.rows))} deviations, the largest when shrunk. Each interval is "
        "for one deviation alone. BH p is adjusted over all deviations of the page."
    )
    return told.build.table("deviations", "Largest deviations", columns, shown, note)


def methods(seed: int) -> str:
    """A paragraph on how deviations are estimated and tested.

    `seed` is the seed with which the hands are dealt again for the test.
    """
    return (
        f"By {STRATEGY} and by {SEAT}: the effect of a card for all is subtracted from the results first. "
        f"Then hands are dealt again {count(DEALINGS)} times (seed {seed}), and the t of a deviation is "
        "held against those of all cards of that strategy or seat, since cards are dealt alike. That there "
        "are no deviations is tested by the sum of their squared t over the same dealings. p values are "
        "adjusted after Benjamini and Hochberg over all deviations of the page. Deviations are shrunk "
        "toward 0 as effects are toward their mean. Those of one card add up to about 0, and their SD "
        "allows for that."
    )

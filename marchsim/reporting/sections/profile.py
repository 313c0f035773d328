"""The section on how strategies play: means of all measures, and the strategies that play alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from marchsim.analysis.course.profile import (
    APART,
    END,
    LEVEL,
    Contrast,
    ProfileMeasure,
    StyleProfile,
    contrasts,
    standardised,
)
from marchsim.analysis.reading.estimates import Estimate
from marchsim.analysis.reading.source import POINTS
from marchsim.reporting.drawing.bars import FULL, profiles
from marchsim.reporting.pages import words
from marchsim.reporting.pages.building import HALF, Columns, SectionBuilder
from marchsim.reporting.pages.document import Figure, Section, Table
from marchsim.reporting.pages.format import name, number, percent
from marchsim.reporting.sections.pace import heading

TITLE = "What strategies did"
FEWEST = 3  # strategies in a picture: with two, all measures would be equally far from the middle
TOLD = 3  # contrasts named for a pair
Contrasts = Mapping[tuple[str, str], Sequence[Contrast]]  # by pair of strategies


def profile(found: StyleProfile, build: SectionBuilder) -> Section:
    """The section on how strategies play in one panel."""
    met, several = contrasts(found), len(found.strategies) >= FEWEST
    return build.section(
        "profile",
        TITLE,
        like_words(met, len(found.measures)) if met else None,
        picture(found, build) if several else None,
        means_table(found, build),
        _like_table(found, met, build) if several else None,
    )


def like_words(met: Contrasts, measures: int) -> str:
    """A sentence on the two strategies that play most alike."""
    (first, second), apart = min(met.items(), key=_distance)
    told = f"{len(apart)} of {words.plural(measures, 'measure')}"
    what = f" ({_differences(apart, first, second)})" if apart else ""
    return (
        f"{words.quoted(first)} and {words.quoted(second)} "
        f"{'play most alike' if len(met) > 1 else 'met'}: {told} tell them apart{what}. A measure tells two "
        f"strategies apart if their means differ by {percent(APART)} of the larger or more, and the "
        "intervals are disjoint."
    )


def _distance(pair: tuple[tuple[str, str], Sequence[Contrast]]) -> tuple[int, float]:
    return len(pair[1]), sum(contrast.gap for contrast in pair[1])


def _differences(apart: Sequence[Contrast], own: str, other: str) -> str:
    """The clearest differences between two strategies, each with the number of both, `own` first."""
    told = []
    for one in apart[:TOLD]:
        mine, theirs = (number(one.means[name].value or 0.0) for name in (own, other))
        told.append(f"{measure_name(one.measure)} {mine} and {theirs}")
    return "; ".join(told)


def measure_name(measure: ProfileMeasure) -> str:
    """The name of a measure. No two measures have the same name."""
    if measure.column.startswith(POINTS):
        return f"points: {heading(measure.column)}"
    ending = {END: ", end", LEVEL: ", mean"}.get(measure.how, "")
    return f"{heading(measure.column)}{ending}"


def picture(found: StyleProfile, build: SectionBuilder) -> Figure:
    """The shaded figure of all measures. `means_table` has the numbers."""
    alt = (
        f"Table of shades: {words.plural(len(found.measures), 'measure')} of {len(found.strategies)} "
        f"strategies. Most unusual: {_standing_out(found)}."
    )
    texts = [["" if one.value is None else _short(one.value) for one in row] for row in found.means]
    axis = f"blue: more than most, orange: less (full at {FULL:.0f} standard deviations), numbers: means"
    rows = [measure_name(measure) for measure in found.measures]
    shades = standardised(found)
    drawing = profiles(rows, found.strategies, shades, texts, axis)
    return build.figure(drawing, "behaviour", TITLE, alt, "means")


def _standing_out(found: StyleProfile) -> str:
    """The most unusual measure of each strategy, as a list in words."""
    scaled = standardised(found)
    told = []
    for at, strategy in enumerate(found.strategies):
        known = [(abs(row[at] or 0.0), place) for place, row in enumerate(scaled)]
        far, place = max(known, key=lambda one: (one[0], -one[1]))
        if far > 0:
            side = "much" if (scaled[place][at] or 0.0) > 0 else "little"
            told.append(f"{words.quoted(strategy)} {side} of “{measure_name(found.measures[place])}”")
    return ", ".join(told) or "nothing, as no measure differs between strategies"


def _short(value: float) -> str:
    return number(value) if abs(value) < 10 else number(round(value, 1)).removesuffix("0")


def means_table(found: StyleProfile, build: SectionBuilder) -> Table:
    """Means of measures, ± half the widths of their intervals.

    The table has a row for each measure and a column for each strategy.
    """
    columns = (
        Columns[tuple[ProfileMeasure, tuple[Estimate, ...]]]()
        .column("measure", "Measure", lambda row: measure_name(row[0]))
        .means(
            {f"s{at}": name(strategy) for at, strategy in enumerate(found.strategies)},
            lambda row, at: row[1][at],
        )
        .column("how", "Value of a game", lambda row: row[0].how)
        .column("meaning", "Recorded as", lambda row: row[0].meaning)
    )
    deals = sorted({estimate.deals for row in found.means for estimate in row})
    of = words.plural(deals[0], "deal") if len(deals) == 1 else f"{deals[0]:,} to {deals[-1]:,} deals"
    note = f"Means per game and seat, on {of} of each strategy. {HALF}"
    rows = zip(found.measures, found.means, strict=True)
    return build.table("means", TITLE, columns, rows, note)


def _like_table(found: StyleProfile, met: Contrasts, build: SectionBuilder) -> Table:
    rows = []
    for strategy in found.strategies:
        pair, apart = min((one for one in met.items() if strategy in one[0]), key=_distance)
        rows.append((strategy, pair[1] if pair[0] == strategy else pair[0], apart))
    columns = (
        Columns[tuple[str, str, Sequence[Contrast]]]()
        .column("strategy", "Strategy", lambda row: row[0])
        .column("like", "Plays most like", lambda row: row[1])
        .column("contrasts", "Measures that tell them apart", lambda row: len(row[2]), "count")
        .column("told", "The clearest of them", lambda row: _differences(row[2], row[0], row[1]))
    )
    note = "Numbers: its own and the other's. Exploratory, not adjusted."
    return build.table("like", "Who plays most like whom", columns, rows, note)

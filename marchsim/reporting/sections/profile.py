"""Section: what strategies did. Means of all that is recorded, in shades and numbers; who plays like whom."""

from __future__ import annotations

from marchsim.analysis.course.profile import (
    APART,
    END,
    LEVEL,
    Contrast,
    ProfileMeasure,
    StylePair,
    StyleProfile,
    pairs,
    standardised,
)
from marchsim.analysis.reading.source import POINTS
from marchsim.reporting.figures.field import FULL, profiles
from marchsim.reporting.pages import words
from marchsim.reporting.pages.document import Block, Column, Figure, Section, Table, Text, Value
from marchsim.reporting.pages.format import name, number, percent
from marchsim.reporting.sections.pace import HALF, heading

FEWEST = 3  # strategies in a picture: of two every measure would be as far from the middle
TOLD = 3  # contrasts that are told of a pair
LIKE_COLUMNS = (
    Column("strategy", "Strategy"),
    Column("like", "Plays most like"),
    Column("contrasts", "Measures that tell them apart", "count"),
    Column("told", "The clearest of them"),
)


def profile(found: StyleProfile, ident: str, where: str) -> Section:
    """Return the section on what the strategies of one panel did."""
    blocks: list[Block] = []
    met = pairs(found)
    if met:
        blocks.append(Text(like_words(met, len(found.measures))))
    table = means_table(found, ident, where)
    if len(found.strategies) >= FEWEST:
        blocks.append(picture(found, ident, where))
    blocks.append(table)
    if len(found.strategies) >= FEWEST:
        blocks.append(_like_table(found, met, ident, where))
    return Section(f"{ident}-profile", "What strategies did", 3, blocks)


def like_words(met: list[StylePair], measures: int) -> str:
    """Return which two strategies play most alike, in a sentence."""
    closest = min(met, key=_distance)
    told = f"{len(closest.contrasts)} of {words.plural(measures, 'measure')}"
    what = f" ({_told(closest)})" if closest.contrasts else ""
    return (
        f"{words.quoted(closest.first)} and {words.quoted(closest.second)} "
        f"{'play most alike' if len(met) > 1 else 'met'}: {told} tell them apart{what}. A measure tells two "
        f"strategies apart if their means differ by {percent(APART)} of the larger or more, and the "
        "intervals are disjoint."
    )


def _distance(pair: StylePair) -> tuple[int, float]:
    return len(pair.contrasts), sum(contrast.gap for contrast in pair.contrasts)


def _told(pair: StylePair, own: str = "") -> str:
    """Return what tells a pair apart most clearly; `own` (else the first) has its numbers in front."""
    return "; ".join(_contrast(contrast, own == pair.second) for contrast in pair.contrasts[:TOLD])


def _contrast(contrast: Contrast, turned: bool) -> str:
    both = (contrast.second, contrast.first) if turned else (contrast.first, contrast.second)
    return f"{measure_name(contrast.measure)} {' and '.join(number(one.value or 0.0) for one in both)}"


def measure_name(measure: ProfileMeasure) -> str:
    """Return what a measure is called beside the others."""
    if measure.column.startswith(POINTS):
        return f"points: {heading(measure.column)}"
    ending = {END: ", end", LEVEL: ", mean"}.get(measure.how, "")
    return f"{heading(measure.column)}{ending}"


def picture(found: StyleProfile, ident: str, where: str) -> Figure:
    """Return the shades of all measures; their numbers are in `means_table`."""
    title = f"What strategies did, {where}"
    alt = (
        f"Table of shades: {words.plural(len(found.measures), 'measure')} of "
        f"{len(found.strategies)} strategies; what stands out most: {_standing_out(found)}."
    )
    texts = [["" if one.value is None else _short(one.value) for one in row] for row in found.means]
    axis = f"blue: more than most, orange: less (full at {FULL:.0f} standard deviations); numbers: means"
    rows = [measure_name(measure) for measure in found.measures]
    drawing = profiles(
        f"{ident}-behaviour", title, alt, rows, found.strategies, standardised(found), texts, axis
    )
    return Figure(f"{ident}-behaviour", title, alt, drawing, f"{ident}-means")


def _standing_out(found: StyleProfile) -> str:
    """Return for each strategy the measure in which it is farthest from the others."""
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


def means_table(found: StyleProfile, ident: str, where: str) -> Table:
    """Return the means with half the width of their intervals: a line a measure, a column a strategy."""
    columns = (
        Column("measure", "Measure"),
        *(Column(f"s{at}", name(strategy), "plus_minus") for at, strategy in enumerate(found.strategies)),
        Column("how", "Value of a game"),
        Column("meaning", "Recorded as"),
    )
    rows = [
        {
            "measure": measure_name(measure),
            **{f"s{at}": words.plus_minus(estimate) for at, estimate in enumerate(row)},
            "how": measure.how,
            "meaning": measure.meaning,
        }
        for measure, row in zip(found.measures, found.means, strict=True)
    ]
    deals = sorted({estimate.deals for row in found.means for estimate in row})
    of = words.plural(deals[0], "deal") if len(deals) == 1 else f"{deals[0]:,} to {deals[-1]:,} deals"
    note = f"Means per game and seat, on {of} of each strategy. {HALF}"
    return Table(f"{ident}-means", f"What strategies did, {where}", columns, rows, note)


def _like_table(found: StyleProfile, met: list[StylePair], ident: str, where: str) -> Table:
    rows: list[dict[str, Value]] = []
    for strategy in found.strategies:
        own = [pair for pair in met if strategy in (pair.first, pair.second)]
        closest = min(own, key=_distance)
        rows.append(
            {
                "strategy": strategy,
                "like": closest.second if closest.first == strategy else closest.first,
                "contrasts": len(closest.contrasts),
                "told": _told(closest, strategy),
            }
        )
    note = "Numbers: its own and the other's. Exploratory, not adjusted."
    return Table(f"{ident}-like", f"Who plays most like whom, {where}", LIKE_COLUMNS, rows, note)

"""Section: matchups. Pairs that are off the ladder, cycles of three, and the mixture that nobody beats."""

from __future__ import annotations

from marchsim.analysis.field.matchups import (
    CYCLE_SEED,
    DRAWS,
    MIXTURES,
    MOST_STRATEGIES,
    SAMPLE_SEED,
    SAMPLES,
    Matchup,
    Matchups,
    Triad,
    Weight,
)
from marchsim.analysis.field.standing import Standing
from marchsim.reporting.figures.field import FULL, profiles
from marchsim.reporting.pages import words
from marchsim.reporting.pages.document import Block, Column, Figure, Section, Table, Text, Value
from marchsim.reporting.pages.format import count, percent, points, size
from marchsim.stats.clusters import FEW

PAIR_COLUMNS = (
    Column("first", "First"),
    Column("second", "Second"),
    Column("meetings", "Meetings", "count"),
    Column("share", "First ahead", "percent"),
    Column("fitted", "By the ladder", "percent"),
    Column("off", "Off by (points)", "points"),
    Column("interval", "95 %, all at once", "pointses"),
    Column("z", "Standard errors", "signed"),
    Column("p", "p, adjusted", "p"),
)
TRIAD_COLUMNS = (
    Column("first", "First"),
    Column("first_share", "ahead in", "percent"),
    Column("first_interval", "95 %, all at once", "percents"),
    Column("second", "of the second"),
    Column("second_share", "that in", "percent"),
    Column("second_interval", "95 %, all at once", "percents"),
    Column("third", "of the third"),
    Column("third_share", "that of the first in", "percent"),
    Column("third_interval", "95 %, all at once", "percents"),
    Column("drawn", "Cycle in so many samples", "percent"),
    Column("p", "p, adjusted", "p"),
)
MIXTURE_COLUMNS = (
    Column("strategy", "Strategy"),
    Column("weight", "Weight", "percent"),
    Column("interval", "95 % interval", "percents"),
    Column("used", "Used in so many samples", "percent"),
    Column("ahead", "Ahead of the mixture", "percent"),
)
BRIGHT = 3.5  # standard errors at which the shade of a pair is full
MOST_PAIRS = 20  # shown of those that are not off the ladder beyond their error


def matchups(found: Standing, ident: str, where: str) -> list[Section]:
    """Return the section on matchups of one panel; none with fewer than three strategies."""
    if len(found.names) < 3:
        return []
    known = found.matchups
    if known is None:
        most = f"{FEW} deals, and {MOST_STRATEGIES} strategies at most"
        told = f"Pairs were not compared with a ladder: that takes {most}."
        return [Section(f"{ident}-matchups", "Matchups", 3, [Text(told)])]
    blocks: list[Block] = [
        Text(" ".join([pair_words(known), cycle_words(known), mixture_words(known)]).strip())
    ]
    blocks += _pairs(known, found.names, ident, where)
    if known.triads:
        blocks.append(_triads(known, ident, where))
    if known.mixture:
        blocks.append(_mixture(known, ident, where))
    return [Section(f"{ident}-matchups", "Matchups", 3, blocks)]


def pair_words(found: Matchups) -> str:
    """Return how far pairs are off one ladder of who finishes ahead, in sentences."""
    fit = found.fit
    if fit is None:
        return f"Pairs were not tested: too few of them met in {FEW} deals."
    sure = [one for one in found.pairs if one.p is not None and one.p < words.ALPHA]
    tested = words.plural(fit.tested, "pair")
    are = "is" if fit.tested == 1 else "are"
    told = f"{len(sure)} of {tested} {are} shown to be off one ladder of who finishes ahead"
    if sure:
        most = sure[0]
        told += (
            f", {words.quoted(most.first)} against {words.quoted(most.second)} most clearly "
            f"({percent(most.share)} ahead, the ladder says {percent(most.fitted)})"
        )
    off = (
        f"Beyond chance pairs are off by {size(fit.typical)} points"
        if fit.typical
        else "Taken together pairs are off by no more than chance makes"
    )
    return f"{told}. {off} (root mean square; {words.p_words(fit.p)})."


def cycle_words(found: Matchups) -> str:
    """Return what is known of cycles, in a sentence."""
    sure = [one for one in found.triads if one.p is not None and one.p < words.ALPHA]
    if sure:
        first, second, third = (words.quoted(name) for name in sure[0].members)
        more = f" and {words.plural(len(sure) - 1, 'more')}" if len(sure) > 1 else ""
        ahead = f"{first} is ahead of {second}, that of {third}, and that of {first}"
        return f"A cycle beyond its error: {ahead}{more}."
    if found.cycles:
        return f"{words.plural(found.cycles, 'cycle')} of three in the table, none beyond its error."
    return "No cycle of three in the table." if found.mixture else ""


def mixture_words(found: Matchups) -> str:
    """Return which mixture nobody beats, in a sentence."""
    used = [one for one in found.mixture if one.weight]
    if not used:
        return ""
    if len(used) == 1:
        return f"{words.quoted(used[0].strategy)} alone is ahead of each other strategy more often than not."
    named = words.listed([f"{words.quoted(one.strategy)} {percent(one.weight)}" for one in used])
    return f"The mixture that no strategy is ahead of more often than not: {named}."


def cyclic_rows(found: Standing) -> list[dict[str, Value]]:
    """Return the rows on cycles in the table of a field as a whole."""
    known = found.matchups.cyclic if found.matchups is not None else None
    if known is None:
        return []
    by_chance = (
        f"what chance makes of a field on one ladder ({count(DRAWS)} draws, seed {CYCLE_SEED}); that there "
        f"is one ladder has {words.p_words(known.p)}"
    )
    return [
        {
            "measure": "cyclic ratio",
            "value": known.ratio,
            "meaning": "0: a single ladder; 1: rock, paper, scissors",
        },
        {"measure": "the same by chance", "value": known.chance, "meaning": by_chance},
    ]


def _pairs(found: Matchups, names: list[str], ident: str, where: str) -> list[Block]:
    place = {name: at for at, name in enumerate(names)}
    shades: list[list[float | None]] = [[None] * len(place) for _ in place]
    texts = [[""] * len(place) for _ in place]
    for one in found.pairs:
        for row, column, sign in (
            (place[one.first], place[one.second], 1),
            (place[one.second], place[one.first], -1),
        ):
            shades[row][column] = None if one.z is None else sign * FULL * one.z / BRIGHT
            texts[row][column] = points(sign * one.off)
    title = f"Pairs beside the ladder, {where}"
    most = found.pairs[0]
    alt = (
        "Table of shades: by how many points the strategy of a row finishes ahead of that of a column more "
        f"often than one ladder says. Most standard errors: {words.quoted(most.first)} against "
        f"{words.quoted(most.second)}, {size(most.off)} points {'more' if most.off > 0 else 'less'}."
    )
    axis = "points more than the ladder says, row over column; shades: standard errors"
    drawing = profiles(f"{ident}-matchup", title, alt, names, names, shades, texts, axis)
    shown = [one for at, one in enumerate(found.pairs) if at < MOST_PAIRS or (one.p or 1.0) < words.ALPHA]
    note = (
        "A ladder of who finishes ahead in every meeting of two, seats as a covariate, equal places half. "
        "Intervals and p hold for all pairs at once (max-t over deals); without them a pair rests on too "
        f"little. {len(shown)} of {words.plural(len(found.pairs), 'pair')}, those with most standard errors "
        "first. Exploratory."
    )
    table = Table(f"{ident}-matchup-table", title, PAIR_COLUMNS, [_pair_row(one) for one in shown], note)
    return [Figure(f"{ident}-matchup", title, alt, drawing, table.id), table]


def _pair_row(one: Matchup) -> dict[str, Value]:
    return {
        "first": one.first,
        "second": one.second,
        "meetings": one.meetings,
        "share": one.share,
        "fitted": one.fitted,
        "off": one.off,
        "interval": one.interval,
        "z": one.z,
        "p": one.p,
    }


def _triads(found: Matchups, ident: str, where: str) -> Table:
    note = (
        f"{len(found.triads)} of {words.plural(found.cycles, 'cycle')} in the table, those first whose "
        f"weakest side is strongest. Samples: bootstrap of whole deals, {count(SAMPLES)} draws, seed "
        f"{SAMPLE_SEED}. p is that of the weakest side, adjusted for all pairs. Exploratory."
    )
    return Table(
        f"{ident}-triads",
        f"Cycles of three, {where}",
        TRIAD_COLUMNS,
        [_triad_row(one) for one in found.triads],
        note,
    )


def _triad_row(one: Triad) -> dict[str, Value]:
    row: dict[str, Value] = {"drawn": one.drawn, "p": one.p}
    for at, key in enumerate(("first", "second", "third")):
        row |= {key: one.members[at], f"{key}_share": one.shares[at], f"{key}_interval": one.intervals[at]}
    return row


def _mixture(found: Matchups, ident: str, where: str) -> Table:
    note = (
        "Nash averaging (Balduzzi et al. 2018): weights such that nobody finishes ahead of a strategy drawn "
        "by them more often than not; of several such mixtures the most even. Alike strategies share their "
        "weight, so that a field full of them does not vote twice. Ahead of the mixture: 50 % is level, and "
        f"nobody has more. Intervals: bootstrap of whole deals, {MIXTURES} draws, seed {SAMPLE_SEED}. "
        "Exploratory."
    )
    rows = [_weight_row(one) for one in found.mixture]
    return Table(f"{ident}-mixture", f"The mixture that nobody beats, {where}", MIXTURE_COLUMNS, rows, note)


def _weight_row(one: Weight) -> dict[str, Value]:
    return {
        "strategy": one.strategy,
        "weight": one.weight,
        "interval": one.interval,
        "used": one.used,
        "ahead": one.ahead,
    }

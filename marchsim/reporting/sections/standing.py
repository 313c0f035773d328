"""Sections on the field as a whole: pairwise results, the ladder, and deviations from the ladder.

Deviations are pairs that the ladder does not fit, cycles of three strategies, and a mixture that no strategy
beats.
"""

from __future__ import annotations

from scipy import special

from marchsim.analysis.field.matchups import (
    CYCLE_SEED,
    DRAWS,
    MIXTURES,
    MOST_STRATEGIES,
    SAMPLE_SEED,
    SAMPLES,
    Matchup,
    Matchups,
    MixtureWeight,
    Triad,
)
from marchsim.analysis.field.standing import Standing, Worths
from marchsim.analysis.reading.estimates import Estimate
from marchsim.analysis.tournament import PanelResult
from marchsim.reporting.drawing.bars import FULL, heat, profiles
from marchsim.reporting.drawing.lines import Line, Lines, Spot
from marchsim.reporting.pages import words
from marchsim.reporting.pages.building import Columns, SectionBuilder
from marchsim.reporting.pages.document import Figure, Section, Table
from marchsim.reporting.pages.format import count, number, percent, points, size
from marchsim.reporting.sections.seats import seat_name
from marchsim.stats.clusters import FEW

AHEAD = (
    Columns[tuple[tuple[str, str], Estimate]]()
    .column("first", "First", lambda row: row[0][0])
    .column("second", "Second", lambda row: row[0][1])
    .column("meetings", "Meetings", lambda row: row[1].entries, "count")
    .deals(lambda row: row[1])
    .estimate("share", "First ahead", lambda row: row[1], "percent", interval="interval")
    .method(lambda row: row[1])
)
BEHIND = (
    Columns[Estimate]()
    .column("behind", "Minus the best", lambda one: one.value, "signed")
    .range("interval", "95 %, all at once", lambda one: one, "signed")
)
FIELD = (
    Columns[tuple[str, float, str]]()
    .column("measure", "Measure", lambda row: row[0])
    .column("value", "Value", lambda row: row[1], "number")
    .column("meaning", "Meaning", lambda row: row[2])
)
PAIRS = (
    Columns[Matchup]()
    .column("first", "First", lambda one: one.first)
    .column("second", "Second", lambda one: one.second)
    .column("meetings", "Meetings", lambda one: one.meetings, "count")
    .column("share", "First ahead", lambda one: one.share, "percent")
    .column("fitted", "By the ladder", lambda one: one.fitted, "percent")
    .column("off", "Off by (points)", lambda one: one.off, "points")
    .range("interval", "95 %, all at once", lambda one: one.interval, "points")
    .column("z", "Standard errors", lambda one: one.z, "signed")
    .column("p", "p, adjusted", lambda one: one.p, "p")
)
TRIADS = (
    Columns[Triad]()
    .column("first", "First", lambda one: one.members[0])
    .column("first_share", "ahead in", lambda one: one.shares[0], "percent")
    .range("first_interval", "95 %, all at once", lambda one: one.intervals[0], "percent")
    .column("second", "of the second", lambda one: one.members[1])
    .column("second_share", "that in", lambda one: one.shares[1], "percent")
    .range("second_interval", "95 %, all at once", lambda one: one.intervals[1], "percent")
    .column("third", "of the third", lambda one: one.members[2])
    .column("third_share", "that of the first in", lambda one: one.shares[2], "percent")
    .range("third_interval", "95 %, all at once", lambda one: one.intervals[2], "percent")
    .column("drawn", "Samples with the cycle", lambda one: one.drawn, "percent")
    .column("p", "p, adjusted", lambda one: one.p, "p")
)
MIXTURE = (
    Columns[MixtureWeight]()
    .column("strategy", "Strategy", lambda one: one.strategy)
    .column("weight", "Weight", lambda one: one.weight, "percent")
    .range("interval", "95 % interval", lambda one: one.interval, "percent")
    .column("used", "Samples that use it", lambda one: one.used, "percent")
    .column("ahead", "Ahead of the mixture", lambda one: one.ahead, "percent")
)
TOLD = (0.1, 0.25, 0.5, 0.75, 1.0)  # parts of the games after which the table shows shares
BRIGHT = 3.5  # standard errors at which a shade is full
MOST_PAIRS = 20  # pairs to show that do not deviate significantly from the ladder


def standing(result: PanelResult, build: SectionBuilder) -> list[Section]:
    """The sections on the field of one panel, or [] if fewer than two strategies met."""
    found = result.standing
    if found is None:
        return []
    whole = build.section(
        "field",
        "The field as a whole",
        ladder_words(found),
        *_ladder(found, build),
        *_ahead(found, build),
        _field(found, build),
        *_curves(result, found, build),
    )
    return [whole, *matchups(found, build)]


def ladder_words(found: Standing) -> str:
    """Sentences on the ladder: the first strategy, and how well the ladder fits the results."""
    fit = found.winners
    if fit.log_worth is None or fit.worth is None:
        return f"Worths from who won are not estimable: {fit.reason}."
    order = sorted(range(len(fit.items)), key=lambda at: -(fit.worth or [])[at])
    first, second = order[:2]
    seats = "" if found.seats_told else " Seats cannot be separated from strategies and are left out."
    return (
        f"On one ladder {words.quoted(fit.items[first])} is first. Worths are odds: at any table a "
        "strategy's chance to win is its worth over the worths of all who sit there, seats and ties apart. "
        f"So {words.quoted(fit.items[first])} wins {number(fit.worth[first] / fit.worth[second])} times as "
        f"often as the second, {words.quoted(fit.items[second])}, where both sit. "
        f"{best_words(fit)}{fit_words(fit)}{seats} Exploratory: the shares and pairs above are the finding."
    )


def best_words(fit: Worths) -> str:
    """A sentence on the strategies that may be best, with a trailing space, or '' if unknown."""
    if fit.behind is None:
        return ""
    names = [words.quoted(name) for name in fit.best]
    if len(names) == 1:
        return f"{names[0]} is the best of the ladder with 95 % confidence. "
    return f"With 95 % confidence the best is one of {len(names)}: {words.listed(names)}. "


def fit_words(fit: Worths) -> str:
    """A sentence on the fit of a ladder that was estimated from winners."""
    if fit.fit is None:
        return "How well the ladder fits is not known: each two strategies would need 30 deals together."
    tests = words.plural(int(fit.fit.tested.sum()), "such share")
    off = "no more than chance makes"
    if fit.fit.typical:
        off = f"{size(fit.fit.typical)} points beyond chance (root mean square)"
    return (
        f"How well it fits: beside a given other strategy, a strategy's share of wins is off the ladder's by "
        f"{off}; that it fits exactly has {words.p_words(fit.fit.together)} ({tests} together)."
    )


def _ladder(found: Standing, build: SectionBuilder) -> list[Table]:
    fit, places = found.winners, found.places
    if fit.log_worth is None and places.log_worth is None:
        return []
    order = sorted(range(len(fit.items)), key=lambda at: -((fit.log_worth or places.log_worth or [])[at]))
    note = (
        "Plackett and Luce's worths from winners, joint winners as ties of Davidson and Luce, "
        f"{'seats as a covariate, ' if found.seats_told else ''}standard errors by deal. "
        "Intervals are of the difference to the unknown best, and hold all at once (multiple comparisons "
        "with the best: Hsu 1984). A strategy whose interval ends below 0 is not the best. A “no” beside one "
        "that reaches 0: another is better, but perhaps not each that may be the best."
    )
    if fit.reason:
        note += f" No intervals: {fit.reason}." if fit.log_worth else f" From winners: {fit.reason}."
    if places.log_worth is None:
        note += f" From full orders: {places.reason}."
    tables = [build.table("ladder", "The ladder", _ladder_columns(fit, places), order, note)]
    if fit.seats:
        columns, seats = _seat_columns(fit, found.deals), range(len(fit.seats))
        tables.append(build.table("ladder-seats", "Seats on the ladder", columns, seats))
    return tables


def _ladder_columns(fit: Worths, places: Worths) -> Columns[int]:
    """The columns of a ladder. A row of the table is the index of a strategy in `fit.items`."""
    worth, log_worth = fit.worth if fit.log_worth else None, fit.log_worth
    behind = (fit.behind if fit.log_worth else None) or []
    full = "From full orders (log worth)"
    return (
        Columns[int]()
        .column("strategy", "Strategy", lambda at: fit.items[at])
        .column("worth", "Worth", lambda at: worth[at] if worth else None, "percent")
        .column("log_worth", "Log worth", lambda at: log_worth[at] if log_worth else None, "signed")
        .of(BEHIND, lambda at: behind[at] if behind else None)
        .column("best", "May be the best", lambda at: _may_be_best(fit, at) if behind else None)
        .column("places", full, lambda at: places.log_worth[at] if places.log_worth else None, "signed")
    )


def _may_be_best(fit: Worths, at: int) -> str:
    return "yes" if fit.items[at] in fit.best else "no"


def _seat_columns(fit: Worths, deals: int) -> Columns[int]:
    effects, errors = fit.seats or [], fit.seat_se
    t = float(special.stdtrit(max(1, deals - 1), 0.975))

    def interval(at: int) -> tuple[float, float] | None:
        if not at or errors is None:
            return None
        return (effects[at] - t * errors[at], effects[at] + t * errors[at])

    return (
        Columns[int]()
        .column("seat", "Seat", seat_name)
        .column("effect", "Log effect beside the first seat", lambda at: effects[at], "signed")
        .range("interval", "95 % interval", interval, "signed")
    )


def _ahead(found: Standing, build: SectionBuilder) -> tuple[Figure, Table]:
    shares = {pair: share.value for pair, share in found.ahead.items()}
    shares |= {(b, a): None if share is None else 1 - share for (a, b), share in shares.items()}
    cells = [[shares.get((row, column)) for column in found.names] for row in found.names]
    (first, second), most = max(found.ahead.items(), key=lambda row: abs((row[1].value or 0.5) - 0.5))
    alt = (
        f"Table of shades: how often the strategy of a row finishes ahead of that of a column, in per cent. "
        f"The most one-sided pair: {words.quoted(first)} is ahead of {words.quoted(second)} in "
        f"{percent(most.value or 0.0)} of their meetings."
    )
    axis = "per cent of meetings in which the row finished ahead of the column"
    note = "By finishing place. Equal places count half. Exploratory, not adjusted."
    table = build.table("ahead-table", "Who finishes ahead of whom", AHEAD, found.ahead.items(), note)
    return build.pictured(table, heat(found.names, found.names, cells, 0.5, axis), "ahead", alt)


def _field(found: Standing, build: SectionBuilder) -> Table:
    rows: list[tuple[str, float, str]] = []
    if found.effective is not None:
        told = f"as many equally strong strategies would have the entropy of these {len(found.names)} shares"
        rows.append(("effective number of strategies", found.effective, told))
    if found.entropy is not None:
        told = "1: all win equally often, 0: one wins everything"
        rows.append(("normalised entropy of shares", found.entropy, told))
    known = found.matchups.cyclic if found.matchups is not None else None
    if known is not None:
        rows.append(("cyclic ratio", known.ratio, "0: a single ladder, 1: rock, paper, scissors"))
        told = (
            f"by chance alone for a field on one ladder ({count(DRAWS)} draws, seed {CYCLE_SEED}); that "
            f"there is one ladder has {words.p_words(known.p)}"
        )
        rows.append(("the same by chance", known.chance, told))
    none = "No cyclic ratio: it takes three strategies, every pair of them meeting, and 30 deals."
    return build.table("field-table", "The field", FIELD, rows, none if known is None else "")


def _curves(result: PanelResult, found: Standing, build: SectionBuilder) -> tuple[Figure, Table]:
    last = {name: list(curve.values())[-1] for name, curve in found.curves.items()}
    told = ", ".join(f"{words.quoted(name)} {percent(share)}" for name, share in last.items())
    alt = f"Lines of each strategy's share of wins after more and more games. At the end: {told}."
    lines = [
        Line(name, [Spot(at, 100 * share) for at, share in curve.items()])
        for name, curve in found.curves.items()
    ]
    total = result.layout.n_games

    def after(row: tuple[str, dict[int, float]], part: int) -> float | None:
        known = [share for games, share in row[1].items() if games <= TOLD[part] * total]
        return known[-1] if known else None

    columns = (
        Columns[tuple[str, dict[int, float]]]()
        .column("strategy", "Strategy", lambda row: row[0])
        .each({f"after_{part:.2f}": f"After {percent(part)} of the games" for part in TOLD}, after, "percent")
    )
    note = (
        f"In the order of deals, {words.plural(total, 'game')} in all. No interval belongs to a look before "
        "the end."
    )
    title = "Share of wins as games went on"
    table = build.table("convergence-table", title, columns, found.curves.items(), note)
    drawing = Lines(lines, axis="share of wins by number of games", unit=" %", even=100 / result.players)
    return build.pictured(table, drawing, "convergence", alt)


# matchups --------------------------------------------------------------------------


def matchups(found: Standing, build: SectionBuilder) -> list[Section]:
    """The section on the matchups of one panel, or [] if there are fewer than three strategies."""
    if len(found.names) < 3:
        return []
    known = found.matchups
    if known is None:
        most = f"{FEW} deals, and {MOST_STRATEGIES} strategies at most"
        told = f"Pairs were not compared with a ladder: that takes {most}."
        return [build.section("matchups", "Matchups", told)]
    told = " ".join([pair_words(known), cycle_words(known), mixture_words(known)]).strip()
    triads = _triads(known, build) if known.triads else None
    mixture = _mixture(known, build) if known.mixture else None
    pairs = _pairs(known, found.names, build)
    return [build.section("matchups", "Matchups", told, *pairs, triads, mixture)]


def pair_words(found: Matchups) -> str:
    """Sentences on pairs of strategies that a single ladder of finishing order does not fit."""
    fit = found.fit
    if fit is None:
        return f"Pairs were not tested: too few of them met in {FEW} deals."
    sure = [one for one in found.pairs if one.p is not None and one.p < words.ALPHA]
    many = int(fit.tested.sum())
    tested, are = words.plural(many, "pair"), words.are(many)
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
    return f"{told}. {off} (root mean square; {words.p_words(fit.together)})."


def cycle_words(found: Matchups) -> str:
    """A sentence on cycles: three strategies, of which each is ahead of the next and the last of the first.

    It is '' if the matchups contain neither a cycle nor a mixture.
    """
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
    """A sentence on the mixture that no strategy beats, or '' if there is none."""
    used = [one for one in found.mixture if one.weight]
    if not used:
        return ""
    if len(used) == 1:
        return f"{words.quoted(used[0].strategy)} alone is ahead of each other strategy more often than not."
    named = words.listed([f"{words.quoted(one.strategy)} {percent(one.weight)}" for one in used])
    most = 100 * max(one.ahead - 0.5 for one in found.mixture)
    within = f", by more than {most:.1f} points" if most >= 0.05 else ""
    return f"The mixture that no strategy is ahead of more often than not{within}: {named}."


def _pairs(found: Matchups, names: list[str], build: SectionBuilder) -> tuple[Figure, Table]:
    shades, texts = _shades(found, names)
    most = found.pairs[0]
    alt = (
        "Table of shades: by how many points the strategy of a row finishes ahead of that of a column more "
        f"often than one ladder says. Most standard errors: {words.quoted(most.first)} against "
        f"{words.quoted(most.second)}, {size(most.off)} points {'more' if most.off > 0 else 'less'}."
    )
    axis = "points above the ladder, row over column, with shades by standard errors"
    shown = [one for at, one in enumerate(found.pairs) if at < MOST_PAIRS or (one.p or 1.0) < words.ALPHA]
    note = (
        "A ladder of who finishes ahead in every meeting of two, seats as a covariate, equal places half. "
        "Intervals and p hold for all pairs at once (max-t over deals). A pair without them has too few "
        f"data. {len(shown)} of {words.plural(len(found.pairs), 'pair')}, those with most standard errors "
        "first. Exploratory."
    )
    table = build.table("matchup-table", "Pairs beside the ladder", PAIRS, shown, note)
    return build.pictured(table, profiles(names, names, shades, texts, axis), "matchup", alt)


def _shades(found: Matchups, names: list[str]) -> tuple[list[list[float | None]], list[list[str]]]:
    """Each pair's deviation from the ladder, as shades and as texts.

    A cell shows the strategy of its row against the strategy of its column.
    """
    place = {name: at for at, name in enumerate(names)}
    shades: list[list[float | None]] = [[None] * len(place) for _ in place]
    texts = [[""] * len(place) for _ in place]
    for one in found.pairs:
        first, second = place[one.first], place[one.second]
        for row, column, sign in ((first, second, 1), (second, first, -1)):
            shades[row][column] = None if one.z is None else sign * FULL * one.z / BRIGHT
            texts[row][column] = points(sign * one.off)
    return shades, texts


def _triads(found: Matchups, build: SectionBuilder) -> Table:
    note = (
        f"{len(found.triads)} of {words.plural(found.cycles, 'cycle')} in the table, those first whose "
        f"weakest side is strongest. Samples: bootstrap of whole deals, {count(SAMPLES)} draws, seed "
        f"{SAMPLE_SEED}. p is that of the weakest side, adjusted for all pairs. Exploratory."
    )
    return build.table("triads", "Cycles of three", TRIADS, found.triads, note)


def _mixture(found: Matchups, build: SectionBuilder) -> Table:
    note = (
        "Nash averaging (Balduzzi et al. 2018): weights such that nobody finishes ahead of a strategy drawn "
        "by them more often than not, up to an edge that other deals could undo. Of all such mixtures this "
        "is the most even. Similar strategies share their weight, so they are not counted twice. "
        "Ahead of the mixture: 50 % is level. Intervals contain the weights of all such mixtures. Bootstrap "
        f"of whole deals, seed {SAMPLE_SEED}. Samples: {MIXTURES}, each with its own mixture. Exploratory."
    )
    return build.table("mixture", "The mixture that nobody beats", MIXTURE, found.mixture, note)

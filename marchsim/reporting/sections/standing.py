"""Sections: the field as a whole. Who finishes ahead of whom, the ladder, how shares settled; matchups."""

from __future__ import annotations

from scipy import special

from marchsim.analysis.field.ladder import Worths
from marchsim.analysis.field.standing import Standing
from marchsim.analysis.tournament import PanelResult
from marchsim.reporting.figures.field import growth, heatmap
from marchsim.reporting.pages import words
from marchsim.reporting.pages.document import Block, Column, Figure, Section, Table, Text, Value
from marchsim.reporting.pages.format import number, percent, size
from marchsim.reporting.sections.matchups import cyclic_rows, matchups
from marchsim.reporting.sections.seats import seat_name

AHEAD_COLUMNS = (
    Column("first", "First"),
    Column("second", "Second"),
    Column("meetings", "Meetings", "count"),
    Column("n_deals", "Deals", "count"),
    Column("share", "First ahead", "percent"),
    Column("interval", "95 % interval", "percents"),
    Column("method", "Interval"),
)
LADDER_COLUMNS = (
    Column("strategy", "Strategy"),
    Column("worth", "Worth", "percent"),
    Column("log_worth", "Log worth", "signed"),
    Column("behind", "Minus the best", "signed"),
    Column("interval", "95 %, all at once", "signeds"),
    Column("best", "May be the best"),
    Column("places", "From full orders (log worth)", "signed"),
)
SEAT_COLUMNS = (
    Column("seat", "Seat"),
    Column("effect", "Log effect beside the first seat", "signed"),
    Column("interval", "95 % interval", "signeds"),
)
FIELD_COLUMNS = (
    Column("measure", "Measure"),
    Column("value", "Value", "number"),
    Column("meaning", "Meaning"),
)
TOLD = (0.1, 0.25, 0.5, 0.75, 1.0)  # of the games, in the table of shares as games went on


def standing(result: PanelResult, ident: str, where: str) -> list[Section]:
    """Return the sections on the field of one panel, none where fewer than two strategies met."""
    found = result.standing
    if found is None:
        return []
    blocks: list[Block] = [Text(ladder_words(found)), *_ladder(found, ident, where)]
    blocks += [*_ahead(found, ident, where), _field(found, ident, where)]
    blocks += _curves(result, found, ident, where)
    return [Section(f"{ident}-field", "The field as a whole", 3, blocks), *matchups(found, ident, where)]


def ladder_words(found: Standing) -> str:
    """Return what the ladder says, in sentences."""
    fit = found.winners
    if fit.log_worth is None or fit.worth is None:
        return f"Worths from who won are not estimable: {fit.reason}."
    order = sorted(range(len(fit.items)), key=lambda at: -(fit.worth or [])[at])
    first, second = order[:2]
    seats = "" if found.seats_told else " Seats could not be told apart from strategies and are left out."
    return (
        f"On one ladder {words.quoted(fit.items[first])} stands first. Worths are odds: at any table a "
        "strategy's chance to win is its worth over the worths of all who sit there, seats and ties apart. "
        f"So {words.quoted(fit.items[first])} wins {number(fit.worth[first] / fit.worth[second])} times as "
        f"often as the second, {words.quoted(fit.items[second])}, where both sit. "
        f"{best_words(fit)}{fit_words(fit)}{seats} Exploratory: the shares and pairs above are the finding."
    )


def best_words(fit: Worths) -> str:
    """Return which strategies may be the best, in a sentence with a space behind it; '' where unknown."""
    if fit.behind is None:
        return ""
    names = [words.quoted(name) for name, row in zip(fit.items, fit.behind, strict=True) if row.candidate]
    if len(names) == 1:
        return f"{names[0]} is the best of the ladder with 95 % confidence. "
    return f"With 95 % confidence the best is one of {len(names)}: {words.listed(names)}. "


def fit_words(fit: Worths) -> str:
    """Return how well a ladder from winners fits, in a sentence."""
    if fit.fit is None:
        return "How well the ladder fits is not known: each two strategies would need 30 deals together."
    tests = words.plural(fit.fit.tested, "such share")
    off = "no more than chance makes"
    if fit.fit.typical:
        off = f"{size(fit.fit.typical)} points beyond chance (root mean square)"
    return (
        f"How well it fits: beside a given other strategy, a strategy's share of wins is off the ladder's by "
        f"{off}; that it fits exactly has {words.p_words(fit.fit.p)} ({tests} together)."
    )


def _ladder(found: Standing, ident: str, where: str) -> list[Block]:
    fit, places = found.winners, found.places
    if fit.log_worth is None and places.log_worth is None:
        return []
    order = sorted(range(len(fit.items)), key=lambda at: -((fit.log_worth or places.log_worth or [])[at]))
    rows = [_ladder_row(fit, places, at) for at in order]
    note = (
        "Plackett and Luce's worths from winners, joint winners as ties of Davidson and Luce; "
        f"{'seats as a covariate; ' if found.seats_told else ''}standard errors by deal. "
        "Intervals are of the difference to the best, whoever that is, and hold all at once (multiple "
        "comparisons with the best: Hsu 1984); one that ends below 0 is of a strategy that is not the "
        "best. A “no” beside one that reaches 0: another is better, but perhaps not each that may be the "
        "best."
    )
    if fit.reason:
        note += f" No intervals: {fit.reason}." if fit.log_worth else f" From winners: {fit.reason}."
    if places.log_worth is None:
        note += f" From full orders: {places.reason}."
    blocks: list[Block] = [Table(f"{ident}-ladder", f"The ladder, {where}", LADDER_COLUMNS, rows, note)]
    if fit.seats:
        cells = [_seat_row(fit, at, found.deals) for at in range(len(fit.seats))]
        blocks.append(Table(f"{ident}-ladder-seats", f"Seats on the ladder, {where}", SEAT_COLUMNS, cells))
    return blocks


def _ladder_row(fit: Worths, places: Worths, at: int) -> dict[str, Value]:
    row: dict[str, Value] = {"strategy": fit.items[at]}
    if places.log_worth is not None:
        row["places"] = places.log_worth[at]
    if fit.log_worth is None or fit.worth is None:
        return row
    row |= {"worth": fit.worth[at], "log_worth": fit.log_worth[at]}
    if fit.behind is not None:
        row["behind"] = fit.behind[at].difference
        row["interval"] = (fit.behind[at].low, fit.behind[at].high)
        row["best"] = "yes" if fit.behind[at].candidate else "no"
    return row


def _seat_row(fit: Worths, at: int, deals: int) -> dict[str, Value]:
    effect = (fit.seats or [])[at]
    row: dict[str, Value] = {"seat": seat_name(at), "effect": effect}
    if at and fit.seat_se is not None:
        half = float(special.stdtrit(max(1, deals - 1), 0.975)) * fit.seat_se[at]
        row["interval"] = (effect - half, effect + half)
    return row


def _ahead(found: Standing, ident: str, where: str) -> list[Block]:
    place = {name: at for at, name in enumerate(found.names)}
    cells: list[list[float | None]] = [[None] * len(place) for _ in place]
    for one in found.ahead:
        value = one.share.value
        cells[place[one.first]][place[one.second]] = value
        cells[place[one.second]][place[one.first]] = None if value is None else 1 - value
    title = f"Who finishes ahead of whom, {where}"
    most = max(found.ahead, key=lambda one: abs((one.share.value or 0.5) - 0.5))
    alt = (
        f"Table of shades: how often the strategy of a row finishes ahead of that of a column, in per cent. "
        f"The most one-sided pair: {words.quoted(most.first)} is ahead of {words.quoted(most.second)} in "
        f"{percent(most.share.value or 0.0)} of their meetings."
    )
    axis = "per cent of meetings in which the row finished ahead of the column"
    drawing = heatmap(f"{ident}-ahead", title, alt, found.names, found.names, cells, 0.5, axis)
    rows: list[dict[str, Value]] = [
        {
            "first": one.first,
            "second": one.second,
            "meetings": one.share.entries,
            "n_deals": one.share.deals,
            "share": one.share.value,
            "interval": words.interval(one.share),
            "method": words.method(one.share),
        }
        for one in found.ahead
    ]
    note = "By finishing place; equal places count half. Exploratory, not adjusted."
    table = Table(f"{ident}-ahead-table", title, AHEAD_COLUMNS, rows, note)
    return [Figure(f"{ident}-ahead", title, alt, drawing, table.id), table]


def _field(found: Standing, ident: str, where: str) -> Table:
    rows: list[dict[str, Value]] = []
    if found.effective is not None:
        told = f"so many equally strong strategies would have the entropy of these {len(found.names)} shares"
        rows.append({"measure": "effective number of strategies", "value": found.effective, "meaning": told})
    if found.entropy is not None:
        told = "1: all win equally often; 0: one wins everything"
        rows.append({"measure": "normalised entropy of shares", "value": found.entropy, "meaning": told})
    rows += cyclic_rows(found)
    note = ""
    if found.matchups is None or found.matchups.cyclic is None:
        note = "No cyclic ratio: it takes three strategies, every pair of them meeting, and 30 deals."
    return Table(f"{ident}-field-table", f"The field, {where}", FIELD_COLUMNS, rows, note)


def _curves(result: PanelResult, found: Standing, ident: str, where: str) -> list[Block]:
    title = f"Share of wins as games went on, {where}"
    told = ", ".join(f"{words.quoted(one.strategy)} {percent(one.shares[-1])}" for one in found.curves)
    alt = f"Lines of each strategy's share of wins after more and more games; at the end: {told}."
    series = [(one.strategy, one.games, one.shares) for one in found.curves]
    drawing = growth(f"{ident}-convergence", title, alt, series, 1 / result.players)
    total = result.layout.n_games
    columns = (
        Column("strategy", "Strategy"),
        *(Column(f"after_{part:.2f}", f"After {percent(part)} of the games", "percent") for part in TOLD),
    )
    rows: list[dict[str, Value]] = []
    for one in found.curves:
        row: dict[str, Value] = {"strategy": one.strategy}
        for part in TOLD:
            known = [at for at, games in enumerate(one.games) if games <= part * total]
            row[f"after_{part:.2f}"] = one.shares[known[-1]] if known else None
        rows.append(row)
    note = f"In the order of deals, {words.plural(total, 'game')} in all. No interval "
    note += "belongs to a look before the end."
    table = Table(f"{ident}-convergence-table", title, columns, rows, note)
    return [Figure(f"{ident}-convergence", title, alt, drawing, table.id), table]

"""Section: what a kind of seat is worth, such as a species: in all, by seat, beside whom, how it falls."""

from __future__ import annotations

from collections.abc import Sequence

from marchsim.analysis.field.kinds import FAIR, Beside, Fallen, Kinds, Worth
from marchsim.reporting.figures.field import heatmap
from marchsim.reporting.figures.plots import Point, bars
from marchsim.reporting.pages import words
from marchsim.reporting.pages.building import Columns, figure, with_figure
from marchsim.reporting.pages.document import Block, Section, Text
from marchsim.reporting.pages.format import percent
from marchsim.reporting.sections.seats import seat_name

SHRUNK = (
    "Drawn together: the Bayesian estimate if kinds are draws around a common mean (of kind and seat: around "
    "what both make alone), so that chance extremes move in; intervals of each by itself, exploratory."
)
NOBODY = "nobody's dice"


def plural(column: str) -> str:
    """Return the word for several kinds."""
    return column if column.endswith("s") else f"{column}s"


def kinds(found: Kinds | None, ident: str, where: str) -> list[Section]:
    """Return the section of one panel; [] where all seats are alike. `where` names the panel in headings."""
    if found is None:
        return []
    blocks: list[Block] = [Text(told(found)), *_worths(found, ident, where), *_places(found, ident, where)]
    blocks += [*_beside(found, ident, where), *_fallen(found, ident, where)]
    return [Section(f"{ident}-kinds", plural(found.column).capitalize(), 3, blocks)]


def told(found: Kinds) -> str:
    """Return what a reader takes away: who wins most and least, and who is told apart from fair."""
    ordered = sorted(found.worths, key=lambda one: -(one.wins.value or 0.0))
    best, worst = ordered[0], ordered[-1]
    apart = [one for one in ordered if one.wins.low is not None and not _holds_fair(one)]
    least = f"{_named(worst)} least, {_wins(worst)}."
    said = f"{_named(best)} wins most, {_wins(best)} where 100 are fair, and {least}"
    if not apart:
        return f"{said} No {found.column} is told apart from fair."
    which = words.listed(
        [f"{_named(one)} ({'above' if (one.wins.value or 0) > FAIR else 'below'})" for one in apart]
    )
    return f"{said} Told apart from fair, each by itself: {which}."


def _holds_fair(one: Worth) -> bool:
    low, high = one.wins.low, one.wins.high
    return low is not None and high is not None and low <= FAIR <= high


def _named(one: Worth) -> str:
    return words.quoted(one.kind)


def _wins(one: Worth) -> str:
    if one.wins.value is None:
        return "-"
    return f"{one.wins.value:.0f}" + (
        f" ({one.wins.low:.0f} to {one.wins.high:.0f})" if one.wins.low is not None else ""
    )


def _columns(column: str, by_seat: bool) -> Columns[Worth]:
    return (
        Columns[Worth]()
        .column("kind", column.capitalize(), lambda one: one.kind)
        .column("seat", "Seat", lambda one: seat_name(one.seat), given=by_seat)
        .games(lambda one: one.wins.entries, "Entries")
        .deals(lambda one: one.wins)
        .estimate("wins", "Wins where 100 are fair", lambda one: one.wins, "tenth")
        .column("shrunk", "Drawn together", lambda one: one.shrunk, "tenth")
        .range("shrunk_interval", "95 %, drawn together", lambda one: one.shrunk_interval, "tenth")
    )


def _worths(found: Kinds, ident: str, where: str) -> list[Block]:
    """Return wins by kind, as a picture and a table."""
    table = f"{ident}-kinds-table"
    ordered = sorted(found.worths, key=lambda one: -(one.wins.value or 0.0))
    marks = [
        Point(
            one.kind,
            (one.wins.value or 0.0) / FAIR / found.players,
            *(_share(found, end) for end in (one.wins.low, one.wins.high)),
        )
        for one in ordered
    ]
    shares = ", ".join(f"{one.kind} {_wins(one)}" for one in ordered)
    alt = (
        f"Bars of the share of wins by {found.column} with 95 % intervals; wins where 100 are fair: {shares}."
    )
    picture = figure(
        bars,
        f"{ident}-kinds-bars",
        f"Share of wins by {found.column}, {where}",
        alt,
        table,
        marks,
        1 / found.players,
    )
    title = f"Wins by {found.column}, {where}"
    note = f"Of {words.plural(found.deals, 'deal')}; intervals by deal, each by itself. {SHRUNK}"
    return [picture, _columns(found.column, False).table(table, title, ordered, note)]


def _share(found: Kinds, wins: float | None) -> float | None:
    return None if wins is None else max(0.0, wins / FAIR / found.players)


def _places(found: Kinds, ident: str, where: str) -> list[Block]:
    """Return wins by kind and seat, as shades and a table."""
    names = [one.kind for one in found.worths]
    known = {
        (one.kind, one.seat): value / FAIR / found.players
        for one in found.places
        if (value := one.shrunk if one.shrunk is not None else one.wins.value) is not None
    }
    seats = [seat_name(seat) for seat in range(found.players)]
    cells = [[known.get((name, seat)) for seat in range(found.players)] for name in names]
    alt = (
        f"Shades: per cent of games won by each {found.column} (rows) in each seat (columns), drawn together."
    )
    title = f"Wins by {found.column} and seat, {where}"
    table = _columns(found.column, True).table(
        f"{ident}-kinds-seats", title, found.places, f"Intervals by deal. {SHRUNK}"
    )
    axis = f"seat; per cent of games won, pale: {percent(1 / found.players)}, if all were equal"
    return with_figure(
        table, heatmap, f"{ident}-kinds-shades", alt, names, seats, cells, 1 / found.players, axis
    )


def _beside(found: Kinds, ident: str, where: str) -> list[Block]:
    """Return who ends ahead of whom."""
    if not found.beside:
        return []
    exchanged = any(one.instead is not None for one in found.beside)
    columns = (
        Columns[Beside]()
        .column("kind", found.column.capitalize(), lambda one: one.kind)
        .column("other", "Beside", lambda one: one.other)
        .deals(lambda one: one.ahead)
        .estimate("ahead", "Ends ahead", lambda one: one.ahead, "percent")
        .estimate(
            "instead",
            "More wins than the other in its place",
            lambda one: one.instead,
            "tenth",
            given=exchanged,
        )
    )
    note = "Ends ahead: the share of games with both in which it has the better rank; ties are halves."
    if exchanged:
        note += " In its place: they change places on the same deal, all else alike; wins where 100 are fair."
    return [columns.table(f"{ident}-kinds-pairs", f"Beside whom, {where}", found.beside, note)]


def _fallen(found: Kinds, ident: str, where: str) -> list[Block]:
    """Return how kinds lose all: when, and by whose dice."""
    if not found.fallen:
        return []
    names = [one.name for one in found.fallen]
    by = dict(zip([f"by_{name}" for name in names], [f"By {name}" for name in names], strict=True))
    columns = (
        Columns[Fallen]()
        .column("kind", found.column.capitalize(), lambda one: one.name)
        .deals(lambda one: one.share)
        .estimate("share", "Eliminated", lambda one: one.share, "percent")
        .estimate("rounds", "In round, on average", lambda one: one.rounds, "tenth")
        .each(by, lambda one, at: one.by.get(names[at], 0), "count")
        .column("by_nobody", f"By {NOBODY}", lambda one: one.by.get("", 0), "count")
    )
    note = f"{found.fell}. By: games in which that one did it; several may have done it together."
    return [
        columns.table(
            f"{ident}-kinds-fallen", f"Who is eliminated, when and by whom, {where}", found.fallen, note
        )
    ]


def summary(panels: Sequence[Kinds]) -> list[str]:
    """Return a line for each panel, for the summary of a report."""
    return [f"{words.plural(one.players, 'player')}: {told(one)}" for one in panels]

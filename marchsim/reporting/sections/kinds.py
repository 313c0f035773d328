"""The section on kinds of seats, such as species: wins, also by seat and neighbour, and eliminations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from marchsim.analysis.field.kinds import FAIR, Fallen, Kinds, Worth
from marchsim.analysis.reading.estimates import Estimate
from marchsim.reporting.drawing.bars import heat
from marchsim.reporting.drawing.rows import DotRow, Rows, Ruler, estimated
from marchsim.reporting.pages import words
from marchsim.reporting.pages.building import HALF, Columns, SectionBuilder
from marchsim.reporting.pages.document import Figure, Section, Table
from marchsim.reporting.pages.format import percent
from marchsim.reporting.sections.pace import ENDINGS
from marchsim.reporting.sections.seats import seat_name

SHRUNK = (
    "Drawn together: the Bayesian estimate if kinds are draws around a common mean (for kind and seat: "
    "around the sum of both effects), so extremes move in. Intervals are exploratory."
)
NOBODY = "nobody's dice"


def plural(column: str) -> str:
    """The plural of `column`, the word for a kind of seat, such as 'species'."""
    return column if column.endswith("s") else f"{column}s"


def kinds(found: Kinds | None, build: SectionBuilder) -> list[Section]:
    """The section on kinds of seats in one panel, or [] if all seats are alike."""
    if found is None:
        return []
    ordered = _ordered(found)
    rest = (
        build.table("kinds-ends", "How games were decided", ENDINGS, found.ends.items())
        if found.ends
        else None,
        _suited(found, build) if found.suited else None,
        _beside(found, build) if found.ahead else None,
        _fallen(found, build) if found.fallen else None,
        _lives(found, build) if found.lives else None,
    )
    parts = (*_worths(found, ordered, build), *_places(found, build), *rest)
    return [build.section("kinds", plural(found.column).capitalize(), sentence(found), *parts)]


def _ordered(found: Kinds) -> list[Worth]:
    """Kinds from most to fewest wins."""
    return sorted(found.worths, key=lambda one: -(one.wins.value or 0.0))


def sentence(found: Kinds) -> str:
    """The main sentence: the kinds that win most and least, and all that are distinguishable from fair."""
    ordered = [one for one in _ordered(found) if one.wins.value is not None]
    if not ordered or not ordered[0].wins.value:
        return f"No {found.column} won a game here, so nothing is known of {plural(found.column)}."
    best, worst = ordered[0], ordered[-1]
    said = (
        f"{words.quoted(best.kind)} wins most, {_wins(best)} where 100 are fair, and "
        f"{words.quoted(worst.kind)} least, {_wins(worst)}."
    )
    apart = [
        f"{words.quoted(one.kind)} ({'above' if (one.wins.value or 0) > FAIR else 'below'})"
        for one in ordered
        if (ends := words.interval(one.wins)) and not ends[0] <= FAIR <= ends[1]
    ]
    if not apart:
        return f"{said} No {found.column} is distinguishable from fair."
    return f"{said} Distinguishable from fair, each by itself: {words.listed(apart)}."


def _wins(one: Worth) -> str:
    ends = words.interval(one.wins)
    return f"{one.wins.value or 0.0:.0f}" + (f" ({ends[0]:.0f} to {ends[1]:.0f})" if ends else "")


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


def _worths(found: Kinds, ordered: list[Worth], build: SectionBuilder) -> tuple[Figure, Table]:
    """Wins by kind, as a figure and a table."""
    rows = [DotRow(one.kind, [estimated(one.wins)]) for one in ordered]
    shares = ", ".join(f"{one.kind} {_wins(one)}" for one in ordered)
    alt = f"Dots of wins by {found.column} with 95 % intervals. Wins where 100 are fair: {shares}."
    drawing = Rows(rows, Ruler(FAIR, "fair: 100"), axis="wins where 100 are fair, with 95 % intervals")
    picture = build.figure(drawing, "kinds-bars", f"Wins by {found.column}", alt, "kinds-table")
    note = f"Of {words.plural(found.deals, 'deal')}. Intervals are by deal and not adjusted. {SHRUNK}"
    columns = _columns(found.column, False)
    return picture, build.table("kinds-table", f"Wins by {found.column}", columns, ordered, note)


def _places(found: Kinds, build: SectionBuilder) -> tuple[Figure, Table]:
    """Wins by kind and seat, as a shaded figure and a table."""
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
    title, note = f"Wins by {found.column} and seat", f"Intervals by deal. {SHRUNK}"
    table = build.table("kinds-seats", title, _columns(found.column, True), found.places, note)
    even = 1 / found.players
    axis = f"seat, per cent of games won, pale: {percent(even)}, if all were equal"
    return build.pictured(table, heat(names, seats, cells, even, axis), "kinds-shades", alt)


def _suited(found: Kinds, build: SectionBuilder) -> Table:
    """Wins by kind and strategy."""
    names = list(dict.fromkeys(one.strategy for one in found.suited))
    rows: dict[str, list[Worth]] = {}
    for one in found.suited:
        rows.setdefault(one.kind, []).append(one)
    columns = (
        Columns[tuple[str, list[Worth]]]()
        .column("kind", found.column.capitalize(), lambda row: row[0])
        .means({f"with_{name}": name for name in names}, lambda row, at: row[1][at].wins)
    )
    title = f"Wins by {found.column} and strategy"
    return build.table("kinds-suited", title, columns, rows.items(), f"Wins where 100 are fair. {HALF}")


def _lives(found: Kinds, build: SectionBuilder) -> Table:
    """Mean holdings of each kind, by round."""
    rounds = sorted({number for means in found.lives.values() for number in means})
    columns = (
        Columns[tuple[tuple[str, str], Mapping[int, Estimate]]]()
        .column("kind", found.column.capitalize(), lambda row: row[0][0])
        .column("what", "Mean", lambda row: row[0][1].replace("_", " "))
        .means({f"round_{at}": f"Round {at}" for at in rounds}, lambda row, at: row[1].get(rounds[at]))
    )
    note = f"Of games that go on, of those who lost all too. {HALF}"
    rows = sorted(found.lives.items(), key=lambda row: row[0][1])
    return build.table("kinds-lives", f"The life of a {found.column}", columns, rows, note)


def by_players(found: Sequence[Kinds]) -> Table:
    """Wins by kind, with a column for each number of players."""
    wins = {(one.kind, k.players): one.wins for k in found for one in k.worths}
    columns = Columns[str]().column("kind", found[0].column.capitalize(), str)
    for k in found:
        own = {kind: one for (kind, many), one in wins.items() if many == k.players}
        columns = columns.estimate(f"k{k.players}", f"{k.players} players", own.get, "tenth")
    names = sorted({kind for kind, _ in wins})
    note = "Wins where 100 are fair, with 95 % intervals by deal, not adjusted."
    return columns.table("kinds-players", f"Wins by {found[0].column} and players", names, note)


def _beside(found: Kinds, build: SectionBuilder) -> Table:
    """The share of games in which one kind finishes ahead of another."""
    title, exchanged = "More wins than the other in its place", bool(found.instead)
    columns = (
        Columns[tuple[str, str]]()
        .column("kind", found.column.capitalize(), lambda pair: pair[0])
        .column("other", "Beside", lambda pair: pair[1])
        .deals(lambda pair: found.ahead[pair])
        .estimate("ahead", "Ends ahead", found.ahead.get, "percent")
        .estimate("instead", title, found.instead.get, "tenth", given=exchanged)
    )
    note = "Ends ahead: the share of games with both in which it has the better rank. Ties count half."
    if exchanged:
        note += (
            " In its place: they change places on the same deal, all else alike (wins where 100 are fair)."
        )
    return build.table("kinds-pairs", "Beside whom", columns, found.ahead, note)


def _fallen(found: Kinds, build: SectionBuilder) -> Table:
    """Eliminations of each kind: how often, in which round, and by which kinds."""
    names = [one.name for one in found.fallen]
    by = {f"by_{name}": f"By {name}" for name in names}
    columns = (
        Columns[Fallen]()
        .column("kind", found.column.capitalize(), lambda one: one.name)
        .deals(lambda one: one.share)
        .estimate("share", "Eliminated", lambda one: one.share, "percent")
        .estimate("rounds", "In round, on average", lambda one: one.rounds, "tenth")
        .each(by, lambda one, at: one.by.get(names[at], 0), "count")
        .column("by_nobody", f"By {NOBODY}", lambda one: one.by.get("", 0), "count")
    )
    fell = f"{found.fell}. " if found.fell else ""
    note = f"{fell}By: games in which that one did it, perhaps together with others."
    title = "Who is eliminated, when and by whom"
    return build.table("kinds-fallen", title, columns, found.fallen, note)

"""Sections on the course of games: length, endings, sources of points, and leads.

They show scores, actions, holdings, lead changes and comebacks by round.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from marchsim.analysis.course.drama import MOST_CHANGES, After, Chance, Drama
from marchsim.analysis.course.pace import JOINT, MEASURES, NOBODY, Course, Spread, ended
from marchsim.analysis.course.profile import Activity
from marchsim.analysis.reading.estimates import Estimate
from marchsim.analysis.reading.source import POINTS
from marchsim.analysis.tournament import PanelResult
from marchsim.reporting.drawing.bars import Columns as Bars
from marchsim.reporting.drawing.bars import Stacks
from marchsim.reporting.drawing.lines import Line, Lines, Spot
from marchsim.reporting.drawing.palette import MORE
from marchsim.reporting.drawing.rows import Rows, spread
from marchsim.reporting.pages import words
from marchsim.reporting.pages.building import HALF, Columns, SectionBuilder
from marchsim.reporting.pages.document import Figure, Section, Table
from marchsim.reporting.pages.format import count, number, percent

TITLES = {
    True: ("happens", "Events of each round, per player"),
    False: ("stands", "State of players at the end of each round"),
}


def ending_words(name: str) -> str:
    """A phrase for an ending of games, for a table."""
    return name if name in (JOINT, NOBODY) else f"decided by {name}"


DECIDED = "How games were decided"
ENDINGS = (
    Columns[tuple[str, Estimate]]()
    .column("ending", "Ending", lambda row: ending_words(row[0]))
    .games(lambda row: ended(row[1]))
    .estimate("share", "Share of games", lambda row: row[1], "percent", interval="interval")
    .method(lambda row: row[1])
)


def length_words(result: Course) -> str:
    """The main sentence on length and ties in a panel, or '' if no game counts."""
    if not result.lengths:
        return ""
    parts = [f"{words.mean(length.mean)} {length.name}" for length in result.lengths[: len(MEASURES)]]
    text = f"A game lasted {words.listed(parts)} on average"
    joint = result.endings.get(JOINT)
    if joint is None:
        return f"{text}."
    return f"{text}; joint winners ended {words.share(joint)} of the games."


def pace(result: Course, build: SectionBuilder) -> Section:
    """The section on the length and the endings of a panel's games."""
    if not result.lengths:
        return build.section("pace", "Length of games", "No game counts, so none has a length.")
    lengths = (
        Columns[Spread]()
        .column("measure", "Measure", lambda length: length.name)
        .games(lambda _: result.layout.n_games)
        .column("n_deals", "Deals", lambda _: result.layout.n_deals, "count")
        .estimate("mean", "Mean", lambda length: length.mean, "number", interval="interval")
        .column("median", "Median", lambda length: length.quantiles[2], "number")
        .column("low", "Shortest", lambda length: length.low, "number")
        .column("high", "Longest", lambda length: length.high, "number")
        .column("note", "Note", lambda length: length.mean.note)
    )
    return build.section(
        "pace",
        "Length of games",
        length_words(result),
        build.table("length", "Length", lengths, result.lengths),
        build.table("endings", DECIDED, ENDINGS, result.endings.items()) if result.endings else None,
    )


def scores(result: Course, build: SectionBuilder, meanings: Mapping[str, str]) -> Section:
    """The section on points by source and scores by round in a panel.

    `meanings` explains the columns of points.
    """
    parts = _points(result, build, meanings) if result.points else ()
    rounds = _rounds(result, build) if result.rounds else ()
    none = "" if parts or rounds else "This run recorded no parts of the score."
    return build.section("scores", "Scores", *parts, *rounds, none)


def heading(column: str) -> str:
    """A heading for a column that the game defines: its name in plain words."""
    return column.removeprefix(POINTS).replace("_", " ")


def _points(result: Course, build: SectionBuilder, meanings: Mapping[str, str]) -> tuple[Figure, Table]:
    totals = {strategy: score.value or 0.0 for strategy, score in result.scores.items()}
    rows = dict(sorted(result.points.items(), key=lambda row: (-totals[row[0]], row[0])))
    sources = next(iter(rows.values()))
    parts = [(heading(column), [row[column].value or 0.0 for row in rows.values()]) for column in sources]
    most = [max(parts, key=lambda part, at=at: part[1][at])[0] for at in range(len(rows))]  # type: ignore[misc]
    told = "; ".join(
        f"{words.quoted(name)} {number(totals[name])}, most from {most[at]}" for at, name in enumerate(rows)
    )
    alt = f"Stacked bars of mean points per game by source for each strategy: {told}."
    names = list(sources)
    columns = (
        Columns[tuple[str, dict[str, Estimate]]]()
        .column("strategy", "Strategy", lambda row: row[0])
        .deals(lambda row: row[1][names[0]])
        .means({name: heading(name) for name in names}, lambda row, at: row[1][names[at]])
    )
    known = [f"{heading(name)}: {meanings[name]}" for name in names if meanings.get(name)]
    note = "; ".join(known) + ("." if known else "") + f" {HALF}"
    table = build.table("points", "Mean points by source", columns, rows.items(), note)
    return build.pictured(table, Stacks(list(rows), parts, "mean points per game"), "sources", alt)


def _rounds(result: Course, build: SectionBuilder) -> tuple[Figure, Table]:
    lines = [
        Line(name, [Spot(at, one.value or 0.0, one.low, one.high) for at, one in found.items()])
        for name, found in result.rounds.items()
    ]
    lines.sort(key=lambda one: (-one.spots[-1].y, one.name))
    last = ", ".join(f"{words.quoted(one.name)} {number(one.spots[-1].y)}" for one in lines)
    alt = f"Lines of the mean score by round for each strategy. After the last round: {last}."
    rounds = sorted({at for found in result.rounds.values() for at in found})
    columns = (
        Columns[tuple[str, dict[int, Estimate]]]()
        .column("strategy", "Strategy", lambda row: row[0])
        .means({f"round_{at}": f"Round {at}" for at in rounds}, lambda row, at: row[1].get(rounds[at]))
    )
    title = "Mean score at the end of each round"
    table = build.table("by-round", title, columns, result.rounds.items(), HALF)
    return build.pictured(table, Lines(lines, axis="mean score by round, with 95 % intervals"), "growth", alt)


def activity(result: PanelResult, build: SectionBuilder, meanings: Mapping[str, str]) -> list[Section]:
    """The section on the actions and holdings of a panel's players, or [] if none were recorded."""
    tables: list[Table] = []
    for happens, (key, title) in TITLES.items():
        rows = [row for row in result.activity if row.happens == happens]
        if rows:
            columns = (
                Columns[Activity]()
                .column("what", "Mean", lambda row: heading(row.column))
                .means({f"round_{at}": f"Round {at}" for at in rows[0].rounds}, lambda row, at: row.means[at])
                .column("meaning", "Meaning", lambda row: meanings.get(row.column, ""))
            )
            note = f"{HALF}{_unknown(rows, result.activity)}"
            tables.append(build.table(key, title, columns, rows, note))
    return [build.section("activity", "Actions and possessions", *tables)] if tables else []


def _unknown(rows: Sequence[Activity], beside: Sequence[Activity]) -> str:
    """A note that names the numbers in `rows` that are not known for every player, or '' if all are.

    `beside` are all numbers of the same rounds.
    """
    most = [max(row.means[at].entries for row in beside) for at in range(len(rows[0].rounds))]
    some = [
        heading(row.column)
        for row in rows
        if any(mean.entries < of for mean, of in zip(row.means, most, strict=True))
    ]
    return f" Not known of every player: {', '.join(some)}; the mean is of those known." if some else ""


# who leads, and comebacks -----------------------------------------------------------
ROUNDS = (
    Columns[After]()
    .column("round", "After round", lambda one: one.round, "count")
    .games(lambda one: one.games)
    .column("shared", "Lead shared", lambda one: one.shared.value, "percent")
    .estimate("changed", "Lead changed in it", lambda one: one.changed, "percent")
    .estimate("behind", "Wins of players then behind", lambda one: one.behind, "percent")
    .estimate("gap", "First above second", lambda one: one.gap, "number")
    .each({f"q{q}": f"{q} %" for q in (5, 25, 50, 75, 95)}, lambda one, at: one.quantiles[at], "number")
    .estimate("spread", "First above last", lambda one: one.spread, "number")
)
CHANGES = (
    Columns[tuple[str, int, float]]()
    .column("changes", "Lead changes", lambda row: row[0])
    .games(lambda row: row[1])
    .column("share", "Share of games", lambda row: row[2], "percent")
)


def behind_words(one: Chance) -> str:
    """A phrase for a class of players: how many points they are behind the leader."""
    if one.low == 0:
        return "alone in the lead" if one.alone else "level in the lead"
    if one.high is None:
        return f"{count(one.low)} or more"
    return count(one.low) if one.low == one.high else f"{count(one.low)} to {count(one.high)}"


CHANCES = (
    Columns[Chance]()
    .column("behind", "Points behind the first", behind_words)
    .column("round", "After round", lambda one: one.round, "count")
    .column("n_entries", "Players", lambda one: one.share.entries, "count")
    .deals(lambda one: one.share)
    .estimate("share", "Share of wins", lambda one: one.share, "percent", interval="interval")
    .method(lambda one: one.share)
)


CHANCES_NOTE = (
    "The share of wins of players by distance behind after a round before their last. Classes have about as "
    "many players each. Players behind differ in more than points: strategy, seat and position."
)


def drama_words(found: Drama) -> str:
    """The main sentences on leads and comebacks in a panel's games."""
    if found.late.value is None:
        return f"The lead changed in {words.share(found.any_change)} of the games. Nobody won one."
    return (
        f"The lead changed in {words.share(found.any_change)} of the games, {words.mean(found.changes)} "
        f"times a game on average; {words.share(found.late)} of the wins came from the last place half-way. "
        f"Winners were at most {words.mean(found.deficit)} points behind on average."
    )


def drama(result: PanelResult, build: SectionBuilder) -> list[Section]:
    """The section on leads and comebacks in a panel's games, or [] if no rounds were recorded."""
    found = result.drama
    if found is None:
        return []
    told = drama_words(found)
    if found.quantiles:
        _, _, middle, _, high = found.quantiles
        told += (
            f" In half of the games the winner was never more than {number(middle)} points "
            f"behind before the last round, in 19 of 20 never more than {number(high)}."
        )
    parts = (*_gaps(found, build), *_lead_changes(found, build), _leading(found, build))
    chances = build.table("chances", "Winning from behind", CHANCES, found.chances, CHANCES_NOTE)
    return [build.section("drama", "Who leads, and comebacks", told, *parts, chances)]


def _gaps(found: Drama, build: SectionBuilder) -> tuple[Figure, Table]:
    last = found.after[-1]
    alt = (
        f"Ranges of the points between the first and the second player by round. After round {last.round}: "
        f"median {number(last.quantiles[2])}, half of the games between {number(last.quantiles[1])} and "
        f"{number(last.quantiles[3])}."
    )
    note = (
        "The lead changes if a sole leader differs from the last sole leader. Quantiles are of the "
        "points between first and second, over games. Games that ended earlier are not in later rounds."
    )
    table = build.table("lead", "The lead by round", ROUNDS, found.after, note)
    title = "How far the first is above the second, by round"
    rows = [spread(f"round {one.round}", one.quantiles, MORE, True) for one in found.after]
    axis = "points above the second: line 5 to 95 % of games, bar 25 to 75 %, ring and number: median"
    return build.figure(Rows(rows, axis=axis), "gap", title, alt, "lead"), table


def _lead_changes(found: Drama, build: SectionBuilder) -> tuple[Figure, Table]:
    games = sum(found.counts)
    names = [str(at) for at in range(MOST_CHANGES)] + [f"{MOST_CHANGES} or more"]
    shares = [n / games for n in found.counts]
    told = ", ".join(f"{name}: {percent(share)}" for name, share in zip(names, shares, strict=True))
    alt = f"Bars of the share of games by number of lead changes. {told}."
    note = f"Mean {words.mean(found.changes)}; with a lead change: {words.share(found.any_change)}, by deal."
    rows = zip(names, found.counts, shares, strict=True)
    columns = [(name, 100 * share, MORE) for name, share in zip(names, shares, strict=True)]
    table = build.table("changes-table", "Lead changes in a game", CHANGES, rows, note)
    return build.pictured(
        table, Bars(columns, "share of games by number of lead changes", " %"), "changes", alt
    )


def _leading(found: Drama, build: SectionBuilder) -> Table:
    rounds = [one.round for one in found.after]
    columns = (
        Columns[tuple[str, dict[int, Estimate]]]()
        .column("strategy", "Strategy", lambda row: row[0])
        .means(
            {f"round_{at}": f"After round {at}" for at in rounds},
            lambda row, at: row[1][rounds[at]],
            "percent_plus_minus",
        )
    )
    order = sorted(found.leading.items(), key=lambda row: (-(row[1][rounds[-1]].value or 0.0), row[0]))
    note = "Share of its entries in which it led alone, ± half the width of the 95 % interval, by deal."
    return build.table("leading", "Who leads", columns, order, note)

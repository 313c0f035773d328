"""Sections: how long games last and how they end; scores, where points come from, and how scores grow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from marchsim.analysis.course.pace import JOINT, MEASURES, Course, EndingShare, Means
from marchsim.analysis.reading.estimates import Estimate
from marchsim.analysis.reading.source import POINTS
from marchsim.reporting.figures.plots import Point, lines, stacks
from marchsim.reporting.pages import words
from marchsim.reporting.pages.document import Block, Column, Figure, Section, Table, Text, Value
from marchsim.reporting.pages.format import number

LENGTH_COLUMNS = (
    Column("measure", "Measure"),
    Column("n_games", "Games", "count"),
    Column("n_deals", "Deals", "count"),
    Column("mean", "Mean", "number"),
    Column("interval", "95 % interval", "numbers"),
    Column("median", "Median", "number"),
    Column("low", "Shortest", "number"),
    Column("high", "Longest", "number"),
    Column("note", "Note"),
)
ENDING_COLUMNS = (
    Column("ending", "Ending"),
    Column("n_games", "Games", "count"),
    Column("share", "Share of games", "percent"),
    Column("interval", "95 % interval", "percents"),
    Column("method", "Interval"),
)
HALF = "The number behind ± is half the width of the 95 % interval."


def length_words(result: Course) -> str:
    """Return the sentence that a reader takes away of a panel's length and ties, '' without kept games."""
    if not result.lengths:
        return ""
    parts = [f"{words.mean(length.mean)} {length.measure}" for length in result.lengths[: len(MEASURES)]]
    text = f"A game lasted {words.listed(parts)} on average"
    joint = [ending for ending in result.endings if ending.name == JOINT]
    if not joint:
        return f"{text}."
    return f"{text}; joint winners ended {words.share(joint[0].share)} of the games."


def pace(result: Course, ident: str, where: str) -> Section:
    """Return the section on length and endings of one panel."""
    if not result.lengths:
        return Section(f"{ident}-pace", "Length of games", 3, [Text("No game counts, so none has a length.")])
    lengths = [
        {
            "measure": length.measure,
            "n_games": result.layout.n_games,
            "n_deals": result.layout.n_deals,
            "mean": length.mean.value,
            "interval": words.interval(length.mean),
            "median": length.median,
            "low": length.low,
            "high": length.high,
            "note": length.mean.note,
        }
        for length in result.lengths
    ]
    endings = [_ending_row(ending) for ending in result.endings]
    blocks: list[Block] = [
        Text(length_words(result)),
        Table(f"{ident}-length", f"Length, {where}", LENGTH_COLUMNS, lengths),
    ]
    if endings:
        title = f"How games were decided, {where}"
        blocks.append(Table(f"{ident}-endings", title, ENDING_COLUMNS, endings))
    return Section(f"{ident}-pace", "Length of games", 3, blocks)


def _ending_row(ending: EndingShare) -> dict[str, Value]:
    return {
        "ending": ending.name if ending.name == JOINT else f"decided by {ending.name}",
        "n_games": ending.games,
        "share": ending.share.value,
        "interval": words.interval(ending.share),
        "method": words.method(ending.share),
    }


def scores(result: Course, ident: str, where: str, meanings: Mapping[str, str]) -> Section:
    """Return the section on points by source, and scores by round, of one panel."""
    blocks: list[Block] = []
    if result.points:
        blocks += _points(result, ident, where, meanings)
    if result.rounds:
        blocks += _rounds(result, ident, where)
    return Section(
        f"{ident}-scores", "Scores", 3, blocks or [Text("This run recorded no parts of the score.")]
    )


def heading(column: str) -> str:
    """Return the heading of a column of the game's own."""
    return column.removeprefix(POINTS).replace("_", " ")


def _points(result: Course, ident: str, where: str, meanings: Mapping[str, str]) -> list[Block]:
    totals = {strategy: score.value or 0.0 for strategy, score in result.scores.items()}
    rows = sorted(result.points, key=lambda row: (-totals[row.strategy], row.strategy))
    columns = rows[0].columns
    parts = [
        (heading(column), [row.means[at].value or 0.0 for row in rows]) for at, column in enumerate(columns)
    ]
    title = f"Mean points by source, {where}"
    most = [max(parts, key=lambda part, at=at: part[1][at])[0] for at in range(len(rows))]  # type: ignore[misc]
    told = "; ".join(
        f"{words.quoted(row.strategy)} {number(totals[row.strategy])}, most from {most[at]}"
        for at, row in enumerate(rows)
    )
    alt = f"Stacked bars of mean points per game by source for each strategy: {told}."
    drawing = stacks(f"{ident}-sources", title, alt, [row.strategy for row in rows], parts)
    table = means_table(f"{ident}-points", title, rows, meanings)
    return [Figure(f"{ident}-sources", title, alt, drawing, table.id), table]


def means_table(ident: str, title: str, rows: Sequence[Means], meanings: Mapping[str, str]) -> Table:
    """Return the table of means of columns of the game's own, a row for each strategy."""
    names = rows[0].columns
    columns = (
        Column("strategy", "Strategy"),
        Column("n_deals", "Deals", "count"),
        *(Column(name, heading(name), "plus_minus") for name in names),
    )
    cells = [
        {
            "strategy": row.strategy,
            "n_deals": row.means[0].deals,
            **{name: words.plus_minus(mean) for name, mean in zip(names, row.means, strict=True)},
        }
        for row in rows
    ]
    known = [f"{heading(name)}: {meanings[name]}" for name in names if meanings.get(name)]
    return Table(ident, title, columns, cells, "; ".join(known) + ("." if known else "") + f" {HALF}")


def _rounds(result: Course, ident: str, where: str) -> list[Block]:
    numbers = sorted({row.round for row in result.rounds})
    by_strategy: dict[str, dict[int, Estimate]] = {}
    for row in result.rounds:
        by_strategy.setdefault(row.strategy, {})[row.round] = row.score
    series = [
        (name, sorted(found), [_point(name, found[r]) for r in sorted(found)])
        for name, found in by_strategy.items()
    ]
    series.sort(key=lambda one: (-one[2][-1].value, one[0]))
    title = f"Mean score at the end of each round, {where}"
    last = ", ".join(f"{words.quoted(name)} {number(points[-1].value)}" for name, _, points in series)
    alt = f"Lines of the mean score by round for each strategy; after the last round: {last}."
    drawing = lines(f"{ident}-growth", title, alt, "round", series)
    columns = (
        Column("strategy", "Strategy"),
        *(Column(f"round_{r}", f"Round {r}", "plus_minus") for r in numbers),
    )
    cells = [
        {"strategy": name, **{f"round_{r}": words.plus_minus(estimate) for r, estimate in found.items()}}
        for name, found in by_strategy.items()
    ]
    table = Table(f"{ident}-by-round", title, columns, cells, HALF)
    return [Figure(f"{ident}-growth", title, alt, drawing, table.id), table]


def _point(name: str, estimate: Estimate) -> Point:
    return Point(name, estimate.value or 0.0, estimate.low, estimate.high)

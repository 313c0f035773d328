"""Section: what players do and have by round, from the numbers that a game keeps of its rounds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from marchsim.analysis.course.activity import Activity
from marchsim.analysis.tournament import PanelResult
from marchsim.reporting.pages import words
from marchsim.reporting.pages.document import Block, Column, Section, Table, Value
from marchsim.reporting.sections.pace import HALF, heading

TITLES = {
    True: ("happens", "What happens in each round, per player"),
    False: ("stands", "How players stand at the end of each round"),
}


def activity(result: PanelResult, ident: str, where: str, meanings: Mapping[str, str]) -> list[Section]:
    """Return the section on what the players of a panel did and had; none where it was not recorded."""
    blocks: list[Block] = []
    for happens, (key, title) in TITLES.items():
        rows = [row for row in result.activity if row.happens == happens]
        if rows:
            note = f"{HALF}{_unknown(rows, result.activity)}"
            blocks.append(_by_round(f"{ident}-{key}", f"{title}, {where}", rows, meanings, note))
    return [Section(f"{ident}-activity", "What players do and have", 3, blocks)] if blocks else []


def _by_round(
    ident: str, title: str, rows: Sequence[Activity], meanings: Mapping[str, str], note: str
) -> Table:
    columns = (
        Column("what", "Mean"),
        *(Column(f"round_{at}", f"Round {at}", "plus_minus") for at in rows[0].rounds),
        Column("meaning", "Meaning"),
    )
    cells: list[dict[str, Value]] = [
        {
            "what": heading(row.column),
            "meaning": meanings.get(row.column, ""),
            **{f"round_{at}": words.plus_minus(m) for at, m in zip(row.rounds, row.means, strict=True)},
        }
        for row in rows
    ]
    return Table(ident, title, columns, cells, note)


def _unknown(rows: Sequence[Activity], beside: Sequence[Activity]) -> str:
    """Return which numbers are known of fewer players in a round than others are, and what means are of."""
    most = [max(row.means[at].entries for row in beside) for at in range(len(rows[0].rounds))]
    some = [
        heading(row.column)
        for row in rows
        if any(mean.entries < of for mean, of in zip(row.means, most, strict=True))
    ]
    return f" Not known of every player: {', '.join(some)}; the mean is of those known." if some else ""

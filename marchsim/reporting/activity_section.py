"""Section: what players do and have by round, from the numbers that a game keeps of its rounds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from marchsim.analysis.activity import Activity
from marchsim.analysis.tournament import Result
from marchsim.reporting import words
from marchsim.reporting.document import Block, Column, Section, Table, Value
from marchsim.reporting.pace_section import HALF, heading

TITLES = {
    True: ("happens", "What happens in each round, per player"),
    False: ("stands", "How players stand at the end of each round"),
}


def activity(result: Result, ident: str, where: str, meanings: Mapping[str, str]) -> list[Section]:
    """Return the section on what the players of a panel did and had; none where it was not recorded."""
    blocks: list[Block] = []
    for happens, (key, title) in TITLES.items():
        rows = [row for row in result.activity if row.happens == happens]
        if rows:
            blocks.append(_by_round(f"{ident}-{key}", f"{title}, {where}", rows, meanings))
    return [Section(f"{ident}-activity", "What players do and have", 3, blocks)] if blocks else []


def _by_round(ident: str, title: str, rows: Sequence[Activity], meanings: Mapping[str, str]) -> Table:
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
    return Table(ident, title, columns, cells, HALF)

"""The page and data of a try with several values: the fair value, a figure and a table."""

from __future__ import annotations

from dataclasses import asdict
from functools import partial
from typing import Any

from marchsim.analysis.judging.verdict import BLUE, GREEN, GREY, signed
from marchsim.analysis.reading.estimates import Estimate
from marchsim.analysis.trying.answers import EXTRA, TryAnswer
from marchsim.analysis.trying.rows import ChangedMetric
from marchsim.analysis.trying.swept import SEATS, FairValue, Swept
from marchsim.errors import plural
from marchsim.reporting.drawing.rows import Dot, DotRow, Rows, Ruler
from marchsim.reporting.front.page import Page, Part, Picture
from marchsim.reporting.pages.building import Columns
from marchsim.reporting.pages.document import Table, Text
from marchsim.reporting.trying.page import PageWords, row_data
from marchsim.reporting.trying.terminal import MARKS, cell

SCHEMA = "marchsim.try-values/1"


def page(found: Swept, told: PageWords) -> Page:
    """The page of a try with several values, as data for its template."""
    sure = all(one.value is not None for one in found.fair) and bool(found.fair)
    sizes = [f"{plural(n, 'deal')} with {k} players" for k, n in found.deals.items()]
    size = f"{', '.join(sizes)}, each at every value. All changes are one family."
    part = Part(
        "values", "Along the values", figures=[_curve(one, found) for one in found.fair],
        tables=[_table(found, players) for players in found.deals], commands=told.commands[1:],
    )  # fmt: skip
    answers = [
        TryAnswer("fair", "At which value is it fair?", "Fair value", GREEN if sure else GREY,
                  "found" if sure else _may_be_fair(found), found.verdict),
        TryAnswer("sure", "How sure is this?", "How sure", BLUE, plural(found.games, "game"), size),
    ]  # fmt: skip
    shown = [] if found.control is None else [_change(found, found.control)]
    lines = [one for one in told.lines if not (shown and one.startswith(f"{shown[0][0]}: "))]
    return Page(
        f"try {told.name}", f"try {told.name}", told.game, plural(found.games, "game"), found.headline,
        answers, [part], f"Run {told.name} \N{MIDDLE DOT} its data: try.json", told.commands[:1],
        changes=shown, notices=[Text(one) for one in (*lines, *told.notes)], commands=told.commands,
    )  # fmt: skip


def _may_be_fair(found: Swept) -> str:
    """The values that may be fair, as text, or 'cannot tell yet' if none or all of them may be."""
    left = {at for one in found.fair for at in one.may_be_fair()}
    if not left or len(left) == len(found.values):
        return "cannot tell yet"
    return f"maybe {' or '.join(found.values[at] for at in sorted(left))}"


def _change(found: Swept, now: int) -> tuple[str, str, str, str]:
    """The present value and the other values, for the top of the page."""
    others = [value for at, value in enumerate(found.values) if at != now]
    return (found.parameter.removeprefix("rules."), "", found.values[now], ", ".join(others))


def _curve(fair: FairValue, found: Swept) -> Picture:
    """The figure of a measure with a row for each value, and a line that marks a fair game."""
    shown = zip(found.values, fair.levels, range(len(found.values)), strict=True)
    rows = [
        DotRow(f"{value}{' (now)' if at == found.control else ''}", [_dot(level)], number=_number(level))
        for value, level, at in shown
    ]
    what = f"{fair.about}: {EXTRA}" if fair.about else f"The seats: {SEATS}"
    alt = "; ".join(f"{row.name}: {row.number}" for row in rows)
    drawn = Rows(rows, Ruler(0.0, "fair", signed=True)).svg(f"{what}, by {found.parameter}: {alt}.")
    return Picture(
        f"{what}, by {found.parameter}, {fair.players} players.",
        "Lines are intervals, 95 % sure of all values together.",
        drawn,
    )


def _dot(level: Estimate) -> Dot:
    return Dot(level.value or 0.0, level.low, level.high)


def _number(level: Estimate) -> str:
    return "" if level.value is None else signed(level.value)


def _table(found: Swept, players: int) -> Table:
    """The table of every metric at every value."""
    by = {name: [row for row in rows if row.players == players] for name, rows in found.rows.items()}
    first = next(iter(by.values()))
    columns = Columns[int]().column("strategy", "What", lambda at: first[at].label)
    columns = columns.column("now", "Now", lambda at: cell(first[at], first[at].before))
    for name, value in zip(found.rulesets, found.values, strict=True):
        if name in by:
            columns = columns.column(name, value, partial(_cell, by[name]))
    note = (
        "Wins are counted where 100 are fair. "
        "! clearly changed, + changed, = no change that matters, no mark: cannot tell yet."
    )
    return columns.table(f"try-values-{players}", f"{players} players", range(len(first)), note)


def _cell(rows: list[ChangedMetric], at: int) -> str:
    """A metric at one of the values as text, with the mark of its verdict."""
    return f"{cell(rows[at], rows[at].after)} {MARKS[rows[at].word]}".strip()


def data(found: Swept, told: PageWords) -> dict[str, Any]:
    """The results of a try with several values as plain data."""
    return {
        "schema": SCHEMA,
        "told": list(told.lines),
        "parameter": found.parameter,
        "values": list(found.values),
        "variants": list(found.rulesets),
        "now": found.control,
        "verdict": found.verdict,
        "changed": found.significant,
        "fair": [
            {**asdict(one), "interval": list(one.interval) if one.interval else None} for one in found.fair
        ],
        "metrics": {name: [row_data(row) for row in rows] for name, rows in found.rows.items()},
        "games": found.games,
        "void": found.void,
        "deals": {str(players): deals for players, deals in found.deals.items()},
        "notes": list(told.notes),
    }

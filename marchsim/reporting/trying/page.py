"""The page of a try: the answers, every change against its margin, and notes to read before you act."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from marchsim import folders
from marchsim.analysis.judging.verdict import WINS
from marchsim.analysis.trying.answers import signed_value, value
from marchsim.analysis.trying.comparison import Tried
from marchsim.analysis.trying.rows import PERCENT, ChangedMetric, brief
from marchsim.analysis.variants.differences import ABSENT, ChangedValue, shown
from marchsim.errors import RecordError, plural
from marchsim.recorder.metrics import OF
from marchsim.reporting.drawing.palette import Key, looks
from marchsim.reporting.drawing.rows import Dot, DotRow, Rows, Ruler
from marchsim.reporting.front.commands import Command
from marchsim.reporting.front.page import Fold, Page, Part, Picture, environment
from marchsim.reporting.pages import words
from marchsim.reporting.pages.building import Columns
from marchsim.reporting.pages.document import Table, Text
from marchsim.reporting.pages.format import count
from marchsim.reporting.pages.saving import save
from marchsim.reporting.sections.verdicts import ICONS

INDEX, DATA = "index.html", "try.json"
MOST_CHANGES = 8  # changes at the top of the page
REACH = 4.0  # most margins that the figure shows on each side
UNTUNED = (
    "The strategies were written for the game as it was and did not learn the new one. “Same” means that "
    "these players do as well as before. Better players may find more."
)
FALLEN = {"?": "cannot tell yet", "small": "changed, too little to matter", "clearly": "changed, clearly"}
MARGINS = (
    "Wins are counted where 100 are fair. Margins come from [report.margins], or are the usual ones. “Same” "
    "needs the 90 % interval inside the margin, which is a little narrower than the range shown. “Small” and "
    "“changed” allow for all lines at once. The range shown does not."
)
EXPLORATORY = "Exploratory: each interval is of 95 % by itself, and nothing is claimed."
METHODS = (
    "Both games have the same deals, line-ups and seats. Differences are paired by deal.",
    "All verdicts here are one family: a metric counts as changed if its Holm-adjusted p value is below 5 "
    "%. So at most 5 % of tries of a change without effect report any change.",
    "Clearly: the interval that holds together with all others (Bonferroni) is beyond the margin.",
    "Same, and too little to matter: the 90 % interval is inside the margin (two one-sided tests at 5 %), of "
    "each metric by itself.",
    "95 % sure: the interval of each change by itself.",
    "Extra wins when dealt: opening hands are dealt at random, so seats that were dealt the card are "
    "compared with seats of the same strategy that were not. The change is paired by deal.",
    "To be surer: that many deals find a change of the margin in four out of five tries, in each open row "
    "by itself.",
    "Without --deals, --games and --seconds the number of deals follows from the game alone, on any machine "
    "the same.",
)


EXACT = (
    Columns[ChangedMetric]()
    .column("metric", "Metric", lambda row: row.metric)
    .column("players", "Players", lambda row: row.players, "count")
    .column("deals", "Deals", lambda row: row.deals, "count")
    .column("change", "Change", lambda row: row.change, "number")
    .range("joint", "All together", lambda row: row.joint, "number")
    .column("margin", "Margin", lambda row: row.margin, "number")
    .column("p", "p (Holm)", lambda row: row.adjusted, "p")
    .column("detectable", "Found in four of five", lambda row: row.detectable, "number")
    .column("verdict", "Verdict", lambda row: row.verdict)
)


@dataclass(frozen=True)
class PageWords:
    """The context of a try without its results: name, game, changes as text, commands, notes."""

    name: str
    game: str
    lines: Sequence[str]
    commands: Sequence[Command]
    notes: Sequence[str] = ()
    fingerprints: tuple[str, str] = ("", "")
    seed: int | None = None


def write(found: Tried, told: PageWords, out: Path) -> Path:
    """Write the page and data of a try into a folder and return the path of the page.

    Other files in the folder are kept.
    """
    return saved(page(found, told), data(found, told.lines), out)


def saved(made: Page, content: Mapping[str, Any], out: Path) -> Path:
    """Write a page and its data into a folder and return the path of the page.

    Other files in the folder are kept.
    """
    try:
        with folders.replacing(out, lambda _, inside: inside in (INDEX, DATA)) as new:
            text = json.dumps(content, indent=1, ensure_ascii=False)
            save(new / DATA, f"{text}\n")
            save(new / INDEX, html(made))
    except OSError as error:
        raise RecordError(f"{out}: the page cannot be written there ({error.strerror}).") from None
    return out / INDEX


def html(found: Page) -> str:
    """The page as the text of a single HTML file."""
    return environment("marchsim.reporting.trying").get_template("try.html").render(page=found)


def page(found: Tried, told: PageWords) -> Page:
    """The page of a try as data for its template."""
    look = looks([row.about for row in found.rows if row.metric.startswith(OF)])
    headline = f"{heading(found.changes, found.names)}: {found.said}"
    return Page(
        f"try {told.name}: {headline}", f"try {told.name}", told.game, _size(found), headline, found.answers,
        [_figure(found, look), _before_acting(found, told)], _footer(told), told.commands[:1], look=look,
        notices=[Text(one) for one in (*told.notes, *found.notes, *_voids(found))],
        changes=_changes(found.changes, told.lines), commands=told.commands,
    )  # fmt: skip


def heading(changes: Sequence[ChangedValue], names: Mapping[str, str]) -> str:
    """The change in a few words, such as `march_steps 5 → 4`, or the number of several changes."""
    if len(changes) > 1:
        return plural(len(changes), "change")
    one = changes[0]
    if one.old is ABSENT or one.new is ABSENT:
        return f"{_place(one, names)} {'added' if one.old is ABSENT else 'removed'}"
    return f"{_place(one, names)} {shown(one.old)} → {shown(one.new)}"


def _place(one: ChangedValue, names: Mapping[str, str]) -> str:
    return " ".join(names.get(key, key) for key in one.path[1:]) or one.path[0]


def _changes(changes: Sequence[ChangedValue], lines: Sequence[str]) -> list[tuple[str, str, str, str]]:
    """The first changes of a try, for the top of the page."""
    told = []
    for one in changes[:MOST_CHANGES]:
        number = next(
            (line.partition("(")[2].partition(")")[0] for line in lines if f" {one.path[-1]} (" in line), ""
        )
        old, new = ("nothing" if part is ABSENT else shown(part) for part in (one.old, one.new))
        if one.old is ABSENT:  # the words of its line, not the stored form
            new = next((line.partition(": new: ")[2] for line in lines if _begins(line, one)), "") or new
        told.append((".".join(one.path), number, old, new))
    rest = len(changes) - MOST_CHANGES
    return [*told, *([(f"and {rest} more", "", "", "")] if rest > 0 else [])]


def _begins(line: str, one: ChangedValue) -> bool:
    """Whether a line describes the component that this change adds."""
    return line.partition(": ")[0].partition(" (")[0] == " ".join(one.path)


def _size(found: Tried) -> str:
    told = [words.plural(found.games, "game")]
    told += [
        f"{words.plural(deals, 'deal')} with {words.plural(k, 'player')}" for k, deals in found.deals.items()
    ]
    return f"{' · '.join(told)}, each under both rules"


def _voids(found: Tried) -> list[str]:
    return (
        [f"{words.plural(found.void, 'void game')} and the games paired with them do not count."]
        if found.void
        else []
    )


# every change ---------------------------------------------------------------------
def _figure(found: Tried, look: Mapping[str, Key]) -> Part:
    """The section with the figure of all changes and their table."""
    digits = len(found.deals) > 1
    held: dict[str, list[ChangedMetric]] = {}
    for row in found.rows:
        held.setdefault(row.metric, []).append(row)
    order = sorted(held.values(), key=lambda rows: (rows[0].metric.startswith(OF), 0))
    rows = [_row(group, look, digits) for group in order]
    ends = [end for row in rows for dot in row.dots for end in (dot.value, dot.low, dot.high)]
    reach = min(REACH, max([1.5, *(abs(end) for end in ends if end is not None)]))
    ruler = Ruler(0.0, "no change", (-1.0, 1.0), signed=True, ends=(-reach, reach))
    first = sum(not group[0].metric.startswith(OF) for group in order)
    drawn = Rows(rows, ruler, (first,)).svg(_alt(found))
    note = "Grey: too little to matter. Lines are 95 % intervals, cut at the edge. "
    note += "The digit is the number of players." if digits else "An open dot is undecided."
    picture = Picture("Change of each metric, in units of its margin.", note, drawn)
    return Part(
        "changes",
        "Every change against its margin",
        figures=[picture],
        tables=[table(found, found.rows)],
    )


def _row(group: Sequence[ChangedMetric], look: Mapping[str, Key], digits: bool) -> DotRow:
    own = look.get(group[0].about) if group[0].metric.startswith(OF) else None
    number = "" if digits else signed_value(group[0], group[0].change)
    dots = [_dot(row, digits) for row in group]
    name = group[0].about or brief(group[0])
    return DotRow(name, dots, own.colour if own else "", own.shape if own else "", number=number)


def _dot(row: ChangedMetric, digit: bool) -> Dot:
    margin = row.margin or 1.0
    low, high = row.interval or (None, None)
    return Dot(
        row.change / margin, None if low is None else low / margin, None if high is None else high / margin,
        str(row.players) if digit else "", f"var(--{row.chip})",
        "open" if row.open and not digit else "circle",
    )  # fmt: skip


def _alt(found: Tried) -> str:
    told = [
        f"{row.label} {signed_value(row, row.change)} (matters from {value(row, row.margin)})"
        for row in found.rows
    ]
    return f"Changes: {'; '.join(told)}."


def table(
    found: Tried, rows: Sequence[ChangedMetric], ident: str = "try-metrics", title: str = "Before and after"
) -> Table:
    """A table of the rows, with verdicts if `ident` is the default. Other tables are exploratory."""
    judged = ident == "try-metrics"
    columns = (
        Columns[ChangedMetric]()
        .column("strategy", "What", _called)
        .column("players", "Players", lambda row: row.players, "count", given=len(found.deals) != 1)
        .column("change", "Change", lambda row: row.change, "tenth")  # first, as a small screen shows few
        .column("verdict", "Verdict", _verdict, given=judged)
        .column("before", "Before", lambda row: None if row.new else row.before, "tenth")
        .column("after", "After", lambda row: row.after, "tenth")
        .range("interval", "95 % sure", lambda row: row.interval, "tenth")
        .column("margin", "Matters from", lambda row: row.margin, "tenth")
    )
    return columns.table(ident, title, rows, MARGINS if judged else EXPLORATORY)


def _verdict(row: ChangedMetric) -> str:
    return f"{ICONS[row.chip]} {FALLEN.get(row.word, row.word)}"


def _called(row: ChangedMetric) -> str:
    """The label of a row, with ', of 100' added if its unit is per cent."""
    return f"{row.label}, of 100" if row.unit == PERCENT else row.label


# before you act --------------------------------------------------------------------
def _before_acting(found: Tried, told: PageWords) -> Part:
    """The section to read before you act: notes, commands, and exact terms in folded details."""
    said = [UNTUNED]
    if found.guesses and found.guesses[0]:
        said.append(
            f"And {count(found.guesses[0])} of {count(found.guesses[1])} component numbers are guesses."
        )
    note = f"Shares are in {WINS} and paired by deal. {len(found.rows)} comparisons are one family."
    exact = EXACT.table("try-exact", "In exact terms", found.rows, note)
    folds = [Fold("Exact values", "intervals that hold together, adjusted p", tables=[exact])]
    if found.others:
        others = table(found, found.others, "try-others", "Other metrics")
        folds.append(Fold("Other metrics", "not judged", tables=[others]))
    if found.items:
        moved = sorted(found.items, key=lambda row: -abs(row.change))
        items = table(found, moved, "try-items", "Extra wins when dealt, largest changes first")
        folds.append(Fold("Cards that gain", "not judged", tables=[items], find=True))
    folds.append(Fold("Methods, in exact terms", points=METHODS, id="methods"))
    return Part(
        "acting", "Before you act on this", said=[" ".join(said)], commands=told.commands[1:], folds=folds
    )


def _footer(told: PageWords) -> str:
    seed = "" if told.seed is None else f" · seed {told.seed}"
    rules = " → ".join(one[:12] for one in told.fingerprints if one)
    return f"Run {told.name}{f' · rules {rules}' if rules else ''}{seed} · its data: {DATA}"


SCHEMA = "marchsim.try/1"


def data(found: Tried, lines: Sequence[str]) -> dict[str, Any]:
    """The results of a try as plain data. `lines` are the changes as text. Unknown numbers are null."""
    return {
        "schema": SCHEMA,
        "changes": [change.data() for change in found.changes],
        "told": list(lines),
        "verdict": found.verdict,
        "changed": found.significant,
        "answers": [asdict(one) for one in found.answers],
        "metrics": [row_data(row) for row in found.rows],
        "exploratory": [row_data(row) for row in found.others],
        "items": [row_data(row) for row in found.items],
        "games": found.games,
        "void": found.void,
        "deals": {str(players): deals for players, deals in found.deals.items()},
        "deals_needed": found.needed,
        "watch": list(found.watch) if found.watch else None,
        "guesses": list(found.guesses) if found.guesses else None,
        "notes": list(found.notes),
        "uneven_voids": list(found.uneven),
        "variants": [found.base, found.changed],
    }


def row_data(row: ChangedMetric) -> dict[str, Any]:
    """A row as plain data. Undefined numbers are null."""
    return {name: _known(part) for name, part in {**asdict(row), "word": row.word}.items()}


def _known(value: Any) -> Any:
    """A value for JSON, where None replaces infinite and undefined numbers."""
    if isinstance(value, tuple):
        return [_known(part) for part in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value

"""A try in a terminal of 80 columns: each metric before and after, then the answers."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from marchsim.analysis.judging.verdict import figure
from marchsim.analysis.trying.answers import TryAnswer
from marchsim.analysis.trying.comparison import Tried
from marchsim.analysis.trying.rows import PERCENT, ChangedMetric, brief
from marchsim.analysis.trying.swept import Swept
from marchsim.errors import plain
from marchsim.reporting.terminal import WIDTH, Paint, unpainted

NAME = 23  # letters of the first column of the table
KEY = {  # the meaning of the words in the last column
    "clearly": "shown to change by as much as matters",
    "changed": "shown to change, perhaps by as much as matters",
    "small": "changed by too little to matter",
    "same": "shown not to change by as much as matters",
    "?": "cannot tell yet",
}
ALONE = "A change must show over all lines at once, while each range is of its line alone."
ASCII = str.maketrans({"\N{MINUS SIGN}": "-", "\N{RIGHTWARDS ARROW}": "->", "\N{NO-BREAK SPACE}": " "})


def lines(found: Tried, paint: Paint = unpainted) -> Iterator[str]:
    """Yield the lines of a table for each number of players, then those of the answers."""
    counts = list(found.deals)
    for players in counts:
        here = [row for row in found.rows if row.players == players]
        yield from _table(here, f"{players} players" if len(counts) > 1 else "", paint)
        yield ""
    fallen = {row.word for row in found.rows}
    if told := [f"{word}: {KEY[word]}" for word in KEY if word in fallen]:
        alone = [ALONE] if any(_alone(row) for row in found.rows) else []
        yield from (f"  {line}" for line in textwrap.wrap(". ".join(["; ".join(told), *alone]), WIDTH - 4))
        yield ""
    width = max((len(one.word) for one in found.answers), default=0) + 2
    for one in found.answers:
        yield from _answer(one, width, paint)
    yield ""
    yield _ascii(f"  {found.verdict}.")
    yield from (f"  {line}" for note in found.notes for line in textwrap.wrap(_ascii(note), WIDTH - 4))


def _alone(row: ChangedMetric) -> bool:
    """Whether the range of a row leaves out 0, while no change is shown over all rows together."""
    low, high = row.interval or (0.0, 0.0)
    return row.word in ("same", "?") and not low <= 0.0 <= high


def _table(rows: Sequence[ChangedMetric], heading: str, paint: Paint) -> Iterator[str]:
    yield f"  {heading:<{NAME}}{'before':>7}{'after':>8}{'change':>8}  {'95 % sure':<15}{'matters from'}"
    yield "  " + "-" * (WIDTH - 2)
    for row in rows:
        label = row.label if len(row.label) < NAME else _cut(brief(row))
        cells = _ascii(
            f"  {label:<{NAME}}{'new' if row.new else cell(row, row.before):>7}{cell(row, row.after):>8}"
            f"{signed(row, row.change):>8}  {_interval(row):<15}{_margin(row):>6}  "
        )
        yield cells + paint(row.chip, row.word)


def _answer(one: TryAnswer, width: int, paint: Paint) -> Iterator[str]:
    """Yield the lines of an answer: its title, its word, and its sentence, wrapped and indented."""
    title = _ascii(_cut(one.title, 14))
    words = textwrap.wrap(_ascii(one.sentence), WIDTH - 17 - width, break_on_hyphens=False)
    first, rest = words[0], words[1:]
    yield f"  {title:<15}{paint(one.chip, one.word)}{' ' * (width - len(one.word))}{first}"
    yield from (f"{' ' * (17 + width)}{line}" for line in rest)


def cell(row: ChangedMetric, number: float) -> str:
    """A value of a row as text for a cell of a table."""
    if row.unit == PERCENT:
        return f"{number:.1f} %"
    return _size(row, number)


def _size(row: ChangedMetric, number: float) -> str:
    """A number of a row as text, without its unit: wins as a wins index, others with one or two decimals."""
    if row.unit and row.unit != PERCENT and row.unit != "turns":
        return figure(number)
    text = f"{number:.1f}" if abs(row.margin) >= 0.5 or row.unit else f"{number:.2f}"
    return "0.0" if not float(text) else text.replace("-", "\N{MINUS SIGN}")


def signed(row: ChangedMetric, number: float) -> str:
    """A change of a row as text, with its sign."""
    text = _size(row, number)
    return text if text.startswith("\N{MINUS SIGN}") or not float(text) else f"+{text}"


def _interval(row: ChangedMetric) -> str:
    if row.interval is None:
        return "-"
    return f"{signed(row, row.interval[0])} to {signed(row, row.interval[1])}"


def _margin(row: ChangedMetric) -> str:
    return f"±{round(row.margin, 2 if abs(row.margin) < 0.5 else 1):g}"


def _cut(text: str, most: int = NAME - 1) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}\N{HORIZONTAL ELLIPSIS}"


def _ascii(text: str) -> str:
    return plain(text.translate(ASCII))


# several values -------------------------------------------------------------------------
MARKS = {"clearly": "!", "changed": "+", "same": "=", "small": "=", "?": " "}
MARK_KEY = "! clearly changed, + changed, = no change that matters, no mark: cannot tell yet"


def values_lines(found: Swept, says: Sequence[str]) -> Iterator[str]:
    """Yield a table of all values for each number of players, then the sentences in `says`."""
    for players in found.deals:
        yield from _values_table(found, players)
        yield ""
    yield f"  {MARK_KEY}"
    yield ""
    for one in says:
        yield from (f"  {line}" for line in textwrap.wrap(_ascii(one), WIDTH - 4, break_on_hyphens=False))


def _values_table(found: Swept, players: int) -> Iterator[str]:
    shown = list(zip(found.rulesets, found.values, strict=True))
    control = found.rulesets[found.control] if found.control is not None else ""
    heads = [f"{value}{' now' if name == control else ''}" for name, value in shown]
    now = "" if control else f"{'now':>9}"
    yield f"  {f'{players} players':<{NAME}}{now}{''.join(f'{head:>8} ' for head in heads)}  matters from"
    yield "  " + "-" * (NAME + len(now) + 9 * len(heads) + 14)
    by = {name: [row for row in rows if row.players == players] for name, rows in found.rows.items()}
    for at, row in enumerate(next(iter(by.values()))):
        label = row.label if len(row.label) < NAME else _cut(brief(row))
        before = f"{cell(row, row.before):>8} "
        held = {name: rows[at] for name, rows in by.items()}
        marked = {name: f"{cell(one, one.after):>8}{MARKS[one.word]}" for name, one in held.items()}
        cells = [marked.get(name, before) for name, _ in shown]
        yield _ascii(f"  {label:<{NAME}}{'' if control else before}{''.join(cells)}  {_margin(row)}")

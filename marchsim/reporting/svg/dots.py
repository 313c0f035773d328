"""Rows of dots with intervals against a reference line and a band of differences that do not matter.

A row is a strategy, seat, card or rule set. A dot is a number of players (with its digit), or the state
before or after a change.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from marchsim.reporting.svg.palette import mark
from marchsim.reporting.svg.paper import (
    BAND,
    INK,
    MUTE,
    NARROW,
    PAPER,
    RULE,
    SMALL,
    USUAL,
    Paper,
    both,
    cut,
    wide,
)
from marchsim.reporting.svg.scale import Scale, scale, tick_text

HEAD, FOOT = 34.0, 24.0
LANE = 12.0  # pixels between the dots of a row
MARK = 20.0  # pixels that the mark before a name takes


@dataclass(frozen=True)
class Dot:
    """An estimate with its interval and a `digit` in its dot. An `open` dot is undecided."""

    value: float
    low: float | None
    high: float | None
    digit: str = ""
    colour: str = INK
    shape: str = "circle"


@dataclass(frozen=True)
class DotRow:
    """A row: its name, an optional mark, its dots, and a number at the right.

    The `note` follows the name if both fit.
    """

    name: str
    dots: Sequence[Dot]
    colour: str = INK
    shape: str = ""
    bold: bool = False
    number: str = ""
    note: str = ""


@dataclass(frozen=True)
class Ruler:
    """The scale of rows: reference line, band and optional limit. `signed` numbers have a plus sign."""

    even: float | None = None
    even_word: str = ""
    band: tuple[float, float] | None = None
    limit: float | None = None
    limit_word: str = ""
    signed: bool = False
    ends: tuple[float, float] | None = None


def dot_rows(rows: Sequence[DotRow], ruler: Ruler, alt: str, gap_after: int = 0) -> str:
    """The figure at both widths. A thin line follows row `gap_after`."""
    return both(lambda width: _drawn(rows, ruler, width, gap_after), alt)


def _drawn(rows: Sequence[DotRow], ruler: Ruler, width: float, gap_after: int) -> Paper:
    narrow = width <= NARROW
    names = max((wide(row.name + row.note, USUAL) for row in rows), default=0.0) + 26
    left = min(names, 122.0 if narrow else 230.0)
    numbers = max((wide(row.number, USUAL) for row in rows), default=0.0)
    heights = [max(1, len(row.dots)) * LANE + (8 if len(row.dots) > 1 else 10) for row in rows]
    paper = Paper(width, HEAD + sum(heights) + FOOT)
    span = _span(rows, ruler, left + 6, width - (numbers + 8 if numbers else 14))
    _ground(paper, span, ruler, left)
    labels = _labels(rows, left)
    top = HEAD
    for at, (row, height) in enumerate(zip(rows, heights, strict=True)):
        _row(paper, row, labels[at], span, top, height)
        top += height
        stroke = MUTE if gap_after and at + 1 == gap_after else RULE
        if at + 1 < len(rows):
            paper.line((0, top), (width, top), stroke, 0.8, "2 3" if stroke == MUTE else "")
    return paper


def _labels(rows: Sequence[DotRow], left: float) -> list[str]:
    """Names of rows shortened to `left` pixels, with room for marks."""
    found = [""] * len(rows)
    for start in (0.0, MARK):
        here = [at for at, row in enumerate(rows) if bool(row.shape) == (start > 0)]
        room = left - start - 4
        for at, label in zip(here, cut([rows[at].name for at in here], room), strict=True):
            whole = rows[at].name + rows[at].note
            found[at] = whole if wide(whole) <= room else label
    return found


def _span(rows: Sequence[DotRow], ruler: Ruler, start: float, end: float) -> Scale:
    if ruler.ends:
        return Scale(*ruler.ends, start, end)
    values = [part for row in rows for dot in row.dots for part in (dot.value, dot.low, dot.high)]
    known = [part for part in values if part is not None]
    known += [part for part in (ruler.even, ruler.limit) if part is not None]
    return scale([*known, *(ruler.band or ())], start, end)


def _ground(paper: Paper, span: Scale, ruler: Ruler, left: float) -> None:
    """Draw band, ticks, reference line and limit behind the rows."""
    bottom = paper.height - FOOT
    if ruler.band:
        start, end = (span.at(part) for part in ruler.band)
        paper.rect((start, HEAD), end - start, bottom - HEAD, BAND)
    for tick in span.ticks(4 if paper.narrow else 7):
        x = span.at(tick)
        paper.line((x, HEAD), (x, bottom), RULE, 0.8)
        paper.text((x, bottom + 16), tick_text(tick, ruler.signed), SMALL, "middle", "m")
    held: list[tuple[float, float]] = []
    if ruler.even is not None:
        paper.line((span.at(ruler.even), HEAD - 4), (span.at(ruler.even), bottom), MUTE, 1.4)
        held.append(_label(paper, span.at(ruler.even), ruler.even_word, "b", held, left))
    if ruler.limit is not None:
        x = span.at(ruler.limit)
        paper.line((x, HEAD - 4), (x, bottom), "var(--red)", 1.3, "4 3")
        _label(paper, x, ruler.limit_word, "m", held, left)


def _label(
    paper: Paper, x: float, words: str, kind: str, held: list[tuple[float, float]], left: float
) -> tuple[float, float]:
    """Write a label above a line, moved up to avoid another. Returns the range that it occupies."""
    half = wide(words, SMALL) / 2 + 2
    middle = min(max(x, half), paper.width - half)
    meets = any(middle - half < end + 6 and start < middle + half + 6 for start, end in held)
    paper.text((middle, HEAD - (22 if meets else 8)), words, SMALL, "middle", kind)
    return middle - half, middle + half


def _row(paper: Paper, row: DotRow, label: str, span: Scale, top: float, height: float) -> None:
    middle, start = top + height / 2, 0.0
    if row.shape:
        mark(paper, (7, middle), row.shape, row.colour)
        start = MARK
    paper.text((start, middle + 4), label, USUAL, "start", "b" if row.bold else "")
    if row.number:
        paper.text((paper.width, middle + 4), row.number, USUAL, "end", "b")
    first = middle - (len(row.dots) - 1) * LANE / 2
    for at, dot in enumerate(row.dots):
        interval(paper, dot, span, first + at * LANE)


def interval(paper: Paper, dot: Dot, span: Scale, y: float) -> None:
    """Draw a dot with its interval at a height."""
    if dot.low is not None and dot.high is not None:
        paper.line((span.at(dot.low), y), (span.at(dot.high), y), dot.colour, 2.2)
    mark(paper, (span.at(dot.value), y), dot.shape, dot.colour, 6.2 if dot.digit else 4.8)
    if dot.digit:
        paper.text((span.at(dot.value), y + 3.2), dot.digit, 9, "middle", "d", PAPER)

"""Rows of dots with intervals, a reference line, and a band of differences that do not matter.

A row is a strategy, seat, card or rule set. A dot stands for one number of players (shown as a digit) or for
the state before or after a change.

`strip` and `bar` are the small figures beside answers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from marchsim.analysis.reading.estimates import Estimate
from marchsim.reporting.drawing.palette import LESS, MORE, Key, foot, legend
from marchsim.reporting.drawing.paper import (
    BAND,
    INK,
    MUTE,
    NARROW,
    PAPER,
    RULE,
    SMALL,
    Drawing,
    Paper,
    Scale,
    both,
    cut,
    known,
    scale,
    tick_text,
    wide,
)

HEAD, FOOT = 34.0, 24.0
LANE = 12.0  # pixels between the dots of a row
MANY = 40  # with more rows, rows are closer together
MARK = 20.0  # pixels that the mark before a name takes


@dataclass(frozen=True)
class Dot:
    """An estimate with its interval, and a `digit` to show in the dot. An `open` dot is inconclusive.

    `inner` is a range within the interval, drawn thick. `shrunk` is a second value, drawn as a diamond.
    """

    value: float
    low: float | None
    high: float | None
    digit: str = ""
    colour: str = INK
    shape: str = "circle"
    inner: tuple[float, float] | None = None
    shrunk: float | None = None

    def parts(self) -> list[float]:
        """All known numbers of the dot."""
        return known([self.value, self.low, self.high, self.shrunk, *(self.inner or ())])


@dataclass(frozen=True)
class DotRow:
    """A row: its name, an optional mark, its dots, and a number on the right.

    `note` follows the name if there is room for both.
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
    """The scale of rows: a reference line, a band and an optional limit.

    `signed` adds a plus to positive numbers, and `unit` follows each number. `ends` are the lowest and
    highest number of the scale, if they should not follow from the values.
    """

    even: float | None = None
    even_word: str = ""
    band: tuple[float, float] | None = None
    limit: float | None = None
    limit_word: str = ""
    signed: bool = False
    ends: tuple[float, float] | None = None
    unit: str = ""


@dataclass(frozen=True)
class Rows(Drawing):
    """Rows on a common scale. A dashed line follows each row whose number (from 1) is in `gaps`."""

    rows: Sequence[DotRow]
    ruler: Ruler = Ruler()
    gaps: Sequence[int] = ()
    axis: str = ""
    keys: Sequence[Key] = ()

    def drawn(self, width: float) -> Paper:
        """The drawing at a width in pixels."""
        rows = self.rows
        names = max((wide(row.name + row.note) for row in rows), default=0.0) + 6
        names += MARK if any(row.shape for row in rows) else 0.0
        left = min(names, 150.0 if width <= NARROW else 230.0 if width > 600 else 170.0)
        numbers = max((wide(row.number) for row in rows), default=0.0)
        more = 4.0 if len(rows) > MANY else 10.0
        heights = [max(1, len(row.dots)) * LANE + (8 if len(row.dots) > 1 else more) for row in rows]
        head = HEAD if self.ruler.even_word or self.ruler.limit_word else 8.0
        paper = Paper(width, head + sum(heights) + FOOT + foot(self.keys, width))
        span = _span(rows, self.ruler, left + 6, width - (numbers + 8 if numbers else 14))
        _ground(paper, span, self.ruler, head, head + sum(heights))
        labels = _labels(rows, left)
        top = head
        for at, (row, height) in enumerate(zip(rows, heights, strict=True)):
            _row(paper, row, labels[at], span, top, height)
            top += height
            apart = at + 1 in self.gaps
            if at + 1 < len(rows):
                paper.line((0, top), (width, top), MUTE if apart else RULE, 0.8, "2 3" if apart else "")
        legend(paper, self.keys)
        return paper


def estimated(found: Estimate, times: float = 1.0, colour: str = MORE, shape: str = "circle") -> Dot:
    """An estimate as a dot, multiplied by `times`. An unknown estimate becomes 0."""
    low, high = (None if end is None else times * end for end in (found.low, found.high))
    return Dot(times * (found.value or 0.0), low, high, "", colour, shape)


def spread(name: str, quantiles: Sequence[float], colour: str = INK, numbered: bool = False) -> DotRow:
    """A row for the 5, 25, 50, 75 and 95 % quantiles.

    The middle half is drawn thick, with a ring at the median.
    """
    low, start, middle, end, high = quantiles
    dot = Dot(middle, low, high, "", colour, "open", (start, end))
    return DotRow(name, [dot], number=tick_text(middle) if numbered else "")


def _labels(rows: Sequence[DotRow], left: float) -> list[str]:
    """The label of each row: its name and note if both fit into `left` pixels, else its name, shortened."""
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
    values = [part for row in rows for dot in row.dots for part in dot.parts()]
    values += known([ruler.even, ruler.limit, *(ruler.band or ())])
    return scale(values, start, end)


def _ground(paper: Paper, span: Scale, ruler: Ruler, top: float, bottom: float) -> None:
    """Draw the background of the rows: the band, ticks, reference line and limit."""
    if ruler.band:
        start, end = (span.at(part) for part in ruler.band)
        paper.rect((start, top), end - start, bottom - top, BAND)
    for tick, words in span.labels(4 if paper.narrow else 7, ruler.unit, ruler.signed):
        x = span.at(tick)
        paper.line((x, top), (x, bottom))
        paper.text((x, bottom + 16), words, SMALL, "middle", "m")
    held: list[tuple[float, float]] = []
    if ruler.even is not None:
        paper.line((span.at(ruler.even), top - 4), (span.at(ruler.even), bottom), MUTE, 1.4)
        held.append(_label(paper, span.at(ruler.even), ruler.even_word, "b", held))
    if ruler.limit is not None:
        x = span.at(ruler.limit)
        paper.line((x, top - 4), (x, bottom), "var(--red)", 1.3, "4 3")
        _label(paper, x, ruler.limit_word, "m", held)


def _label(
    paper: Paper, x: float, words: str, kind: str, held: list[tuple[float, float]]
) -> tuple[float, float]:
    """Write a label above a line and return the horizontal range that it occupies, in pixels.

    The label is raised if one of the ranges in `held` is in its way.
    """
    half = wide(words, SMALL) / 2 + 2
    middle = min(max(x, half), paper.width - half)
    meets = any(middle - half < end + 6 and start < middle + half + 6 for start, end in held)
    paper.text((middle, HEAD - (22 if meets else 8)), words, SMALL, "middle", kind)
    return middle - half, middle + half


def _row(paper: Paper, row: DotRow, label: str, span: Scale, top: float, height: float) -> None:
    middle, start = top + height / 2, 0.0
    if row.shape:
        paper.mark((7, middle), row.shape, row.colour)
        start = MARK
    paper.text((start, middle + 4), label, kind="b" if row.bold else "")
    if row.number:
        paper.text((paper.width, middle + 4), row.number, anchor="end", kind="b")
    first = middle - (len(row.dots) - 1) * LANE / 2
    for at, dot in enumerate(row.dots):
        interval(paper, dot, span, first + at * LANE)


def interval(paper: Paper, dot: Dot, span: Scale, y: float) -> None:
    """Draw a dot and its interval at height `y`, unless its value is unknown."""
    if not known([dot.value]):
        return
    if len(ends := known([dot.low, dot.high])) == 2:
        paper.line((span.at(ends[0]), y), (span.at(ends[1]), y), dot.colour, 1.6 if dot.inner else 2.2)
    if dot.inner:
        start, end = (span.at(part) for part in dot.inner)
        paper.rect((start, y - 3), max(1.0, end - start), 6, dot.colour)
    paper.mark((span.at(dot.value), y), dot.shape, dot.colour, 6.2 if dot.digit else 4.8)
    if dot.shrunk is not None:
        paper.mark((span.at(dot.shrunk), y), "diamond", LESS, 4.4)
    if dot.digit:
        paper.text((span.at(dot.value), y + 3.2), dot.digit, 9, "middle", "d", PAPER)


WIDTH, HEIGHT = 200.0, 26.0


def strip(
    dots: Sequence[Dot], others: Sequence[float], even: float | None, band: tuple[float, float] | None
) -> str:
    """A strip as SVG, without a description, since the page shows its numbers as text.

    The `others` are small and grey.
    """
    paper = Paper(WIDTH, HEIGHT)
    ends = [*others, *(part for dot in dots for part in dot.parts())]
    span = scale([*ends, *(band or ()), *(() if even is None else (even,))], 6, WIDTH - 6)
    if band:
        start, end = (span.at(part) for part in band)
        paper.rect((start, 3), end - start, HEIGHT - 6, BAND)
    if even is not None:
        paper.line((span.at(even), 1), (span.at(even), HEIGHT - 1), MUTE, 1.2)
    for value in others:
        paper.mark((span.at(value), HEIGHT / 2), "circle", MUTE, 2.8, 0.6)
    for dot in dots:
        interval(paper, dot, span, HEIGHT / 2)
    return paper.svg("")


def bar(share: float, colour: str) -> str:
    """A bar as SVG, filled to `share` (from 0 to 1)."""
    paper = Paper(WIDTH, HEIGHT)
    paper.rect((2, 6), WIDTH - 4, HEIGHT - 12, BAND)
    paper.rect((2, 6), max(0.0, min(1.0, share)) * (WIDTH - 4), HEIGHT - 12, colour)
    return paper.svg("")


PLACE = 64.0  # height of a strip with an axis


def placed(value: float, colour: str, name: str, others: Sequence[float], margin: float, alt: str) -> str:
    """A value among others on a strip with an axis, as SVG at both widths. `name` is the value's label."""
    return both(lambda width: _placed(value, colour, name, others, margin, width), alt)


def _placed(
    value: float, colour: str, name: str, others: Sequence[float], margin: float, width: float
) -> Paper:
    paper = Paper(width, PLACE)
    span = scale([*others, value, -margin, margin], 10, width - 10)
    low, high = (span.at(end) for end in (-margin, margin))
    paper.rect((low, 18), high - low, 22, BAND)
    paper.line((span.at(0), 16), (span.at(0), 42), MUTE, 1.2)
    for tick in span.ticks(5 if paper.narrow else 9):
        paper.text((span.at(tick), 58), tick_text(tick, True), SMALL, "middle", "m")
    for one in others:
        paper.mark((span.at(one), 29), "circle", MUTE, 3.2, 0.5)
    x = span.at(value)
    paper.mark((x, 29), "circle", colour, 6)
    half = wide(name, SMALL) / 2
    paper.text((min(max(x, half), width - half), 12), name, SMALL, "middle", "b")
    return paper

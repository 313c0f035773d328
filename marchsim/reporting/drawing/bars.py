"""Bars from zero (stacked in rows, or upright such as in a histogram), and tables of shaded cells.

A cell is blue above a middle value and orange below it. Cells with enough room show a text.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from marchsim.reporting.drawing.palette import LESS, MORE, Key, foot, legend, series
from marchsim.reporting.drawing.paper import (
    MUTE,
    NARROW,
    RULE,
    SMALL,
    USUAL,
    Drawing,
    Paper,
    Scale,
    cut,
    known,
    scale,
    tick_text,
    wide,
)

ROW, TOP, BOTTOM, LEFT = 24.0, 20.0, 40.0, 40.0
HEIGHT = 230.0
BINS = 40  # about the most columns of a histogram


@dataclass(frozen=True)
class Stacks(Drawing):
    """Rows of stacked bars, one row for each name. Negative values extend to the left of zero.

    Each of the `parts` has a label and one value for each name.
    """

    names: Sequence[str]
    parts: Sequence[tuple[str, Sequence[float]]]
    axis: str = ""

    def keys(self) -> list[Key]:
        """The legend: the colour of each part."""
        return [Key(label, series(at), "square") for at, (label, _) in enumerate(self.parts)]

    def pieces(self) -> list[list[tuple[int, float, float]]]:
        """The bars of each row: the index of the part, its start and its end."""
        found = []
        for row in range(len(self.names)):
            ends, placed = [0.0, 0.0], []  # to the left, to the right
            for at, (_, values) in enumerate(self.parts):
                value = values[row]
                if known([value]) and value:
                    side = int(value > 0)
                    placed.append((at, ends[side], ends[side] + value))
                    ends[side] += value
            found.append(placed)
        return found

    def drawn(self, width: float) -> Paper:
        """The drawing at a width in pixels."""
        keys, pieces = self.keys(), self.pieces()
        bottom = 8 + ROW * len(self.names)
        paper = Paper(width, bottom + 26 + foot(keys, width))
        left = min(max(map(wide, self.names), default=0.0) + 10, 122.0 if width <= NARROW else 230.0)
        span = scale([0.0, *(end for row in pieces for _, _, end in row)], left, width - 14, 0.02)
        for tick, words in span.labels(4 if paper.narrow else 7):
            paper.line((span.at(tick), 4), (span.at(tick), bottom))
            paper.text((span.at(tick), bottom + 16), words, SMALL, "middle", "m")
        for at, name in enumerate(cut(self.names, left - 6)):
            y = 8 + ROW * at
            paper.text((0, y + ROW / 2 + 2), name)
            for part, *ends in pieces[at]:
                start, end = sorted(span.at(one) for one in ends)
                paper.rect((start, y), end - start, ROW - 8, series(part), opacity=1.0 if part < 10 else 0.55)
        paper.line((span.at(0), 4), (span.at(0), bottom), MUTE, 1.2)
        legend(paper, keys)
        return paper


@dataclass(frozen=True)
class Columns(Drawing):
    """Upright bars in order, each with a name, a value and a colour.

    `split` is the position of a dashed line, and `sides` are the words to its left and right.
    """

    columns: Sequence[tuple[str, float, str]]
    axis: str = ""
    unit: str = ""
    split: float | None = None
    sides: tuple[str, str] = ("", "")

    def drawn(self, width: float) -> Paper:
        """The drawing at a width in pixels."""
        paper, bottom = Paper(width, HEIGHT), HEIGHT - BOTTOM + 10
        span = scale([0.0, *(value for _, value, _ in self.columns)], bottom, TOP, 0.04)
        span = Scale(0.0, span.high, bottom, TOP)
        paper.ticks_across(span, LEFT, width, self.unit)
        each = min(70.0, (width - LEFT - 4) / max(1, len(self.columns)))
        labels = [name for name, _, _ in self.columns]
        every = math.ceil((max((wide(name, SMALL) for name in labels), default=0.0) + 6) / each)
        for at, (name, value, colour) in enumerate(self.columns):
            x = LEFT + 4 + each * at
            if known([value]):
                paper.rect((x + each * 0.06, span.at(value)), each * 0.88, bottom - span.at(value), colour)
            if at % every == 0:
                paper.text((x + each / 2, bottom + 16), name, SMALL, "middle", "m")
        if self.split is not None:
            x = LEFT + 4 + each * self.split
            paper.line((x, 4), (x, bottom), MUTE, 1.3, "4 3")
            for words, place, anchor in zip(self.sides, (x - 6, x + 6), ("end", "start"), strict=True):
                paper.text((place, 12), words, USUAL, anchor)
        return paper


def histogram(counts: Mapping[int, int], axis: str) -> Columns:
    """A histogram of whole numbers. `counts` has the number of games for each of them.

    Numbers below 0 are losses and have another colour.
    """
    games, wide_ = sum(counts.values()), bin_width(min(counts), max(counts))
    binned: dict[int, int] = {}
    for value, count in counts.items():
        binned[value // wide_] = binned.get(value // wide_, 0) + count
    first, last = min(0, *binned), max(0, *binned)
    columns = [
        (tick_text(at * wide_), 100 * binned.get(at, 0) / games, LESS if at < 0 else MORE)
        for at in range(first, last + 1)
    ]
    words = f"{axis}, {f'{wide_} to a column, ' if wide_ > 1 else ''}by share of games"
    return Columns(columns, words, " %", float(-first), ("lost", "won"))


def bin_width(low: int, high: int) -> int:
    """The width of a bin: a whole number such as 1, 2, 5 or 10."""
    width, steps = 1, (2, 2.5, 2)
    at = 0
    while (high - low + 1) / width > BINS:
        width = round(width * steps[at % 3])
        at += 1
    return width


FULL = 2.0  # standard deviations at which a shade is full
DEEP = 0.62  # opacity of a full shade, on which ink can be read
CELL = 22.0
MOST = 64.0  # widest cell
LEAST = 72.0  # least room for the names of rows that need it
TURN, STEEP = -55.0, 0.82  # rotation of column names in degrees, and its sine
FLAT = 5  # names of more letters are turned


@dataclass(frozen=True)
class Cells(Drawing):
    """Rows and columns of cells with texts and shades from -1 to 1. A shade of None leaves a cell blank."""

    rows: Sequence[str]
    columns: Sequence[str]
    shades: Sequence[Sequence[float | None]]
    texts: Sequence[Sequence[str]]
    axis: str = ""

    def drawn(self, width: float) -> Paper:
        """The drawing at a width in pixels."""
        narrow = width <= NARROW
        left = min(max(map(wide, self.rows), default=0.0) + 10, 122.0 if narrow else 230.0)
        names = cut(self.columns, 90.0 if narrow else 150.0, SMALL)
        turned = any(len(name) > FLAT for name in names)
        head = max((wide(name, SMALL) for name in names), default=0.0) * STEEP + 16 if turned else 22.0
        spare = head / STEEP * 0.6 if turned else 0.0  # the last name leans to the right
        room = max((wide(text, SMALL) for row in self.texts for text in row), default=0.0) + 3
        left = max(min(left, width - spare - room * len(names)), min(left, LEAST))
        each = min(MOST, (width - left - spare) / max(1, len(names)))
        paper = Paper(width, head + CELL * len(self.rows) + 6)
        for at, name in enumerate(names):
            x = left + each * (at + 0.5)
            if turned:
                paper.text((x + 3, head - 6), name, SMALL, "start", "m", turn=TURN)
            else:
                paper.text((x, head - 7), name, SMALL, "middle", "m")
        for at, name in enumerate(cut(self.rows, left - 6)):
            y = head + CELL * at
            paper.text((0, y + CELL / 2 + 4), name)
            for column, shade in enumerate(self.shades[at]):
                self._cell(paper, (left + each * column, y), each, at, column, shade, room <= each + 0.01)
        return paper

    def _cell(
        self, paper: Paper, corner: tuple[float, float], each: float, row: int, column: int,
        shade: float | None, written: bool,
    ) -> None:  # fmt: skip
        (x, y), gap = corner, min(1.0, each / 10)
        if shade is None or math.isnan(shade):
            return
        paper.rect((x + gap, y + gap), each - 2 * gap, CELL - 2 * gap, RULE, opacity=0.25)
        if deep := DEEP * min(1.0, abs(shade)):
            colour = MORE if shade > 0 else LESS
            paper.rect((x + gap, y + gap), each - 2 * gap, CELL - 2 * gap, colour, opacity=deep)
        if written and self.texts[row][column]:
            paper.text((x + each / 2, y + CELL / 2 + 4), self.texts[row][column], SMALL, "middle")


def heat(
    rows: Sequence[str],
    columns: Sequence[str],
    values: Sequence[Sequence[float | None]],
    even: float,
    axis: str,
) -> Cells:
    """Cells of shares (from 0 to 1), shown in per cent. A share equal to `even` has the palest shade."""
    reach = max([0.02, *(abs(value - even) for line in values for value in known(line))])
    shades = [[None if value is None else (value - even) / reach for value in line] for line in values]
    texts = [["" if value is None else f"{100 * value:.0f}" for value in line] for line in values]
    return Cells(rows, columns, shades, texts, axis)


def profiles(
    rows: Sequence[str],
    columns: Sequence[str],
    values: Sequence[Sequence[float | None]],
    texts: Sequence[Sequence[str]],
    axis: str,
) -> Cells:
    """Cells that show `texts`, shaded by `values`. Values beyond ±`FULL` have the darkest shade."""
    return Cells(
        rows, columns, [[0.0 if value is None else value / FULL for value in line] for line in values],
        texts, axis,
    )  # fmt: skip

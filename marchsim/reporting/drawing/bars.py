"""Bars from zero: rows of stacked bars, or upright bars such as those of a histogram."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from marchsim.reporting.drawing.palette import LESS, MORE, Key, foot, legend, series
from marchsim.reporting.drawing.paper import MUTE, NARROW, SMALL, USUAL, Drawing, Paper, cut, wide
from marchsim.reporting.drawing.scale import Scale, known, scale, tick_text

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

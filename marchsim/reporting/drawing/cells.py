"""A table of shaded cells: blue above a middle value, orange below it. Cells with enough room show a text."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from marchsim.reporting.drawing.palette import LESS, MORE
from marchsim.reporting.drawing.paper import NARROW, RULE, SMALL, Drawing, Paper, cut, wide
from marchsim.reporting.drawing.scale import known

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

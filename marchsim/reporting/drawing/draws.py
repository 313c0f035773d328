"""Sorted draws (specification curves): the values of a claim in all draws, by population.

Each dot is a draw, and the draws are sorted by value. The solid line is the claim's reference value, the
dashed line its value with the assumed numbers. If the claim is that nothing changes, a band shows the range
of no change.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import ClassVar

from marchsim.reporting.drawing.palette import Key, Panes, series
from marchsim.reporting.drawing.paper import (
    BAND,
    INK,
    LETTER,
    SMALL,
    Drawing,
    Paper,
    Scale,
    Shape,
    known,
    scale,
)
from marchsim.reporting.pages.format import clean, shortened

WIDTH, HEIGHT, FOOT, LEFT = 260.0, 74.0, 6.0, 62.0
LINES = 2  # lines of a claim's sentence


def brief(value: float) -> str:
    """A number with three significant digits."""
    return f"{value:,.3g}".replace("-", "\N{MINUS SIGN}")


@dataclass(frozen=True)
class Draws(Drawing):
    """The figure of one claim: its sentence, its result, and its values by draw for each population.

    `line` is the claim's reference value, and `assumed` its value with the assumed numbers.
    """

    claim: str
    verdict: str
    boxes: Mapping[str, Sequence[float]]
    line: float
    assumed: float
    margin: float | None = None
    said: Callable[[float], str] = brief
    axis: str = ""
    grid: ClassVar[str] = "many"

    def words(self) -> str:
        """The description of the figure as text."""
        ends = "; ".join(
            f"{clean(name)} {self.said(min(values))} to {self.said(max(values))}"
            for name, values in self.boxes.items()
        )
        return (
            f"{clean(self.claim)}: {self.verdict}. Boxes: {ends}, assumed numbers: {self.said(self.assumed)}."
        )

    def values(self) -> dict[str, list[float]]:
        """The known values of each population, sorted."""
        return {name: sorted(known(values)) for name, values in self.boxes.items()}

    def band(self) -> tuple[float, float] | None:
        """The range of no change, or None if the claim has no margin."""
        return None if self.margin is None else (self.line - self.margin, self.line + self.margin)

    def svg(self, alt: str, width: float = WIDTH) -> str:
        """The drawing at one width that fits all screens."""
        return self.drawn(WIDTH).svg(alt)

    def papers(self, width: float) -> list[tuple[str, Paper]]:
        """The single drawing, without a title."""
        return [("", self.drawn(WIDTH))]

    def drawn(self, width: float) -> Paper:
        """The drawing at a width in pixels: the sentence, the scale, and the draws of each population."""
        lines = self._lines(int(width / SMALL / LETTER))
        top = 20.0 + 14 * len(lines)
        paper = Paper(width, top + HEIGHT)
        for at, text in enumerate(lines):
            paper.text((0, 10 + 14 * at), text, SMALL, kind="b")
        paper.text((0, 10 + 14 * len(lines)), self.verdict, SMALL, kind="m")
        placed = self.values()
        found = [value for values in placed.values() for value in values]
        span = scale([*found, self.line, self.assumed, *(self.band() or ())], top + HEIGHT - FOOT, top)
        if band := self.band():
            low, high = (span.at(end) for end in band)
            paper.rect((LEFT, high), width - LEFT, low - high, BAND)
        for place, dash in ((self.line, ""), (self.assumed, "4 3")):
            paper.line((LEFT, span.at(place)), (width, span.at(place)), INK, 1.0, dash)
        self._scale(paper, span, found)
        for number, values in enumerate(placed.values()):
            across = Scale(0, max(1, len(values) - 1), LEFT + 4, width - 4)
            points = [(across.at(at), span.at(value)) for at, value in enumerate(values)]
            if points:
                paper.shapes.append(Shape("dots", points, series(number), 1.7))
        return paper

    def _lines(self, room: int) -> list[str]:
        lines = wrap(clean(self.claim), room)
        if len(lines) <= LINES:
            return lines
        return [*lines[: LINES - 1], shortened([" ".join(lines[LINES - 1 :])], room)[0]]

    def _scale(self, paper: Paper, span: Scale, found: Sequence[float]) -> None:
        """Label the reference line and the extreme draws, without overlap."""
        taken: list[float] = []
        for value in (self.line, *((max(found), min(found)) if found else ())):
            y = span.at(value)
            if all(abs(y - other) >= SMALL for other in taken):
                taken.append(y)
                paper.text((LEFT - 6, y + 4), self.said(value), SMALL, "end", "m")


def sheet(found: Sequence[Draws], axis: str = "") -> Panes:
    """All claims in one figure, with a legend."""
    names = dict.fromkeys(name for one in found for name in one.boxes)
    keys = [Key(name, series(at)) for at, name in enumerate(names)]
    return Panes([("", one) for one in found], axis, keys)

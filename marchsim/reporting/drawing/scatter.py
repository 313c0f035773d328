"""A scatter plot. The most extreme points are named."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from marchsim.reporting.drawing.palette import LESS, MORE
from marchsim.reporting.drawing.paper import MUTE, SMALL, Drawing, Paper, Scale, cut, known, scale, wide

HEIGHT, TOP, BOTTOM, LEFT = 380.0, 12.0, 30.0, 44.0
MOST_NAMED = 12
LEAST = 13.0  # pixels between two names
Box = tuple[float, float, float]  # left end, right end and height of a name


@dataclass(frozen=True)
class CloudPoint:
    """A named point. `marked` points are emphasised."""

    name: str
    x: float
    y: float
    marked: bool = False


@dataclass(frozen=True)
class Scatter(Drawing):
    """Points over a horizontal scale in `unit`, with a horizontal line at 0.

    `line` is the intercept and slope of a line to draw. If `whole` is true, points at the same horizontal
    number are moved apart.
    """

    points: Sequence[CloudPoint]
    axis: str = ""
    unit: str = ""
    line: tuple[float, float] | None = None
    whole: bool = False

    def placed(self) -> list[tuple[CloudPoint, float]]:
        """The points with their horizontal positions. Unknown points are left out."""
        points = [point for point in self.points if len(known([point.x, point.y])) == 2]
        if not self.whole:
            return [(point, point.x) for point in points]
        found: list[tuple[CloudPoint, float]] = []
        for value in sorted({point.x for point in points}):
            column = sorted((one for one in points if one.x == value), key=lambda one: (one.y, one.name))
            found += [(one, value + 0.07 * (at % 5 - 2)) for at, one in enumerate(column)]
        return found

    def named(self) -> list[tuple[CloudPoint, float]]:
        """The points to name: marked points first, then the most extreme ones."""
        order = sorted(self.placed(), key=lambda one: (not one[0].marked, -abs(one[0].y), one[0].name))
        return order[:MOST_NAMED]

    def drawn(self, width: float) -> Paper:
        """The drawing at a width in pixels."""
        paper, placed = Paper(width, HEIGHT), self.placed()
        ends = [x for _, x in placed] or [0.0]
        across = scale(ends, LEFT + 8, width - (90 if paper.narrow else 150), 0.05)
        span = scale([0.0, *(point.y for point, _ in placed)], HEIGHT - BOTTOM, TOP, 0.05)
        paper.ticks_across(span, LEFT, width, most=7)
        for tick, words in across.labels(4 if paper.narrow else 7, self.unit):
            if self.whole and tick % 1:
                continue
            paper.line((across.at(tick), TOP), (across.at(tick), HEIGHT - BOTTOM))
            paper.text((across.at(tick), HEIGHT - 10), words, SMALL, "middle", "m")
        paper.line((LEFT, span.at(0)), (width, span.at(0)), MUTE, 1.2, "4 3")
        if self.line is not None:
            start, slope = self.line
            paper.polyline(
                [(across.at(x), span.at(start + slope * x)) for x in (min(ends), max(ends))], MUTE, 1.4
            )
        for point, x in placed:
            shape, colour = ("diamond", LESS) if point.marked else ("circle", MORE)
            paper.mark((across.at(x), span.at(point.y)), shape, colour, 3.8)
        self._names(paper, across, span)
        return paper

    def _names(self, paper: Paper, across: Scale, span: Scale) -> None:
        """Write names near their points, without overlap and, if there is room, clear of other points."""
        order = sorted(self.named(), key=lambda one: (-one[0].y, one[0].name))
        texts = cut([point.name for point, _ in order], 96 if paper.narrow else 150, SMALL)
        dots = [(across.at(x), across.at(x), span.at(dot.y)) for dot, x in self.placed()]
        written: list[Box] = []
        for (point, place), text in zip(order, texts, strict=True):
            x, y, room = across.at(place), span.at(point.y), wide(text, SMALL) * 1.08
            boxes = [
                (left, left + room, y + LEAST * step / 2)
                for step in range(-24, 25)
                for left in (x + 8, x - 8 - room)
                if LEFT <= left <= paper.width - room and TOP <= y + LEAST * step / 2 <= HEIGHT - BOTTOM
            ]
            free = [box for box in boxes if not any(_meet(box, other, LEAST) for other in written)]
            clear = [box for box in free if not any(_meet(box, dot, LEAST - 4) for dot in dots)]
            if free:
                left, right, at = min(clear or free, key=lambda box: (abs(box[2] - y), box[0] < x))
                written.append((left, right, at))
                if abs(at - y) > LEAST / 2:
                    paper.line((x, y), (left - 1 if left > x else right - room * 0.08 + 1, at), MUTE, 0.6)
                paper.text(
                    (left, at + 4) if left > x else (right, at + 4),
                    text,
                    SMALL,
                    "start" if left > x else "end",
                )


def _meet(one: Box, other: Box, height: float) -> bool:
    return abs(one[2] - other[2]) < height and one[0] < other[1] + 4 and other[0] < one[1] + 4

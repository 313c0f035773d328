"""Lines over a few steps, such as rounds, or over numbers. The name of a line is at its right end."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from marchsim.reporting.drawing.palette import DASHES, SERIES, series
from marchsim.reporting.drawing.paper import (
    BAND,
    MUTE,
    NARROW,
    SMALL,
    Drawing,
    Paper,
    Scale,
    cut,
    known,
    scale,
    tick_text,
    wide,
)

HEIGHT, TOP, LEFT = 220.0, 14.0, 48.0
LEAST = 13.0  # pixels between two names
CROWDED = 12.0  # pixels between two steps; if they are closer, only the last has a dot
MANY = (
    20  # spots of a line; intervals of more, of which the last are often of few games, may leave the figure
)
APART = 3.0  # pixels between the intervals of two lines at the same place


@dataclass(frozen=True)
class Spot:
    """A point of a line, with its interval if that is known. An `open` spot is uncertain."""

    x: float
    y: float
    low: float | None = None
    high: float | None = None
    open: bool = False


@dataclass(frozen=True)
class Line:
    """A named line through its spots.

    If `colour` is '', the position of the line in its figure decides the colour.
    """

    name: str
    spots: Sequence[Spot]
    colour: str = ""


@dataclass(frozen=True)
class Lines(Drawing):
    """Lines over places named by `steps` (0, 1, ...) or, if there are no steps, over numbers.

    `even` is a value to mark and `band` a range to shade. `ranks` puts rank 1 at the top.
    """

    lines: Sequence[Line]
    steps: Sequence[str] = ()
    axis: str = ""
    unit: str = ""
    even: float | None = None
    band: tuple[float, float] | None = None
    ranks: bool = False

    def drawn(self, width: float) -> Paper:
        """The drawing at a width in pixels."""
        shown = [at for at, line in enumerate(self.lines) if line.spots]
        height = max(HEIGHT, 60 + (LEAST + 3) * len(shown))
        names = self._names(shown, width)
        right = width - max((wide(name, SMALL) for name in names), default=0.0) - 14
        paper, bottom = Paper(width, height), height - 30.0
        span, across = self._span(bottom), self._across(right)
        self._ground(paper, span, across, right)
        for place, at in enumerate(shown):
            self._line(paper, at, span, across, APART * (place - (len(shown) - 1) / 2))
        ends = [span.at(self.lines[at].spots[-1].y) for at in shown]
        for y, name, at in zip(apart(ends, bottom), names, shown, strict=True):
            paper.text((right + 8, y + 4), name, SMALL, fill="" if self._is_plain() else self.colour(at))
        return paper

    def colour(self, at: int) -> str:
        """The colour of the line at position `at`."""
        return self.lines[at].colour or series(at)

    def dash(self, at: int) -> str:
        """The dash pattern of the line at position `at`. Lines of the same colour have different patterns."""
        return DASHES[(at if self._is_plain() else at // len(SERIES)) % len(DASHES)]

    def _is_plain(self) -> bool:
        return len({line.colour for line in self.lines}) == 1 and bool(self.lines[0].colour)

    def _names(self, shown: Sequence[int], width: float) -> list[str]:
        """The labels at the right ends of lines: the last value, then the name."""
        ends = [] if self.ranks else [self.lines[at].spots[-1].y for at in shown]
        fine = 0 if not ends or max(map(abs, ends)) >= 10 else 1
        texts = [f"{tick_text(round(end, fine))}{self.unit}  " for end in ends] or [""] * len(shown)
        room = (130.0 if width <= NARROW else 240.0) - max(map(wide, texts), default=0.0)
        own = [self.lines[at].name for at in shown]
        named = cut(own, room, SMALL) if any(own) else own
        return [f"{text}{name}" for text, name in zip(texts, named, strict=True)]

    def _span(self, bottom: float) -> Scale:
        spots = [spot for line in self.lines for spot in line.spots]
        values = known(spot.y for spot in spots)
        low, high = min(values, default=0.0), max(values, default=0.0)
        reach = high - low if len(spots) > MANY * len(self.lines) else math.inf
        ends = known(end for spot in spots for end in (spot.low, spot.high))
        values += [min(max(end, low - reach), high + reach) for end in ends]
        if self.ranks:
            return Scale(max([*values, len(self.lines), 2.0]), 1.0, bottom - 8, TOP + 8)
        return scale([*values, *known([self.even, *(self.band or ())])], bottom, TOP, 0.06)

    def _across(self, right: float) -> Scale:
        places = known(spot.x for line in self.lines for spot in line.spots)
        places = [0.0, max(1.0, len(self.steps) - 1.0)] if self.steps else places or [0.0]
        low, high = min(places), max(places)
        beside = known(spot.low for line in self.lines for spot in line.spots)
        edge = APART * (len(self.lines) - 1) / 2 if beside else 0.0
        start, end = LEFT + 14 + edge, right - 6 - edge
        return Scale(low, high if high > low else low + 1, start, max(end, start + 26))

    def _ground(self, paper: Paper, span: Scale, across: Scale, right: float) -> None:
        """Draw the background of the lines: the band, the scale and the names of places."""
        if self.band:
            low, high = (span.at(part) for part in self.band)
            paper.rect((LEFT, high), right - LEFT, low - high, BAND)
        paper.ticks_across(span, LEFT, right, self.unit, min(12, round(span.low)) if self.ranks else 5)
        if self.even is not None:
            paper.line((LEFT, span.at(self.even)), (right, span.at(self.even)), MUTE, 1.2, "4 3")
        steps = self.steps or [tick_text(place) for place in _places(self.lines, across)]
        places = list(range(len(steps))) if self.steps else _places(self.lines, across)
        gaps = (across.at(b) - across.at(a) for a, b in pairwise(places))
        each = min(gaps, default=across.end - across.start)
        if self.steps:
            steps = cut(steps, max(each - 8, 30.0), SMALL)
        every = math.ceil((max(map(wide, steps), default=0.0) + 6) / max(1.0, each))
        for at, (place, step) in enumerate(zip(places, steps, strict=True)):
            if at % max(1, every) == 0:  # a step without room for its name has none
                paper.text((across.at(place), paper.height - 8), step, SMALL, "middle", "m")

    def _line(self, paper: Paper, at: int, span: Scale, across: Scale, shift: float) -> None:
        spots, colour = self.lines[at].spots, self.colour(at)
        points = [(across.at(spot.x), span.at(spot.y)) for spot in spots]
        paper.polyline(points, colour, 1.8, self.dash(at))
        for (x, _), spot in zip(points, spots, strict=True):
            if len(ends := known([spot.low, spot.high])) == 2:
                paper.line((x + shift, span.at(ends[0])), (x + shift, span.at(ends[1])), colour, 1.2)
        near = (across.end - across.start) / max(1, len(spots) - 1) < CROWDED
        for point, spot in list(zip(points, spots, strict=True))[-1 if near else 0 :]:
            paper.mark(point, "open" if spot.open else "circle", colour, 4.6 if spot.open else 3.6)


def _places(lines: Sequence[Line], across: Scale) -> list[float]:
    """The numbers to label on the horizontal axis: those of the lines if they are few, else round numbers."""
    found = sorted({spot.x for line in lines for spot in line.spots})
    return found if len(found) <= 6 else across.ticks(5)


def apart(heights: Sequence[float], bottom: float) -> list[float]:
    """Heights of labels in pixels, moved apart until no labels overlap, none of them below `bottom`."""
    order = sorted(range(len(heights)), key=lambda at: heights[at])
    moved = list(heights)
    for before, at in pairwise(order):
        moved[at] = max(moved[at], moved[before] + LEAST)
    over = moved[order[-1]] - bottom if order else 0.0
    if over > 0:
        moved[order[-1]] = bottom
        for below, at in pairwise(order[::-1]):
            moved[at] = min(moved[at], moved[below] - LEAST)
    return moved

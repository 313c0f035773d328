"""Values in order, such as seats, in groups side by side, such as numbers of players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from marchsim.reporting.drawing.paper import BAND, INK, MUTE, NARROW, SMALL, USUAL, Drawing, Paper
from marchsim.reporting.drawing.scale import Scale, known, scale, tick_text

HEIGHT, TOP, BOTTOM, LEFT = 240.0, 26.0, 48.0, 34.0
MOST = 13  # points that fit beside each other on a small screen, with their numbers


@dataclass(frozen=True)
class ScaleStep:
    """A value with its interval. The label is `word` on wide pages and `brief` on narrow ones."""

    word: str
    brief: str
    value: float
    low: float | None
    high: float | None
    colour: str = INK


@dataclass(frozen=True)
class ScaleGroup:
    """A named group of steps in order."""

    name: str
    steps: Sequence[ScaleStep]


def fits(groups: Sequence[ScaleGroup]) -> bool:
    """Whether all numbers fit, even on a small screen."""
    return sum(len(group.steps) for group in groups) <= MOST


@dataclass(frozen=True)
class Steps(Drawing):
    """Groups of steps on a common scale, with the even value and a band around it. `note` is above them."""

    groups: Sequence[ScaleGroup]
    even: float
    band: tuple[float, float] | None = None
    note: str = ""
    unit: str = ""
    axis: str = ""

    def drawn(self, width: float) -> Paper:
        """The drawing at a width."""
        paper = Paper(width, HEIGHT)
        every = [step for group in self.groups for step in group.steps]
        values = known(part for step in every for part in (step.value, step.low, step.high))
        span = scale([*values, *(self.band or ()), self.even], HEIGHT - BOTTOM, TOP + 12, 0.08)
        gap = 8.0 if width <= NARROW else 20.0
        each = (width - LEFT - gap * (len(self.groups) - 1)) / max(1, len(every))
        paper.text((LEFT, 12), self.note, SMALL, "start", "m")
        paper.ticks_across(span, LEFT, width, self.unit)
        x = LEFT
        for group in self.groups:
            room = each * len(group.steps)
            if self.band:
                low, high = (span.at(part) for part in self.band)
                paper.rect((x, high), room, low - high, BAND)
            paper.line((x, span.at(self.even)), (x + room, span.at(self.even)), MUTE, 1.2)
            _group(paper, group, span, self.even, x, each)
            paper.text((x + room / 2, HEIGHT - 6), group.name, USUAL, "middle", "b")
            x += room + gap
        return paper


def _group(paper: Paper, group: ScaleGroup, span: Scale, even: float, x: float, each: float) -> None:
    """Draw the steps of a group. Each number is on the side away from the even line."""
    points = [(x + each * (at + 0.5), span.at(step.value)) for at, step in enumerate(group.steps)]
    paper.polyline(points, MUTE, 1.0)
    for (here, y), step in zip(points, group.steps, strict=True):
        ends = [span.at(end) for end in known([step.low, step.high])]
        if ends:
            paper.line((here, ends[0]), (here, ends[-1]), step.colour, 2.2)
        paper.mark((here, y), "circle", step.colour, 4.6)
        above, below = max(min([y, *ends]) - 7, TOP), max([y, *ends]) + 14
        number = tick_text(round(step.value))
        paper.text((here, below if step.value < even else above), number, SMALL, "middle", "b")
        word = step.brief if paper.narrow else step.word
        paper.text((here, HEIGHT - BOTTOM + 20), word, SMALL, "middle", "m")

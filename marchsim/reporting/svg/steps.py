"""Values in order, such as seats, in groups side by side, such as numbers of players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from marchsim.reporting.svg.paper import BAND, MUTE, NARROW, RULE, SMALL, USUAL, Paper, both, short
from marchsim.reporting.svg.scale import Scale, scale, tick_text

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
    colour: str


@dataclass(frozen=True)
class ScaleGroup:
    """A named group of steps in order."""

    name: str
    steps: Sequence[ScaleStep]


def fits(groups: Sequence[ScaleGroup]) -> bool:
    """Return whether all numbers fit, also on a small screen."""
    return sum(len(group.steps) for group in groups) <= MOST


def step_groups(
    groups: Sequence[ScaleGroup], even: float, band: tuple[float, float], note: str, alt: str
) -> str:
    """The figure at both widths: groups on one scale, with the even value and a band around it."""
    return both(lambda width: _drawn(groups, even, band, note, width), alt)


def _drawn(
    groups: Sequence[ScaleGroup], even: float, band: tuple[float, float], note: str, width: float
) -> Paper:
    paper = Paper(width, HEIGHT)
    every = [step for group in groups for step in group.steps]
    known = [part for step in every for part in (step.value, step.low, step.high) if part is not None]
    span = scale([*known, *band, even], HEIGHT - BOTTOM, TOP + 12, 0.08)
    gap = 8.0 if width <= NARROW else 20.0
    each = (width - LEFT - gap * (len(groups) - 1)) / max(1, len(every))
    paper.text((LEFT, 12), note, SMALL, "start", "m")
    for tick in span.ticks(5):
        y = span.at(tick)
        paper.text((LEFT - 6, y + 4), tick_text(tick), SMALL, "end", "m")
        paper.line((LEFT, y), (width, y), RULE, 0.8)
    x = LEFT
    for group in groups:
        room = each * len(group.steps)
        low, high = (span.at(part) for part in band)
        paper.rect((x, high), room, low - high, BAND)
        paper.line((x, span.at(even)), (x + room, span.at(even)), MUTE, 1.2)
        _group(paper, group, span, even, x, each)
        paper.text((x + room / 2, HEIGHT - 6), group.name, USUAL, "middle", "b")
        x += room + gap
    return paper


def _group(paper: Paper, group: ScaleGroup, span: Scale, even: float, x: float, each: float) -> None:
    """Draw the steps of a group. Numbers are on the side away from the even line."""
    points = [(x + each * (at + 0.5), span.at(step.value)) for at, step in enumerate(group.steps)]
    paper.polyline(points, MUTE, 1.0)
    for (here, y), step in zip(points, group.steps, strict=True):
        ends = [span.at(end) for end in (step.low, step.high) if end is not None]
        if ends:
            paper.line((here, ends[0]), (here, ends[-1]), step.colour, 2.2)
        paper.raw(f'<circle cx="{short(here)}" cy="{short(y)}" r="4.6" style="fill:{step.colour}"/>')
        above, below = max(min([y, *ends]) - 7, TOP), max([y, *ends]) + 14
        number = tick_text(round(step.value))
        paper.text((here, below if step.value < even else above), number, SMALL, "middle", "b")
        word = step.brief if paper.narrow else step.word
        paper.text((here, HEIGHT - BOTTOM + 20), word, SMALL, "middle", "m")

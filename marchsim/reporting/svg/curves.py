"""Lines over a few steps, such as rounds: one for each group, named at its end."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from marchsim.reporting.svg.paper import HALF, RULE, SMALL, Paper, both, wide
from marchsim.reporting.svg.scale import Scale, scale, tick_text

HEIGHT, TOP, BOTTOM, LEFT = 220.0, 14.0, 30.0, 34.0
DASHES = ("", "6 3", "2 3", "8 3 2 3", "1 2", "10 4", "4 2")
LEAST = 13.0  # pixels between two names
CROWDED = 12.0  # pixels between two steps; of closer ones only the last has a dot
FACT = "var(--fact)"


@dataclass(frozen=True)
class Curve:
    """A named line with its values by step (None if unknown)."""

    name: str
    values: Sequence[float | None]


def curves(found: Sequence[Curve], steps: Sequence[str], alt: str) -> str:
    """The figure at both widths."""
    return both(lambda width: _drawn(found, steps, width), alt, HALF)


def _drawn(found: Sequence[Curve], steps: Sequence[str], width: float) -> Paper:
    paper = Paper(width, HEIGHT)
    known = [value for one in found for value in one.values if value is not None]
    span = scale(known, HEIGHT - BOTTOM, TOP, 0.12)
    names = [f"{tick_text(round(_last(one)[1]))}  {one.name}" for one in found]
    right = width - max((wide(name, SMALL) for name in names), default=0.0) - 14
    across = Scale(0, max(1, len(steps) - 1), LEFT + 12, right)
    for tick in span.ticks(5):
        paper.text((LEFT - 6, span.at(tick) + 4), tick_text(tick), SMALL, "end", "m")
        paper.line((LEFT, span.at(tick)), (right, span.at(tick)), RULE, 0.8)
    room = max((wide(step, SMALL) for step in steps), default=0.0) + 8
    every = max(1, math.ceil(room * max(1, len(steps) - 1) / max(1.0, right - LEFT - 12)))
    for at, step in enumerate(steps):
        if at % every == 0:  # a step without room for its name has none
            paper.text((across.at(at), HEIGHT - 8), step, SMALL, "middle", "m")
    for at, one in enumerate(found):
        points = [(across.at(n), span.at(v)) for n, v in enumerate(one.values) if v is not None]
        paper.polyline(points, FACT, 1.8, DASHES[at % len(DASHES)])
        near = (right - LEFT - 12) / max(1, len(steps) - 1) < CROWDED
        for x, y in points[-1:] if near else points:
            paper.raw(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.6" fill="{FACT}"/>')
    for (x, _), y, name in zip(
        [(across.at(_last(one)[0]), 0) for one in found],
        apart([span.at(_last(one)[1]) for one in found]),
        names,
        strict=True,
    ):
        paper.text((max(x, right) + 8, y + 4), name, SMALL)
    return paper


def _last(one: Curve) -> tuple[int, float]:
    return max((at, value) for at, value in enumerate(one.values) if value is not None)


def apart(heights: Sequence[float]) -> list[float]:
    """Heights of labels, moved apart so that they do not overlap, in the same order."""
    order = sorted(range(len(heights)), key=lambda at: heights[at])
    moved = list(heights)
    for before, at in pairwise(order):
        moved[at] = max(moved[at], moved[before] + LEAST)
    over = moved[order[-1]] - (HEIGHT - BOTTOM) if order else 0.0
    if over > 0:
        moved[order[-1]] = HEIGHT - BOTTOM
        for below, at in pairwise(order[::-1]):
            moved[at] = min(moved[at], moved[below] - LEAST)
    return moved

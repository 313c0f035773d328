"""Small figures beside answers: a strip with a band, a reference line and dots, or a partly filled bar."""

from __future__ import annotations

from collections.abc import Sequence

from marchsim.reporting.drawing.paper import BAND, MUTE, SMALL, Paper, both, wide
from marchsim.reporting.drawing.rows import Dot, interval
from marchsim.reporting.drawing.scale import scale, tick_text

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

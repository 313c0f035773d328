"""Small figures for answers: a strip with a band, a reference line and dots, or a partly filled bar."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from marchsim.reporting.drawing.paper import BAND, MUTE, SMALL, Paper, both, wide
from marchsim.reporting.drawing.scale import scale, tick_text

WIDTH, HEIGHT = 200.0, 26.0


@dataclass(frozen=True)
class StripPoint:
    """A value on a strip, with an optional interval. It is small and grey unless `main`."""

    value: float
    low: float | None = None
    high: float | None = None
    colour: str = MUTE
    main: bool = False


def strip(points: Sequence[StripPoint], even: float | None, band: tuple[float, float] | None) -> str:
    """The strip, as an ornament. The page shows its numbers as text."""
    paper = Paper(WIDTH, HEIGHT)
    ends = [part for one in points for part in (one.value, one.low, one.high) if part is not None]
    span = scale([*ends, *(band or ()), *(() if even is None else (even,))], 6, WIDTH - 6)
    if band:
        start, end = (span.at(part) for part in band)
        paper.rect((start, 3), end - start, HEIGHT - 6, BAND)
    if even is not None:
        paper.line((span.at(even), 1), (span.at(even), HEIGHT - 1), MUTE, 1.2)
    for one in sorted(points, key=lambda point: point.main):
        x, y = span.at(one.value), HEIGHT / 2
        if one.low is not None and one.high is not None:
            paper.line((span.at(one.low), y), (span.at(one.high), y), one.colour, 2)
        paper.mark((x, y), "circle", one.colour, *((4.4, 1.0) if one.main else (2.8, 0.6)))
    return paper.svg("")


def bar(share: float, colour: str) -> str:
    """A bar of which the share `share` is filled."""
    paper = Paper(WIDTH, HEIGHT)
    paper.rect((2, 6), WIDTH - 4, HEIGHT - 12, BAND)
    paper.rect((2, 6), max(0.0, min(1.0, share)) * (WIDTH - 4), HEIGHT - 12, colour)
    return paper.svg("")


PLACE = 64.0  # height of a strip with an axis


def placed(points: Sequence[StripPoint], main: StripPoint, name: str, margin: float, alt: str) -> str:
    """One value among many on a strip with an axis, at both widths. `main` is the value, `name` its label."""
    return both(lambda width: _placed(points, main, name, margin, width), alt)


def _placed(points: Sequence[StripPoint], main: StripPoint, name: str, margin: float, width: float) -> Paper:
    paper = Paper(width, PLACE)
    span = scale([*(one.value for one in points), main.value, -margin, margin], 10, width - 10)
    low, high = (span.at(end) for end in (-margin, margin))
    paper.rect((low, 18), high - low, 22, BAND)
    paper.line((span.at(0), 16), (span.at(0), 42), MUTE, 1.2)
    for tick in span.ticks(5 if paper.narrow else 9):
        paper.text((span.at(tick), 58), tick_text(tick, True), SMALL, "middle", "m")
    for one in points:
        paper.mark((span.at(one.value), 29), "circle", MUTE, 3.2, 0.5)
    x = span.at(main.value)
    paper.mark((x, 29), "circle", main.colour, 6)
    half = wide(name, SMALL) / 2
    paper.text((min(max(x, half), width - half), 12), name, SMALL, "middle", "b")
    return paper

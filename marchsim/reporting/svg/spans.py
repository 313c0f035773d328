"""The distribution of a quantity over games by group: thick for half, thin for 90 %, a dot for the median."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from marchsim.reporting.svg.paper import HALF, RULE, SMALL, USUAL, Paper, both, cut, wide
from marchsim.reporting.svg.scale import scale, tick_text

ROW, HEAD, FOOT = 46.0, 6.0, 26.0
FACT = "var(--fact)"


@dataclass(frozen=True)
class QuantileRow:
    """The quantiles of a group: 5, 25, 50, 75 and 95 %."""

    name: str
    quantiles: tuple[float, float, float, float, float]


def spreads(rows: Sequence[QuantileRow], alt: str) -> str:
    """The figure of quantiles by group, for wide and narrow screens."""
    return both(lambda width: _drawn(rows, width), alt, HALF)


def _drawn(rows: Sequence[QuantileRow], width: float) -> Paper:
    paper = Paper(width, HEAD + ROW * len(rows) + FOOT)
    left = min(max((wide(row.name) for row in rows), default=0.0) + 12, 130.0)
    span = scale([part for row in rows for part in row.quantiles], left, width - 16, 0.06)
    bottom = paper.height - FOOT
    for tick in span.ticks(5 if paper.narrow else 7):
        paper.line((span.at(tick), HEAD), (span.at(tick), bottom), RULE, 0.8)
        paper.text((span.at(tick), bottom + 17), tick_text(tick), SMALL, "middle", "m")
    names = cut([row.name for row in rows], left - 6)
    for at, row in enumerate(rows):
        y = HEAD + ROW * (at + 0.5) + 6
        low, start, middle, end, high = (span.at(part) for part in row.quantiles)
        paper.text((0, y + 4), names[at], USUAL)
        paper.line((low, y), (high, y), FACT, 1.6)
        paper.rect((start, y - 5), max(1.0, end - start), 10, FACT, 2)
        paper.raw(f'<circle cx="{middle:.1f}" cy="{y:.1f}" r="5.5" fill="var(--bg)" stroke="{FACT}" '
                  'stroke-width="2"/>')  # fmt: skip
        paper.text((middle, y - 11), tick_text(row.quantiles[2]), SMALL, "middle", "b")
    return paper

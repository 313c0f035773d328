"""Figures of games against an opponent: shares won as grouped bars, margins as bars and strips."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from matplotlib.figure import Figure
from matplotlib.patches import Patch
from matplotlib.ticker import MaxNLocator, PercentFormatter

from marchsim.reporting.figures.canvas import (
    ACCENT,
    INK,
    SERIES,
    WIDTH,
    drawn,
    framed,
    in_percent,
    label,
    sheet,
)
from marchsim.reporting.figures.plots import ROW, Point

BINS = 40  # a histogram has at most about this many bars
LOST = SERIES[1]


@drawn
def groups(
    title: str,
    names: Sequence[str],
    series: Sequence[tuple[str, Sequence[Point | None]]],
    axis: str,
) -> Figure:
    """Shares (0 to 1) with intervals as bars: a group for each of `names`, with a bar for each series."""
    bars = len(names) * len(series)
    figure, axes = sheet(3.1 + 0.11 * max(0, len(series) - 12), width=min(WIDTH, 5.8 + 0.2 * bars))
    width = 0.8 / len(series)
    for at, (_, points) in enumerate(series):
        for place, point in enumerate(points):
            if point is not None:
                x = place + (at - (len(series) - 1) / 2) * width
                axes.bar(x, point.value, width=0.9 * width, **_look(at))
                if point.low is not None and point.high is not None:
                    axes.plot([x, x], [point.low, point.high], color=INK, linewidth=1.4)
    axes.set_xticks(range(len(names)), [label(name) for name in names])
    axes.set_xlim(-0.6, len(names) - 0.4)
    in_percent(axes.yaxis)
    axes.set_ylim(0, _top([point for _, points in series for point in points if point is not None]))
    framed(axes, title, "y", axis, "share of games won")
    if len(series) > 1:
        marks = [Patch(label=label(name), **_look(at)) for at, (name, _) in enumerate(series)]
        figure.legend(handles=marks, loc="outside right upper", fontsize=8)
    return figure


def _look(at: int) -> dict[str, Any]:
    texture = "" if at < len(SERIES) else "///"
    return {"color": SERIES[at % len(SERIES)], "alpha": 0.78, "linewidth": 0, "hatch": texture}


def _top(points: Sequence[Point]) -> float:
    """The upper end of the axis: above every interval, but not much more than 100 %."""
    highest = max(point.value if point.high is None else point.high for point in points)
    return min(1.04, max(0.05, 1.08 * highest))


@drawn
def histogram(title: str, counts: Mapping[int, int], axis: str) -> Figure:
    """A histogram of whole numbers, with those below 0 in another colour and a line at 0."""
    figure, axes = sheet(2.9)
    games = sum(counts.values())
    wide = _bin(min(counts), max(counts))
    binned: dict[int, int] = {}
    for value, count in counts.items():
        binned[value // wide] = binned.get(value // wide, 0) + count
    for at, count in sorted(binned.items()):
        axes.bar(
            at * wide + (wide - 1) / 2, count / games, width=0.92 * wide, linewidth=0, alpha=0.78,
            color=LOST if at < 0 else ACCENT, hatch="///" if at < 0 else "",
        )  # fmt: skip
    axes.axvline(-0.5, color=INK, linewidth=1.2, linestyle=(0, (4, 3)))
    low, high = min(-0.5, min(counts) - 1.0), max(0.5, max(counts) + 1.0)
    edge = 0.09 * (high - low)
    axes.set_xlim(min(low, -0.5 - edge), max(high, edge - 0.5))
    for words, side in (("lost ", "right"), (" won", "left")):
        axes.text(-0.5, 1.0, words, ha=side, va="top", fontsize=8.5, transform=axes.get_xaxis_transform())
    axes.set_ylim(0, 1.14 * max(binned.values()) / games)
    axes.xaxis.set_major_locator(MaxNLocator(nbins=10, integer=True))
    axes.yaxis.set_major_formatter(PercentFormatter(1.0, symbol=" %"))
    axes.yaxis.set_major_locator(MaxNLocator(nbins=6, steps=[1, 2, 5, 10], min_n_ticks=3))
    framed(axes, title, "y", axis if wide == 1 else f"{axis}, {wide} to a bar", "share of games")
    return figure


def _bin(low: int, high: int) -> int:
    """The width of a bin in whole numbers: 1, 2, 5, 10 and so on."""
    width, steps = 1, (2, 2.5, 2)
    at = 0
    while (high - low + 1) / width > BINS:
        width = round(width * steps[at % 3])
        at += 1
    return width


@drawn
def strips(title: str, rows: Sequence[tuple[str, tuple[float, ...]]], axis: str) -> Figure:
    """A strip for each row (name; 5, 25, 50, 75 and 95 % quantiles), with a line at 0."""
    figure, axes = sheet(1.15 + ROW * len(rows))
    for at, (_, (lowest, low, middle, high, highest)) in enumerate(rows):
        axes.plot([lowest, highest], [at, at], color=ACCENT, linewidth=1.4, solid_capstyle="butt")
        axes.plot([low, high], [at, at], color=ACCENT, linewidth=6.0, alpha=0.7, solid_capstyle="butt")
        axes.plot([middle], [at], "o", color=INK, markersize=4.0)
    axes.axvline(-0.5, color=INK, linewidth=1.2, linestyle=(0, (4, 3)))
    axes.set_yticks(range(len(rows)), [label(name) for name, _ in rows])
    axes.set_ylim(len(rows) - 0.3, -0.7)
    axes.xaxis.set_major_locator(MaxNLocator(nbins=10, integer=True))
    framed(axes, title, "x", axis)
    return figure

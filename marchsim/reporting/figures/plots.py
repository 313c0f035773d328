"""Figures of a tournament: shares as a forest plot, seats as bars, points as stacks, scores as lines.

Figures of the course of games: gaps as ribbons, lead changes as bars, final scores as steps.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator, PercentFormatter

from marchsim.analysis.reading.estimates import Estimate
from marchsim.reporting.figures.canvas import (
    ACCENT,
    DASHES,
    INK,
    MARKERS,
    SERIES,
    drawn,
    framed,
    in_percent,
    label,
    sheet,
)
from marchsim.reporting.pages.format import percent

ROW = 0.28  # inches for each line of a chart with one line per strategy


@dataclass(frozen=True)
class Point:
    """A named value with its interval (None for an unknown end)."""

    name: str
    value: float
    low: float | None = None
    high: float | None = None


def point(name: str, found: Estimate) -> Point:
    """An estimate as a point, with 0 for an unknown value."""
    return Point(name, found.value or 0.0, found.low, found.high)


@drawn
def forest(title: str, points: Sequence[Point], expected: float | None) -> Figure:
    """Shares (0 to 1) with intervals, the best on top.

    A line marks the equal share `expected`, unless it is None.
    """
    figure, axes = sheet(1.15 + ROW * len(points))
    order = sorted(points, key=lambda point: (point.value, point.name))
    for row, point in enumerate(order):
        if point.low is not None and point.high is not None:
            axes.plot([point.low, point.high], [row, row], color=ACCENT, linewidth=2.2, solid_capstyle="butt")
        axes.plot([point.value], [row], "o", color=ACCENT, markersize=5.5)
    if expected is not None:
        _expected(axes, expected, vertical=True)
    axes.set_yticks(range(len(order)), [label(point.name) for point in order])
    axes.set_ylim(-0.7, len(order) - 0.3)
    top = max([expected or 0.05, *(point.value if point.high is None else point.high for point in points)])
    axes.set_xlim(0, min(1.04, top * 1.08))
    in_percent(axes.xaxis, 8)
    framed(axes, title, "x", _axis(expected))
    return figure


def _axis(expected: float | None) -> str:
    if expected is None:
        return "share of games won with 95 % interval"
    return f"share of wins with 95 % interval, dashed: {percent(expected)}, if all were equal"


def _expected(axes: Axes, expected: float, vertical: bool) -> None:
    line = axes.axvline if vertical else axes.axhline
    line(expected, color=INK, linewidth=1.1, linestyle=(0, (4, 3)), alpha=0.75)


@drawn
def bars(title: str, points: Sequence[Point], expected: float) -> Figure:
    """Shares (0 to 1) as bars with intervals, and a line at the equal share."""
    figure, axes = sheet(2.9, width=min(7.4, 2.2 + 0.9 * len(points)))
    for place, point in enumerate(points):
        axes.bar(place, point.value, width=0.62, color=ACCENT, alpha=0.72)
        if point.low is not None and point.high is not None:
            axes.plot([place, place], [point.low, point.high], color=INK, linewidth=1.6)
    _expected(axes, expected, vertical=False)
    axes.set_xticks(range(len(points)), [label(point.name) for point in points])
    in_percent(axes.yaxis, 6, least=2)
    axes.set_ylim(0, None)
    framed(axes, title, "y", _axis(expected), "share of wins")
    return figure


@drawn
def losses(title: str, points: Sequence[Point], axis: str) -> Figure:
    """Amounts as horizontal bars with intervals, the first on top, beside a line at 0."""
    figure, axes = sheet(1.15 + ROW * len(points))
    for row, point in enumerate(points):
        axes.barh(row, point.value, height=0.62, color=ACCENT, alpha=0.72)
        if point.low is not None and point.high is not None:
            axes.plot([point.low, point.high], [row, row], color=INK, linewidth=1.6)
    axes.axvline(0, color=INK, linewidth=1.0, alpha=0.75)
    axes.set_yticks(range(len(points)), [label(point.name) for point in points])
    axes.set_ylim(len(points) - 0.4, -0.6)
    framed(axes, title, "x", axis)
    return figure


@drawn
def stacks(title: str, names: Sequence[str], parts: Sequence[tuple[str, Sequence[float]]]) -> Figure:
    """Stacked bars: for each of `names` the parts (label, values by name), negative ones to the left."""
    lines = -(-len(parts) // 4)
    figure, axes = sheet(1.25 + ROW * len(names) + 0.22 * lines)
    right, left = [0.0] * len(names), [0.0] * len(names)
    for at, (part, values) in enumerate(parts):
        starts = [right[i] if value >= 0 else left[i] for i, value in enumerate(values)]
        texture = "" if at < len(SERIES) else "///"
        axes.barh(
            range(len(names)), values, left=starts, height=0.68, color=SERIES[at % len(SERIES)],
            label=label(part), hatch=texture, linewidth=0,
        )  # fmt: skip
        right = [r + max(0.0, v) for r, v in zip(right, values, strict=True)]
        left = [r + min(0.0, v) for r, v in zip(left, values, strict=True)]
    axes.set_yticks(range(len(names)), [label(name) for name in names])
    axes.set_ylim(len(names) - 0.4, -0.6)
    if min(left) < 0:
        axes.axvline(0, color=INK, linewidth=0.9)
    framed(axes, title, "x", "mean points per game")
    figure.legend(loc="outside lower left", ncols=4, fontsize=8)
    return figure


@drawn
def lines(title: str, axis: str, series: Sequence[tuple[str, Sequence[float], Sequence[Point]]]) -> Figure:
    """A line for each series (name, positions, points with intervals), with a legend beside."""
    figure, axes = sheet(max(3.1, 0.9 + 0.19 * len(series)))
    for at, (name, places, points) in enumerate(series):
        colour = SERIES[at % len(SERIES)]
        axes.plot(
            list(places), [point.value for point in points], color=colour, label=label(name),
            linestyle=DASHES[at // len(SERIES) % len(DASHES)], linewidth=1.6,
            marker=MARKERS[at % len(MARKERS)], markersize=4.5,
        )  # fmt: skip
        for place, point in zip(places, points, strict=True):
            if point.low is not None and point.high is not None:
                axes.vlines(place, point.low, point.high, colors=colour)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    framed(axes, title, "y", axis, "mean score")
    figure.legend(loc="outside right upper", fontsize=8)
    return figure


@drawn
def ribbon(title: str, rounds: Sequence[int], quantiles: Sequence[Sequence[float]], axis: str) -> Figure:
    """The 5, 25, 50, 75 and 95 % quantiles by round, as a line in two ribbons."""
    figure, axes = sheet(3.0)
    lowest, low, middle, high, highest = zip(*quantiles, strict=True)
    places = list(rounds)
    if len(places) == 1:  # a ribbon needs width
        axes.vlines(places, lowest, highest, colors=ACCENT, linewidth=2, alpha=0.5)
        axes.vlines(places, low, high, colors=ACCENT, linewidth=6, alpha=0.6)
    axes.fill_between(places, lowest, highest, color=ACCENT, alpha=0.22, linewidth=0, label="9 games of 10")
    axes.fill_between(places, low, high, color=ACCENT, alpha=0.42, linewidth=0, label="half of the games")
    axes.plot(places, middle, color=INK, marker="o", markersize=4.5, linewidth=1.8, label="median")
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    if len(places) == 1:
        axes.set_xlim(places[0] - 0.5, places[0] + 0.5)
        axes.set_xticks(places)
    axes.set_ylim(0, max(1.0, 1.06 * max(highest)))
    framed(axes, title, "y", "round", axis)
    figure.legend(loc="outside right upper", fontsize=8)
    return figure


@drawn
def counted(title: str, names: Sequence[str], shares: Sequence[float], axis: str) -> Figure:
    """Shares of games (0 to 1) as bars, one for each of `names`."""
    figure, axes = sheet(2.6, width=min(7.4, 2.6 + 0.7 * len(names)))
    axes.bar(range(len(names)), list(shares), width=0.66, color=ACCENT, alpha=0.78, linewidth=0)
    axes.set_xticks(range(len(names)), [label(name) for name in names])
    in_percent(axes.yaxis)
    axes.set_ylim(0, min(1.04, max(0.05, 1.08 * max(shares))))
    framed(axes, title, "y", axis, "share of games")
    return figure


@drawn
def steps(title: str, series: Sequence[tuple[str, Sequence[tuple[float, float]]]]) -> Figure:
    """For each series the cumulative distribution of points, as steps."""
    figure, axes = sheet(max(3.1, 0.9 + 0.19 * len(series)))
    for at, (name, curve) in enumerate(series):
        scores, shares = zip(*curve, strict=True)
        axes.step(
            [scores[0], *scores], [0.0, *shares], where="post", color=SERIES[at % len(SERIES)],
            linestyle=DASHES[at // len(SERIES) % len(DASHES)], linewidth=1.5, label=label(name),
        )  # fmt: skip
    axes.yaxis.set_major_formatter(PercentFormatter(1.0, decimals=0, symbol=" %"))
    axes.set_ylim(0, 1.02)
    framed(axes, title, "y", "score", "entries with at most this score")
    figure.legend(loc="outside right upper", fontsize=8)
    return figure

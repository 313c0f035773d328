"""Figures of items (cards): effects as a forest plot, raw and shrunk, and as a scatter plot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator, PercentFormatter

from marchsim.analysis.reading.estimates import Estimate
from marchsim.reporting.figures.canvas import ACCENT, INK, SERIES, drawn, framed, label, sheet
from marchsim.reporting.pages.format import points as in_points

ROW, CLOSE = 0.19, 0.115  # inches for each item of a forest: few, and at least
PAGE = 8.3  # inches of items that a printed page has room for
MOST_NAMED = 12  # points of a cloud that bear their names
LINE = 0.034  # of the height of a cloud: what a name takes


@dataclass(frozen=True)
class ShownEffect:
    """A named effect in share of wins, raw with its interval and shrunk (None if unknown)."""

    name: str
    raw: float
    low: float | None
    high: float | None
    shrunk: float | None


def shown_effect(name: str, found: Estimate, shrunk: float | None) -> ShownEffect:
    """An estimate as an effect, with 0 for an unknown value."""
    return ShownEffect(name, found.value or 0.0, found.low, found.high, shrunk)


@dataclass(frozen=True)
class CloudPoint:
    """A named point of a scatter plot. `marked` points are emphasised."""

    name: str
    x: float
    y: float
    marked: bool = False


@drawn
def effects(title: str, axis: str, rows: Sequence[ShownEffect]) -> Figure:
    """A forest plot of effects in the given order, first on top: raw with interval, shrunk above it."""
    each = max(CLOSE, min(ROW, PAGE / max(1, len(rows))))
    figure, axes = sheet(1.3 + each * len(rows))
    for at, row in enumerate(rows):
        if row.low is not None and row.high is not None:
            axes.plot([row.low, row.high], [at, at], color=ACCENT, linewidth=1.3, alpha=0.55)
        axes.plot([row.raw], [at], "o", color=ACCENT, markersize=4, markerfacecolor="none")
        if row.shrunk is not None:
            axes.plot([row.shrunk], [at], "D", color=SERIES[1], markersize=4)
    axes.plot([], [], "o-", color=ACCENT, markersize=4, markerfacecolor="none", label="raw, 95 % interval")
    axes.plot([], [], "D", color=SERIES[1], markersize=4, label="shrunk")
    axes.axvline(0, color=INK, linewidth=1.0, linestyle=(0, (4, 3)), alpha=0.75)
    axes.set_yticks(range(len(rows)), [label(row.name) for row in rows], fontsize=7)
    axes.set_ylim(len(rows) - 0.4, -0.6)
    _points(axes, "x")
    framed(axes, title, "x", axis)
    figure.legend(loc="outside lower left", ncols=2, fontsize=8)
    return figure


@drawn
def cloud(
    title: str,
    across: str,
    axis: str,
    spots: Sequence[CloudPoint],
    shares: bool,
    line: tuple[float, float] | None = None,
) -> Figure:
    """A scatter plot of effects (vertical) against `shares` or numbers, with the outermost points named.

    `line` is intercept and slope of a line to draw.
    """
    figure, axes = sheet(4.8)
    placed = _apart(spots) if not shares else [(spot, spot.x) for spot in spots]
    for spot, x in placed:
        axes.plot([x], [spot.y], "o", color=SERIES[1] if spot.marked else ACCENT, markersize=4.5, alpha=0.85)
    axes.axhline(0, color=INK, linewidth=1.0, linestyle=(0, (4, 3)), alpha=0.75)
    axes.margins(x=0.19, y=0.08)
    if line is not None and spots:
        ends = [min(spot.x for spot in spots), max(spot.x for spot in spots)]
        axes.plot(ends, [line[0] + line[1] * end for end in ends], color=INK, linewidth=1.2)
    if shares:
        axes.xaxis.set_major_formatter(PercentFormatter(1.0, decimals=0, symbol=" %"))
    else:
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    _points(axes, "y")
    _name(axes, placed)
    framed(axes, title, "y", across, axis)
    return figure


def _points(axes: Axes, which: str) -> None:
    """Label an axis of shares in signed percentage points."""
    along = axes.xaxis if which == "x" else axes.yaxis
    along.set_major_formatter(FuncFormatter(lambda value, _: in_points(value)))


def _apart(spots: Sequence[CloudPoint]) -> list[tuple[CloudPoint, float]]:
    """Points with horizontal positions that separate those of equal value."""
    found: list[tuple[CloudPoint, float]] = []
    for value in sorted({spot.x for spot in spots}):
        column = sorted((spot for spot in spots if spot.x == value), key=lambda spot: (spot.y, spot.name))
        found += [(spot, value + 0.07 * (at % 5 - 2)) for at, spot in enumerate(column)]
    return found


def _name(axes: Axes, placed: Sequence[tuple[CloudPoint, float]]) -> None:
    """Label the marked and the most extreme points without overlap."""
    order = sorted(placed, key=lambda one: (not one[0].marked, -abs(one[0].y), one[0].name))[:MOST_NAMED]
    low, high = axes.get_ylim()
    step = LINE * (high - low)
    left, right = axes.get_xlim()
    wide = 0.26 * (right - left)
    written: list[tuple[float, float]] = []
    for spot, x in sorted(order, key=lambda one: (-one[0].y, one[0].name)):
        y = spot.y
        while any(abs(y - other) < step * 0.98 and abs(x - beside) < wide for beside, other in written):
            y -= step / 4
        written.append((x, y))
        if y < low:
            low = y - step
        axes.annotate(
            label(spot.name), (x, spot.y), (x + 0.012 * (right - left), y), fontsize=7, va="center",
            arrowprops={"arrowstyle": "-", "color": INK, "alpha": 0.35, "linewidth": 0.5},
        )  # fmt: skip
    axes.set_ylim(low, high)

"""Figures of variants: differences as forest plots with the margin shaded, response curves, ranks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import FuncFormatter, MaxNLocator

from marchsim.reporting.figures.canvas import (
    DASHES,
    INK,
    MARKERS,
    SERIES,
    drawn,
    figure_of,
    grid,
    label,
    labels,
)
from marchsim.reporting.figures.plots import Point
from marchsim.stats.equivalence import CHANGED, EQUIVALENT, IDENTICAL, INCONCLUSIVE, TRIVIAL

# A verdict is told by colour, by mark, and by what the mark is filled with.
LOOKS = {
    IDENTICAL: (SERIES[9], "D", SERIES[9]),
    EQUIVALENT: (SERIES[2], "s", SERIES[2]),
    TRIVIAL: (SERIES[4], "^", SERIES[4]),
    CHANGED: (SERIES[1], "o", SERIES[1]),
    INCONCLUSIVE: (SERIES[9], "o", "none"),
}
ROW = 0.24  # inches for each variant
MOST_INCHES = 40.0


@dataclass(frozen=True)
class Mark:
    """A difference with its 95 % and 90 % intervals (None if unknown) and its verdict."""

    name: str
    value: float
    wide: tuple[float, float] | None
    narrow: tuple[float, float] | None
    verdict: str


@dataclass(frozen=True)
class Pane:
    """One metric of a figure: its words, whether its unit is percentage points, its margin or band.

    `line` is a value to mark, `band` a range to shade.
    """

    title: str
    share: bool
    band: tuple[float, float] | None = None
    line: float | None = None

    @property
    def scale(self) -> float:
        """The factor from values to the displayed unit."""
        return 100.0 if self.share else 1.0


@drawn
def differences(title: str, panes: Sequence[tuple[Pane, Sequence[Mark]]]) -> Figure:
    """A forest plot for each metric, a row for each variant in the given order, the margin shaded."""
    most = max(len(marks) for _, marks in panes)
    figure, places = _panes(title, len(panes), 0.75, 0.78 + ROW * most)
    for axes, (pane, marks) in zip(places, panes, strict=True):
        _forest(axes, pane, marks)
    _named_once(places, [marks for _, marks in panes])
    shown = [word for word in LOOKS if any(mark.verdict == word for _, marks in panes for mark in marks)]
    handles = [
        Line2D([], [], color=colour, marker=mark, markerfacecolor=face, linewidth=1.6, label=word)
        for word in shown
        for colour, mark, face in (LOOKS[word],)
    ]
    figure.legend(handles=handles, loc="outside lower center", ncols=5, fontsize=8)
    return figure


def _panes(title: str, many: int, around: float, each: float) -> tuple[Figure, list[Axes]]:
    """A figure with `many` axes in two columns. Each row takes `each` inches, the frame `around`."""
    columns = 2 if many > 1 else 1
    rows = -(-many // columns)
    figure = figure_of(min(MOST_INCHES, around + rows * each))
    figure.suptitle(title, fontsize=10, fontweight="bold", x=0.01, ha="left")
    return figure, [figure.add_subplot(rows, columns, at + 1) for at in range(many)]


def _named_once(places: Sequence[Axes], panes: Sequence[Sequence[Mark]]) -> None:
    """Remove row names in the right column that the left column shows."""
    for at in range(1, len(panes), 2):
        if [mark.name for mark in panes[at]] == [mark.name for mark in panes[at - 1]]:
            places[at].set_yticklabels([])


def _forest(axes: Axes, pane: Pane, marks: Sequence[Mark]) -> None:
    if pane.band:
        axes.axvspan(pane.scale * pane.band[0], pane.scale * pane.band[1], color=INK, alpha=0.09, linewidth=0)
    axes.axvline(0, color=INK, linewidth=1.0, alpha=0.75)
    for row, mark in enumerate(marks):
        colour, shape, face = LOOKS[mark.verdict]
        _span(axes, mark.wide, row, pane.scale, colour, 1.3)
        _span(axes, mark.narrow, row, pane.scale, colour, 3.4)
        axes.plot([pane.scale * mark.value], [row], shape, color=colour, markersize=5.0, markerfacecolor=face)
    _framed(axes, pane, labels([mark.name for mark in marks]), len(marks) - 0.4)


def _framed(axes: Axes, pane: Pane, names: Sequence[str], bottom: float) -> None:
    """Write names beside the rows of a forest plot, numbers below and its title above."""
    axes.set_yticks(range(len(names)), names, fontsize=8)
    axes.set_ylim(bottom, -0.6)
    axes.xaxis.set_major_locator(MaxNLocator(nbins=6, steps=[1, 2, 5, 10], min_n_ticks=3))
    axes.xaxis.set_major_formatter(FuncFormatter(_signed))
    axes.tick_params(axis="x", labelsize=8)
    axes.set_title(pane.title, fontsize=8.5)
    grid(axes, "x")


@drawn
def field(title: str, panes: Sequence[tuple[Pane, Sequence[Mark], Mark]]) -> Figure:
    """A forest plot for each pane: rows for the strategies, the mean, and one further strategy.

    In the last mark of a pane, `wide` is the interval of the mean and `narrow` the prediction interval.
    """
    most = max(len(marks) for _, marks, _ in panes)
    lines = max(pane.title.count("\n") for pane, _, _ in panes)
    figure, places = _panes(title, len(panes), 0.5, 0.78 + 0.14 * lines + ROW * (most + 2))
    for axes, (pane, marks, whole) in zip(places, panes, strict=True):
        _field(axes, pane, marks, whole)
    _named_once(places, [marks for _, marks, _ in panes])
    return figure


def _field(axes: Axes, pane: Pane, marks: Sequence[Mark], whole: Mark) -> None:
    scale = pane.scale
    axes.axvline(0, color=INK, linewidth=1.0, alpha=0.75)
    for row, mark in enumerate(marks):
        _span(axes, mark.wide, row, scale, SERIES[0], 1.3)
        axes.plot([scale * mark.value], [row], "o", color=SERIES[0], markersize=4.5)
    mean, another = len(marks), len(marks) + 1
    axes.axhline(mean - 0.5, color=INK, linewidth=0.7, alpha=0.5)
    _span(axes, whole.wide, mean, scale, SERIES[1], 1.6)
    axes.plot([scale * whole.value], [mean], "D", color=SERIES[1], markersize=5.5)
    _span(axes, whole.narrow, another, scale, SERIES[1], 5.0)
    names = [*labels([mark.name for mark in marks]), "mean", "another strategy"]
    _framed(axes, pane, names, another + 0.6)


def _span(
    axes: Axes, bounds: tuple[float, float] | None, row: int, scale: float, colour: str, width: float
) -> None:
    """Draw an interval as a line in a row, if there is one."""
    if bounds:
        ends = [scale * bound for bound in bounds]
        axes.plot(ends, [row, row], color=colour, linewidth=width, solid_capstyle="butt")


def _signed(value: float, _: object = None) -> str:
    text = f"{value:+g}" if abs(value) > 1e-9 else "0"
    return text.replace("-", "\N{MINUS SIGN}")


@drawn
def curves(
    title: str,
    axis: str,
    ticks: Sequence[str],
    panes: Sequence[tuple[Pane, Sequence[tuple[str, Sequence[float], Sequence[Point]]]]],
) -> Figure:
    """A pane for each metric with a line for each series: its name, positions and points.

    `ticks` are the labels of positions 0, 1, ... (empty for numeric positions).
    """
    names = [name for name, _, _ in max((series for _, series in panes), key=len)]
    legend = 0.2 * -(-len(names) // 3) if len(names) > 1 else 0.0
    slanted = max((len(label(tick)) for tick in ticks), default=0) * len(ticks) > 32
    each = (1.85 if len(panes) > 1 else 3.0) + 0.75 * slanted
    figure, places = _panes(title, len(panes), 0.7 + legend, each)
    for at, (axes, (pane, series)) in enumerate(zip(places, panes, strict=True)):
        _curves(axes, pane, series, names)
        if ticks:
            _words_along(axes, ticks, slanted)
        else:
            values = sorted({place for _, at, _ in series for place in at})
            if len(values) <= 8:  # else at round ones
                axes.set_xticks(values, [_plain(value) for value in values])
        if at + min(2, len(panes)) >= len(panes):
            axes.set_xlabel(axis, fontsize=8.5)
    if len(names) > 1:
        handles = [Line2D([], [], label=one, **_look(i)) for i, one in enumerate(labels(names))]
        figure.legend(handles=handles, loc="outside lower center", ncols=3, fontsize=8)
    return figure


def _look(at: int) -> dict[str, Any]:
    """The style of a series' line."""
    return {
        "color": SERIES[at % len(SERIES)],
        "marker": MARKERS[at % len(MARKERS)],
        "linestyle": DASHES[at // len(SERIES) % len(DASHES)],
        "linewidth": 1.4,
        "markersize": 4.2,
    }


def _words_along(axes: Axes, words: Sequence[str], slanted: bool) -> None:
    """Label the horizontal axis, with slanted text for long labels."""
    axes.set_xticks(range(len(words)), labels(words), fontsize=8)
    if slanted:
        for text in axes.get_xticklabels():
            text.set(rotation=35, ha="right", rotation_mode="anchor")


def _curves(
    axes: Axes,
    pane: Pane,
    series: Sequence[tuple[str, Sequence[float], Sequence[Point]]],
    names: Sequence[str],
) -> None:
    scale = pane.scale
    if pane.band:
        axes.axhspan(scale * pane.band[0], scale * pane.band[1], color=INK, alpha=0.09, linewidth=0)
    if pane.line is not None:
        axes.axhline(scale * pane.line, color=INK, linewidth=1.0, linestyle=(0, (4, 3)), alpha=0.75)
    every = sorted({place for _, places, _ in series for place in places})
    step = min((b - a for a, b in pairwise(every)), default=1.0)
    for name, places, points in series:
        at = names.index(name)
        shift = 0.16 * step * ((at - (len(names) - 1) / 2) / max(1, len(names) - 1)) if len(names) > 1 else 0
        x = [place + shift for place in places]
        colour = SERIES[at % len(SERIES)]
        axes.plot(x, [scale * point.value for point in points], **_look(at))
        for place, point in zip(x, points, strict=True):
            if point.low is not None and point.high is not None:
                axes.vlines(place, scale * point.low, scale * point.high, colors=colour, linewidth=1.1)
    axes.yaxis.set_major_locator(MaxNLocator(nbins=5, steps=[1, 2, 5, 10], min_n_ticks=3))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: _plain(value)))
    axes.tick_params(labelsize=8)
    axes.set_title(pane.title, fontsize=8.5)
    axes.margins(x=0.08)
    grid(axes, "y")


def _plain(value: float) -> str:
    return f"{value:g}".replace("-", "\N{MINUS SIGN}")


@drawn
def ranks(
    title: str,
    rulesets: Sequence[str],
    lines: Sequence[tuple[str, Sequence[tuple[int, int, int] | None]]],
    axis: str,
) -> Figure:
    """A line for each strategy through its ranks (rank, best and worst plausible) under each ruleset.

    Rank 1 is on top. A filled mark is a certain rank, and bars span plausible ranks unless any rank is.
    """
    slanted = max(map(len, labels(rulesets))) * len(rulesets) > 60
    figure = figure_of(1.2 + 0.34 * len(lines) + (0.9 if slanted else 0.0))
    axes = figure.add_subplot()
    middle = (len(lines) - 1) / 2
    for at, (_, points) in enumerate(lines):
        colour = SERIES[at % len(SERIES)]
        known = [(place, point) for place, point in enumerate(points) if point is not None]
        look = _look(at) | {"linewidth": 2.0, "markersize": 6.0}
        mark = look.pop("marker")
        axes.plot([place for place, _ in known], [point[0] for _, point in known], **look)
        shift = 0.3 * (at - middle) / max(1, len(lines) - 1)
        for place, (rank, best, worst) in known:
            sure = best == worst
            axes.plot(
                [place], [rank], mark, color=colour, markersize=6.0, fillstyle="full" if sure else "none"
            )
            if not sure and worst - best < len(lines) - 1:
                axes.vlines(place + shift, best, worst, colors=colour, linewidth=1.3, alpha=0.65)
    _named_ends(axes, lines)
    _words_along(axes, rulesets, slanted)
    axes.set_yticks(range(1, len(lines) + 1))
    axes.set_ylim(len(lines) + 0.45, 0.55)
    axes.set_xlim(-0.35, len(rulesets) - 0.65)
    axes.set_ylabel("rank by share of wins")
    axes.set_xlabel(
        f"{axis}\nfilled: one rank, bar: possible ranks, left out if all are possible", fontsize=8
    )
    axes.set_title(title)
    grid(axes, "y")
    return figure


def _named_ends(axes: Axes, lines: Sequence[tuple[str, Sequence[tuple[int, int, int] | None]]]) -> None:
    """Write each strategy's name beside its last rank."""
    places, names = [], []
    shown = labels([name for name, _ in lines])
    for name, (_, points) in zip(shown, lines, strict=True):
        last = next((point for point in reversed(points) if point is not None), None)
        if last is not None:
            places.append(last[0])
            names.append(name)
    beside = axes.secondary_yaxis("right")
    beside.set_yticks(places, names, fontsize=8)
    beside.tick_params(length=0)
    beside.spines["right"].set_visible(False)

"""The pictures of how games go: gaps as ribbons, lead changes as bars, scores as steps."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator, PercentFormatter

from marchsim.reporting.figures.canvas import (
    ACCENT,
    DASHES,
    INK,
    SERIES,
    drawn,
    framed,
    in_percent,
    label,
    sheet,
)


@drawn
def ribbon(title: str, rounds: Sequence[int], quantiles: Sequence[Sequence[float]], axis: str) -> Figure:
    """Return the 5, 25, 50, 75 and 95 % quantiles by round as a line in two ribbons."""
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
    """Return shares of games (0 to 1) as bars, one for each of `names`."""
    figure, axes = sheet(2.6, width=min(7.4, 2.6 + 0.7 * len(names)))
    axes.bar(range(len(names)), list(shares), width=0.66, color=ACCENT, alpha=0.78, linewidth=0)
    axes.set_xticks(range(len(names)), [label(name) for name in names])
    in_percent(axes.yaxis)
    axes.set_ylim(0, min(1.04, max(0.05, 1.08 * max(shares))))
    framed(axes, title, "y", axis, "share of games")
    return figure


@drawn
def steps(title: str, series: Sequence[tuple[str, Sequence[tuple[float, float]]]]) -> Figure:
    """Return for each series the share of entries with at most each number of points, as steps."""
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

"""Figures of a field as a whole: shares and profiles as heat maps, and shares by number of games."""

from __future__ import annotations

from collections.abc import Sequence

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.ticker import FuncFormatter, MaxNLocator

from marchsim.reporting.figures.canvas import (
    ACCENT,
    DASHES,
    INK,
    SERIES,
    WIDTH,
    drawn,
    framed,
    in_percent,
    label,
    sheet,
)
from marchsim.reporting.pages.format import count

CELL = 0.34  # inches for each line of a heatmap
LETTER = 0.1  # inches that a letter of a name takes, generously
FLAT = 0.25  # the same where there are many
FULL = 2.0  # standard deviations at which the shade of a profile is full
MOST_WRITTEN = 16  # columns up to which cells hold their number; with more rows names stand above
PALE, BELOW = "#f2f2f0", SERIES[1]
ON_CELL = "#111418"  # letters on a cell, which is pale or bright on any background


@drawn
def heatmap(
    title: str,
    rows: Sequence[str],
    columns: Sequence[str],
    values: Sequence[Sequence[float | None]],
    even: float,
    axis: str,
) -> Figure:
    """A heat map of shares (0 to 1): pale at `even`, blue above, orange below."""
    reach = max([0.02, *(abs(value - even) for line in values for value in line if value is not None)])
    shades = [[None if value is None else (value - even) / reach for value in line] for line in values]
    texts = [["" if value is None else f"{100 * value:.0f}" for value in line] for line in values]
    return _shaded(title, rows, columns, shades, texts, axis)


@drawn
def profiles(
    title: str,
    rows: Sequence[str],
    columns: Sequence[str],
    values: Sequence[Sequence[float | None]],
    texts: Sequence[Sequence[str]],
    axis: str,
) -> Figure:
    """A heat map of `texts`: pale at 0, full blue from `FULL` up, full orange from -`FULL` down."""
    shades = [
        [0.0 if value is None else max(-1.0, min(1.0, value / FULL)) for value in line] for line in values
    ]
    return _shaded(title, rows, columns, shades, texts, axis, high=FLAT)


def _shaded(
    title: str,
    rows: Sequence[str],
    columns: Sequence[str],
    shades: Sequence[Sequence[float | None]],
    texts: Sequence[Sequence[str]],
    axis: str,
    high: float = CELL,
) -> Figure:
    """A table of cells with a shade from -1 to 1 (None: no shade) and rows `high` inches high.

    The layout ignores texts inside the axes, as measuring every cell would be slow.
    """
    wide = 0.5 if len(columns) < 12 else 0.24
    room = max(1.5, 0.9 + LETTER * max(len(label(name)) for name in columns) * _upright(columns) / 90)
    figure, axes = sheet(room + high * len(rows), width=min(WIDTH, max(5.4, 2.6 + wide * len(columns))))
    colours = LinearSegmentedColormap.from_list("shades", [BELOW, PALE, ACCENT])
    for row, line in enumerate(shades):
        for column, shade in enumerate(line):
            if shade is None:
                continue
            colour = mpl.colors.to_hex(colours(0.5 + 0.5 * shade))
            corner = column - 0.48, row - 0.48
            axes.add_patch(Rectangle(corner, 0.96, 0.96, color=colour, linewidth=0, in_layout=False))
            if len(columns) <= MOST_WRITTEN:
                axes.text(
                    column, row, texts[row][column], ha="center", va="center", fontsize=8, color=ON_CELL,
                    in_layout=False,
                )  # fmt: skip
    _around(axes, rows, columns)
    axes.set_xlabel(axis)
    figure.suptitle(title, fontsize=10, fontweight="bold", x=0.01, ha="left")
    return figure


def _around(axes: Axes, rows: Sequence[str], columns: Sequence[str]) -> None:
    """Write the names of rows and columns around a table of cells, also above a high one."""
    upright = _upright(columns)
    above = len(rows) > MOST_WRITTEN
    if above:
        axes.xaxis.tick_top()
    axes.set_xticks(
        range(len(columns)), [label(name) for name in columns], rotation=upright,
        ha=("left" if above else "right") if upright else "center",
        rotation_mode="anchor" if upright else "default",
    )  # fmt: skip
    axes.set_yticks(range(len(rows)), [label(name) for name in rows])
    axes.set_xlim(-0.6, len(columns) - 0.4)
    axes.set_ylim(len(rows) - 0.4, -0.6)
    axes.tick_params(length=0)
    for side in ("left", "bottom", "top"):
        axes.spines[side].set_visible(False)


def _upright(columns: Sequence[str]) -> int:
    """The rotation of column names, in degrees."""
    return 0 if max(len(label(name)) for name in columns) <= 5 or len(columns) <= 4 else 60


@drawn
def growth(
    title: str,
    series: Sequence[tuple[str, Sequence[int], Sequence[float]]],
    expected: float,
) -> Figure:
    """Shares (0 to 1) by number of games, with a line for each series and one at `expected`."""
    figure, axes = sheet(max(3.1, 0.9 + 0.19 * len(series)))
    for at, (name, games, shares) in enumerate(series):
        axes.plot(
            list(games), list(shares), color=SERIES[at % len(SERIES)], label=label(name),
            linestyle=DASHES[at // len(SERIES) % len(DASHES)], linewidth=1.5,
            marker="o" if len(games) == 1 else "", markersize=4,
        )  # fmt: skip
    axes.axhline(expected, color=INK, linewidth=1.1, linestyle=(0, (4, 3)), alpha=0.75)
    in_percent(axes.yaxis, 7)
    axes.xaxis.set_major_locator(MaxNLocator(nbins=7, integer=True))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: count(value)))
    axes.set_ylim(0, min(1.04, 1.08 * max([expected, *(v for _, _, shares in series for v in shares)])))
    framed(axes, title, "y", "games", "share of wins so far")
    figure.legend(loc="outside right upper", fontsize=8)
    return figure

"""Specification curves: the size of a claim in each draw, for each population of players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from matplotlib.figure import Figure

from marchsim.reporting.figures.canvas import (
    ACCENT,
    INK,
    SERIES,
    drawn,
    figure_of,
    framed,
    label,
)
from marchsim.stats.clusters import Floats

STRIP = 0.16  # inches for each line below the curve


@dataclass(frozen=True)
class DrawsOfPopulation:
    """The draws of one population. `values` are estimates with their sampling noise removed."""

    name: str
    values: Floats


@drawn
def specification(
    title: str, curves: Sequence[DrawsOfPopulation], line: float, assumed: float, axis: str
) -> Figure:
    """All draws sorted by value, with line and assumed value marked, and the population of each below."""
    strips = len(curves) if len(curves) > 1 else 0
    figure = figure_of(2.5 + STRIP * strips)
    heights = [2.2, STRIP * strips] if strips else [1.0]
    axes = figure.subplots(len(heights), 1, sharex=True, height_ratios=heights, squeeze=False)[:, 0]
    values = np.concatenate([curve.values for curve in curves])
    owner = np.concatenate([np.full(len(curve.values), at) for at, curve in enumerate(curves)])
    order = np.argsort(values, kind="stable")
    top, places = axes[0], np.arange(len(values))
    for at, curve in enumerate(curves):
        own = owner[order] == at
        colour = SERIES[at % len(SERIES)] if strips else ACCENT
        top.plot(places[own], values[order][own], "o", color=colour, markersize=2.6, label=label(curve.name))
    top.axhline(line, color=INK, linewidth=1.1)
    top.axhline(assumed, color=INK, linewidth=1.1, linestyle=(0, (4, 2)))
    top.set_xlim(-1, len(values))
    framed(top, title, "y", "" if strips else "draws, sorted", axis)
    top.set_xticks([])
    if strips:
        for at in range(len(curves)):
            own = places[owner[order] == at]
            axes[1].vlines(own, at - 0.4, at + 0.4, color=SERIES[at % len(SERIES)], linewidth=0.8)
        axes[1].set_yticks(range(len(curves)), [label(curve.name) for curve in curves], fontsize=8)
        axes[1].set_ylim(len(curves) - 0.5, -0.5)
        axes[1].set_xlabel("draws, sorted")
    return figure

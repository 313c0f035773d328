"""Adjustment of p values for several comparisons."""

from __future__ import annotations

from collections.abc import Sequence


def holm(p_values: Sequence[float]) -> list[float]:
    """P values adjusted by Holm's step-down procedure (1979, Scand. J. Stat. 6), in input order."""
    order = sorted(range(len(p_values)), key=lambda place: p_values[place])
    adjusted, worst = [0.0] * len(p_values), 0.0
    for rank, place in enumerate(order):
        worst = max(worst, min(1.0, (len(p_values) - rank) * p_values[place]))
        adjusted[place] = worst
    return adjusted


def benjamini_hochberg(p_values: Sequence[float]) -> list[float]:
    """P values adjusted for the false discovery rate (Benjamini and Hochberg 1995), in input order."""
    order = sorted(range(len(p_values)), key=lambda place: p_values[place], reverse=True)
    adjusted, best = [0.0] * len(p_values), 1.0
    for above, place in enumerate(order):
        best = min(best, p_values[place] * (len(p_values) / (len(p_values) - above)))
        adjusted[place] = best
    return adjusted

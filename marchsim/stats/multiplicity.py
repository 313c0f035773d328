"""Adjustment of p values for looking at several comparisons at once."""

from __future__ import annotations

from collections.abc import Sequence


def holm(p_values: Sequence[float]) -> list[float]:
    """Return p values adjusted by Holm's step-down procedure (1979, Scand. J. Stat. 6), in input order."""
    order = sorted(range(len(p_values)), key=lambda place: p_values[place])
    adjusted, worst = [0.0] * len(p_values), 0.0
    for rank, place in enumerate(order):
        worst = max(worst, min(1.0, (len(p_values) - rank) * p_values[place]))
        adjusted[place] = worst
    return adjusted

"""Independent trials with k possible results: tests whether all are equally likely, and their shares.

Trials must be independent (each game has its own deal) and have exactly one result each (no joint winners).
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from scipy import special

from marchsim.stats.contrasts import HypothesisTest
from marchsim.stats.intervals import Interval


def chi_square_equal(counts: Sequence[int]) -> HypothesisTest:
    """Pearson's (1900) test that k kinds are equally likely. The counts must add up to at least 1."""
    expected = sum(counts) / len(counts)
    statistic = sum((count - expected) ** 2 / expected for count in counts)
    df = len(counts) - 1
    return HypothesisTest(statistic, df, None, float(special.chdtrc(df, statistic)), "chi-square on counts")


def g_equal(counts: Sequence[int]) -> HypothesisTest:
    """The likelihood-ratio (G) test that k kinds are equally likely (Wilks 1938). The total is above 0."""
    expected = sum(counts) / len(counts)
    statistic = max(0.0, 2 * math.fsum(count * math.log(count / expected) for count in counts if count))
    df = len(counts) - 1
    return HypothesisTest(statistic, df, None, float(special.chdtrc(df, statistic)), "G on counts")


def effect_size(counts: Sequence[int]) -> float:
    """Cohen's w (1988, ch. 7): the square root of chi-square per trial. 0 if all counts are equal."""
    return math.sqrt(chi_square_equal(counts).statistic / sum(counts))


def goodman(counts: Sequence[int], level: float = 0.95) -> list[Interval]:
    """The simultaneous intervals of multinomial shares (Goodman 1965, Technometrics 7, 247-254)."""
    total = sum(counts)
    a = float(special.chdtri(1, (1 - level) / len(counts)))
    bounds = []
    for count in counts:
        half = math.sqrt(a * (a + 4 * count * (total - count) / total))
        low, high = (
            (a + 2 * count - half) / (2 * (total + a)),
            (a + 2 * count + half) / (2 * (total + a)),
        )
        bounds.append(Interval(max(0.0, low), min(1.0, high), "Goodman"))
    return bounds

"""Shares of independent 0/1 trials: one against a value, two against each other, or k for equality.

Use it only if every game has a deal of its own. For games that share deals use `marchsim.stats.clusters`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from scipy import special

from marchsim.stats.contrasts import HypothesisTest
from marchsim.stats.intervals import Interval, wilson


def share_test(wins: int, n: int, share: float) -> HypothesisTest:
    """The exact two-sided binomial test that the true share is `share`, for n >= 1.

    p is the sum over all outcomes that are no more likely than the observed one.
    """
    from scipy.stats import binomtest

    p = float(binomtest(wins, n, share).pvalue)
    return HypothesisTest(float(wins), float(n), None, min(1.0, p), "exact binomial")


def newcombe(wins: tuple[int, int], n: tuple[int, int], level: float = 0.95) -> Interval:
    """The interval of the first share minus the second, from their Wilson intervals. Both n >= 1.

    This is method 10 of Newcombe (1998, Statistics in Medicine 17, 873-890).
    """
    first, second = (wilson(w, m, level) for w, m in zip(wins, n, strict=True))
    p, q = wins[0] / n[0], wins[1] / n[1]
    low = p - q - math.hypot(p - first.low, second.high - q)
    high = p - q + math.hypot(first.high - p, q - second.low)
    return Interval(max(-1.0, low), min(1.0, high), "Newcombe")


def equal_shares(wins: Sequence[int], n: Sequence[int]) -> HypothesisTest | None:
    """Pearson's (1900) chi-square test that k >= 2 shares are equal, with k - 1 degrees of freedom.

    With two shares it is the square of the pooled score z. Every n must be at least 1. None if all trials
    were won or all were lost.
    """
    pooled = sum(wins) / sum(n)
    if pooled in (0.0, 1.0):
        return None
    scatter = math.fsum((w - m * pooled) ** 2 / m for w, m in zip(wins, n, strict=True))
    statistic, df = scatter / (pooled * (1 - pooled)), len(wins) - 1
    return HypothesisTest(statistic, df, None, float(special.chdtrc(df, statistic)), "chi-square on shares")

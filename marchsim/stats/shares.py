"""Shares of independent 0/1 trials: one against a value, two against each other, k against each other.

For games that each have a deal of their own; games of one deal belong to `marchsim.stats.clusters`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from scipy import special

from marchsim.stats.contrasts import HypothesisTest
from marchsim.stats.equivalence import Equivalence
from marchsim.stats.intervals import Interval, clopper_pearson, wilson
from marchsim.stats.multiplicity import holm


def share_test(wins: int, n: int, share: float) -> HypothesisTest:
    """Return the exact two-sided binomial test that the true share is `share`; n >= 1.

    p adds up all outcomes that are no more likely than the one that was seen.
    """
    from scipy.stats import binomtest

    p = float(binomtest(wins, n, share).pvalue)
    return HypothesisTest(float(wins), float(n), None, min(1.0, p), "exact binomial")


def share_tost(wins: int, n: int, share: float, margin: float, alpha: float = 0.05) -> Equivalence:
    """Return the test that a true share is within `margin` of `share`: two exact one-sided binomial tests.

    p < alpha exactly where the interval of Clopper and Pearson of level 1 - 2 alpha lies inside the margin.
    n >= 1, margin > 0; a limit beyond 0 or 1 needs no test.
    """
    low, high = share - margin, share + margin
    above = 0.0 if low < 0 else float(special.bdtrc(wins - 1, n, low)) if wins else 1.0
    below = 0.0 if high > 1 else float(special.bdtr(wins, n, high))
    return Equivalence(max(above, below), clopper_pearson(wins, n, 1 - 2 * alpha))


def newcombe(wins: tuple[int, int], n: tuple[int, int], level: float = 0.95) -> Interval:
    """Return the interval of share 1 minus share 2 from their Wilson intervals; both n >= 1.

    Method 10 of Newcombe (1998, Statistics in Medicine 17, 873-890).
    """
    first, second = (wilson(w, m, level) for w, m in zip(wins, n, strict=True))
    p, q = wins[0] / n[0], wins[1] / n[1]
    low = p - q - math.hypot(p - first.low, second.high - q)
    high = p - q + math.hypot(first.high - p, q - second.low)
    return Interval(max(-1.0, low), min(1.0, high), "Newcombe")


def equal_shares(wins: Sequence[int], n: Sequence[int]) -> HypothesisTest | None:
    """Return Pearson's (1900) chi-square test that k >= 2 shares are equal, on k - 1 degrees of freedom.

    With two shares it is the square of the pooled score z. None where all trials were won or all were lost:
    nothing varies there. Every n >= 1.
    """
    pooled = sum(wins) / sum(n)
    if pooled in (0.0, 1.0):
        return None
    scatter = math.fsum((w - m * pooled) ** 2 / m for w, m in zip(wins, n, strict=True))
    statistic, df = scatter / (pooled * (1 - pooled)), len(wins) - 1
    return HypothesisTest(statistic, df, None, float(special.chdtrc(df, statistic)), "chi-square on shares")


@dataclass(frozen=True)
class SharePair:
    """Two of k shares, by position: the difference a - b, p of the score test, and p adjusted by Holm."""

    a: int
    b: int
    difference: float
    p: float | None
    holm: float | None


def share_pairs(wins: Sequence[int], n: Sequence[int]) -> list[SharePair]:
    """Return every pair of k shares with its score test, adjusted over the pairs that could be tested."""
    places = list(combinations(range(len(wins)), 2))
    tests = [equal_shares([wins[a], wins[b]], [n[a], n[b]]) for a, b in places]
    adjusted = iter(holm([test.p for test in tests if test is not None]))
    return [
        SharePair(
            a,
            b,
            wins[a] / n[a] - wins[b] / n[b],
            test.p if test else None,
            next(adjusted) if test else None,
        )
        for (a, b), test in zip(places, tests, strict=True)
    ]

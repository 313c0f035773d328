"""Intervals for a share between 0 and 1 (Wilson, exact, and by effective sample size), and for a mean.

The effective sample size takes the clustering of games in deals into account. Unlike the plain t interval,
Wilson's interval stays inside 0 to 1 and covers well near the ends.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from scipy import special


@dataclass(frozen=True)
class Interval:
    """A two-sided confidence interval and the name of the method that made it."""

    low: float
    high: float
    method: str


def normal_quantile(level: float) -> float:
    """The z such that a standard normal variable is between -z and z with probability `level`."""
    return float(special.ndtri((1 + level) / 2))


def t_quantile(level: float, df: float) -> float:
    """The t such that Student's t with `df` degrees of freedom is within -t to t with chance `level`."""
    return float(special.stdtrit(df, (1 + level) / 2))


def wilson(wins: float, n: float, level: float = 0.95) -> Interval:
    """Wilson's score interval (1927) of a binomial share, for n > 0."""
    return _score(wins / n, n, normal_quantile(level), "Wilson")


def wilson_clustered(share: float, se: float, df: float, level: float = 0.95) -> Interval:
    """Wilson's interval with n_eff = p(1-p)/SE^2 and t with `df` = clusters - 1.

    Needs 0 < share < 1 and se > 0. The substitution is Korn and Graubard's (1998, Survey Methodology 24)
    in its Wilson form (Franco, Little, Louis and Slud 2019, J. Survey Statistics and Methodology 7).
    """
    n_eff = share * (1 - share) / se**2
    return _score(share, n_eff, t_quantile(level, df), "Wilson by deal")


def _score(share: float, n: float, z: float, method: str) -> Interval:
    shrink = 1 + z**2 / n
    centre = (share + z**2 / (2 * n)) / shrink
    half = z / shrink * math.sqrt(share * (1 - share) / n + z**2 / (4 * n**2))
    return Interval(max(0.0, centre - half), min(1.0, centre + half), method)


def clopper_pearson(wins: int, n: int, level: float = 0.95) -> Interval:
    """The exact binomial interval (Clopper and Pearson 1934) for n >= 1."""
    tail = (1 - level) / 2
    low = 0.0 if wins == 0 else float(special.betaincinv(wins, n - wins + 1, tail))
    high = 1.0 if wins == n else float(special.betaincinv(wins + 1, n - wins, 1 - tail))
    return Interval(low, high, "exact")


def jeffreys(wins: int, n: int, level: float = 0.95) -> Interval:
    """The equal-tailed interval under Jeffreys' prior, Beta(1/2, 1/2), for n >= 1.

    As Brown, Cai and DasGupta (2001, Statistical Science 16) define it, it begins at 0 if nothing was won and
    ends at 1 if everything was.
    """
    tail = (1 - level) / 2
    a, b = wins + 0.5, n - wins + 0.5
    low = 0.0 if wins == 0 else float(special.betaincinv(a, b, tail))
    high = 1.0 if wins == n else float(special.betaincinv(a, b, 1 - tail))
    return Interval(low, high, "Jeffreys")


def unanimous(value: float, n: int, level: float = 0.95) -> Interval:
    """An exact interval for the mean of a quantity from 0 to 1 that was `value` in all of n >= 1 units.

    With high confidence a new unit differs from `value` with probability at most q = 1 - (alpha/2)^(1/n). The
    interval goes from `value` a part q of the way to 0 and to 1. At 0 and 1 it is Clopper and Pearson's.
    """
    differs = 1 - ((1 - level) / 2) ** (1 / n)
    return Interval(value * (1 - differs), value + (1 - value) * differs, "exact, no variance")


def t_interval(mean: float, se: float, df: float, level: float = 0.95) -> Interval:
    """The interval mean -/+ t x SE with `df` degrees of freedom (Student 1908)."""
    half = t_quantile(level, df) * se
    return Interval(mean - half, mean + half, "t by deal")

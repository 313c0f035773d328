"""The slope of several means, the difference and ratio of two, and a t test."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy import special

from marchsim.stats.clusters import Floats
from marchsim.stats.intervals import Interval


@dataclass(frozen=True)
class HypothesisTest:
    """A statistic with its degrees of freedom and p. `df2` is None for chi-square."""

    statistic: float
    df1: float
    df2: float | None
    p: float
    method: str


def linear_trend(means: Floats, covariance: Floats) -> tuple[float, float]:
    """The slope per step of means (k,) at 0, 1, ..., k-1, and its SE, given their covariance (k, k)."""
    place = np.arange(len(means), dtype=np.float64)
    weights = (place - place.mean()) / np.sum((place - place.mean()) ** 2)
    variance = max(0.0, float(weights @ covariance @ weights))
    return float(weights @ means), float(np.sqrt(variance))


def t_test(difference: float, se: float, df: float) -> HypothesisTest:
    """The two-sided t test (Student 1908) that a difference with SE > 0 is 0."""
    t = difference / se
    return HypothesisTest(t, df, None, float(2 * special.stdtr(df, -abs(t))), "t by deal")


@dataclass(frozen=True)
class MeanDifference:
    """The difference between two means, its standard error, and the degrees of freedom of its t."""

    value: float
    se: float
    df: float


def welch(first: Floats, second: Floats) -> MeanDifference:
    """The difference in means (second minus first) of two independent samples with unequal variances.

    Uses Welch's degrees of freedom (1947, Biometrika 34). Each sample needs at least two values.
    """
    parts = [float(sample.var(ddof=1)) / len(sample) for sample in (first, second)]
    value, variance = float(second.mean() - first.mean()), sum(parts)
    if variance <= 0:
        return MeanDifference(value, 0.0, float(len(first) + len(second) - 2))
    below = sum(part**2 / (len(sample) - 1) for part, sample in zip(parts, (first, second), strict=True))
    return MeanDifference(value, math.sqrt(variance), variance**2 / below)


def fieller(
    first: float, second: float, variances: tuple[float, float], covariance: float, df: float, level: float
) -> Interval | None:
    """The interval of second / first (Fieller 1954, JRSS B 16, 175-185). None if it is unbounded.

    `variances` and `covariance` are those of the two means. The interval contains every ratio r for which the
    t test of second - r first = 0 does not reject. So at level 1 - 2 alpha it is inside two limits exactly if
    both one-sided tests against them reject at alpha. It is bounded if `first` itself differs significantly
    from 0.
    """
    t2 = float(special.stdtrit(df, (1 + level) / 2)) ** 2
    square = first**2 - t2 * variances[0]
    if square <= 0:
        return None
    middle = first * second - t2 * covariance
    rest = max(0.0, middle**2 - square * (second**2 - t2 * variances[1]))
    half = math.sqrt(rest) / square
    return Interval(middle / square - half, middle / square + half, "Fieller")

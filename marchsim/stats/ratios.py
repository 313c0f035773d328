"""The ratio of two means, from their joint covariance."""

from __future__ import annotations

import math

from scipy import special

from marchsim.stats.intervals import Interval

METHOD = "Fieller"


def fieller(
    first: float, second: float, variances: tuple[float, float], covariance: float, df: float, level: float
) -> Interval | None:
    """Return the interval of second / first (Fieller 1954, JRSS B 16, 175-185); None where it has no end.

    `variances` and `covariance` are those of the two means. It holds every ratio r for which the t test that
    second - r first is 0 does not reject, so at level 1 - 2 alpha it lies inside two limits exactly where
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
    return Interval(middle / square - half, middle / square + half, METHOD)

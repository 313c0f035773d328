"""Sample sizes, the power of a study, and Cohen's h as an effect size.

A sample size is the smallest whole n whose power reaches `power` at level `alpha`. It counts independent
units (deals, or games with a deal of their own). The power for shares uses normal approximations with the
variance of each hypothesis (Fleiss, Levin and Paik 2003, ch. 4), or Cohen's arcsines (1988, ch. 6).
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from scipy import special

# z(0.975) + z(0.80), rounded as usual: two-sided 5 % level, 80 % power (Bloom 1995, Evaluation Review 19).
DETECTABLE = 2.80
MANY = 1e5  # degrees of freedom below which F is distinguished from chi-square
NODES, WEIGHTS = np.polynomial.legendre.leggauss(200)


def detectable(se: float, alpha: float = 0.05, tests: int = 1) -> float:
    """The true difference that a two-sided test with this SE detects in 80 % of studies.

    With several `tests` it is for the first step of Holm's procedure, alpha / tests. Later steps are easier.
    """
    level = alpha / tests
    return (DETECTABLE if level == 0.05 else multiple(level)) * se


def multiple(alpha: float, power: float = 0.8) -> float:
    """The true difference that a two-sided normal test detects with chance `power`, in standard errors."""
    return _z(1 - alpha / 2) + _z(power)


def smallest_listed(se: float, tests: int, level: float, power: float = 0.8) -> float:
    """The true difference that studies list as significant with chance `power`, if it is the only effect.

    The threshold is that of Benjamini and Hochberg at `level` for the smallest of `tests` p values.
    """
    return (_z(1 - level / (2 * tests)) + _z(power)) * se


def omnibus_multiple(df1: float, df2: float | None = None, alpha: float = 0.05, power: float = 0.8) -> float:
    """The deviation of one of `df1` + 1 shares, in SE, that a test of their equality detects.

    It is the root of the noncentrality at which F on `df1` and `df2` degrees of freedom (chi-square if `df2`
    is None) has the power. If one share is off by d and the others balance it equally, the noncentrality is
    (d / SE)^2. The result is 3.30, 4.03 and 4.16 for 4, 11 and 13 shares (Cohen 1988, ch. 8, Patnaik 1949).
    """
    from scipy.optimize import brentq

    critical = float(special.chdtri(df1, alpha))
    if df2 is not None:
        critical = df1 * float(special.fdtri(df1, df2, 1 - alpha))

    def short(root: float) -> float:
        if df2 is None or df2 > MANY:
            return float(special.chndtr(critical, df1, root**2)) - (1 - power)
        return float(special.ncfdtr(df1, df2, root**2, critical / df1)) - (1 - power)

    high = 2.0
    while short(high) > 0:
        high *= 2
    return float(brentq(short, 0.0, high, xtol=1e-9))


def _z(probability: float) -> float:
    return float(special.ndtri(probability))


def games_for_share(share: float, difference: float, power: float = 0.8, alpha: float = 0.05) -> int:
    """The games that a two-sided test needs to distinguish a share of `share` + `difference` from `share`.

    By a normal approximation with the variance of each hypothesis (Fleiss, Levin and Paik 2003, ch. 4). Both
    shares must be between 0 and 1.
    """
    other = share + difference
    reach = _z(1 - alpha / 2) * math.sqrt(share * (1 - share)) + _z(power) * math.sqrt(other * (1 - other))
    return math.ceil((reach / difference) ** 2)


def tost_power(
    se_one: float, n: int, df: float, margin: float, alpha: float = 0.05, difference: float = 0.0
) -> float:
    """The power of two one-sided tests with SE = se_one / sqrt(n) at a true difference `difference`.

    It is exact. The normal probability of the mean given the SD is averaged over the chi distribution of the
    SD, which gives Owen's Q (Phillips 1990, J. Pharmacokinetics and Biopharmaceutics 18).
    """
    scale, t = math.sqrt(n) / se_one, float(special.stdtrit(df, 1 - alpha))
    largest = float(special.chdtr(df, df * (margin * scale / t) ** 2))  # no success with a larger SD
    below = largest * (NODES + 1) / 2
    room = np.maximum(0.0, margin * scale - t * np.sqrt(2 * special.gammaincinv(df / 2, below) / df))
    inside = special.ndtr(room - difference * scale) - special.ndtr(-room - difference * scale)
    return float(largest / 2 * np.sum(WEIGHTS * inside))


def deals_for_tost(sd: float, margin: float, power: float = 0.8, alpha: float = 0.05) -> int:
    """The number of deals that establishes equivalence, for paired differences with this SD and mean 0."""
    return _smallest(lambda n: tost_power(sd, n, n - 1, margin, alpha) >= power, 2)


def _smallest(enough: Callable[[int], bool], first: int) -> int:
    """The smallest n >= `first` that is enough, for a condition that is monotone in n."""
    low, high = first - 1, first
    while not enough(high):
        low, high = high, high * 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high


def cohen_h(share: float, other: float) -> float:
    """Cohen's h (1988, ch. 6): the difference between two shares in arcsines. 0.2 is small, 0.5 medium."""
    return 2 * math.asin(math.sqrt(share)) - 2 * math.asin(math.sqrt(other))


def power_of_share(share: float, other: float, n: int, alpha: float = 0.05) -> float:
    """The power of a two-sided test in n games to distinguish a true share of `other` from `share`."""
    null, true = (math.sqrt(p * (1 - p) / n) for p in (share, other))
    return _power(other - share, null, true, alpha)


def power_of_difference(first: float, second: float, n: int, m: int, alpha: float = 0.05) -> float:
    """The power of a two-sided score test in n and m games to distinguish two true shares."""
    pooled = (n * first + m * second) / (n + m)
    null = math.sqrt(pooled * (1 - pooled) * (1 / n + 1 / m))
    true = math.sqrt(first * (1 - first) / n + second * (1 - second) / m)
    return _power(first - second, null, true, alpha)


def power_of_h(h: float, n: int, m: int | None = None, alpha: float = 0.05) -> float:
    """The power to detect Cohen's h: in n games against a fixed value or, given m, between n and m games."""
    se = math.sqrt(1 / n + (0 if m is None else 1 / m))
    return _power(h, se, se, alpha)


def games_for_difference(first: float, second: float, power: float = 0.8, alpha: float = 0.05) -> int:
    """The games needed by each of two sides so that a two-sided test distinguishes their true shares."""
    middle = (first + second) / 2
    reach = -float(special.ndtri(alpha / 2)) * math.sqrt(2 * middle * (1 - middle))
    reach += float(special.ndtri(power)) * math.sqrt(first * (1 - first) + second * (1 - second))
    return math.ceil((reach / (first - second)) ** 2)


def _power(difference: float, null: float, true: float, alpha: float) -> float:
    """The power: the chance that a normal estimate is beyond the critical values of the null hypothesis."""
    limit = -float(special.ndtri(alpha / 2)) * null
    above, below = (difference - limit) / true, (-difference - limit) / true
    return float(special.ndtr(above) + special.ndtr(below))

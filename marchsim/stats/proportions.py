"""What a number of games can show of one share or of two: power, and Cohen's h as the size of an effect.

Of independent games. Normal approximations with each hypothesis' own variance (Fleiss, Levin and Paik 2003,
ch. 4), beside Cohen's own by arcsines (1988, ch. 6).
"""

from __future__ import annotations

import math

from scipy import special


def cohen_h(share: float, other: float) -> float:
    """Return Cohen's h (1988, ch. 6): the difference of the arcsines of two shares; 0.2 small, 0.5 medium."""
    return 2 * math.asin(math.sqrt(share)) - 2 * math.asin(math.sqrt(other))


def power_of_share(share: float, other: float, n: int, alpha: float = 0.05) -> float:
    """Return the chance that n games tell a true share of `other` from a value `share`, two-sided."""
    null, true = (math.sqrt(p * (1 - p) / n) for p in (share, other))
    return _found(other - share, null, true, alpha)


def power_of_difference(first: float, second: float, n: int, m: int, alpha: float = 0.05) -> float:
    """Return the chance that n and m games tell two true shares from each other, two-sided (score test)."""
    pooled = (n * first + m * second) / (n + m)
    null = math.sqrt(pooled * (1 - pooled) * (1 / n + 1 / m))
    true = math.sqrt(first * (1 - first) / n + second * (1 - second) / m)
    return _found(first - second, null, true, alpha)


def power_of_h(h: float, n: int, m: int | None = None, alpha: float = 0.05) -> float:
    """Return the chance to find an effect of Cohen's h in n games against a value, or in n and m games."""
    se = math.sqrt(1 / n + (0 if m is None else 1 / m))
    return _found(h, se, se, alpha)


def games_for_difference(first: float, second: float, power: float = 0.8, alpha: float = 0.05) -> int:
    """Return the games of each of two sides in which two true shares are told from each other, two-sided."""
    middle = (first + second) / 2
    reach = -float(special.ndtri(alpha / 2)) * math.sqrt(2 * middle * (1 - middle))
    reach += float(special.ndtri(power)) * math.sqrt(first * (1 - first) + second * (1 - second))
    return math.ceil((reach / (first - second)) ** 2)


def _found(difference: float, null: float, true: float, alpha: float) -> float:
    """Return the chance that a normal estimate is beyond the limits that its error under the null sets."""
    limit = -float(special.ndtri(alpha / 2)) * null
    above, below = (difference - limit) / true, (-difference - limit) / true
    return float(special.ndtr(above) + special.ndtr(below))

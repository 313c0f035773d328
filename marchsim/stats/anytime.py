"""Intervals and tests that remain valid at every look, for any number of looks and any stopping rule.

Each is based on a betting process that is fair or losing under the hypothesis. The probability that such a
process ever exceeds 1 / alpha is at most alpha (Ville 1939).
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from marchsim.stats.clusters import Floats
from marchsim.stats.intervals import Interval

EDGE = 1e-12
MOST_BET = 0.5  # a bet risks at most this fraction of the capital


def bounded_mean(values: Floats, alpha: float = 0.05) -> Interval:
    """The confidence sequence of a mean after n >= 0 independent values between 0 and 1, in order.

    Hedged betting with predictable plug-in bets (Waudby-Smith and Ramdas 2024, JRSS B 86, theorem 3): half of
    the money bets that the mean is above m, and half that it is below. The values, such as deal means, may
    have different distributions if each has this mean given the values before it.
    """
    return bounded_path(values, [len(values)], alpha)[0]


def share_sequence(sums: Floats, counts: Floats, level: float) -> Interval:
    """The confidence sequence of a share, given the sums and counts (n,) of clusters in order."""
    held = counts > 0
    return bounded_mean(np.clip(sums[held] / counts[held], 0.0, 1.0), 1 - level)


def bounded_path(values: Floats, looks: Sequence[int], alpha: float = 0.05) -> list[Interval]:
    """The confidence sequence at each look: after the first n values, for each n in `looks` (ascending).

    All intervals hold at once, so each interval lies inside all earlier ones.
    """
    bets, low, high, found = _bets(values, alpha), 0.0, 1.0, []
    for n in looks:
        low = _stake_end(values[:n], bets[:n], alpha, low)
        high = 1 - _stake_end(1 - values[:n], bets[:n], alpha, 1 - high)
        found.append(Interval(low, max(low, high), "betting sequence"))
    return found


def _bets(values: Floats, alpha: float) -> Floats:
    """The bet on each value, which depends only on the values before it."""
    n = len(values)
    place = np.arange(1, n + 1)
    means = (0.5 + np.cumsum(values)) / (place + 1)
    spread = (0.25 + np.cumsum((values - means) ** 2)) / (place + 1)
    before = np.concatenate([[0.25], spread[:-1]])[:n]
    return np.sqrt(2 * math.log(2 / alpha) / (before * place * np.log1p(place)))


def _stake_end(values: Floats, bets: Floats, alpha: float, least: float) -> float:
    """The largest mean m >= `least` that the bets on values above m reject, or `least` if there is none.

    The winnings of the bets fall as m grows, so all means below that point are rejected.
    """

    def excess(m: float) -> float:
        stakes = np.minimum(bets, MOST_BET / m)
        return float(np.sum(np.log1p(stakes * (values - m)))) - math.log(2 / alpha)

    lower = max(least, EDGE)
    if len(values) == 0 or excess(lower) <= 0:
        return least
    if excess(1 - EDGE) > 0:
        return 1.0
    from scipy.optimize import brentq

    return float(brentq(excess, lower, 1 - EDGE, xtol=1e-10))

"""A running mean and its confidence sequence, from batches of values that are not stored.

The sequence is wider than the betting sequence of `anytime`, which needs all values at every look.
"""

from __future__ import annotations

import math

import numpy as np

from marchsim.stats.clusters import Floats
from marchsim.stats.intervals import Interval

MOST_WEIGHT = 0.5
NEVER = 1000.0


class RunningMean:
    """The mean of independent values from 0 to 1, in order, with an interval that is valid at every look.

    Uses the predictable plug-in empirical-Bernstein sequence of Waudby-Smith and Ramdas (2024, JRSS B 86,
    theorem 2). The weight of each value depends only on the values before it.
    """

    def __init__(self, alpha: float = 0.05) -> None:
        self.n = 0
        self.low, self.high = 0.0, 1.0
        self._reach = math.log(2 / alpha)
        self._sum = 0.0
        self._squares = 0.0
        self._weights = 0.0
        self._weighted = 0.0
        self._risk = 0.0

    @property
    def mean(self) -> float:
        """The plain mean of the values. 0.5 before the first value."""
        return self._sum / self.n if self.n else 0.5

    @property
    def interval(self) -> Interval:
        """The intersection of all intervals so far."""
        return Interval(self.low, self.high, "empirical-Bernstein sequence")

    def add(self, values: Floats) -> None:
        """Add further values (n,), n >= 1, and update the interval."""
        place = self.n + np.arange(1, len(values) + 1)
        means = (0.5 + self._sum + np.cumsum(values)) / (place + 1)
        means_before = np.concatenate([[(0.5 + self._sum) / (self.n + 1)], means[:-1]])
        squares = self._squares + np.cumsum((values - means) ** 2)
        spread = (0.25 + np.concatenate([[self._squares], squares[:-1]])) / place
        weights = np.minimum(np.sqrt(2 * self._reach / (spread * place * np.log1p(place))), MOST_WEIGHT)
        self._risk += float(np.sum((values - means_before) ** 2 * (-np.log1p(-weights) - weights)))
        self._weights += float(weights.sum())
        self._weighted += float(np.sum(weights * values))
        self._sum += float(values.sum())
        self._squares = float(squares[-1])
        self.n += len(values)
        self._look()

    def _look(self) -> None:
        centre = self._weighted / self._weights
        half = (self._reach + self._risk) / self._weights
        self.low = max(self.low, centre - half)
        self.high = max(self.low, min(self.high, centre + half))


def longer(half_widths: tuple[float, float], values: tuple[int, int], gap: float) -> float:
    """About how many times as much data would shrink the sum of two half widths to `gap`. inf above 1,000.

    A half width is assumed to fall like sqrt(log n / n) (1 + log log n). `values` are the present n of both.
    """

    def together(times: float) -> float:
        return sum(h * _rate(n * times) / _rate(n) for h, n in zip(half_widths, values, strict=True))

    if gap <= 0 or together(NEVER) > gap:
        return math.inf
    low, high = 1.0, NEVER
    while high / low > 1.001:
        middle = math.sqrt(low * high)
        low, high = (middle, high) if together(middle) > gap else (low, middle)
    return high


def _rate(n: float) -> float:
    logarithm = math.log(max(n, 3.0))
    return math.sqrt(logarithm / max(n, 3.0)) * (1 + math.log(logarithm))

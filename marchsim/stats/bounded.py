"""Interval and test for the mean of values with a known range, when nearly all of them are equal.

Suppose that only five of a few hundred paired deals differ. Student's t then underestimates the spread of
future deals, and its interval is up to four times too narrow. This method adds a value at the end of the
range, and weights the values by uniform spacings (Gaffke 2005, Mathematical Methods of Statistics 14,
451-467). For values at both ends of the range this is Clopper and Pearson's bound. For n equal values it is
the largest possible distance times 1 - alpha^(1/n), the bound of the share of other values. The method is
proved valid in special cases, and no counterexample is known for any distribution in the range
(Learned-Miller and Thomas 2019, arXiv 1905.06208). See tests/stats/test_bounded.py for a simulation.
"""

from __future__ import annotations

import math
from functools import cache, lru_cache

import numpy as np

from marchsim.stats.clusters import Floats
from marchsim.stats.contrasts import HypothesisTest
from marchsim.stats.intervals import Interval

METHOD = "bounded mean"
SPARSE = 50  # with fewer values that are not the commonest one, t cannot be trusted
PLACES = 9  # values that agree to this many decimal places are equal
REACH = 6.0  # standard errors from the mean within which the bound is sought first


def differing(values: Floats) -> int:
    """The number of values that differ from the most common one."""
    _, counts = np.unique(values.round(PLACES), return_counts=True)
    return len(values) - int(counts.max())


def commonest(values: Floats) -> float:
    """The most common value. If several are equally common, the smallest of them."""
    places, counts = np.unique(values.round(PLACES), return_counts=True)
    return float(places[counts.argmax()])


def sparse(values: Floats) -> bool:
    """Whether t is invalid, because nearly all values are equal.

    Fewer than `SPARSE` values, and fewer than half of all, then differ from the most common one.
    """
    others = differing(values)
    return others < SPARSE and 2 * others < len(values)


def share_bound(n: int, alpha: float = 0.05) -> float:
    """The upper bound of a share if n independent trials had no event: 1 - alpha^(1/n)."""
    return -math.expm1(math.log(alpha) / n)


def trials_for_share(share: float, alpha: float = 0.05) -> int:
    """The number of trials without an event needed to bound the share below `share` > 0."""
    return 1 if share >= 1 else math.floor(math.log(alpha) / math.log1p(-share)) + 1


def mean_interval(values: Floats, low: float, high: float, level: float = 0.95) -> Interval:
    """The interval of the mean of independent values (n,) between `low` and `high`."""
    tail = (1 - level) / 2
    ends = (-_upper(-values, -low, tail), _upper(values, high, tail))
    return Interval(min(ends[0], ends[1]), ends[1], METHOD)


def mean_test(values: Floats, low: float, high: float) -> HypothesisTest:
    """The two-sided test that the mean of `values` (n,) is 0, for a range with `low` <= 0 <= `high`.

    p is under alpha exactly if the interval of level 1 - alpha excludes 0.
    """
    sides = exceeds(*_weighted(values, high)), exceeds(*_weighted(-values, -low))
    p = min(1.0, 2 * min(sides))
    return HypothesisTest(float(values.mean()), float(len(values)), None, p, METHOD)


def _weighted(values: Floats, end: float) -> tuple[Floats, Floats]:
    """The distinct values and their counts, after `end` has been added to the values."""
    places, counts = np.unique(np.append(values.round(PLACES), end), return_counts=True)
    return places, counts.astype(np.float64)


def _upper(values: Floats, end: float, tail: float) -> float:
    """The upper bound: the randomly weighted mean of values and `end` exceeds it with probability `tail`."""
    places, counts = _weighted(values, end)
    return _sought(tuple(places.tolist()), tuple(counts.tolist()), end, tail)


@lru_cache(maxsize=4096)  # a report asks for most of its intervals more than once
def _sought(at: tuple[float, ...], often: tuple[float, ...], end: float, tail: float) -> float:
    """The bound of `_upper`, given the distinct values `at` (including `end`) and their counts `often`."""
    from scipy.optimize import brentq

    places, counts = np.array(at), np.array(often)
    width = float(np.ptp(places))
    if width <= 10.0**-PLACES:
        return end

    @cache  # the search asks for its ends again
    def excess(point: float) -> float:
        return math.log(max(exceeds(places - point, counts), math.exp(-FAR)) / tail)

    n, mean = float(counts.sum()), float(counts @ places / counts.sum())
    near = mean + REACH * (float(np.sqrt(counts @ (places - mean) ** 2)) + width) / n
    low = mean if excess(mean) > 0 else places[0]
    high = near if near < places[-1] and excess(near) < 0 else places[-1]
    return float(brentq(excess, low, high, xtol=1e-12 * max(1.0, width)))


Logs = np.ndarray[tuple[int, ...], np.dtype[np.complex128]]

FIRST_STEPS, MOST_STEPS = 128, 2**17
SAME = 1e-11  # steps are halved until the chance moves by no more, relatively
LEAST = 1e-3  # a parabola that bends less is a straight line
NEGLIGIBLE = 40.0  # exp(-40) of the largest part is nothing
FAR = 200.0  # a chance below exp(-200) is that


def exceeds(places: Floats, counts: Floats) -> float:
    """The probability that sum(places x G) > 0, for gamma variates G with shapes `counts`, all (k,)."""
    if places.max() <= 0:
        return 0.0
    if places.min() >= 0:
        return 1.0
    if float(counts @ places) < 0:
        return _above(places / places.max(), counts)
    return 1 - _above(places / places.min(), counts)


def _above(places: Floats, counts: Floats) -> float:
    """`exceeds` for a sum with a mean below 0, scaled so that its largest place is 1."""
    saddle = _saddle(places, counts)
    top = -float(counts @ np.log1p(-places * saddle))
    if top < -FAR:
        return math.exp(-FAR)
    parts = places / (1 - places * saddle)
    second = float(counts @ parts**2) + saddle**-2
    third = 2 * float(counts @ parts**3) - 2 * saddle**-3
    path = _Path(places, counts, saddle, top, 1 / math.sqrt(second), max(0.0, third / 6 * second**-1.5))
    end, logs = path.points()
    while path.bend and logs.real.max() > 1.0:  # it comes too near to where the function has no end
        path.bend = path.bend / 4 if path.bend > LEAST else 0.0
        end, logs = path.points()
    return min(max(math.exp(top) * path.width / saddle / math.pi * path.integral(end, logs), 0.0), 1.0)


def _saddle(places: Floats, counts: Floats) -> float:
    """The saddle point: the s between 0 and 1 where K'(s) = 1 / s. K is the cumulant function of the sum."""
    from scipy.optimize import brentq

    def rising(s: float) -> float:
        return (1 - s) * (s * float(counts @ (places / (1 - places * s))) - 1)

    return float(brentq(rising, 1e-300, 1 - 1e-15, xtol=1e-15, rtol=1e-12))


class _Path:
    """The path s = saddle + width (i t + bend t^2), t = sinh(x), and the integrand along it."""

    def __init__(
        self, places: Floats, counts: Floats, saddle: float, top: float, width: float, bend: float
    ) -> None:
        self.places, self.counts = places, counts
        self.saddle, self.top, self.width, self.bend = saddle, top, width, bend

    def growth(self, x: Floats) -> Logs:
        """The logarithm of the integrand, 0 at the saddle point."""
        t = np.sinh(x)
        s = self.saddle + self.width * (1j * t + self.bend * t**2)
        # of 1 - places s by parts: logarithms of complex numbers take several times as long
        real, imaginary = 1 - self.places[:, None] * s.real, -self.places[:, None] * s.imag
        logs = self.counts @ np.log(real**2 + imaginary**2) / 2 + 1j * (
            self.counts @ np.arctan2(imaginary, real)
        )
        return np.asarray(-logs - self.top - np.log(s / self.saddle), dtype=np.complex128)

    def points(self) -> tuple[float, Logs]:
        """The x beyond which the integrand is negligible, and `growth` at equal steps from 0 to this x."""
        x = np.arange(1.0, 9.0, 0.5)
        while not (nothing := self.growth(x).real <= -NEGLIGIBLE).any():
            x += 8.0
        end = float(x[nothing.argmax()])
        return end, self.growth(np.linspace(0.0, end, FIRST_STEPS + 1))

    def integral(self, end: float, logs: Logs) -> float:
        """The integral from 0 to `end` by the trapezoid rule. Steps are halved until it converges."""
        steps = FIRST_STEPS
        edges = self._part(np.linspace(0.0, end, steps + 1, dtype=np.float64), logs)
        edges[[0, -1]] /= 2
        total = float(edges.sum())
        value, before = total * end / steps, float(edges[::2].sum()) * end * 2 / steps
        while abs(value - before) > SAME * abs(value) and steps < MOST_STEPS:
            middles: Floats = (np.arange(steps, dtype=np.float64) + 0.5) * (end / steps)
            total += float(self._part(middles, self.growth(middles)).sum())
            steps, before = 2 * steps, value
            value = total * end / steps
        return value

    def _part(self, x: Floats, logs: Logs) -> Floats:
        part: Floats = np.imag(np.exp(logs) * (1j + 2 * self.bend * np.sinh(x))) * np.cosh(x)
        return part

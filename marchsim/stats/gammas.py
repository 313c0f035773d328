"""The chance that a weighted sum of gamma variates is above 0, accurate to about nine digits.

The moment generating function exp(K(s)) is inverted along a parabola through the saddle point of exp(K(s)) /
s that follows its steepest descent (Helstrom and Ritcey 1984, IEEE Trans. AES 20, 624-633). It decreases
there without oscillation, so that few points are enough, in the tails as well.
"""

from __future__ import annotations

import math

import numpy as np

from marchsim.stats.clusters import Floats

Logs = np.ndarray[tuple[int, ...], np.dtype[np.complex128]]

FIRST_STEPS, MOST_STEPS = 128, 2**17
SAME = 1e-11  # steps are halved until the chance moves by no more, relatively
LEAST = 1e-3  # a parabola that bends less is a straight line
NEGLIGIBLE = 40.0  # exp(-40) of the largest part is nothing
FAR = 200.0  # a chance below exp(-200) is that


def exceeds(places: Floats, counts: Floats) -> float:
    """The chance that the sum of places (k,) times gamma variates of shapes counts (k,) is above 0."""
    if places.max() <= 0:
        return 0.0
    if places.min() >= 0:
        return 1.0
    if float(counts @ places) < 0:
        return _above(places / places.max(), counts)
    return 1 - _above(places / places.min(), counts)


def _above(places: Floats, counts: Floats) -> float:
    """The chance where the mean of the sum is below 0 and the largest place is 1."""
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
    """The point between 0 and 1 where K'(s) = 1 / s."""
    from scipy.optimize import brentq

    def rising(s: float) -> float:
        return (1 - s) * (s * float(counts @ (places / (1 - places * s))) - 1)

    return float(brentq(rising, 1e-300, 1 - 1e-15, xtol=1e-15, rtol=1e-12))


class _Path:
    """The parabola s = saddle + width (i t + bend t^2), t = sinh(x), and the function along it."""

    def __init__(
        self, places: Floats, counts: Floats, saddle: float, top: float, width: float, bend: float
    ) -> None:
        self.places, self.counts = places, counts
        self.saddle, self.top, self.width, self.bend = saddle, top, width, bend

    def growth(self, x: Floats) -> Logs:
        """The logarithm of the function, 0 at the saddle point."""
        t = np.sinh(x)
        s = self.saddle + self.width * (1j * t + self.bend * t**2)
        # of 1 - places s by parts: logarithms of complex numbers take several times as long
        real, imaginary = 1 - self.places[:, None] * s.real, -self.places[:, None] * s.imag
        logs = self.counts @ np.log(real**2 + imaginary**2) / 2 + 1j * (
            self.counts @ np.arctan2(imaginary, real)
        )
        return np.asarray(-logs - self.top - np.log(s / self.saddle), dtype=np.complex128)

    def points(self) -> tuple[float, Logs]:
        """The range of x with a contribution, and the growth at equal steps over it."""
        x = np.arange(1.0, 9.0, 0.5)
        while not (nothing := self.growth(x).real <= -NEGLIGIBLE).any():
            x += 8.0
        end = float(x[nothing.argmax()])
        return end, self.growth(np.linspace(0.0, end, FIRST_STEPS + 1))

    def integral(self, end: float, logs: Logs) -> float:
        """The integral over that range by the trapezoid rule, with halved steps until it converges."""
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

"""Scales that map numbers to pixels, with ticks at round numbers."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Scale:
    """A linear map of the numbers from `low` to `high` to the pixels from `start` to `end`.

    `low` may be the larger number. Then the scale runs backwards.
    """

    low: float
    high: float
    start: float
    end: float

    def at(self, value: float) -> float:
        """The position of a number in pixels. Numbers beyond the ends are clipped."""
        low, high = sorted((self.low, self.high))
        held = min(max(value, low), high)
        return self.start + (held - self.low) / (self.high - self.low) * (self.end - self.start)

    def ticks(self, most: int) -> list[float]:
        """The round numbers on the scale, at most `most` of them."""
        low, high = sorted((self.low, self.high))
        step, count = (high - low) / max(1, most), most + 1
        while count > max(1, most):
            step = _step(step * 1.001)
            first = math.ceil(low / step - 1e-9)
            count = math.floor(high / step + 1e-9) - first + 1
        return [(first + at) * step for at in range(count)]

    def labels(self, most: int, unit: str = "", signed: bool = False) -> list[tuple[float, str]]:
        """The ticks with their labels. `unit` follows each number."""
        found = self.ticks(most)
        return [(tick, tick_text(tick, signed) + unit) for tick in found]


def known(values: Iterable[float | None]) -> list[float]:
    """The values that are neither None nor NaN."""
    return [value for value in values if value is not None and not math.isnan(value)]


def scale(values: Iterable[float], start: float, end: float, room: float = 0.04) -> Scale:
    """A scale that includes all values, with a little room at both ends."""
    found = [value for value in values if math.isfinite(value)] or [0.0]
    low, high = min(found), max(found)
    more = (high - low) * room or 1.0
    return Scale(low - more, high + more, start, end)


def _step(least: float) -> float:
    """The smallest number that is at least `least` and is 1, 2, 2.5 or 5 times a power of ten."""
    power = 10.0 ** math.floor(math.log10(least)) if least > 0 else 1.0
    return next(part * power for part in (1, 2, 2.5, 5, 10) if part * power >= least * (1 - 1e-9))


def tick_text(value: float, signed: bool = False) -> str:
    """The label of a tick: with a true minus sign and, if `signed`, a plus for positive numbers."""
    text = f"{round(value, 6):,.15g}" if abs(value) < 1e15 else f"{value:.3g}"
    sign = "+" if signed and value > 0 else ""
    return sign + text.replace("-", "\N{MINUS SIGN}")

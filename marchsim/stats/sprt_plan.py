"""What to expect of a sequential test before it is played: its chance to accept h1, and its length.

Wald's approximations (1947, Sequential Analysis, ch. 3): the overshoot over a bound is neglected, so a real
test takes a little longer and errs a little less.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from marchsim.stats.clusters import Floats
from marchsim.stats.sprt import Hypotheses, bounds, jumps, regular

FLAT = 1e-7  # with an exponent below this the walk has no drift to speak of


@dataclass(frozen=True)
class Prospect:
    """At a true value: the chance to accept h1, and the expected number of blocks until a decision."""

    p_accept: float
    expected: float


def plan(
    shape: Sequence[float],
    scores: Sequence[float],
    hypotheses: Hypotheses,
    alpha: float = 0.05,
    beta: float = 0.05,
    middle: float | None = None,
) -> list[Prospect] | None:
    """Return the prospects at h0, `middle` (halfway by default) and h1.

    `shape` (k,) are a pilot's counts of the scores; at each truth the likeliest distribution near them is
    taken. None where a hypothesis cannot be fulfilled on these scores.
    """
    held, values = regular(shape), np.asarray(scores, dtype=np.float64)
    shares = held / held.sum()
    found = []
    middle = (hypotheses.h0 + hypotheses.h1) / 2 if middle is None else middle
    for truth in (hypotheses.h0, middle, hypotheses.h1):
        chances = hypotheses.likeliest(shares, values, truth)
        steps = None if chances is None else jumps(chances, values, hypotheses)
        if chances is None or steps is None:
            return None
        found.append(Prospect(*prospects(chances, steps, *bounds(alpha, beta))))
    return found


def prospects(chances: Floats, steps: Floats, lower: float, upper: float) -> tuple[float, float]:
    """Return the chance to leave (lower, upper) upward and the expected steps (1 at least) of a walk."""
    drift, power = float(chances @ steps), float(chances @ steps**2)
    h = _exponent(chances, steps, drift, power)
    if abs(h) * max(upper, -lower) < FLAT:
        return -lower / (upper - lower), max(1.0, -lower * upper / power)
    up = math.expm1(h * lower) / (math.expm1(h * lower) - math.expm1(h * upper))
    return up, max(1.0, (up * upper + (1 - up) * lower) / drift)


def _exponent(chances: Floats, steps: Floats, drift: float, power: float) -> float:
    """Return h other than 0 with E exp(h step) = 1 (Wald's identity), 0 for a walk without drift."""
    from scipy.optimize import brentq

    start = -2 * drift / power
    if abs(start) < FLAT:
        return 0.0

    def excess(h: float) -> float:
        return math.log1p(float(chances @ np.expm1(h * steps)))

    near, far = start / 2, start * 2
    while excess(near) >= 0:
        near /= 2
    while excess(far) <= 0:
        far *= 2
    return float(brentq(excess, near, far, xtol=1e-14, rtol=1e-12))

"""Assurance: the chance that more data decide the open questions, averaged over plausible truths.

True values are drawn around the estimates, and new data around each true value. The assurance is the share of
draws in which all data decide (O'Hagan, Stevens and Campbell 2005, Pharmaceutical Statistics 4; Spiegelhalter
and Freedman 1986, Statistics in Medicine 5). `truths` uses empirical Bayes (Morris 1983, JASA 78).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
from scipy import special

from marchsim.stats.choices import Bools
from marchsim.stats.clusters import Floats
from marchsim.stats.joint import joint_errors

HALF, POWER, MOST = 0.5, 0.8, 0.9  # chances for which data are counted
DRAWS = 2_000
NODES, WIDEST = 60, 4.0  # of the grid of how much true values differ; its end, in what is seen
TIMES = np.geomspace(1, 10_000, 61)  # the data so far; more than the last is out of sight
LARGEST = 1_000_000  # deals or games: more than that is out of sight, too

Decides = Callable[[Floats, Floats, float], Bools]


@dataclass(frozen=True)
class Assurance:
    """The probability that more data decide, for each multiple of the present data in `TIMES`."""

    chances: tuple[float, ...]

    def times(self, power: float) -> float | None:
        """The smallest multiple of the present data that decides with chance `power`. None if none does."""
        found = np.maximum.accumulate(self.chances)
        if found[-1] < power:
            return None
        at = int(np.argmax(found >= power))
        if at == 0:
            return 1.0
        part = (power - found[at - 1]) / (found[at] - found[at - 1])
        return float(TIMES[at - 1] * (TIMES[at] / TIMES[at - 1]) ** part)

    def number(self, power: float, size: int) -> int | None:
        """The deals or games needed to decide with chance `power`, given `size` now. None if too many."""
        times = self.times(power)
        return None if times is None or times * size > LARGEST else math.ceil(times * size)


def together(several: Iterable[Assurance]) -> Assurance:
    """The probability of deciding every one of several independent questions."""
    return Assurance(tuple(np.prod([one.chances for one in several], axis=0).tolist()))


def assurance(estimates: Floats, spread: Floats, truth: Floats, decides: Decides) -> Assurance:
    """The probability that more data decide, for each multiple of the present data in `TIMES`.

    It is averaged over `truth`, draws (draws, k) of the true values. `spread` is the covariance of the
    present estimates. `decides` receives draws (draws, k) of the estimates from all data, their standard
    errors, and the multiple. It returns whether the data decide, for each draw.
    """
    noise = joint_errors(spread, None, len(truth), seed=3)
    errors = np.sqrt(np.maximum(0.0, np.diag(spread)))
    found = []
    for times in TIMES.tolist():
        more = times - 1
        seen = (estimates + more * truth + math.sqrt(more) * noise) / times
        found.append(float(np.mean(decides(seen, errors / math.sqrt(times), times))))
    return Assurance(tuple(found))


def truths(estimates: Floats, spread: Floats, even: float) -> Floats:
    """Draws (DRAWS, k) of the true values given the estimates, which are shrunk towards `even`.

    The variance of true values is drawn as well, since a few estimates determine it poorly.
    """
    errors2 = np.maximum(0.0, np.diag(spread))
    off = estimates - even
    widest = WIDEST * math.sqrt(float(np.mean(off**2 + errors2)))
    between = (widest * (np.arange(NODES) + 0.5) / NODES) ** 2
    whole = between[:, None] + errors2
    likely = -np.sum(np.log(whole) + off**2 / whole, axis=1) / 2 * max(1, len(off) - 1) / len(off)
    generator = np.random.Generator(np.random.PCG64(2))
    drawn = between[generator.choice(NODES, size=DRAWS, p=special.softmax(likely))][:, None]
    kept = drawn / (drawn + errors2)
    found: Floats = even + kept * off + np.sqrt(kept) * joint_errors(spread, None, DRAWS, seed=2)
    return found

"""Verdicts on metrics under two rulesets: paired on the same deals, or deals of their own (Welch).

The unit is the deal. Each metric at each number of players has a verdict within its margin: identical,
equivalent, changed, changed but trivial or inconclusive; Holm's adjustment is over all that are compared
together. Under 30 deals there is no test.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from marchsim.stats.clusters import FEW, NOTHING, Floats, batches
from marchsim.stats.contrasts import MeanDifference, t_test, welch
from marchsim.stats.equivalence import CHANGED, IDENTICAL, INCONCLUSIVE, TRIVIAL, tost, verdict
from marchsim.stats.intervals import Interval, t_interval
from marchsim.stats.multiplicity import holm
from marchsim.stats.paired import REPEATS, sign_flip
from marchsim.stats.power import detectable

FLIPS_UNDER = 100  # with fewer deals the sign-flip test replaces t
FLIP_SEED = 1
FLIPS_PER_METRIC = 40  # at least so many draws for each metric, so that Holm leaves room for a small p
SPARSE = 10  # with fewer deals that differ an interval of t is rough


@dataclass(frozen=True)
class Paired:
    """The values of one metric at one number of players, then and now, a value a deal.

    The deals are the same in the same order, unless `apart`: then they are different ones, perhaps of
    different number. `variant` names the rules of now.
    """

    metric: str
    players: int
    then: Floats
    now: Floats
    variant: str = ""
    apart: bool = False

    @property
    def differences(self) -> Floats:
        """Return now minus then of each deal, of deals in common."""
        return self.now - self.then

    @property
    def deals(self) -> int:
        """Return the number of deals; of different ones that of the smaller side."""
        return min(len(self.then), len(self.now))

    @property
    def identical(self) -> bool:
        """Return whether every deal has the same value then and now."""
        return not self.apart and not self.differences.any()


@dataclass(frozen=True)
class Compared:
    """What a metric has come to: means, the difference with its intervals, p adjusted, the verdict.

    `deals` are those then and now. `correlation` over deals and `saved`, the part of the variance that
    pairing took away (negative: it added some), are None where there is no variance or no pairing; `holm` is
    None where there is no test or no adjustment.
    """

    metric: str
    players: int
    deals: int
    then: float
    now: float
    difference: float
    se: float | None
    wide: Interval | None
    narrow: Interval | None
    margin: float
    p: float | None
    holm: float | None
    method: str
    verdict: str
    note: str = ""
    variant: str = ""
    deals_now: int = 0
    correlation: float | None = None
    saved: float | None = None

    @property
    def detectable(self) -> float | None:
        """Return the difference that would have been found in four of five such studies."""
        return detectable(self.se) if self.se else None


def compare(pairs: Sequence[Paired], margins: Sequence[float], adjust: bool = True) -> list[Compared]:
    """Return the verdict of each metric, adjusted (Holm) for all of them together unless told not to."""
    draws = max(REPEATS, FLIPS_PER_METRIC * len(pairs))
    found = [_difference(pair) for pair in pairs]
    tested = [_p(pair, one, draws) for pair, one in zip(pairs, found, strict=True)]
    known = [p for p, _ in tested if p is not None]
    adjusted = iter(holm(known) if adjust else known)
    return [
        _compared(pair, one, margin, p, None if p is None else next(adjusted), method, adjust)
        for pair, one, margin, (p, method) in zip(pairs, found, margins, tested, strict=True)
    ]


def _difference(pair: Paired) -> MeanDifference:
    """Return the mean difference; one that is the same in all deals has no error."""
    if pair.apart:
        if pair.deals < 2:
            return MeanDifference(float(pair.now.mean() - pair.then.mean()), 0.0, 1.0)
        found = welch(pair.then, pair.now)
        largest = max(float(np.abs(pair.then).max()), float(np.abs(pair.now).max()))
        return MeanDifference(found.value, _clean(found.se, largest), found.df)
    differences = pair.differences
    if len(differences) < 2:
        return MeanDifference(float(differences.mean()), 0.0, 1.0)
    se = float(differences.std(ddof=1) / np.sqrt(len(differences)))
    largest = float(np.abs(differences).max())
    return MeanDifference(float(differences.mean()), _clean(se, largest), len(differences) - 1)


def _clean(se: float, largest: float) -> float:
    return 0.0 if se <= NOTHING * max(1.0, largest) else se


def _p(pair: Paired, found: MeanDifference, draws: int) -> tuple[float | None, str]:
    if pair.deals < FEW:
        return None, f"no test under {FEW} deals"
    if pair.identical or (pair.apart and not found.se and not found.value):
        return None, "the same in all deals"
    if pair.apart:
        if not found.se:
            return None, "no variance on either side, no test"
        return t_test(found.value, found.se, found.df).p, "Welch's t by deal"
    if pair.deals < FLIPS_UNDER or not found.se:
        return sign_flip(batches(pair.differences), FLIP_SEED, draws).p, f"sign flip, seed {FLIP_SEED}"
    return t_test(found.value, found.se, found.df).p, "t by deal"


def _compared(
    pair: Paired,
    found: MeanDifference,
    margin: float,
    p: float | None,
    used: float | None,
    method: str,
    adjust: bool,
) -> Compared:
    word, note = _verdict(pair, found, margin, used, method)
    together, saved = _pairing(pair)
    mean, se, df = found.value, found.se, found.df
    return Compared(
        pair.metric, pair.players, len(pair.then), float(pair.then.mean()), float(pair.now.mean()), mean,
        se or None,
        t_interval(mean, se, df, 0.95) if se else None,
        tost(mean, se, df, margin).interval if se else None,
        margin, p, used if adjust else None, method, word, note,
        pair.variant, len(pair.now), together, saved,
    )  # fmt: skip


def _verdict(
    pair: Paired, found: MeanDifference, margin: float, p: float | None, method: str
) -> tuple[str, str]:
    if pair.identical:
        return IDENTICAL, ""
    if p is None:
        return INCONCLUSIVE, method
    if not found.se:
        return (TRIVIAL if abs(found.value) < margin else CHANGED), "the same difference in every deal"
    word = verdict(found.value, found.se, found.df, margin, p)
    assert word is not None  # there is variance
    differ = 0 if pair.apart else int(np.count_nonzero(pair.differences))
    return word, f"only {differ} deals differ: a rough interval" if 0 < differ < SPARSE else ""


def _pairing(pair: Paired) -> tuple[float | None, float | None]:
    """Return the correlation over deals, and the part of the variance that pairing took away."""
    if pair.apart or pair.deals < 2:
        return None, None
    then, now = (float(side.std(ddof=1)) for side in (pair.then, pair.now))
    if min(then, now) <= NOTHING * max(1.0, float(np.abs(pair.then).max())):
        return None, None
    saved = 1 - float(pair.differences.var(ddof=1)) / (then**2 + now**2)
    return (then**2 + now**2) * saved / (2 * then * now), saved

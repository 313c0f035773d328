"""Verdicts on metrics under two rule sets, paired on the same deals or on separate deals (Welch).

The deal is the independent unit. Each metric with each number of players has a verdict by its margin:
identical, equivalent, changed, changed but trivial, or inconclusive. Holm's adjustment covers all metrics
that are compared together. There is no test with fewer than 30 deals. If nearly all deals have the same
difference, the interval of a bounded mean, with the range of the metric, replaces t.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from marchsim.analysis.reading.source import of_error
from marchsim.recorder.metrics import Margin, described
from marchsim.stats import bounded
from marchsim.stats.clusters import FEW, NOTHING, Floats, batches, clean
from marchsim.stats.contrasts import HypothesisTest, MeanDifference, fieller, t_test, welch
from marchsim.stats.equivalence import CHANGED, IDENTICAL, INCONCLUSIVE, TRIVIAL, word
from marchsim.stats.intervals import Interval, clopper_pearson, t_interval
from marchsim.stats.multiplicity import holm
from marchsim.stats.paired import REPEATS, sign_flip
from marchsim.stats.power import detectable

FLIPS_UNDER = 100  # with fewer deals the sign-flip test replaces t
FLIP_SEED = 1
FLIPS_PER_METRIC = 40  # the least number of draws for each metric, so that Holm leaves room for a small p
ALPHA = 0.05  # error of all compared together for “changed”, of each for “equivalent”
WIDE, NARROW = 0.95, 0.9  # levels for a difference and for equivalence (two one-sided tests at 5 %)


@dataclass(frozen=True)
class Paired:
    """The values of one metric with one number of players, before and after a change, one for each deal.

    Both sides have the same deals in the same order or, if `apart`, separate deals. `variant` names the rules
    after the change.
    """

    metric: str
    players: int
    then: Floats
    now: Floats
    variant: str = ""
    apart: bool = False

    @cached_property
    def differences(self) -> Floats:
        """The difference, after minus before, on each common deal."""
        return self.now - self.then

    @property
    def deals(self) -> int:
        """The number of deals. If deals are separate, that of the smaller side."""
        return min(len(self.then), len(self.now))

    @property
    def differ(self) -> int | None:
        """The number of deals with a difference. None if deals are separate."""
        return None if self.apart else int(np.count_nonzero(self.differences))

    @cached_property
    def sparse(self) -> bool:
        """Whether too few deals differ from the most common difference for t to be trusted."""
        return not self.apart and bounded.sparse(self.differences)

    @property
    def reach(self) -> float:
        """The largest possible difference of a deal, estimated from the values if the metric is unbounded."""
        both = np.concatenate([self.then, self.now])
        whole = described(self.metric).reach(self.players)
        return max(whole or float(np.abs(both).max()), float(np.ptp(both)))


@dataclass(frozen=True)
class Compared:
    """The result for a metric: means, the difference with its intervals, adjusted p, and the verdict.

    `wide` is the 95 % interval of this difference alone. The intervals `joint` hold at once for all metrics
    that are adjusted together (Bonferroni). So do the intervals `middle`, for the mean of before and after.
    `narrow` is the 90 % interval of equivalence. If the margin is relative to the control's mean, `narrow`
    comes from the interval of the ratio. `deals` are those before the change. `differ` is the number of deals
    that differ, and `may_differ` an exact 95 % bound for the share of future deals that differ. `correlation`
    is over deals. `saved` is the reduction of variance by pairing (negative: an increase). Both are None if
    nothing varies or is paired. `holm` is None if there is no test or no adjustment, and `tests` is the
    number of tests adjusted together. `part` is the part of the error at this look: p and `holm` are divided
    by it, and `narrow` is wider accordingly.
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
    correlation: float | None = None
    saved: float | None = None
    differ: int | None = None
    may_differ: float | None = None
    tests: int = 1
    joint: Interval | None = None
    middle: Interval | None = None
    part: float = 1.0

    def nearer(self, ideal: float) -> bool | None:
        """Whether the value is shown to be closer to `ideal` now than before (False: further away).

        None if neither is shown. Closer is shown if the value fell and the middle of before and after is
        above the ideal, or if it rose and the middle is below. Both tests must pass (intersection-union:
        Berger 1982, Technometrics 24).
        """
        at = self.middle
        if self.verdict not in (CHANGED, TRIVIAL) or at is None or at.low <= ideal <= at.high:
            return None
        return (at.low > ideal) is (self.difference < 0)

    @property
    def detectable(self) -> float | None:
        """The difference that such studies detect in 80 % of cases. None if nothing varies.

        If p values are adjusted, it is the one that Holm's first step detects.
        """
        return detectable(self.se, ALPHA * self.part, self.tests) if self.se else None


def compare(
    pairs: Sequence[Paired], margins: Sequence[Margin], adjust: bool = True, part: float = 1.0
) -> list[Compared]:
    """The verdict on each metric, with Holm's adjustment over all unless `adjust` is false.

    `part` is the part of the error at this look at the run (`reading.source`).
    """
    draws = max(REPEATS, math.ceil(FLIPS_PER_METRIC * len(pairs) / part))
    looked = [_Unadjusted.at(pair, margin, draws, part) for pair, margin in zip(pairs, margins, strict=True)]
    known = [one.test.p for one in looked if one.test is not None]
    adjusted = iter(holm(known) if adjust else known)
    tests = max(1, len(known)) if adjust else 1
    return [_compared(one, None if one.test is None else next(adjusted), adjust, tests) for one in looked]


@dataclass(frozen=True)
class _Unadjusted:
    """One metric before adjustment: its difference, intervals and test, or why there is no test."""

    pair: Paired
    margin: Margin
    found: MeanDifference
    wide: Interval | None
    narrow: Interval | None
    part: float
    test: HypothesisTest | None
    why: str

    @classmethod
    def at(cls, pair: Paired, margin: Margin, draws: int, part: float) -> _Unadjusted:
        found, level = _difference(pair), of_error(NARROW, part)
        narrow = _interval(pair, found, level) if pair.sparse else _narrow(pair, found, margin, level)
        test, why = _test(pair, found, draws)
        if test is not None and part < 1:
            test = replace(test, p=min(1.0, test.p / part))
        return cls(pair, margin, found, _interval(pair, found, WIDE), narrow, part, test, why)

    @property
    def inside(self) -> bool:
        """Whether the difference is shown to lie within the margin."""
        room = self.margin.at(float(self.pair.then.mean()))
        return self.narrow is not None and -room < self.narrow.low and self.narrow.high < room


def _interval(pair: Paired, found: MeanDifference, level: float) -> Interval | None:
    """The interval of a difference: a t interval, or one for a bounded mean if t cannot be trusted."""
    if pair.sparse:
        return bounded.mean_interval(pair.differences, -pair.reach, pair.reach, level)
    return t_interval(found.value, found.se, found.df, level) if found.se else None


def _difference(pair: Paired) -> MeanDifference:
    """The mean difference, by Welch's method for separate deals.

    Its error is 0 if there is one deal, or if all deals have the same difference.
    """
    value = float(pair.now.mean() - pair.then.mean())
    if pair.deals < 2:
        return MeanDifference(value, 0.0, 1.0)
    if pair.apart:
        found = welch(pair.then, pair.now)
        largest = max(float(np.abs(pair.then).max()), float(np.abs(pair.now).max()))
        return MeanDifference(found.value, clean(found.se, largest), found.df)
    differences = pair.differences
    se = float(differences.std(ddof=1) / np.sqrt(len(differences)))
    largest = float(np.abs(differences).max())
    return MeanDifference(float(differences.mean()), clean(se, largest), len(differences) - 1)


def _narrow(pair: Paired, found: MeanDifference, margin: Margin, level: float) -> Interval | None:
    """The interval that is compared with the margin (90 % at the first look).

    If the margin is relative to the control's mean, it comes from Fieller's interval of the ratio, since that
    mean is an estimate. None if nothing varies, or if the ratio's interval is unbounded.
    """
    if not found.se:
        return None
    if not margin.of_mean:
        return t_interval(found.value, found.se, found.df, level)
    then, now = float(pair.then.mean()), float(pair.now.mean())
    variances = tuple(float(side.var(ddof=1)) / len(side) for side in (pair.then, pair.now))
    together = 0.0 if pair.apart else float(np.cov(pair.then, pair.now)[0, 1]) / pair.deals
    ratio = fieller(then, now, (variances[0], variances[1]), together, found.df, level)
    if ratio is None:
        return None
    low, high = sorted(((ratio.low - 1) * then, (ratio.high - 1) * then))
    return Interval(low, high, ratio.method)


def _test(pair: Paired, found: MeanDifference, draws: int) -> tuple[HypothesisTest | None, str]:
    """The test of no difference, or None. The text is the reason why there is no test, else ''."""
    if pair.deals < FEW:
        return None, f"no test under {FEW} deals"
    if pair.differ == 0 or (pair.apart and not found.se and not found.value):
        return None, "the same in all deals"
    if pair.apart:
        if not found.se:
            return None, "no variance on either side, no test"
        return replace(t_test(found.value, found.se, found.df), method="Welch's t by deal"), ""
    if pair.sparse:
        test = bounded.mean_test(pair.differences, -pair.reach, pair.reach)
        return replace(test, method=f"bounded mean, range {pair.reach:.3g}"), ""
    if pair.deals < FLIPS_UNDER or not found.se:
        flipped = sign_flip(batches(pair.differences), FLIP_SEED, draws)
        return replace(flipped, method=f"sign flip, seed {FLIP_SEED}"), ""
    return t_test(found.value, found.se, found.df), ""


def _compared(looked: _Unadjusted, used: float | None, adjust: bool, tests: int) -> Compared:
    pair, found = looked.pair, looked.found
    then = float(pair.then.mean())
    told, note = _verdict(looked, used)
    together, saved = _pairing(pair)
    differ = pair.differ
    return Compared(
        pair.metric, pair.players, len(pair.then), then, float(pair.now.mean()), found.value,
        found.se or None, looked.wide, looked.narrow, looked.margin.at(then),
        looked.test.p if looked.test else None, used if adjust else None,
        looked.test.method if looked.test else looked.why, told, note, pair.variant,
        together, saved, differ,
        None if differ is None else clopper_pearson(differ, pair.deals, NARROW).high, tests,
        looked.wide if tests == 1 and looked.part == 1 else _interval(
            pair, found, 1 - ALPHA * looked.part / tests
        ), _middle(pair, 1 - ALPHA * looked.part / tests), looked.part,
    )  # fmt: skip


def _middle(pair: Paired, level: float) -> Interval | None:
    """The interval of the mean of before and after."""
    if pair.deals < FEW:
        return None
    if pair.apart:
        half = welch(-pair.then / 2, pair.now / 2)
    else:
        sums = (pair.then + pair.now) / 2
        half = MeanDifference(float(sums.mean()), float(sums.std(ddof=1)) / pair.deals**0.5, pair.deals - 1)
    return t_interval(half.value, half.se, half.df, level) if half.se > NOTHING else None


def _verdict(looked: _Unadjusted, p: float | None) -> tuple[str, str]:
    """The verdict, and a remark on it."""
    pair = looked.pair
    if pair.deals < FEW:
        return INCONCLUSIVE, looked.why
    if pair.differ == 0:
        return (IDENTICAL if looked.inside else INCONCLUSIVE), _identical_words(looked)
    if p is None:
        return INCONCLUSIVE, looked.why
    told = word(p < ALPHA, looked.inside)
    if pair.sparse:
        return told, f"{pair.differ} of {pair.deals} deals differ"
    if looked.narrow is None:
        return told, "the control's mean is not distinguishable from 0, so no fraction of it can be a margin"
    return told, ""


def _identical_words(looked: _Unadjusted) -> str:
    """The words for a comparison in which all deals gave the same result under both rule sets.

    They give an upper bound for the share of deals that may differ. If this bound does not rule out a
    difference of the margin, they also give the number of identical deals that would.
    """
    pair, room = looked.pair, looked.margin.at(float(looked.pair.then.mean()))
    bound = bounded.share_bound(pair.deals)
    told = f"the same in all {pair.deals} deals; up to {bound:.2%} of deals may differ"
    if looked.inside:
        return told
    needed = bounded.trials_for_share(room / pair.reach)
    return f"{told}, and {needed} deals alike would rule out a difference of the margin"


def _pairing(pair: Paired) -> tuple[float | None, float | None]:
    """The correlation over deals, and the reduction of variance by pairing.

    Both are None if deals are separate or if nothing varies.
    """
    if pair.apart or pair.deals < 2:
        return None, None
    then, now = (float(side.std(ddof=1)) for side in (pair.then, pair.now))
    if min(then, now) <= NOTHING * max(1.0, float(np.abs(pair.then).max())):
        return None, None
    saved = 1 - float(pair.differences.var(ddof=1)) / (then**2 + now**2)
    return (then**2 + now**2) * saved / (2 * then * now), saved

"""The generalised sequential probability ratio test for block scores.

A block's score takes one of k values. Their chances are not known, only that the mean (or the t value) is
one of two. The log likelihood ratio compares the likeliest distributions under either hypothesis (Van den
Bergh, "The generalized maximum likelihood ratio for multinomial distributions", 2019). With scores 0 and 1
it is Wald's test (1945).

`plan` predicts length and errors by Wald's approximations (1947, Sequential Analysis, ch. 3): the overshoot
over a bound is neglected, so a real test takes a little longer and errs a little less.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from marchsim.stats import likelihood
from marchsim.stats.clusters import Floats

SMALL = 1e-3  # what a count of 0 becomes, so that no score is impossible
ELO = 400 / math.log(10)  # logistic Elo per unit of log odds
NORMALISED_ELO = 800 / math.log(10)  # normalised Elo per unit of t of a single game
FLAT = 1e-7  # with an exponent below this the walk of log ratios has no drift to speak of

CONTINUE, ACCEPT_H0, ACCEPT_H1 = "continue", "accept h0", "accept h1"


@dataclass(frozen=True)
class Hypotheses:
    """Two tested values: of the mean score of a block, or with `t` its t value about `reference`."""

    h0: float
    h1: float
    t: bool = False
    reference: float = 0.5

    def likeliest(self, shares: Floats, scores: Floats, value: float) -> Floats | None:
        """The likeliest distribution under which the tested quantity is `value`."""
        if self.t:
            return likelihood.with_t(shares, scores, value, self.reference)
        return likelihood.with_mean(shares, scores, value)


def logistic_mean(elo: float) -> float:
    """The mean score between two players that are `elo` apart."""
    return 1 / (1 + math.exp(-elo / ELO))


def normalised_t(elo: float, games: int) -> float:
    """The t value of a block of games whose normalised Elo per game is `elo`."""
    return elo / NORMALISED_ELO * math.sqrt(games)


def bounds(alpha: float, beta: float) -> tuple[float, float]:
    """Wald's bounds of the log likelihood ratio. alpha + beta < 1."""
    return math.log(beta / (1 - alpha)), math.log((1 - beta) / alpha)


@dataclass(frozen=True)
class Sprt:
    """The log likelihood ratio of h1 to h0, Wald's bounds, the decision. Without a ratio, the reason."""

    llr: float | None
    lower: float
    upper: float
    decision: str | None
    reason: str = ""


def sprt(
    counts: Sequence[float],
    scores: Sequence[float],
    hypotheses: Hypotheses,
    alpha: float = 0.05,
    beta: float = 0.05,
) -> Sprt:
    """The state of the test after blocks with `counts` (k,) of the distinct scores (k,).

    A count of 0 becomes 0.001. Look only at checkpoints that were fixed in advance.
    """
    lower, upper = bounds(alpha, beta)
    llr, reason = log_ratio(counts, scores, hypotheses)
    if llr is None:
        return Sprt(None, lower, upper, None, reason)
    decision = ACCEPT_H1 if llr >= upper else ACCEPT_H0 if llr <= lower else CONTINUE
    return Sprt(llr, lower, upper, decision)


def log_ratio(
    counts: Sequence[float], scores: Sequence[float], hypotheses: Hypotheses
) -> tuple[float | None, str]:
    """The log likelihood ratio of h1 to h0, or None and why it is undefined."""
    if not any(counts):
        return None, "no block has been counted"
    held = regular(counts)
    ends = jumps(held / held.sum(), np.asarray(scores, dtype=np.float64), hypotheses)
    if ends is None:
        return None, "no distribution on these scores was found that fulfils both hypotheses"
    return float(held @ ends), ""


def regular(counts: Sequence[float]) -> Floats:
    """Counts with 0.001 in place of 0."""
    held = np.asarray(counts, dtype=np.float64)
    return np.where(held == 0, SMALL, held)


def jumps(shares: Floats, scores: Floats, hypotheses: Hypotheses) -> Floats | None:
    """The gain in the log likelihood ratio of a block of each score. None if a fit is undefined."""
    fits = [hypotheses.likeliest(shares, scores, value) for value in (hypotheses.h0, hypotheses.h1)]
    if fits[0] is None or fits[1] is None:
        return None
    result: Floats = np.log(fits[1]) - np.log(fits[0])
    return result if bool(np.all(np.isfinite(result))) else None


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
    """The prospects at h0, `middle` (halfway by default) and h1.

    `shape` (k,) are a pilot's counts of the scores. At each truth the likeliest distribution near them is
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
    """The chance to leave (lower, upper) upward and the expected steps (1 at least) of a walk."""
    drift, power = float(chances @ steps), float(chances @ steps**2)
    h = _exponent(chances, steps, drift, power)
    if abs(h) * max(upper, -lower) < FLAT:
        return -lower / (upper - lower), max(1.0, -lower * upper / power)
    up = math.expm1(h * lower) / (math.expm1(h * lower) - math.expm1(h * upper))
    return up, max(1.0, (up * upper + (1 - up) * lower) / drift)


def _exponent(chances: Floats, steps: Floats, drift: float, power: float) -> float:
    """H other than 0 with E exp(h step) = 1 (Wald's identity), 0 for a walk without drift."""
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

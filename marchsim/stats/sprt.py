"""The generalised sequential probability ratio test for block scores.

A block's score has one of k values with unknown probabilities. The hypotheses fix the mean (or the t value).
The log likelihood ratio compares the most likely distributions under both hypotheses (Van den Bergh, "The
generalized maximum likelihood ratio for multinomial distributions", 2019). With scores 0 and 1 it is Wald's
test (1945).

The most likely distribution for a fixed mean is p_i = f_i / (1 + x (s_i - mean)), where f are the observed
shares, s the scores, and x solves a secular equation (Owen 2001, Empirical Likelihood, ch. 2). For a fixed
t = (mean - reference) / SD the condition is linearised at the current guess and solved repeatedly until
convergence (Van den Bergh, "Normalized Elo, practical", 2020, section 4.1).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from marchsim.stats.clusters import Floats

SMALL = 1e-3  # what a count of 0 becomes, so that no score is impossible
ELO = 400 / math.log(10)  # logistic Elo per unit of log odds
NORMALISED_ELO = 800 / math.log(10)  # normalised Elo per unit of t of a single game

CONTINUE, ACCEPT_H0, ACCEPT_H1 = "continue", "accept h0", "accept h1"
NEAR = 1e-12
ROUNDS = 200
APPROACHES = (1, 4, 16)


@dataclass(frozen=True)
class Hypotheses:
    """The two values to be tested: mean scores of a block or, if `t`, its t values about `reference`."""

    h0: float
    h1: float
    t: bool = False
    reference: float = 0.5

    def likeliest(self, shares: Floats, scores: Floats, value: float) -> Floats | None:
        """The most likely distribution for which the tested quantity is `value`."""
        if self.t:
            return with_t(shares, scores, value, self.reference)
        return with_mean(shares, scores, value)


def logistic_mean(elo: float) -> float:
    """The expected score of a player who is `elo` points above the opponent."""
    return 1 / (1 + math.exp(-elo / ELO))


def normalised_t(elo: float, games: int) -> float:
    """The t value of a block of games whose normalised Elo per game is `elo`."""
    return elo / NORMALISED_ELO * math.sqrt(games)


def bounds(alpha: float, beta: float) -> tuple[float, float]:
    """Wald's bounds of the log likelihood ratio, for alpha + beta < 1."""
    return math.log(beta / (1 - alpha)), math.log((1 - beta) / alpha)


@dataclass(frozen=True)
class Sprt:
    """The log likelihood ratio of h1 to h0 (or the reason why it is None), Wald's bounds and the decision."""

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
    """The state of the test. `counts` (k,) are the numbers of blocks with each of the distinct `scores` (k,).

    A count of 0 is replaced by 0.001. Use the test only at checkpoints that were fixed in advance.
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
    """The log likelihood ratio of h1 to h0, or None. The text is the reason why it is None, else ''."""
    if not any(counts):
        return None, "no block has been counted"
    held = regular(counts)
    ends = jumps(held / held.sum(), np.asarray(scores, dtype=np.float64), hypotheses)
    if ends is None:
        return None, "no distribution on these scores was found that fulfils both hypotheses"
    return float(held @ ends), ""


def regular(counts: Sequence[float]) -> Floats:
    """The counts, with each 0 replaced by 0.001."""
    held = np.asarray(counts, dtype=np.float64)
    return np.where(held == 0, SMALL, held)


def jumps(shares: Floats, scores: Floats, hypotheses: Hypotheses) -> Floats | None:
    """The change that one more block of each score makes to the log likelihood ratio. None if undefined."""
    fits = [hypotheses.likeliest(shares, scores, value) for value in (hypotheses.h0, hypotheses.h1)]
    if fits[0] is None or fits[1] is None:
        return None
    result: Floats = np.log(fits[1]) - np.log(fits[0])
    return result if bool(np.all(np.isfinite(result))) else None


def with_mean(shares: Floats, scores: Floats, mean: float) -> Floats | None:
    """The likeliest probabilities (k,) with mean score `mean`. Shares (k,) are above 0 and add up to 1.

    None unless the mean lies strictly between the lowest and the highest score.
    """
    return _balanced(shares, scores - mean)


def _balanced(shares: Floats, off: Floats) -> Floats | None:
    """The p_i = f_i / (1 + x off_i) for which sum(p off) = 0. None unless `off` has both signs."""
    high, low = float(off.max()), float(off.min())
    if not low < 0.0 < high:
        return None
    width = 1 / high - 1 / low
    middle = 1 + (width / 2 - 1 / high) * off
    # Distances are taken from the nearer end of the interval of x, so that nothing cancels where a
    # rare score puts the root next to it.
    if float(np.sum(shares * off / middle)) <= 0:
        base, slope, weights = (high - off) / high, off, shares * off
    else:
        base, slope, weights = (low - off) / low, -off, -shares * off
    distance = _solve(weights, base, slope, width / 2)
    probabilities = shares / (base + distance * slope)
    result: Floats = probabilities / probabilities.sum()
    return result


def _solve(weights: Floats, base: Floats, slope: Floats, most: float) -> float:
    """The d in (0, `most`] at which sum(weights / (base + d slope)), which falls from infinity, is 0."""
    from scipy.optimize import brentq

    def secular(log_distance: float) -> float:
        return float(np.sum(weights / (base + math.exp(log_distance) * slope)))

    upper = math.log(most)
    if secular(upper) >= 0.0:
        return most
    lower = upper - 1.0
    while secular(lower) <= 0.0:
        lower = 2 * lower - upper
    return math.exp(float(brentq(secular, lower, upper, xtol=NEAR, rtol=NEAR)))


def with_t(shares: Floats, scores: Floats, t: float, reference: float) -> Floats | None:
    """The likeliest probabilities (k,) with (mean - reference) / SD = `t`. Shares are as for `with_mean`.

    A large t is approached through smaller ones. None if no such distribution is found.
    """
    for parts in APPROACHES:
        guess: Floats | None = np.full(len(scores), 1 / len(scores))
        for part in range(parts):
            if guess is not None:
                guess = _settled(guess, shares, scores, t * (part + 1) / parts, reference)
        if guess is not None:
            return guess
    return None


def _settled(guess: Floats, shares: Floats, scores: Floats, t: float, reference: float) -> Floats | None:
    """The distribution to which repeated steps from a guess converge. None if they do not."""
    for _ in range(ROUNDS):
        mean, sd = moments(guess, scores)
        if sd == 0.0:
            return None
        bent = scores - reference - t * sd * (1 + ((mean - scores) / sd) ** 2) / 2
        found = _balanced(shares, bent)
        if found is None:
            return None
        if float(np.max(np.abs(found - guess))) < NEAR:
            return found
        guess = found
    return None


def moments(probabilities: Floats, scores: Floats) -> tuple[float, float]:
    """The mean and SD of a distribution over scores."""
    mean = float(probabilities @ scores)
    return mean, math.sqrt(float(probabilities @ (scores - mean) ** 2))

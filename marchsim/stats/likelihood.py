"""The most likely distribution on a few scores, given counts and a condition on its mean or its t value.

For a fixed mean it is p_i = f_i / (1 + x (s_i - mean)), where f are the observed shares, s the scores, and x
solves a secular equation (Owen 2001, Empirical Likelihood, ch. 2). For a fixed t = (mean - reference) / SD
the condition is linearised at the current guess and solved repeatedly until convergence (Van den Bergh,
"Normalized Elo, practical", 2020, section 4.1).
"""

from __future__ import annotations

import math

import numpy as np

from marchsim.stats.clusters import Floats

NEAR = 1e-12
ROUNDS = 200
APPROACHES = (1, 4, 16)


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

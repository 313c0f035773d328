"""Intervals and tests that hold at every look, however often one looks and whenever one stops.

Each rests on a process that is a fair or losing bet under the hypothesis: it exceeds 1 / alpha at any time
with probability alpha at most (Ville 1939).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from scipy import special

from marchsim.stats.clusters import Floats
from marchsim.stats.intervals import Interval

TIGHT = 1_000  # games at which the beta-binomial sequence is narrowest, unless one says otherwise
EDGE = 1e-12
MOST_BET = 0.5  # a bet risks at most this fraction of the capital


def beta_binomial(wins: int, n: int, n_opt: float = TIGHT, alpha: float = 0.05) -> Interval:
    """Return the confidence sequence of a share after n independent 0/1 trials; n >= 0.

    The beta-binomial mixture of Howard, Ramdas, McAuliffe and Sekhon (2021, Annals of Statistics 49): against
    each share p bets a beta prior about p, as strong as is best after `n_opt` trials. `n_opt` must not depend
    on the results.
    """
    if n == 0:
        return Interval(0.0, 1.0, "beta-binomial sequence")
    strength = mixture_strength(n_opt, alpha)

    def excess(share: float) -> float:
        return beta_binomial_log_bet(wins, n, share, strength) + math.log(alpha)

    estimate = wins / n
    low = 0.0 if wins == 0 else _crossing(excess, EDGE, estimate)
    high = 1.0 if wins == n else _crossing(excess, 1 - EDGE, estimate)
    return Interval(low, high, "beta-binomial sequence")


def mixture_strength(n_opt: float, alpha: float) -> float:
    """Return the prior's weight in trials, a + b, that is best after n_opt trials."""
    reach = 2 * math.log(1 / alpha)
    return max(n_opt / (reach + math.log1p(reach)) - 1, 1e-3)


def beta_binomial_log_bet(wins: int, n: int, share: float, strength: float) -> float:
    """Return the log of what a beta prior about `share` has won against it after n trials; 0 < share < 1."""
    a, b = strength * share, strength * (1 - share)
    mixture = float(special.betaln(a + wins, b + (n - wins)) - special.betaln(a, b))
    return mixture - wins * math.log(share) - (n - wins) * math.log1p(-share)


def _crossing(excess: Callable[[float], float], edge: float, inside: float) -> float:
    """Return where `excess` becomes negative on the way from the edge, or the edge if it already is."""
    from scipy.optimize import brentq

    inside = min(max(inside, EDGE), 1 - EDGE)
    if edge == inside or excess(edge) <= 0:
        return float(round(edge))
    return float(brentq(excess, edge, inside, xtol=1e-13))


def bounded_mean(values: Floats, alpha: float = 0.05) -> Interval:
    """Return the confidence sequence of a mean after independent values (n,) in 0 to 1, in order; n >= 0.

    Hedged betting with predictable plug-in bets (Waudby-Smith and Ramdas 2024, JRSS B 86, theorem 3): one
    player bets that the mean is above m, one that it is below, half the money each. The values may be deal
    means; they need not be alike, only each have this mean given those before it.
    """
    return bounded_path(values, [len(values)], alpha)[0]


def share_sequence(sums: Floats, counts: Floats, level: float) -> Interval:
    """Return the confidence sequence of a share from sums and counts of clusters (n,) in order."""
    held = counts > 0
    return bounded_mean(np.clip(sums[held] / counts[held], 0.0, 1.0), 1 - level)


def bounded_path(values: Floats, looks: Sequence[int], alpha: float = 0.05) -> list[Interval]:
    """Return the confidence sequence after the first n values for each n of `looks` (rising).

    All intervals hold at once, so a later one never lies outside an earlier one.
    """
    bets, low, high, found = _bets(values, alpha), 0.0, 1.0, []
    for n in looks:
        low = _stake_end(values[:n], bets[:n], alpha, low)
        high = 1 - _stake_end(1 - values[:n], bets[:n], alpha, 1 - high)
        found.append(Interval(low, max(low, high), "betting sequence"))
    return found


def _bets(values: Floats, alpha: float) -> Floats:
    """Return the bet on each value, which knows only the values before it."""
    n = len(values)
    place = np.arange(1, n + 1)
    means = (0.5 + np.cumsum(values)) / (place + 1)
    spread = (0.25 + np.cumsum((values - means) ** 2)) / (place + 1)
    before = np.concatenate([[0.25], spread[:-1]])[:n]
    return np.sqrt(2 * math.log(2 / alpha) / (before * place * np.log1p(place)))


def _stake_end(values: Floats, bets: Floats, alpha: float, least: float) -> float:
    """Return the largest mean m >= least that the bets on values above m have ruled out, else least.

    What they win falls as m grows, so the means that are ruled out are all below one point.
    """

    def excess(m: float) -> float:
        stakes = np.minimum(bets, MOST_BET / m)
        return float(np.sum(np.log1p(stakes * (values - m)))) - math.log(2 / alpha)

    lower = max(least, EDGE)
    if len(values) == 0 or excess(lower) <= 0:
        return least
    if excess(1 - EDGE) > 0:
        return 1.0
    from scipy.optimize import brentq

    return float(brentq(excess, lower, 1 - EDGE, xtol=1e-10))


@dataclass(frozen=True)
class Evidence:
    """The log of a Bayes factor against a hypothesis, and the p value that holds at every look."""

    log_bayes_factor: float
    p: float


def dirichlet_equal(counts: Sequence[int], k: float | None = None) -> Evidence:
    """Return the evidence that kinds are not equally likely, from counts of independent trials.

    The alternative draws the shares from Dirichlet(k p0) with p0 uniform over the kinds; k is the prior's
    trials, by default the number of kinds (all shares alike likely). Lindon and Malek (2022, NeurIPS 35).
    """
    strength = float(len(counts)) if k is None else k
    each, n = strength / len(counts), sum(counts)
    mixture = math.fsum(math.lgamma(each + count) - math.lgamma(each) for count in counts)
    mixture += math.lgamma(strength) - math.lgamma(strength + n)
    log_factor = mixture + n * math.log(len(counts))
    return Evidence(log_factor, min(1.0, math.exp(min(0.0, -log_factor))))

"""Scores as differences in Elo and back: logistic Elo, and the normalised Elo that engine testers use.

Logistic Elo predicts the score. Normalised Elo, (mean score - 1/2) / SD of a game, determines the number of
games needed to detect a difference, for any share of draws (Van den Bergh, "Normalized Elo", 2020). Blocks
are independent: single games (scores 0, 1 or 0, 1/2, 1) or pairs of games on one opening (five scores).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy import special

from marchsim.stats.clusters import Floats
from marchsim.stats.intervals import Interval, normal_quantile, unanimous, wilson, wilson_clustered
from marchsim.stats.sprt import ELO, NORMALISED_ELO


@dataclass(frozen=True)
class Strength:
    """A mean score per game, from 0 to 1 and in Elo, with an interval for each.

    `ahead` is the probability that the true score is above 1/2, by a normal approximation with a flat prior
    (the LOS of engine testers). A value is None if it is infinite or if the scores have no variance.
    """

    score: float
    score_interval: Interval
    logistic: float | None
    logistic_interval: tuple[float | None, float | None]
    normalised: float | None
    normalised_interval: tuple[float, float] | None
    ahead: float | None


def logistic_elo(score: float) -> float | None:
    """The difference in Elo at which a mean score between 0 and 1 is expected. None for 0 and 1."""
    return ELO * math.log(score / (1 - score)) if 0 < score < 1 else None


def normalised_elo(score: float, draws: float = 0.0) -> float | None:
    """The normalised Elo of a mean score in single games, given the share of draws. None without variance.

    `draws` can be at most 2 x min(score, 1 - score).
    """
    variance = score * (1 - score) - draws / 4
    return NORMALISED_ELO * (score - 0.5) / math.sqrt(variance) if variance > 0 else None


def strength(counts: Sequence[int], games: int = 1, level: float = 0.95) -> Strength:
    """The strength, given `counts` of blocks of `games` games at equally spaced scores from 0 to 1.

    The interval of the score is Wilson's (with n_eff for more than two scores). The interval of logistic Elo
    is its transform. The interval of normalised Elo includes the error of the estimated SD (delta method).
    The usual +/- z x 347.4 / sqrt(games) ignores it and is too narrow for lopsided scores.
    """
    values, n = np.linspace(0, 1, len(counts)), sum(counts)
    shares = np.array(counts) / n
    mean = float(shares @ values)
    sd = math.sqrt(max(0.0, float(shares @ (values - mean) ** 2)))
    interval = _score_interval(counts, mean, sd, level)
    low, high = logistic_elo(interval.low), logistic_elo(interval.high)
    scored, told, ahead = None, None, None
    if sd > 0:
        t = (mean - 0.5) / sd
        unit = NORMALISED_ELO / math.sqrt(games)
        reach = normal_quantile(level) * _error_of_t(shares, values, mean, sd) / math.sqrt(n)
        scored, told = unit * t, (unit * (t - reach), unit * (t + reach))
        ahead = float(special.ndtr(t * math.sqrt(n)))
    return Strength(mean, interval, logistic_elo(mean), (low, high), scored, told, ahead)


def _score_interval(counts: Sequence[int], mean: float, sd: float, level: float) -> Interval:
    n = sum(counts)
    if sd == 0:
        return unanimous(mean, n, level)
    if len(counts) == 2:
        return wilson(counts[1], n, level)
    return wilson_clustered(mean, sd / math.sqrt(n - 1), n - 1, level)


def _error_of_t(shares: Floats, values: Floats, mean: float, sd: float) -> float:
    """The SE of t = (mean - 1/2) / SD for one block, by the delta method."""
    t = (mean - 0.5) / sd
    third, fourth = (float(shares @ (values - mean) ** power) / sd**power for power in (3, 4))
    return math.sqrt(max(0.0, 1 - t * third + t**2 * (fourth - 1) / 4))

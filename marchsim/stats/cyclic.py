"""How far a field is from a single ladder: rock, paper, scissors in a table of who finishes ahead of whom."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from marchsim.stats.clusters import Floats

ADDED = 0.5  # to each cell, so that a clean sweep has finite odds (Haldane 1956)


@dataclass(frozen=True)
class Cyclic:
    """The cyclic part of a field, 0 to 1, beside what a field on its fitted ladder would show by chance."""

    ratio: float
    ladder: float
    rating: Floats


def log_odds(ahead: Floats) -> Floats:
    """Return the antisymmetric log odds (k, k) from counts of row finishing ahead of column."""
    return np.log(ahead + ADDED) - np.log(ahead.T + ADDED)


def parts(odds: Floats) -> tuple[Floats, float]:
    """Return the ratings (k,) nearest to antisymmetric log odds, and the share of their squares left over.

    Hodge's decomposition: odds = rating_i - rating_j + a cyclic part, which are orthogonal (Balduzzi, Tuyls,
    Perolat and Graepel 2018, Re-evaluating Evaluation). 0 where all odds are even.
    """
    rating = odds.mean(axis=1)
    left = odds - (rating[:, None] - rating[None, :])
    total = float(np.sum(odds**2))
    return rating, float(np.sum(left**2)) / total if total > 0 else 0.0


def cyclic_ratio(ahead: Floats, seed: int, draws: int = 1_000) -> Cyclic | None:
    """Return the cyclic ratio of counts (k, k) of games in which row finished ahead of column.

    Finite samples alone make cycles, so `ladder` is the mean ratio of binomial counts drawn from the fitted
    ratings. Ties are half a game each. None with fewer than three items or a pair that never met.
    """
    k = len(ahead)
    met = ahead + ahead.T
    upper = np.triu_indices(k, 1)
    if k < 3 or not np.all(met[upper] > 0):
        return None
    rating, ratio = parts(log_odds(ahead))
    games = np.rint(met[upper]).astype(np.int64)
    chance = 1 / (1 + np.exp(-(rating[upper[0]] - rating[upper[1]])))
    generator = np.random.Generator(np.random.PCG64(seed))
    drawn = np.zeros((k, k))
    found = []
    for wins in generator.binomial(games, chance, size=(draws, len(games))):
        drawn[upper], drawn.T[upper] = wins, games - wins
        found.append(parts(log_odds(drawn))[1])
    return Cyclic(ratio, float(np.mean(found)), rating)

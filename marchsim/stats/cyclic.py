"""The cyclic part of a field, as in rock, paper, scissors: the part that no single ladder shows."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from marchsim.stats.clusters import Floats
from marchsim.stats.joint import SEED, joint_errors
from marchsim.stats.pair_ladder import PairLadder

ADDED = 0.5  # to each cell, so that a clean sweep has finite odds (Haldane 1956)
DRAWS = 9_999
PIECE = 500  # draws processed at a time


@dataclass(frozen=True)
class Cyclic:
    """The cyclic part of a field from 0 to 1, its expected size by chance alone, and its p.

    `p` tests that the field has a single ladder: it is how often chance alone makes a cyclic part of this
    size or larger.
    """

    ratio: float
    chance: float
    p: float


def log_odds(ahead: Floats) -> Floats:
    """The antisymmetric log odds (..., k, k), given the numbers of games with the row ahead of the column."""
    return np.log(ahead + ADDED) - np.log(np.swapaxes(ahead, -1, -2) + ADDED)


def parts(odds: Floats) -> tuple[Floats, Floats]:
    """Split antisymmetric log odds (..., k, k) into a ladder and a cyclic part. Returns the sums of squares.

    This is Hodge's decomposition: odds = (rating_i - rating_j) + a cyclic part. The two parts are orthogonal
    (Balduzzi, Tuyls, Perolat and Graepel 2018, Re-evaluating Evaluation).
    """
    rating = odds.mean(axis=-1)
    ladder = rating[..., :, None] - rating[..., None, :]
    return np.sum(ladder**2, axis=(-2, -1)), np.sum((odds - ladder) ** 2, axis=(-2, -1))


def cyclic(found: PairLadder, number: int, seed: int = SEED, draws: int = DRAWS) -> Cyclic | None:
    """The cyclic part of a field. None if there are fewer than three items or a pair never met.

    Chance alone makes cycles in finite samples. Tables are therefore drawn around the ladder by whole deals,
    which keeps line-ups, seats and all else that the games of a deal share (multiplier bootstrap by cluster
    with the null imposed: Cameron, Gelbach and Miller 2008, Review of Economics and Statistics 90).
    """
    if number < 3 or len(found.met) < number * (number - 1) // 2:
        return None
    ladder, cycles = parts(log_odds(found.square(found.ahead, found.met - found.ahead, number)))
    total = float(ladder + cycles)
    if total == 0:
        return None
    errors = joint_errors(found.shares.T @ found.shares, None, draws, seed)
    drawn = np.clip(found.fitted + errors, 0, 1) * found.met
    by_chance = np.concatenate(
        [
            parts(log_odds(found.square(ahead, found.met - ahead, number)))[1]
            for ahead in np.array_split(drawn, -(-draws // PIECE))
        ]
    )
    as_large = int(np.count_nonzero(by_chance >= float(cycles)))
    return Cyclic(float(cycles) / total, float(by_chance.mean()) / total, (1 + as_large) / (1 + draws))

"""Tests whether many shares deviate from a model: all together, and each one, adjusted for their number.

`in_company` tests a ladder fitted to winners. The fit reproduces each item's total wins exactly. The ladder
also implies each item's wins in games with every other item, which may be wrong.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

import numpy as np

from marchsim.stats.choices import Bools, Choices, Ints
from marchsim.stats.clusters import FEW, Floats, about, batched
from marchsim.stats.joint import DRAWS, SEED, joint_errors
from marchsim.stats.plackett_luce import Fit, expected

FEWEST = 20  # of expected wins x share of losses: below this a share is too skewed for t


@dataclass(frozen=True)
class Residuals:
    """Shares (k,) minus those of a model. `tested` marks the residuals that are tested.

    For these `z` is the residual in SE, `p` is adjusted for all (max-t), and `reach` is the half width of
    simultaneous intervals. All three are NaN elsewhere. `together` is the joint p of the model. `typical`
    estimates the root mean square of the true residuals.
    """

    values: Floats
    tested: Bools
    z: Floats
    p: Floats
    reach: Floats
    together: float
    typical: float


def residuals(
    values: Floats,
    rows: Floats,
    clusters: Ints,
    information: Floats,
    draws: int = DRAWS,
    seed: int = SEED,
    level: float = 0.95,
) -> Residuals | None:
    """Test residual shares (k,). None if fewer than two can be tested.

    `rows` (batches, k) are the contributions of each batch of whole deals to the error of a residual.
    `clusters` (k,) are the numbers of deals behind each share. `information` (k,) is n x share x (1 - share).
    A share is tested if it has at least 30 deals and an information of at least 20.
    """
    se = np.sqrt(np.sum(rows**2, axis=0))
    tested = (clusters >= FEW) & (information >= FEWEST) & (se > 0)
    if np.count_nonzero(tested) < 2:
        return None
    z, p, reach = (np.full(len(values), np.nan) for _ in range(3))
    z[tested] = values[tested] / se[tested]
    own = rows[:, tested] / se[tested]
    df = clusters[tested] - 1.0
    drawn = np.abs(joint_errors(own.T @ own, None, draws, seed))
    wide = np.sqrt(df.min() / np.random.Generator(np.random.PCG64(seed + 1)).chisquare(df.min(), draws))
    largest = np.sort(drawn.max(axis=1) * wide)
    above = draws - np.searchsorted(largest, np.abs(z[tested]), side="left")
    p[tested] = (1 + above) / (1 + draws)
    reach[tested] = float(np.quantile(largest, level)) * se[tested]
    square = float(np.sum(z[tested] ** 2 * (df - 2) / df))  # the mean of t squared is df / (df - 2)
    as_large = int(np.count_nonzero(np.sum(drawn**2, axis=1) >= square))
    beyond = float(np.mean(values[tested] ** 2 - se[tested] ** 2))
    typical = float(np.sqrt(max(0.0, beyond)))
    return Residuals(values, tested, z, p, reach, (1 + as_large) / (1 + draws), typical)


def in_company(
    found: Sequence[Choices], fitted: Fit, clusters: Ints, draws: int = DRAWS, seed: int = SEED
) -> Residuals | None:
    """For each two items, test one's share of wins in its games with the other against the fit.

    `found` are choices of winners. `clusters` (games,) numbers the deals from 0. None as for `residuals`.
    """
    items, batch = len(fitted.log_worth), batched(clusters)
    number = int(batch.max(initial=0)) + 1
    size = number * items**2
    left, met, information = np.zeros(size), np.zeros(size), np.zeros(items**2)
    for part, chances in zip(found, expected(found, fitted), strict=True):
        won = part.chosen / part.chosen.sum(axis=1, keepdims=True)
        own = batch[part.game] * items**2
        for one, other in permutations(range(part.size), 2):
            cell = (part.items[:, one] * items + part.items[:, other])[part.row]
            chance = chances[part.row, one]
            apart = part.items[part.row, one] != part.items[part.row, other]
            at = (own + cell)[apart]
            left += np.bincount(at, (won[:, one] - chance)[apart], size)
            met += np.bincount(at, minlength=size)
            information += np.bincount(cell[apart], (chance * (1 - chance))[apart], items**2)
    held = np.flatnonzero(met.reshape(number, -1).sum(axis=0))
    if number < 2 or not len(held):
        return None
    left, met = left.reshape(number, -1)[:, held], met.reshape(number, -1)[:, held]
    total = met.sum(axis=0)
    return residuals(
        left.sum(axis=0) / total,
        about(left, met) / total,
        np.count_nonzero(met, axis=0),
        information[held],
        draws,
        seed,
    )

"""Are many shares off what a model says, and which of them: tests of all together and of each among all."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from marchsim.stats.choices import Bools, Ints
from marchsim.stats.clusters import FEW, Floats
from marchsim.stats.joint import DRAWS, SEED, joint_errors

FEWEST = 20  # of expected wins x share of losses: below this a share is too skewed for t


@dataclass(frozen=True)
class Residuals:
    """Shares (k,) minus what a model says, and which of them are `tested`.

    Of those: `z`, `p` adjusted for all (max-t) and `reach`, half of intervals that hold all at once; NaN
    elsewhere. `together` is p of the model for all at once, `typical` the size of true residuals beyond
    chance (root mean square).
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
    """Return the tests of residual shares (k,); None where fewer than two can be tested.

    `rows` (batches, k) are what each batch of whole deals adds to a residual, about it; `clusters` (k,) the
    number of deals that a share rests on, and `information` n x share x (1 - share). Tested is what rests on
    30 deals and information of 20 at least.
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

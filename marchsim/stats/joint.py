"""Draws of the errors that several estimates make together, for whatever must hold of all of them at once."""

from __future__ import annotations

import numpy as np

from marchsim.stats.clusters import NOTHING, Floats

SEED = 1
DRAWS = 20_000


def joint_errors(spread: Floats, df: float | None, draws: int = DRAWS, seed: int = SEED) -> Floats:
    """Return draws (draws, k) of the errors of k estimates; their covariance (k, k) may be singular.

    They are normal, or multivariate t with `df` degrees of freedom: clusters less one.
    """
    generator = np.random.Generator(np.random.PCG64(seed))
    sizes, axes = np.linalg.eigh(spread)
    held = sizes > NOTHING * sizes.max(initial=0.0)
    drawn = generator.standard_normal((draws, int(held.sum()))) * np.sqrt(sizes[held])
    if df is not None:
        drawn *= np.sqrt(df / generator.chisquare(df, draws))[:, None]
    result: Floats = drawn @ axes[:, held].T
    return result


def errors_of_differences(spread: Floats) -> Floats:
    """Return the standard errors (k, k) of the differences of every two estimates."""
    own = np.diag(spread)
    result: Floats = np.sqrt(np.maximum(0.0, own[:, None] + own[None, :] - 2 * spread))
    return result

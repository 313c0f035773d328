"""Draws of the joint errors of several estimates, for simultaneous statements.

Normal draws are multiplied by the Cholesky factor of the correlation, which is unique. Eigenvectors are not:
their signs, and their rotations for equal eigenvalues, depend on the linear algebra library, so draws would
differ between machines.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from marchsim.stats.clusters import NOTHING, Floats

SEED = 1
DRAWS = 20_000
PIECE = 2_000  # draws made at a time
RIDGE = 1e-8  # shares add up to one: their correlation has no inverse


def joint_errors(spread: Floats, df: float | None, draws: int = DRAWS, seed: int = SEED) -> Floats:
    """Draws (draws, k) of the errors of k estimates. Their covariance (k, k) may be singular.

    The draws are normal if `df` is None, else multivariate t with `df` degrees of freedom (clusters - 1).
    """
    return np.concatenate(list(pieces(spread, df, draws, seed)))


def pieces(spread: Floats, df: float | None, draws: int = DRAWS, seed: int = SEED) -> Iterator[Floats]:
    """Yield the draws of `joint_errors` a few at a time, to save memory."""
    generator = np.random.Generator(np.random.PCG64(seed))
    root = _root(spread)
    for start in range(0, draws, PIECE):
        size = min(PIECE, draws - start)
        drawn: Floats = generator.standard_normal((size, len(spread))) @ root.T
        if df is not None:
            drawn *= np.sqrt(df / generator.chisquare(df, size))[:, None]
        yield drawn


def _root(spread: Floats) -> Floats:
    """The lower triangular root of a covariance. Estimates without variance have rows of 0."""
    errors = np.sqrt(np.maximum(0.0, np.diag(spread)))
    varies = errors > NOTHING
    scale = np.where(varies, errors, 1.0)
    correlation = spread / np.outer(scale, scale) + RIDGE * np.eye(len(spread))
    return np.linalg.cholesky(correlation) * np.where(varies, errors, 0.0)[:, None]


def errors_of(contrasts: Floats, spread: Floats) -> Floats:
    """The standard errors (m,) of linear combinations of estimates with weights `contrasts` (m, k).

    A variance counts as 0, as a rounding error, if it is at most `RIDGE` times the variance that independent
    estimates would give.
    """
    variance = np.einsum("ij,jk,ik->i", contrasts, spread, contrasts)
    own = contrasts**2 @ np.diag(spread)
    return np.sqrt(np.where(variance > RIDGE * own, variance, 0.0))


def errors_of_differences(spread: Floats) -> Floats:
    """The standard errors (k, k) of the differences between all pairs of estimates, as by `errors_of`."""
    own = np.diag(spread)
    sums = own[:, None] + own[None, :]
    variance = sums - 2 * spread
    return np.sqrt(np.where(variance > RIDGE * sums, variance, 0.0))

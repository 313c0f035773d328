"""Tests of paired results: McNemar's and Cochran's Q for values of 0 and 1, sign flips for few clusters."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from scipy import special

from marchsim.stats.clusters import Floats
from marchsim.stats.contrasts import HypothesisTest

REPEATS = 9_999
PIECE = 1_000  # rows of signs multiplied at a time
TIE = 1e-9  # sums of flipped differences this near (relatively) to the observed one count as equal to it


def mcnemar_exact(first_only: int, second_only: int) -> HypothesisTest:
    """The exact test (McNemar 1947) that the two kinds of discordant pair are equally likely.

    The first alone won `first_only` pairs, the second alone `second_only`. p is binomial and two-sided.
    """
    n = first_only + second_only
    p = 1.0 if n == 0 else min(1.0, 2 * float(special.bdtr(min(first_only, second_only), n, 0.5)))
    return HypothesisTest(float(min(first_only, second_only)), float(n), None, p, "exact McNemar")


def sign_flip(differences: Floats, seed: int, repeats: int = REPEATS) -> HypothesisTest:
    """The sign-flip test (Fisher 1935) that the differences of clusters are symmetric about 0.

    `differences` are sums per cluster. p is (1 + number of flips as extreme) / (1 + `repeats`) (Phipson and
    Smyth 2010).
    """
    observed = abs(float(differences.sum()))
    reached = 0
    for rows in np.split(signs(len(differences), seed, repeats), range(PIECE, repeats, PIECE)):
        reached += int(np.sum(np.abs(rows @ differences) >= observed * (1 - TIE)))
    p = (1 + reached) / (1 + repeats)
    return HypothesisTest(observed, float(len(differences)), None, p, "sign flip")


@lru_cache(maxsize=8)
def signs(clusters: int, seed: int, repeats: int) -> NDArray[np.int8]:
    """Random signs of shape (repeats, clusters), the same for all comparisons of one size."""
    generator = np.random.Generator(np.random.PCG64(seed))
    return generator.integers(0, 2, size=(repeats, clusters), dtype=np.int8) * np.int8(2) - np.int8(1)


def cochran_q(table: NDArray[np.int64]) -> HypothesisTest | None:
    """Cochran's Q test (1950, Biometrika 37) that k columns of 0 and 1 (units, k) have equal shares.

    None if no unit has both a 0 and a 1.
    """
    k = table.shape[1]
    columns, rows = table.sum(axis=0).astype(np.float64), table.sum(axis=1).astype(np.float64)
    spread = float(np.sum(rows * (k - rows)))
    if spread == 0.0:
        return None
    statistic = float((k - 1) * k * np.sum((columns - columns.mean()) ** 2) / spread)
    return HypothesisTest(statistic, k - 1, None, float(special.chdtrc(k - 1, statistic)), "Cochran's Q")

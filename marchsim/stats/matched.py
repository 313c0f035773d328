"""Several results of the same units: Cochran's Q for 0/1 columns, max-T for several metrics."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy import special

from marchsim.stats.clusters import Floats
from marchsim.stats.contrasts import HypothesisTest
from marchsim.stats.paired import PIECE, REPEATS, TIE, signs


def cochran_q(table: NDArray[np.int64]) -> HypothesisTest | None:
    """Return Cochran's Q (1950, Biometrika 37) that k columns of 0/1 (units, k) have equal shares.

    None where no unit has both a 0 and a 1: there is nothing to compare then.
    """
    k = table.shape[1]
    columns, rows = table.sum(axis=0).astype(np.float64), table.sum(axis=1).astype(np.float64)
    spread = float(np.sum(rows * (k - rows)))
    if spread == 0.0:
        return None
    statistic = float((k - 1) * k * np.sum((columns - columns.mean()) ** 2) / spread)
    return HypothesisTest(statistic, k - 1, None, float(special.chdtrc(k - 1, statistic)), "Cochran's Q")


def max_t(differences: Floats, seed: int, repeats: int = REPEATS) -> list[float]:
    """Return p values of m mean differences, adjusted for looking at all of them, from (clusters, m).

    Free step-down max-T of Westfall and Young (1993, algorithm 4.1) under flips of whole clusters' signs:
    the metrics' correlation is kept, so it is sharper than Holm. A metric without any difference has p = 1.
    """
    scale = np.sqrt(np.sum(differences**2, axis=0))
    unit = differences / np.where(scale > 0, scale, 1.0)
    observed = np.abs(unit.sum(axis=0))
    order = np.argsort(-observed, kind="stable")
    reached = np.zeros(len(order))
    for rows in np.split(signs(len(differences), seed, repeats), range(PIECE, repeats, PIECE)):
        drawn = np.abs(rows @ unit[:, order])
        worst = np.maximum.accumulate(drawn[:, ::-1], axis=1)[:, ::-1]
        reached += np.sum(worst >= observed[order] * (1 - TIE), axis=0)
    adjusted = np.empty(len(order))
    adjusted[order] = np.maximum.accumulate((1 + reached) / (1 + repeats))
    return [float(p) for p in adjusted]

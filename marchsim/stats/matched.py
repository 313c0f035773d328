"""Several results of the same units: Cochran's Q for columns of 0 and 1."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy import special

from marchsim.stats.contrasts import HypothesisTest


def cochran_q(table: NDArray[np.int64]) -> HypothesisTest | None:
    """Return Cochran's Q (1950, Biometrika 37) that k columns of 0/1 (units, k) have equal shares.

    None if no unit has both a 0 and a 1: there is nothing to compare then.
    """
    k = table.shape[1]
    columns, rows = table.sum(axis=0).astype(np.float64), table.sum(axis=1).astype(np.float64)
    spread = float(np.sum(rows * (k - rows)))
    if spread == 0.0:
        return None
    statistic = float((k - 1) * k * np.sum((columns - columns.mean()) ** 2) / spread)
    return HypothesisTest(statistic, k - 1, None, float(special.chdtrc(k - 1, statistic)), "Cochran's Q")

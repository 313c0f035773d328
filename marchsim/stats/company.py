"""How well a ladder from winners fits: shares of wins in games with each other item, against the ladder's.

The ladder's equations make each item's total wins right. That they are also right in games with each other
item is the ladder's assumption, which may fail.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

import numpy as np

from marchsim.stats.choices import Choices, Ints
from marchsim.stats.clusters import about, batched
from marchsim.stats.joint import DRAWS, SEED
from marchsim.stats.plackett_luce import Fit, expected
from marchsim.stats.residuals import Residuals, residuals


def in_company(
    found: Sequence[Choices], fitted: Fit, clusters: Ints, draws: int = DRAWS, seed: int = SEED
) -> Residuals | None:
    """Return how far the share of wins of each item in games with each other differs from the fit.

    From winners only; `clusters` (games,) numbers the deals from 0. None if too little can be tested.
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

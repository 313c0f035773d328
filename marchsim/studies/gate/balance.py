"""Tier 2: whether the balance changed, on the same deals, line-ups and seats then and now, paired by deal.

Each metric at each number of players has a verdict within its margin (`analysis.variants.verdicts`); Holm's
adjustment is over all of them.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from marchsim.analysis.variants.blocks import Blocks
from marchsim.analysis.variants.verdicts import Paired


def paired(then: Sequence[Blocks], now: Sequence[Blocks]) -> list[Paired]:
    """Return each metric of each number of players on the deals in common, in the order of now."""
    found = []
    before = {part.players: part for part in then}
    for part in now:
        known = before.get(part.players)
        if known is None:
            continue
        place = {deal: at for at, deal in enumerate(known.deals)}
        here = [at for at, deal in enumerate(part.deals) if deal in place]
        there = [place[part.deals[at]] for at in here]
        for metric, values in part.values.items():
            if metric not in known.values:
                continue
            old = np.array(known.values[metric], dtype=np.float64)[there]  # NaN where there is none
            new = np.array(values, dtype=np.float64)[here]
            whole = ~np.isnan(old) & ~np.isnan(new)
            if whole.any():
                found.append(Paired(metric, part.players, old[whole], new[whole]))
    return found

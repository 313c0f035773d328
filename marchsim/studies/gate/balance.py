"""Tier 2: whether the balance changed, on the same deals, line-ups and seats then and now, paired by deal.

Each metric at each number of players has a verdict within its margin (`analysis.variants.verdicts`); Holm's
adjustment is over all of them. A sequential test of one strategy's share may decide instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from marchsim.analysis.variants.blocks import Blocks
from marchsim.analysis.variants.verdicts import Paired
from marchsim.stats.clusters import Floats
from marchsim.stats.equivalence import EQUIVALENT, IDENTICAL
from marchsim.stats.sprt import ACCEPT_H0, ACCEPT_H1, Hypotheses, Sprt, sprt

ALPHA = 0.05  # of a wrong decision either way, by any of the sequential tests of a gate
LOOK = 10  # deals from one look of the sequential test to the next
ENDS = (0.0, 1.0)  # of a block's score: then all were won and now none, or the other way round
PLACES = 9


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


GOOD = (IDENTICAL, EQUIVALENT)


@dataclass(frozen=True)
class Sequential:
    """Where a sequential test stands: after how many deals, and what it says."""

    test: str
    deals: int
    of: int
    found: Sprt

    @property
    def passed(self) -> bool | None:
        """Return whether the share is what it should be; None if that is undecided."""
        return {ACCEPT_H1: True, ACCEPT_H0: False}.get(self.found.decision or "")


def sequential(differences: Floats, test: str, gain: float, tests: int = 1) -> Sequential:
    """Return the GSPRT of block scores (1 + now - then) / 2, looked at every LOOK deals until it decides.

    `gain`: that the share rose by `gain` (h1) or not at all (h0); `non-regression`: that it did not fall (h1)
    or fell by `gain` (h0). At each look the possible scores are those seen so far, and the ends 0 and 1: of
    the others that credits allow the likeliest distributions have none until they are seen. So no look knows
    what comes after it. Each of the `tests` errs in ALPHA / `tests`, so that all together err in ALPHA.
    """
    low, high = (0.5, 0.5 + gain / 2) if test == "gain" else (0.5 - gain / 2, 0.5)
    hypotheses = Hypotheses(low, high)
    scores: Floats = ((1 + differences) / 2).round(PLACES)
    for look in (*range(LOOK, len(scores), LOOK), len(scores)):
        found = sprt(*_counted(scores[:look]), hypotheses, ALPHA / tests, ALPHA / tests)
        if found.decision in (ACCEPT_H0, ACCEPT_H1):
            break
    return Sequential(test, look, len(scores), found)


def _counted(scores: Floats) -> tuple[list[float], list[float]]:
    """Return how often each possible score has been seen, and the scores."""
    support, counts = np.unique(np.concatenate([scores, ENDS]), return_counts=True)
    counts[[0, -1]] -= 1  # the ends are possible, and not seen by that
    return counts.astype(np.float64).tolist(), support.tolist()

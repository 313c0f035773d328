"""Tier 2: whether the balance moved. The same deals, line-ups and seats then and now, paired deal by deal.

Each metric at each number of players has a verdict within its margin (`marchsim.analysis.verdicts`); Holm's
adjustment is over all of them. Instead, a sequential test of one strategy's share may decide.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from marchsim.analysis.blocks import Blocks
from marchsim.analysis.verdicts import Paired
from marchsim.stats.clusters import Floats
from marchsim.stats.equivalence import EQUIVALENT, IDENTICAL
from marchsim.stats.sprt import ACCEPT_H0, ACCEPT_H1, Hypotheses, Sprt, sprt

LOOK = 10  # deals from one look of the sequential test to the next


def paired(then: Sequence[Blocks], now: Sequence[Blocks]) -> list[Paired]:
    """Return each metric of each number of players on the deals in common."""
    found = []
    before = {part.players: part for part in then}
    for part in now:
        known = before.get(part.players)
        if known is None:
            continue
        place = {deal: at for at, deal in enumerate(known.deals)}
        for metric, values in part.values.items():
            pairs = [
                (known.values[metric][place[deal]], value)
                for deal, value in zip(part.deals, values, strict=True)
                if deal in place and metric in known.values
            ]
            whole = [(old, new) for old, new in pairs if old is not None and new is not None]
            if whole:
                table = np.array(whole, dtype=np.float64)
                found.append(Paired(metric, part.players, table[:, 0], table[:, 1]))
    return found


GOOD = (IDENTICAL, EQUIVALENT)


@dataclass(frozen=True)
class Sequential:
    """Where a sequential test stands: after how many deals, and what it says."""

    test: str
    deals: int
    of: int
    found: Sprt
    hypotheses: Hypotheses

    @property
    def passed(self) -> bool | None:
        """Return whether the share is what it should be; None where that is undecided."""
        return {ACCEPT_H1: True, ACCEPT_H0: False}.get(self.found.decision or "")


def sequential(differences: Floats, test: str, gain: float) -> Sequential:
    """Return the GSPRT of block scores (1 + now - then) / 2, looked at every LOOK deals until it decides.

    `gain`: that the share rose by `gain` (h1) or not at all (h0); `non-regression`: that it did not fall (h1)
    or fell by `gain` (h0).
    """
    low, high = (0.5, 0.5 + gain / 2) if test == "gain" else (0.5 - gain / 2, 0.5)
    hypotheses = Hypotheses(low, high)
    scores = (1 + differences) / 2
    support = np.unique(np.concatenate([scores, [0.0, 1.0]]).round(9))
    looks = [*range(LOOK, len(scores), LOOK), len(scores)]
    found = sprt([0.0] * len(support), [float(one) for one in support], hypotheses)
    for look in looks:
        places = np.searchsorted(support, scores[:look].round(9))
        counts = np.bincount(places, minlength=len(support)).astype(np.float64)
        found = sprt([float(n) for n in counts], [float(one) for one in support], hypotheses)
        if found.decision in (ACCEPT_H0, ACCEPT_H1):
            return Sequential(test, look, len(scores), found, hypotheses)
    return Sequential(test, len(scores), len(scores), found, hypotheses)

"""Tier 2: whether the balance moved. The same deals, line-ups and seats then and now, paired deal by deal.

Each metric at each number of players has a verdict within its margin; Holm's adjustment is over all of them.
Instead, a sequential test of one strategy's share may decide.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from marchsim.analysis.blocks import Blocks
from marchsim.stats.clusters import FEW, NOTHING, Floats, batches
from marchsim.stats.contrasts import t_test
from marchsim.stats.equivalence import CHANGED, EQUIVALENT, IDENTICAL, INCONCLUSIVE, TRIVIAL, tost, verdict
from marchsim.stats.intervals import Interval, t_interval
from marchsim.stats.multiplicity import holm
from marchsim.stats.paired import REPEATS, sign_flip
from marchsim.stats.power import detectable
from marchsim.stats.sprt import ACCEPT_H0, ACCEPT_H1, Hypotheses, Sprt, sprt

FLIPS_UNDER = 100  # with fewer deals the sign-flip test replaces t
FLIP_SEED = 1
FLIPS_PER_METRIC = 40  # at least so many draws for each metric, so that Holm leaves room for a small p
LOOK = 10  # deals from one look of the sequential test to the next


@dataclass(frozen=True)
class Paired:
    """The values of one metric at one number of players, then and now, on the deals that both have."""

    metric: str
    players: int
    then: Floats
    now: Floats

    @property
    def differences(self) -> Floats:
        """Return now minus then."""
        return self.now - self.then


@dataclass(frozen=True)
class Compared:
    """What a metric has come to: means, the difference with its intervals, p adjusted, the verdict."""

    metric: str
    players: int
    deals: int
    then: float
    now: float
    difference: float
    se: float | None
    wide: Interval | None
    narrow: Interval | None
    margin: float
    p: float | None
    holm: float | None
    method: str
    verdict: str
    note: str = ""

    @property
    def detectable(self) -> float | None:
        """Return the difference that would have been found in four of five such studies."""
        return detectable(self.se) if self.se else None


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


def compare(pairs: Sequence[Paired], margins: Sequence[float]) -> list[Compared]:
    """Return the verdict of each metric, adjusted for all of them together."""
    draws = max(REPEATS, FLIPS_PER_METRIC * len(pairs))
    tested = [_p(pair.differences, draws) for pair in pairs]
    adjusted = iter(holm([p for p, _ in tested if p is not None]))
    return [
        _compared(pair, margin, p, None if p is None else next(adjusted), method)
        for pair, margin, (p, method) in zip(pairs, margins, tested, strict=True)
    ]


def _spread(differences: Floats) -> float:
    """Return the standard error of the mean; differences that are all the same have none."""
    if len(differences) < 2:
        return 0.0
    se = float(differences.std(ddof=1) / np.sqrt(len(differences)))
    return 0.0 if se <= NOTHING * max(1.0, float(np.abs(differences).max())) else se


def _p(differences: Floats, draws: int) -> tuple[float | None, str]:
    if len(differences) < FEW:
        return None, f"no test under {FEW} deals"
    if not differences.any():
        return None, "the same in all deals"
    se = _spread(differences)
    if len(differences) < FLIPS_UNDER or not se:
        return sign_flip(batches(differences), FLIP_SEED, draws).p, f"sign flip, seed {FLIP_SEED}"
    return t_test(float(differences.mean()), se, len(differences) - 1).p, "t by deal"


def _compared(pair: Paired, margin: float, p: float | None, adjusted: float | None, method: str) -> Compared:
    differences = pair.differences
    deals, mean, se = len(differences), float(differences.mean()), _spread(differences)
    if not differences.any():
        word, note = IDENTICAL, ""
    elif p is None or adjusted is None:
        word, note = INCONCLUSIVE, method
    elif not se:
        word, note = (TRIVIAL if abs(mean) < margin else CHANGED), "the same difference in every deal"
    else:
        found = verdict(mean, se, deals - 1, margin, adjusted)
        assert found is not None  # there is variance
        word, note = found, ""
    return Compared(
        pair.metric, pair.players, deals, float(pair.then.mean()), float(pair.now.mean()), mean, se or None,
        t_interval(mean, se, deals - 1, 0.95) if se else None,
        tost(mean, se, deals - 1, margin).interval if se else None,
        margin, p, adjusted, method, word, note,
    )  # fmt: skip


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

"""Seat balance: the share of every seat against a margin, and the improvement over an earlier game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy import special

from marchsim.analysis.field.winrates import at_level
from marchsim.analysis.reading.estimates import LEVEL
from marchsim.analysis.reading.source import of_error
from marchsim.stats.clusters import NOTHING, Floats, cluster_means
from marchsim.stats.contrasts import HypothesisTest, t_test
from marchsim.stats.differences import equal_shares
from marchsim.stats.intervals import Interval
from marchsim.stats.joint import joint_errors
from marchsim.stats.simultaneous import joint_level, largest_by_chance

LEVELLED, UNEVEN, OPEN = "level", "uneven", "not told"
POWER, WORLDS = 0.8, 4_000
NARROW = 0.9  # the level of intervals that agree with two one-sided tests of 5 %


@dataclass(frozen=True)
class SeatsLevel:
    """The seats of one starting position in turn order: shares, simultaneous intervals, and the verdict.

    `furthest` is the largest deviation from an equal share, and `chance` its median if all seats are equal.
    The verdict is level if the 90 % interval of every seat is inside the margin (two one-sided tests each).
    It is uneven if a simultaneous interval is outside the margin, and otherwise inconclusive.
    """

    shares: tuple[float, ...]
    together: tuple[Interval, ...]
    narrow: tuple[Interval, ...]
    equal: HypothesisTest | None
    furthest: float
    chance: float
    verdict: str


def seats_level(shares: Floats, margin: float, part: float = 1.0) -> SeatsLevel:
    """The balance of seats from their shares by deal (deals, seats), each over all rotations.

    `part` is the part of the error at this look at the study (`reading.source`).
    """
    k = shares.shape[1]
    entries = np.full(shares.shape, float(k))
    credit = shares * entries
    means, spread = cluster_means(credit, entries)
    together = at_level(credit, entries, joint_level(spread, len(shares) - 1, of_error(LEVEL, part)))
    narrow = at_level(credit, entries, of_error(NARROW, part))
    return SeatsLevel(
        tuple(means.tolist()), tuple(together), tuple(narrow), equal_shares(credit, entries),
        float(np.abs(means - 1 / k).max()), largest_by_chance(spread),
        _verdict(together, narrow, 1 / k, margin),
    )  # fmt: skip


def _verdict(together: list[Interval], narrow: list[Interval], even: float, margin: float) -> str:
    if all(even - margin < one.low and one.high < even + margin for one in narrow):
        return LEVELLED
    if any(one.low > even + margin or one.high < even - margin for one in together):
        return UNEVEN
    return OPEN


def deals_to_decide(shares: Floats, margin: float, part: float, counts: Sequence[int]) -> int:
    """The smallest number in `counts` that decides in 80 % of confirmations, else the largest.

    `counts` are numbers of deals. `shares` (deals, seats) are from a comparison on other deals. True shares
    are drawn around the means of `shares`, and a confirmation around the true shares. This is assurance
    (O'Hagan, Stevens and Campbell 2005, Pharmaceutical Statistics 4). The estimates of the most balanced of
    several candidates are optimistic, so the draws are not shrunk towards equality.
    """
    n, k = shares.shape
    spread = np.atleast_2d(np.cov(shares.T))
    errors = np.sqrt(np.diag(spread))
    truth = shares.mean(axis=0) - 1 / k + joint_errors(spread / n, None, WORLDS, seed=2)
    noise = joint_errors(spread, None, WORLDS, seed=3)
    single, joint = special.ndtri(of_error(LEVEL, part)), special.ndtri(1 - (1 - LEVEL) * part / (2 * k))
    for deals in sorted(counts):
        seen, se = np.abs(truth + noise / np.sqrt(deals)), errors / np.sqrt(deals)
        inside, beyond = (seen + single * se < margin).all(axis=1), (seen - joint * se > margin).any(axis=1)
        if np.mean(inside | beyond) >= POWER:
            break
    return deals


def unevenness(shares: Floats) -> float:
    """The sum of squared deviations of the seats' shares from an equal share, minus its sampling variance."""
    n, k = shares.shape
    about = shares - shares.mean(axis=0)
    return float(np.sum((shares.mean(axis=0) - 1 / k) ** 2) - np.sum(about**2) / (n * (n - 1)))


def more_level(before: Floats, after: Floats) -> HypothesisTest | None:
    """Test whether seats are equally balanced before and after a change, on the same deals (deals, seats).

    The statistic is the change of `unevenness` to first order (delta method). It is positive if seats are
    more balanced after the change. None if nothing varies.
    """
    parts = [2 * (one - one.mean(axis=0)) @ (one.mean(axis=0) - 1 / one.shape[1]) for one in (before, after)]
    se = float(np.std(parts[0] - parts[1], ddof=1) / np.sqrt(len(before)))
    return t_test(unevenness(before) - unevenness(after), se, len(before) - 1) if se > NOTHING else None

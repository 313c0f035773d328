"""Evaluate the games of a search: the value of a candidate, and the result on sealed deals.

The independent unit is the deal, with all its seats and candidates.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from marchsim.analysis.reading.estimates import LEVEL, Estimate, array, share_of
from marchsim.errors import NothingMeasured
from marchsim.stats.clusters import Floats, cluster_mean, cluster_means
from marchsim.stats.differences import ShareDifference, share_difference, share_difference_test
from marchsim.stats.intervals import t_quantile
from marchsim.stats.simultaneous import joint_level

PLACES = 12  # of what a candidate is worth: exp differs in the last bits between processors
HALF = 2.0
LEAST_SCALE = 0.1


@dataclass(frozen=True)
class Confirmed:
    """The focal strategy's share of wins before and after tuning, and the difference by deal.

    `low` and `high` bound the difference. They and `p` are None if there is no interval. `margin` has the
    margins of a team.
    """

    deals: int
    games: int
    voids: int
    before: Estimate
    after: Estimate
    difference: float
    low: float | None
    high: float | None
    p: float | None
    margin: Margins | None = None


@dataclass(frozen=True)
class Margins:
    """A team's mean margin before and after tuning, and the difference by deal with its interval."""

    before: float
    after: float
    difference: float
    low: float | None
    high: float | None


def scale_of(games: pl.DataFrame) -> float | None:
    """Half the standard deviation of the margins, or None if a game that counts has no margin."""
    if games.filter(pl.col("void") == "")["margin"].null_count():
        return None
    margins = _counted(games)
    return max(LEAST_SCALE, round(float(np.std(margins, ddof=1)) / HALF, 1)) if len(margins) > 1 else None


def middle_of(games: pl.DataFrame) -> float:
    """The mean margin of the games that count, or 0 if there are none."""
    margins = _counted(games)
    return round(float(np.mean(margins)), 1) if len(margins) else 0.0


def _filled(games: pl.DataFrame, column: str) -> Floats:
    """A column with 0 in place of missing values, which occur in games that do not count."""
    return array(games.with_columns(pl.col(column).fill_null(0)), column)


def _counted(games: pl.DataFrame) -> Floats:
    """The margins of the games that count."""
    return games.filter(pl.col("void") == "")["margin"].drop_nulls().to_numpy()


def worth(
    games: pl.DataFrame, candidates: int, players: int, scale: float | None, middle: float = 0.0
) -> Floats:
    """The value of each candidate, shape (candidates,): its mean soft win, or mean credit if `scale` is None.

    A soft win is 1 / (1 + exp(-(margin - middle) / scale)). Void games do not count. A candidate that has
    only void games has 0.
    """
    which = games["position"].to_numpy() // players % candidates
    counts = (games["void"] == "").to_numpy()
    won = array(games, "credit")
    if scale is not None:
        won = 1 / (1 + np.exp(np.clip((middle - _filled(games, "margin")) / scale, -700.0, 700.0)))
    sums = np.bincount(which[counts], won[counts], candidates)
    entries = np.bincount(which[counts], minlength=candidates)
    return np.round(sums / np.maximum(entries, 1), PLACES)


def by_deal(
    games: pl.DataFrame, deals: int, candidates: int, players: int, what: str = "credit"
) -> tuple[Floats, Floats]:
    """Sums of `what` (credit or margin) and numbers of valid games, both of shape (deals, candidates)."""
    counts = (games["void"] == "").to_numpy().astype(np.float64)
    shape = (deals, candidates, players)
    sums: Floats = (_filled(games, what) * counts).reshape(shape).sum(axis=2)
    entries: Floats = counts.reshape(shape).sum(axis=2)
    return sums, entries


def confirmed(sums: Floats, counts: Floats) -> Confirmed:
    """The result on sealed deals. Column 0 of the arrays (deals, 2) is before tuning, column 1 after it."""
    if not counts.sum(axis=0).all():
        raise NothingMeasured("no game of the confirmation counts, so nothing is confirmed; see why with "
                              "`marchsim run`.")  # fmt: skip
    turned = sums[:, [1, 0]], counts[:, [1, 0]]
    found, test = share_difference(*turned, LEVEL), share_difference_test(*turned)
    assert found is not None
    interval, games = found.interval, float(counts.sum())
    return Confirmed(
        len(sums), int(games), round(float(counts.max()) * counts.size - games),
        share_of(sums[:, 0], counts[:, 0]), share_of(sums[:, 1], counts[:, 1]), found.value,
        interval.low if interval else None, interval.high if interval else None,
        test.p if test else None,
    )  # fmt: skip


def margins(games: pl.DataFrame, deals: int, players: int) -> Margins | None:
    """The margins of a team before and after tuning on sealed deals, or None if either has no valid game."""
    sums, entries = by_deal(games, deals, 2, players, "margin")
    if not entries.sum(axis=0).all():
        return None
    before, after = (float(one) for one in sums.sum(axis=0) / entries.sum(axis=0))
    both = (entries > 0).all(axis=1)
    means = sums[both] / entries[both]
    spread = cluster_mean(means[:, 1] - means[:, 0], np.ones(len(means)))
    if spread is None or spread.se is None:
        return Margins(before, after, after - before, None, None)
    half = t_quantile(LEVEL, spread.df) * spread.se
    return Margins(before, after, spread.mean, spread.mean - half, spread.mean + half)


Losses = Mapping[str, ShareDifference | None]
"""The loss when one tuned weight is reset to the plan's own, by weight. None if all its games were void."""


def matters(found: ShareDifference | None) -> bool:
    """Whether the interval of a weight's loss excludes 0."""
    interval = found.interval if found else None
    return interval is not None and not interval.low <= 0 <= interval.high


def ablated(weights: Sequence[str], sums: Floats, counts: Floats) -> Losses:
    """The loss from resetting each weight. Column 0 of the arrays has all weights, the others lack one each.

    The 95 % intervals are simultaneous (max-t over the deals' differences).
    """
    rates = sums / np.maximum(counts, 1)
    each = np.where(counts[:, 1:] * counts[:, :1] > 0, rates[:, :1] - rates[:, 1:], 0.0)
    level = LEVEL
    if len(each) > 1:
        _, spread = cluster_means(each, np.ones_like(each))
        level = joint_level(spread, len(each) - 1, LEVEL)
    return {
        weight: share_difference(sums[:, [0, at]], counts[:, [0, at]], level)
        for at, weight in enumerate(weights, 1)
    }

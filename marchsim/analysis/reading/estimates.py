"""An estimate: value, 95 % interval, sample sizes, and a note on a missing or approximate number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import polars as pl

from marchsim.analysis.reading.tallies import CREDIT
from marchsim.stats.anytime import share_sequence
from marchsim.stats.clusters import (
    FEW,
    Floats,
    cluster_mean,
    cluster_means,
    is_binary,
    mean_interval,
    share_interval,
)
from marchsim.stats.intervals import Interval

LEVEL = 0.95
FAIR = 100.0  # wins where all win equally often
ANYTIME = "betting sequence by deal: holds whenever the run stops"


@dataclass(frozen=True)
class Estimate:
    """A mean over entries in `deals` clusters, with its interval. `note` explains a missing number.

    `p` is the p value for the hypothesis that the mean is 0. It is None if this was not tested.
    """

    value: float | None
    low: float | None = None
    high: float | None = None
    se: float | None = None
    entries: int = 0
    deals: int = 0
    method: str = ""
    note: str = ""
    p: float | None = None

    def times(self, factor: float) -> Estimate:
        """The estimate in another unit, multiplied by `factor`."""
        ends = (self.value, self.low, self.high, self.se)
        value, low, high, se = (None if end is None else factor * end for end in ends)
        return replace(self, value=value, low=low, high=high, se=se)


NONE = Estimate(None)


def around(
    value: float, interval: Interval | None, se: float | None, entries: float, deals: int, note: str = ""
) -> Estimate:
    """The estimate with this value and this interval. If `interval` is None, it has no interval."""
    low, high, method = (interval.low, interval.high, interval.method) if interval else (None, None, "")
    return Estimate(value, low, high, se, round(entries), deals, method, note)


def share_of(sums: Floats, counts: Floats, anytime: bool = False, level: float = LEVEL) -> Estimate:
    """The estimate of a share (credit per entry, 0 to 1) from sums and counts per deal.

    If `anytime`, the interval is a confidence sequence over the deals in order (Waudby-Smith and Ramdas
    2024). It holds however often a run that stops by itself was looked at.
    """
    mean = cluster_mean(sums, counts)
    if mean is None:
        return Estimate(None, note="no game to measure it on")
    interval = share_interval(sums, counts, level)
    note = _share_note(mean.mean, mean.se, mean.clusters, sums, counts)
    found = around(mean.mean, interval, mean.se if interval else None, mean.entries, mean.clusters, note)
    if not anytime or interval is None:
        return found
    at = share_sequence(sums, counts, level)
    return replace(found, low=at.low, high=at.high, method=ANYTIME, note="")


def _share_note(value: float, se: float | None, deals: int, sums: Floats, counts: Floats) -> str:
    if se == 0.0 and value in (0.0, 1.0):
        return f"{'always' if value else 'never'} in {deals} deals; exact interval"
    if se == 0.0:
        return f"the same in all {deals} deals; exact interval"
    if deals >= FEW:
        return ""
    if is_binary(sums, counts):
        return f"only {deals} independent game{'s' if deals > 1 else ''}; exact interval"
    return "one deal only: no interval" if deals == 1 else f"only {deals} deals: a rough interval"


@dataclass(frozen=True)
class Count:
    """Credit and entries of k kinds by deal, two arrays (deals, k), for one number of players.

    A kind here is a seat, a strategy, or a kind of seat. `anytime` selects intervals that hold whenever a run
    stops.
    """

    players: int
    credit: Floats
    entries: Floats
    anytime: bool = False

    @property
    def scale(self) -> float:
        """The factor from a share to wins where 100 are fair."""
        return FAIR * self.players

    @property
    def values(self) -> Floats:
        """The wins of each kind, where 100 are fair, shape (k,)."""
        found: Floats = self.scale * self.credit.sum(axis=0) / self.entries.sum(axis=0)
        return found

    @property
    def fewest(self) -> int:
        """The smallest number of deals that any kind has."""
        return int((self.entries > 0).sum(axis=0).min())

    def spread(self) -> Floats:
        """The covariance matrix (k, k) of `values`, each variance corrected for its number of deals."""
        _, found = cluster_means(self.credit, self.entries)
        deals, held = len(self.credit), (self.entries > 0).sum(axis=0)
        correct = np.sqrt(held / (held - 1) * (deals - 1) / deals)
        return self.scale**2 * found * np.outer(correct, correct)

    def share(self, kind: int, level: float = LEVEL) -> Estimate:
        """The share of wins of a kind, 0 to 1, as `share_of` estimates it."""
        return share_of(self.credit[:, kind], self.entries[:, kind], self.anytime, level)

    def wins(self, kind: int) -> Estimate:
        """The wins of a kind where 100 are fair, with an interval of its own."""
        return self.share(kind).times(self.scale)

    def interval(self, kind: int, level: float) -> Interval:
        """The interval of one kind's wins index, with confidence `level`."""
        found = self.share(kind, level).times(self.scale)
        assert found.low is not None and found.high is not None  # a count has several deals
        return Interval(found.low, found.high, found.method)


def mean_of(sums: Floats, counts: Floats, *, level: float = LEVEL) -> Estimate:
    """The estimate of a mean, in the unit of the sums, from sums and counts per deal."""
    mean = cluster_mean(sums, counts)
    if mean is None:
        return Estimate(None, note="no game to measure it on")
    interval = mean_interval(mean, level)
    note = f"only {mean.clusters} deals: a rough interval" if mean.clusters < FEW else ""
    if interval is None:
        note = "one deal only: no interval" if mean.se is None else f"the same in all {mean.clusters} deals"
    return around(mean.mean, interval, mean.se, mean.entries, mean.clusters, note)


def array(frame: pl.DataFrame, column: str) -> Floats:
    """A column as floats."""
    return frame[column].cast(pl.Float64).to_numpy()


def by_deal(frame: pl.DataFrame, value: pl.Expr) -> tuple[Floats, Floats]:
    """Two arrays in order of deal: the sum of a value, and the number of rows in which it is known."""
    value = value.cast(pl.Float64)
    deals = frame.group_by("deal").agg(sums=value.sum(), rows=value.count()).sort("deal")
    return array(deals, "sums"), array(deals, "rows")


def credit_by_deal(frame: pl.DataFrame, columns: str, names: Sequence[Any]) -> tuple[Floats, Floats]:
    """The sums of credit and the numbers of decided entries, by deal: two arrays of shape (deals, names).

    Entries are decided unless nobody won the game. `columns` is the column with the names, which are those of
    strategies or seats.
    """
    return matrix(frame, columns, names, "credit") / CREDIT, matrix(frame, columns, names, "decided")


def matrix(frame: pl.DataFrame, columns: str, names: Sequence[Any], value: str) -> Floats:
    """The column `value` as an array (deals, names), in order of deal, with 0 for a missing row.

    `columns` is the column with the names.
    """
    if frame.is_empty():
        return np.zeros((0, len(names)))
    deals = frame["deal"].rank("dense").to_numpy().astype(np.int64) - 1
    told = frame[columns] if frame[columns].dtype.is_numeric() else frame[columns].cast(pl.String)
    across = told.replace_strict(names, range(len(names)), default=-1, return_dtype=pl.Int64).to_numpy()
    result = np.zeros((int(deals.max()) + 1, len(names)))
    asked = across >= 0  # a strategy has no share if nobody won in its games
    result[deals[asked], across[asked]] = array(frame, value)[asked]
    return result

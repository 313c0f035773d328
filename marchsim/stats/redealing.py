"""Randomisation tests of dealt treatments: hands are dealt again while outcomes stay (Fisher 1935).

Whole clusters exchange hands, so a deal keeps the dependence between its hands (no card is in two of them)
and between its entries. Two clusters exchange hands only if every place has as many items in one as in the
other. If no item has an effect, every dealing is equally likely, so the test is exact for any number of
clusters and any outcomes.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import special

from marchsim.stats.clusters import Floats
from marchsim.stats.paired import REPEATS, TIE
from marchsim.stats.treatments import Hands, Totals, with_squares

DIRECT = 1_000  # up to this many clusters exchange hands freely; more do so within batches
BATCHES = 32  # of clusters
TURNS = 64  # at least this many ways to turn the hands of a batch, or one for each of its clusters
PIECE = 128  # dealings at a time
FINE = 100  # dealings for each item and 1 / level, at least: see `enough`


def enough(items: int) -> int:
    """The number of dealings needed to resolve the smallest p that Benjamini and Hochberg require at 10 %.

    That p is 0.1 / items, and at least ten dealings are expected below it.
    """
    return max(REPEATS, FINE * items - 1)


@dataclass(frozen=True)
class Redealt:
    """The studentised sums for each dealing of the hands, shape (repeats, groups, items)."""

    t: Floats

    def p(self, t: Floats) -> Floats:
        """Two-sided p values (groups, items): (1 + number of dealings as extreme) / (1 + number of dealings).

        The formula is that of Phipson and Smyth (2010).
        """
        reached = np.sum(np.abs(self.t) >= np.abs(t) * (1 - TIE), axis=0)
        return np.asarray((1 + reached) / (1 + len(self.t)), dtype=np.float64)

    def pooled_p(self, t: Floats, among: NDArray[np.bool_]) -> Floats:
        """P values (groups, items) from the pooled dealings of all items marked in `among` (groups, items).

        All items are dealt in the same way, so their studentised sums within a group have one distribution.
        Unmarked items have p = 1.
        """
        found = np.ones_like(t)
        for at, own in enumerate(among):
            drawn = np.sort(np.abs(self.t[:, at, own]), axis=None)
            below = np.searchsorted(drawn, np.abs(t[at, own]) * (1 - TIE), side="left")
            found[at, own] = (1 + len(drawn) - below) / (1 + len(drawn))
        return found

    def quantile(self, level: float) -> Floats:
        """The quantile q (groups, items) such that |t| is above q exactly if `p` is below 1 - level."""
        return _reach(np.abs(self.t), level)

    def pooled_quantile(self, level: float, among: NDArray[np.bool_]) -> Floats:
        """The quantile q (groups,) such that |t| is above q exactly if `pooled_p` is below 1 - level.

        NaN for a group with no items.
        """
        drawn = [np.abs(self.t[:, at, own]).reshape(-1) for at, own in enumerate(among)]
        return np.array([float(_reach(one, level)) if len(one) else np.nan for one in drawn])

    def sum_p(self, t: Floats, among: NDArray[np.bool_]) -> float:
        """The p value for no effect of any item marked in `among`, from the sum of their squared t."""
        observed = float(np.sum(t[among] ** 2))
        drawn = np.sum(self.t[:, among] ** 2, axis=1)
        return (1 + int(np.sum(drawn >= observed * (1 - TIE)))) / (1 + len(self.t))

    def correlation(self, among: NDArray[np.bool_]) -> float:
        """The mean correlation between sums of items marked in `among`. 0 if there are fewer than two.

        It is also 0 if a sum does not vary or is not finite.
        """
        drawn = self.t[:, among]
        k = drawn.shape[1]
        if k < 2 or not np.all(np.isfinite(drawn)) or np.any(np.ptp(drawn, axis=0) == 0):
            return 0.0
        whole = float(np.var(np.sum((drawn - drawn.mean(axis=0)) / drawn.std(axis=0), axis=1)))
        return float((whole - k) / (k * (k - 1)))


def _reach(drawn: Floats, level: float) -> Floats:
    """The value above which p, given drawn values (n, ...), is below 1 - `level`. inf if there is none."""
    rank = math.ceil(round((1 - level) * (1 + len(drawn)), 6)) - 1  # of the drawn may reach further
    if rank == 0:
        return np.full(drawn.shape[1:], np.inf)
    found: Floats = np.partition(drawn, len(drawn) - rank, axis=0)[len(drawn) - rank] * (1 + TIE)
    return found


def redeal(hands: Hands, outcomes: Floats, repeats: int, seed: int, even: bool = False) -> Redealt:
    """The studentised sums of outcomes (places, clusters, groups) when the hands are re-dealt.

    For `even` see `Totals`. `dealings` describes how hands are dealt.
    """
    t = np.empty((repeats, outcomes.shape[2], hands.items))
    first = 0
    for part in dealings(hands, outcomes, repeats, seed, even):
        found = part.t(hands.item_clusters)
        t[first : first + len(found)] = found
        first += len(found)
    return Redealt(t)


def dealings(hands: Hands, outcomes: Floats, repeats: int, seed: int, even: bool = False) -> Iterator[Totals]:
    """Yield totals (part, groups, items) of outcomes when the hands are re-dealt, some dealings at a time.

    Up to `DIRECT` clusters exchange hands freely. Above that, clusters with equal hand sizes (`Hands.shape`)
    are put into batches in random order, and the hands of a batch are rotated by a random number of clusters.
    This is fast, and the test remains exact, since these dealings too form a group (Hemerik and Goeman 2018,
    TEST 27).
    """
    generator = np.random.Generator(np.random.PCG64(seed))
    deal = _freely if hands.clusters <= DIRECT else _in_batches
    for found in deal(hands, outcomes, repeats, generator):
        columns = found.shape[1] // 2
        yield Totals(found[:, :columns], found[:, columns:], even)


def joint_error(t: Floats, df: Floats, error: float) -> float:
    """The error level for each of k t intervals such that the chance of any error is at most `error`.

    `t` (repeats, k) are t values from re-dealt hands, and `df` (k,) their degrees of freedom. The result is
    the `error` quantile of the smallest of k p values (min-P: Westfall and Young 1993, Resampling-Based
    Multiple Testing). It is at most Bonferroni's level, `error` / k, because the re-dealt t values of items
    in few deals spread too little.
    """
    smallest = np.sort((2 * special.stdtr(df, -np.abs(t))).min(axis=1))
    rank = math.floor(round(error * (1 + len(t)), 6))
    return min(error / float(t.shape[1]), float(smallest[rank - 1]) if rank else 0.0)


def _freely(hands: Hands, outcomes: Floats, repeats: int, generator: np.random.Generator) -> Iterator[Floats]:
    """Yield sums and squares (part, 2 groups, items) of dealings in which clusters exchange hands freely."""
    given = [hands.given(place) for place in range(hands.places)]
    both = [with_squares(outcome) for outcome in outcomes]
    alike = [np.flatnonzero(hands.shape == shape) for shape in np.unique(hands.shape)]
    for first in range(0, repeats, PIECE):
        n = min(PIECE, repeats - first)
        order = np.empty((hands.clusters, n), dtype=np.intp)
        for members in alike:
            order[members] = generator.permuted(np.tile(members, (n, 1)), axis=1).T
        columns = 2 * outcomes.shape[2]
        found = np.zeros((hands.items, n * columns))
        for matrix, own in zip(given, both, strict=True):
            found += matrix @ own[order].reshape(hands.clusters, n * columns)
        yield found.reshape(hands.items, n, columns).transpose(1, 2, 0)


def _in_batches(
    hands: Hands, outcomes: Floats, repeats: int, generator: np.random.Generator
) -> Iterator[Floats]:
    """Yield the same as `_freely`, in one piece, for dealings that rotate the hands of each batch."""
    columns = 2 * outcomes.shape[2]
    given = [hands.given(place).tocsc() for place in range(hands.places)]
    found = np.zeros((repeats, columns * hands.items))
    for members in _batches(hands, generator):
        step = max(1, len(members) // TURNS)
        turns = len(members) // step
        at = np.arange(turns * step)
        order = np.tile(np.arange(len(members))[:, None], (1, turns))
        order[: turns * step] = (at[:, None] + step * np.arange(turns)) % (turns * step)
        turned = np.zeros((hands.items, turns * columns))
        for matrix, outcome in zip(given, outcomes, strict=True):
            own = with_squares(outcome[members])
            turned += matrix[:, members] @ own[order].reshape(len(members), turns * columns)
        sums = turned.reshape(hands.items, turns, columns).transpose(1, 2, 0)
        found += sums.reshape(turns, columns * hands.items)[generator.integers(0, turns, repeats)]
    yield found.reshape(repeats, columns, hands.items)


def _batches(hands: Hands, generator: np.random.Generator) -> Iterator[NDArray[np.intp]]:
    """Yield batches of clusters with equal hand sizes. There are about `BATCHES` batches in total."""
    for shape in np.unique(hands.shape):
        members = generator.permutation(np.flatnonzero(hands.shape == shape))
        parts = max(1, round(BATCHES * len(members) / hands.clusters))
        yield from np.array_split(members, parts)

"""The effects of many treatments at once, each adjusted for strata, with errors that cluster.

An entry (a seat of a game) may have several treatments (the items it was dealt); each treatment is contrasted
with all entries without it. Everything comes from sums per cluster and stratum, so no pair of arms is ever
laid out: `regression.stratified_effect` gives the same for one treatment.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from marchsim.stats.clusters import Floats
from marchsim.stats.regression import Ints

CELLS = 4_000_000  # of a table of clusters that is held at a time
LEAST = 1e-3  # how far a common correlation stays above the lowest that is possible


@dataclass(frozen=True)
class Sums:
    """Sums and counts of entries by dense numbers of cluster and stratum, (n,); the same may repeat."""

    cluster: Ints
    stratum: Ints
    sums: Floats
    counts: Floats


@dataclass(frozen=True)
class Treated(Sums):
    """The same of treated entries, by number of the treatment too."""

    item: Ints


Rows = TypeVar("Rows", bound=Sums)


@dataclass(frozen=True)
class Effects:
    """Effects of k treatments, (k,), with covariance (k, k), both 0 where `known` is false.

    An effect is unknown where no stratum has two entries in each arm. `clusters` are those it rests on,
    `treated_clusters` those with a treated entry, `treated` and `control` entries.
    """

    known: NDArray[np.bool_]
    values: Floats
    covariance: Floats
    clusters: Ints
    treated_clusters: Ints
    treated: Floats
    control: Floats


@dataclass(frozen=True)
class _Cells:
    """Per stratum and treatment, (strata, k): weight, entries and means of both arms."""

    weight: Floats
    treated: Floats
    control: Floats
    mean_treated: Floats
    mean_control: Floats


def treatment_effects(entries: Sums, treated: Treated, treatments: int) -> Effects:
    """Return the effects of `treatments` treatments, numbered from 0, on the mean of entries.

    Differences within strata, weighted by their size (Lin 2013, Annals of Applied Statistics 7), linearised
    by cluster with the factor G/(G-1); residuals of an arm with n entries of a stratum count sqrt(n/(n-1))
    times (HC2 of MacKinnon and White 1985: their leverage is 1/n), since n may be small. Strata without two
    entries in each arm are left out, for each treatment its own.
    """
    cells = _cells(entries, treated, treatments)
    k = treatments
    scatter, met, given = np.zeros((k, k)), np.zeros(k, np.int64), np.zeros(k, np.int64)
    for scores, held, hit in _scores(entries, treated, cells):
        scatter += scores.T @ scores
        met += held
        given += hit
    factor = np.sqrt(met / np.maximum(met - 1, 1))
    used = cells.weight > 0
    return Effects(
        known=np.asarray(used.any(axis=0)),
        values=np.sum(cells.weight * (cells.mean_treated - cells.mean_control), axis=0),
        covariance=scatter * np.outer(factor, factor),
        clusters=met,
        treated_clusters=given,
        treated=np.sum(cells.treated * used, axis=0),
        control=np.sum(cells.control * used, axis=0),
    )


def _cells(entries: Sums, treated: Treated, k: int) -> _Cells:
    strata = int(entries.stratum.max(initial=-1)) + 1
    all_n = np.bincount(entries.stratum, entries.counts, strata)[:, None]
    all_s = np.bincount(entries.stratum, entries.sums, strata)[:, None]
    cell = treated.stratum * k + treated.item
    n1: Floats = np.bincount(cell, treated.counts, strata * k).reshape(strata, k).astype(np.float64)
    s1 = np.bincount(cell, treated.sums, strata * k).reshape(strata, k)
    n0: Floats = all_n - n1
    s0 = all_s - s1
    weight = np.where((n1 > 1) & (n0 > 1), all_n, 0.0)
    total = weight.sum(axis=0)
    weight = weight / np.where(total > 0, total, 1.0)
    return _Cells(weight, n1, n0, s1 / np.maximum(n1, 1), s0 / np.maximum(n0, 1))


def _scores(
    entries: Sums, treated: Treated, cells: _Cells
) -> Iterator[tuple[Floats, NDArray[np.int64], NDArray[np.int64]]]:
    """Yield the influence of clusters (clusters, k), a part of them at a time, and how many say anything.

    A treated entry counts in its own arm, and is taken out of the other, where all entries are put first.
    """
    strata, k = cells.weight.shape
    own, other = (cells.weight / np.sqrt(np.maximum(n * (n - 1), 1)) for n in (cells.treated, cells.control))
    slope, level = own + other, own * cells.mean_treated + other * cells.mean_control
    base = other * cells.mean_control
    used = (cells.weight > 0).astype(np.float64)
    for first, rows, gifts in _parts(entries, treated, max(strata, k)):
        size = int(rows.cluster.max(initial=-1)) - first + 1
        place = (rows.cluster - first) * strata + rows.stratum
        sums = np.bincount(place, rows.sums, size * strata).reshape(size, strata)
        counts = np.bincount(place, rows.counts, size * strata).reshape(size, strata)
        weighed = slope[gifts.stratum, gifts.item] * gifts.sums
        weighed -= level[gifts.stratum, gifts.item] * gifts.counts
        at = (gifts.cluster - first) * k + gifts.item
        scores = np.bincount(at, weighed, size * k).reshape(size, k) - (sums @ other - counts @ base)
        held = used[gifts.stratum, gifts.item] * gifts.counts
        hit = np.bincount(at, held, size * k).reshape(size, k) > 0
        yield scores, (counts @ used > 0).sum(axis=0), hit.sum(axis=0)


def _parts(entries: Sums, treated: Treated, width: int) -> Iterator[tuple[int, Sums, Treated]]:
    """Yield consecutive clusters: the first, and the rows of entries and of treated ones."""
    rows, gifts = _in_order(entries), _in_order(treated)
    clusters = int(entries.cluster.max(initial=-1)) + 1
    step = max(1, CELLS // max(1, width))
    for first in range(0, clusters, step):
        yield first, _slice(rows, first, first + step), _slice(gifts, first, first + step)


def _in_order(rows: Rows) -> Rows:
    return _picked(rows, np.argsort(rows.cluster, kind="stable"))


def _slice(rows: Rows, low: int, high: int) -> Rows:
    start, end = np.searchsorted(rows.cluster, (low, high))
    return _picked(rows, slice(start, end))


def within(rows: Rows, kept: NDArray[np.bool_]) -> Rows:
    """Return the rows whose stratum is kept (`kept`: (strata,))."""
    return _picked(rows, kept[rows.stratum])


def _picked(rows: Rows, chosen: Any) -> Rows:
    return replace(rows, **{column.name: getattr(rows, column.name)[chosen] for column in fields(rows)})


def common_covariance(covariance: Floats) -> Floats:
    """Return variances (k,) > 0 as a covariance (k, k) with one correlation, the mean of those given.

    Effects of items that take each other's place in a hand are slightly negatively correlated; one number for
    it is well known where k (k - 1) / 2 of them are not. It stays above -1/(k - 1), where the matrix ends.
    """
    k = len(covariance)
    size = np.sqrt(np.diag(covariance))
    if k < 2:
        return covariance
    correlations = covariance / np.outer(size, size)
    mean = float((correlations.sum() - k) / (k * (k - 1)))
    mean = min(max(mean, -(1 - LEAST) / (k - 1)), 1 - LEAST)
    shared: Floats = np.outer(size, size) * (mean + (1 - mean) * np.eye(k))
    return shared

"""The effects of many treatments that are given at random to the places of clusters.

A cluster (a deal) has places (seats), each of which gets some treatments (cards) for all its entries (games).
An effect is the mean of entries with the treatment minus the mean of entries without it, within strata.
Everything is computed from sums per cluster and place. No table pairs treated with untreated entries.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from marchsim.stats.choices import Ints
from marchsim.stats.clusters import NOTHING, Floats

LEAST = 1e-3  # how far a common correlation stays above the lowest that is possible


@dataclass(frozen=True)
class Entries:
    """Sums and counts (n,) of entries by cluster, place and stratum, numbered from 0. Rows may repeat."""

    cluster: Ints
    place: Ints
    stratum: Ints
    sums: Floats
    counts: Floats

    def residuals(self) -> Floats:
        """The sums (n,) minus their expectations from the means of their strata."""
        strata = int(self.stratum.max(initial=-1)) + 1
        sums = np.bincount(self.stratum, self.sums, strata)
        counts = np.bincount(self.stratum, self.counts, strata)
        means = sums / np.where(counts > 0, counts, 1.0)
        return self.sums - means[self.stratum] * self.counts

    def laid(self, values: Floats, clusters: int, places: int, group: Ints, groups: int) -> Floats:
        """The sums (places, clusters, groups) of values (n,) by place, cluster and group of strata."""
        at = (self.place * clusters + self.cluster) * groups + group[self.stratum]
        laid: Floats = np.bincount(at, values, places * clusters * groups).astype(np.float64)
        return laid.reshape(places, clusters, groups)


@dataclass(frozen=True)
class Hands:
    """The items in hands, as m distinct triples (cluster, place, item), and the numbers of all three."""

    cluster: Ints
    place: Ints
    item: Ints
    clusters: int
    places: int
    items: int

    def given(self, place: int) -> sparse.csr_array:
        """The items given to a place in each cluster: a matrix (items, clusters) of 0 and 1."""
        here = self.place == place
        size = (self.items, self.clusters)
        rows = self.item[here], self.cluster[here]
        return sparse.csr_array((np.ones(int(here.sum())), rows), shape=size)

    @cached_property
    def item_clusters(self) -> Ints:
        """The number (items,) of clusters in which some place got the item."""
        once = np.unique(self.item.astype(np.int64) * self.clusters + self.cluster)
        return np.bincount(once // max(1, self.clusters), minlength=self.items).astype(np.int64)

    @cached_property
    def shape(self) -> Ints:
        """A number (clusters,) for the hand sizes in each cluster.

        Two clusters have the same number if every place has as many items in one as in the other.
        """
        size = np.bincount(self.cluster * self.places + self.place, minlength=self.clusters * self.places)
        return np.unique(size.reshape(self.clusters, self.places), axis=0, return_inverse=True)[1].reshape(-1)

    def count(self, entries: Entries, strata: int) -> Floats:
        """For each stratum, the number of entries that have each item, shape (strata, items)."""
        rows = entries.cluster * self.places + entries.place
        size = self.clusters * self.places
        entered = sparse.csr_array((entries.counts, (entries.stratum, rows)), shape=(strata, size))
        places = self.cluster * self.places + self.place
        given = sparse.csr_array((np.ones(len(places)), (places, self.item)), shape=(size, self.items))
        found: Floats = (entered @ given).toarray()
        return found


@dataclass(frozen=True)
class Totals:
    """Sums (..., groups, items) of the residuals of treated entries, and sums of their squares by cluster.

    If `even`, the variance of a cell is the sum of squares of its group, times that of its item, divided by
    the sum of all squares. Otherwise a cell with few entries and few wins could seem too precise.
    """

    sums: Floats
    squares: Floats
    even: bool = False

    def variances(self, held: Ints) -> Floats:
        """The variances of the sums, given the number of clusters with each item, `held` (items,).

        0 if a sum does not vary.
        """
        if self.even:
            whole = self.squares.sum(axis=(-2, -1), keepdims=True)
            items, groups = (self.squares.sum(axis=axis, keepdims=True) for axis in (-2, -1))
            return np.asarray(groups * items / np.where(whole > 0, whole, 1.0), dtype=np.float64)
        left = self.squares - self.sums**2 / np.maximum(held, 1)
        return np.where(left > NOTHING * self.squares, left, 0.0)

    def t(self, held: Ints) -> Floats:
        """The studentised sums. A sum of 0 gives 0, any other sum with no variance gives infinity."""
        root = np.sqrt(self.variances(held))
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where(self.sums == 0, 0.0, self.sums / root)


def totals(hands: Hands, outcomes: Floats, even: bool = False) -> Totals:
    """The totals (groups, items) of outcomes (places, clusters, groups) as the hands were dealt."""
    groups = outcomes.shape[2]
    found = np.zeros((hands.items, 2 * groups))
    for place in range(hands.places):
        found += hands.given(place) @ with_squares(outcomes[place])
    return Totals(found[:, :groups].T, found[:, groups:].T, even)


def with_squares(outcomes: Floats) -> Floats:
    """The outcomes (clusters, groups) followed by their squares, (clusters, 2 groups)."""
    return np.hstack([outcomes, outcomes**2])


@dataclass(frozen=True)
class Effects:
    """The effects of treatments, (groups, items).

    An effect is 0 and not `known` if no stratum has entries both with and without the treatment. `errors` are
    standard errors by cluster, and `t` is the effect divided by its error. The `treated` entries are in
    `deals` clusters. `weights` are sums over strata of n1 n0 / n: entries with the treatment, without it, and
    all.
    """

    known: NDArray[np.bool_]
    values: Floats
    errors: Floats
    t: Floats
    treated: Floats
    deals: Floats
    weights: Floats


def treatment_effects(entries: Entries, hands: Hands, group: Ints) -> Effects:
    """The effects of the items of hands on the mean of entries, in each group of strata.

    `group` (strata,) numbers the groups from 0. An effect is the coefficient of a regression on the treatment
    with a constant for each stratum. It is the sum over treated entries of residuals from the means of strata
    (Rosenbaum 2002, Statistical Science 17), divided by the sum of n1 n0 / n. Treatments are random, so
    strata are weighted by their information, and no stratum with two or three treated entries dominates.
    Errors are those of a mean over the clusters with the item, on the assumption that there are many others.
    """
    groups = int(group.max(initial=0)) + 1
    outcomes = laid_residuals(entries, hands, group)
    met = entries.laid((entries.counts > 0).astype(np.float64), hands.clusters, hands.places, group, groups)
    weights, treated = _weights(entries, hands, group, groups)
    deals = np.minimum(totals(hands, np.minimum(met, 1.0)).sums, hands.item_clusters)
    return effects_of(totals(hands, outcomes), weights, treated, deals, hands.item_clusters)


def worth_by_cluster(entries: Entries, hands: Hands, item: int) -> tuple[Ints, Floats]:
    """The clusters in which `item` was dealt, and its effect in each.

    The mean of these n values is the effect that `treatment_effects` estimates from all strata together. The
    standard error of the mean is the error of that effect times sqrt(n / (n - 1)).
    """
    one = np.zeros(int(entries.stratum.max(initial=0)) + 1, dtype=np.int64)
    outcomes = laid_residuals(entries, hands, one)[:, :, 0]
    weights, treated = _weights(entries, hands, one, 1)
    mine = hands.item == item
    held = np.unique(hands.cluster[mine])
    weight = float(weights[0, item])
    if weight <= NOTHING * float(treated[0, item]):
        return held[:0], np.zeros(0)
    sums = np.bincount(hands.cluster[mine], outcomes[hands.place[mine], hands.cluster[mine]], hands.clusters)
    worth: Floats = sums[held] * len(held) / weight
    return held, worth


def laid_residuals(entries: Entries, hands: Hands, group: Ints) -> Floats:
    """The residuals (places, clusters, groups) of entries by place, cluster and group of strata."""
    groups = int(group.max(initial=0)) + 1
    return entries.laid(entries.residuals(), hands.clusters, hands.places, group, groups)


def effects_of(found: Totals, weights: Floats, treated: Floats, deals: Floats, held: Ints) -> Effects:
    """The effects (groups, items), given totals, weights, and the numbers of treated entries and clusters."""
    known = weights > NOTHING * treated
    over = np.where(known, weights, 1.0)
    errors = np.where(known, np.sqrt(found.variances(held)) / over, 0.0)
    values = np.where(known, found.sums / over, 0.0)
    return Effects(known, values, errors, found.t(held), treated, deals, np.where(known, weights, 0.0))


def _weights(entries: Entries, hands: Hands, group: Ints, groups: int) -> tuple[Floats, Floats]:
    """The sums over strata of n1 n0 / n and of n1, both (groups, items), as in `Effects`."""
    strata = len(group)
    n1 = hands.count(entries, strata)
    n = np.bincount(entries.stratum, entries.counts, strata)[:, None]
    known = n1 * (n - n1) / np.where(n > 0, n, 1.0)
    weights, treated = np.zeros((groups, hands.items)), np.zeros((groups, hands.items))
    np.add.at(weights, group, known)
    np.add.at(treated, group, n1)
    return weights, treated


def common_covariance(errors: Floats, correlation: float) -> Floats:
    """The covariance (k, k) of estimates with these errors (k,) and the same correlation for all pairs.

    Effects of items that exclude each other from a hand are slightly negatively correlated. The correlation
    is kept above -1 / (k - 1), so that the matrix is positive definite.
    """
    k = len(errors)
    lowest = -(1 - LEAST) / max(1, k - 1)
    kept = min(max(correlation, lowest), 1 - LEAST)
    return np.outer(errors, errors) * (kept + (1 - kept) * np.eye(k))

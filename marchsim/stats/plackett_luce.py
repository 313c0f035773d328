"""Plackett-Luce worths from winners or full orders, with seats as a covariate and Davidson-Luce ties.

A set S is chosen with chance proportional to delta_|S| x (product of worths in S)^(1/|S|) among the sets of
one entry and of each size at which ties occurred (Firth, Kosmidis and Turner 2019, Davidson 1970 for pairs).
In log worths the likelihood is concave. Newton's method maximises it on all games at once, so the order of
games does not matter. Check `choices.connectivity` first: if items are not connected, estimates are infinite.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement
from math import comb

import numpy as np
from scipy import sparse

from marchsim.stats.choices import Choices, Ints
from marchsim.stats.clusters import Floats

STEPS = 100
SETTLED = 1e-10  # Newton's decrement, in units of log likelihood
ROUNDING = 1e-14  # of a log likelihood: a smaller gain cannot be told from rounding
FAR = 30.0  # a log worth, seat effect or log tie rate beyond this is on its way to infinity
SINGULAR = 1e-9  # information below this for each choice made says nothing
ROOM = 400_000  # numbers held at a time, which bounds the memory
MOST_CELLS = 2**24  # of a table of pairs of cells that is kept with its empty places
MOST_SETS = 20_000  # sets that may be chosen from one menu


@dataclass(frozen=True)
class Fit:
    """Log worths (items,) with mean 0, log seat effects (seats,) with the first 0, log tie rates by size.

    `information` is the inverse of the observed information of the free parameters: items and seats relative
    to the first of each, then ties. `sandwich` is a covariance that allows any dependence within a cluster.
    """

    log_worth: Floats
    seats: Floats
    ties: dict[int, float]
    log_likelihood: float
    information: Floats
    sandwich: Floats | None
    clusters: int

    def errors(self, robust: bool) -> Floats:
        """The SE (items,) of each item's log worth relative to the first item's. 0 for the first."""
        return np.sqrt(np.diag(self.spread(robust)))

    def spread(self, robust: bool) -> Floats:
        """The covariance (items, items) of log worths relative to the first item's."""
        return self._spread(robust, 0, len(self.log_worth))

    def seat_errors(self, robust: bool) -> Floats:
        """The SE (seats,) of each seat's effect relative to the first seat's. 0 for the first."""
        return np.sqrt(np.diag(self._spread(robust, len(self.log_worth) - 1, len(self.seats))))

    def _spread(self, robust: bool, start: int, number: int) -> Floats:
        """The covariance (number, number) of `number` parameters, the first of which is fixed at 0.

        The others begin at row `start` of the stored covariance.
        """
        covariance = self.sandwich if robust and self.sandwich is not None else self.information
        result = np.zeros((number, number))
        result[1:, 1:] = covariance[start : start + number - 1, start : start + number - 1]
        return result

    @property
    def worth(self) -> Floats:
        """The worths, which add up to 1: each item's chance to win if every item has one entry."""
        grown = np.exp(self.log_worth - self.log_worth.max())
        result: Floats = grown / grown.sum()
        return result


class _Cells:
    """The distinct pairs of item and seat, followed by the tie sizes, and the parameters of each."""

    def __init__(self, found: Sequence[Choices], items: int, seats: int, ties: int) -> None:
        codes = [np.empty(0, np.int64), *(np.unique(part.items * seats + part.seats) for part in found)]
        self.codes: Ints = np.unique(np.concatenate(codes))
        self.seats, self.number = seats, len(self.codes)
        item, seat = np.divmod(self.codes, seats)
        rows = np.concatenate([np.arange(self.number), np.arange(self.number + ties)])
        columns = np.concatenate([item, items + seat, items + seats + np.arange(ties)])
        size = self.number + ties, items + seats + ties
        self.parameters = sparse.csr_matrix((np.ones(len(rows)), (rows, columns)), shape=size)

    def of(self, part: Choices) -> Ints:
        """The cell of each entry of each menu, (n, m)."""
        return np.searchsorted(self.codes, part.items * self.seats + part.seats).astype(np.int64)


class _Group:
    """Menus of one size, and the sets that can be chosen from them.

    A set of c entries has a feature for each entry of the menu (1/c if the set has the entry, else 0) and for
    each tie size (1 if it is c, else 0). The parameter of an entry is the sum of its item's and its seat's.
    The log weight of a set is the sum of its features, each times its parameter. So the slope and the
    curvature of the likelihood are means and covariances of features (McFadden 1974).
    """

    def __init__(self, part: Choices, ties: Sequence[int], cells: _Cells) -> None:
        sizes = [size for size in (1, *ties) if size <= part.size]
        if sum(comb(part.size, size) for size in sizes) > MOST_SETS:
            raise OverflowError(f"ties of {sizes[-1]} among {part.size} entries")
        sets = [chosen for size in sizes for chosen in combinations(range(part.size), size)]
        self.part, self.ties, self.cells = part, list(ties), cells.of(part)
        self.number = cells.number + len(self.ties)
        self.features = np.zeros((len(sets), part.size + len(self.ties)))
        for row, chosen in enumerate(sets):
            self.features[row, list(chosen)] = 1 / len(chosen)
            self.features[row, part.size :] = [len(chosen) == size for size in self.ties]
        self.pairs = list(combinations_with_replacement(range(self.features.shape[1]), 2))
        self.products = np.stack([self.features[:, a] * self.features[:, b] for a, b in self.pairs], axis=1)

    def pieces(self) -> list[slice]:
        """Slices of the menus that are small enough to be processed in one piece."""
        size = max(1, ROOM // max(len(self.features), len(self.pairs)))
        return [slice(at, at + size) for at in range(0, len(self.part.times), size)]

    def places(self, piece: slice) -> list[Ints]:
        """For each feature, the cell that it has in each menu of a piece, shape (n,).

        Tie sizes have numbers after those of the cells.
        """
        own, first_tie = self.cells[piece], self.number - len(self.ties)
        ties = [np.full(len(own), first_tie + at) for at in range(len(self.ties))]
        return [*(own[:, at] for at in range(self.part.size)), *ties]

    def feature_sums(self) -> Floats:
        """The sums of the features over the choices that were made, (cells and ties,)."""
        own: Floats = np.bincount(self.cells.ravel(), self.part.taken.ravel(), self.number).astype(np.float64)
        own[self.number - len(self.ties) :] = [self.part.ties.get(size, 0.0) for size in self.ties]
        return own

    def chances(self, strength: Floats, piece: slice) -> tuple[Floats, Floats]:
        """The log of the total weight of all sets in each menu (n,), and the chance of each set (n, sets)."""
        m = self.part.size
        tied = self.features[:, m:] @ strength[self.number - len(self.ties) :]
        power = strength[self.cells[piece]] @ self.features[:, :m].T + tied
        most = power.max(axis=1, keepdims=True)
        weights = np.exp(power - most)
        total = weights.sum(axis=1, keepdims=True)
        weights /= total
        return (most + np.log(total))[:, 0], weights

    def entries(self, strength: Floats) -> Floats:
        """For each entry of each menu, the expected number of choices (n, m).

        A tie of c entries counts 1/c.
        """
        parts = [self.chances(strength, piece)[1] @ self.features for piece in self.pieces()]
        return np.concatenate(parts)[:, : self.part.size]

    def expected(self, strength: Floats) -> tuple[float, Floats, sparse.csr_matrix]:
        """Three sums over the choices: logs of total weights, mean features, and half of the covariances.

        The last two sums are by cell and tie size.
        """
        value, mean = 0.0, np.zeros(self.number)
        spread = sparse.csr_matrix((self.number, self.number))
        for piece in self.pieces():
            times = self.part.times[piece, None]
            log_total, chances = self.chances(strength, piece)
            value += float(times[:, 0] @ log_total)
            own, both, places = chances @ self.features, chances @ self.products, self.places(piece)
            for at, (a, b) in enumerate(self.pairs):
                both[:, at] -= own[:, a] * own[:, b]
                both[:, at] *= 0.5 if a == b else 1.0
            rows, columns = (np.stack([places[pair[at]] for pair in self.pairs], axis=1) for at in (0, 1))
            mean += np.bincount(np.stack(places, axis=1).ravel(), (times * own).ravel(), self.number)
            spread = spread + _table(rows.ravel(), columns.ravel(), (times * both).ravel(), self.number)
        return value, mean, spread

    def scores(self, strength: Floats, clusters: Ints, number: int, parameters: sparse.csr_matrix) -> Floats:
        """The gradient of each cluster's log likelihood, (clusters, parameters)."""
        part, size = self.part, self.part.chosen.sum(axis=1)
        cluster, places = clusters[part.game], self.places(slice(None))
        total, made = np.zeros((number, parameters.shape[1])), part.by_cluster(clusters, number)
        for feature, place in enumerate(places):
            if feature < part.size:
                value = part.chosen[:, feature] / size
            else:
                value = (size == self.ties[feature - part.size]).astype(np.float64)
            there = np.flatnonzero(value)
            at = cluster[there], place[part.row[there]]
            shape = number, self.number
            total += sparse.csr_matrix((value[there], at), shape=shape) @ parameters
        for piece in self.pieces():
            own, places = self.chances(strength, piece)[1] @ self.features, self.places(piece)
            rows = np.arange(len(own)).repeat(len(places))
            at = rows, np.stack(places, axis=1).ravel()
            mean = sparse.csr_matrix((own.ravel(), at), shape=(len(own), self.number)) @ parameters
            total -= made[:, piece] @ mean.toarray()
        return total


def _table(rows: Ints, columns: Ints, values: Floats, number: int) -> sparse.csr_matrix:
    """Add up values by row and column in a sparse matrix (number, number)."""
    if number**2 > MOST_CELLS:
        return sparse.csr_matrix((values, (rows, columns)), shape=(number, number))
    flat = np.bincount(rows * number + columns, values, number**2)
    return sparse.csr_matrix(flat.reshape(number, number))


@dataclass(frozen=True)
class _Point:
    """Free parameters with the log likelihood, its gradient and the information at them."""

    at: Floats
    value: float
    gradient: Floats
    information: Floats


class _Model:
    """The likelihood of all groups together, as a function of the free parameters."""

    def __init__(self, found: Sequence[Choices], items: int, seats: int) -> None:
        self.ties = sorted({size for part in found for size in part.ties})
        self.items, self.first_tie = items, items + seats
        self.width = self.first_tie + len(self.ties)
        self.free = np.array([at for at in range(self.width) if at not in (0, items)], dtype=np.int64)
        cells = _Cells(found, items, seats, len(self.ties))
        self.groups = [_Group(part, self.ties, cells) for part in found]
        self.parameters = cells.parameters
        parts = (group.feature_sums() for group in self.groups)
        made = sum(parts, start=np.zeros(cells.number + len(self.ties)))
        self.sums: Floats = self.parameters.T @ made
        self.choices = sum(float(part.times.sum()) for part in found)

    def full(self, free: Floats) -> Floats:
        """All parameters, with those of the first item and the first seat set to 0."""
        parameters = np.zeros(self.width)
        parameters[self.free] = free
        return parameters

    def start(self) -> Floats:
        """A first guess of the free parameters, from the counts of chosen items and ties."""
        met, sets = np.ones(self.items), np.ones(len(self.ties))
        for part in (group.part for group in self.groups):
            met += np.bincount(part.items.ravel(), part.times.repeat(part.size), self.items)
            sets += [comb(part.size, size) * part.times.sum() for size in self.ties]
        guess, taken = np.zeros(self.width), self.sums[: self.items]
        guess[: self.items] = np.log((taken + 0.5) / met)
        guess[self.first_tie :] = np.log(self.sums[self.first_tie :] / sets * met.sum() / (taken.sum() + 0.5))
        guess[: self.items] -= guess[0]
        return guess[self.free]

    def look(self, free: Floats) -> _Point:
        """The log likelihood, its gradient and the information at free parameters."""
        parameters = self.full(free)
        strength = self.parameters @ parameters
        value, gradient = float(self.sums @ parameters), self.sums
        information = np.zeros((self.width, self.width))
        for group in self.groups:
            off, mean, spread = group.expected(strength)
            value, gradient = value - off, gradient - self.parameters.T @ mean
            information += (self.parameters.T @ (spread + spread.T) @ self.parameters).toarray()
        return _Point(free, value, gradient[self.free], information[np.ix_(self.free, self.free)])

    def meat(self, free: Floats, clusters: Ints, number: int) -> Floats:
        """The sum over clusters of the outer products of their scores: the middle part of the sandwich."""
        strength, total = self.parameters @ self.full(free), np.zeros((number, self.width))
        for group in self.groups:
            total += group.scores(strength, clusters, number, self.parameters)
        return (total.T @ total)[np.ix_(self.free, self.free)]


def fit(found: Sequence[Choices], items: int, seats: int = 1, clusters: Ints | None = None) -> Fit | None:
    """The maximum-likelihood worths of `items` items (and effects of `seats` seats) given their choices.

    `clusters` (games,) numbers the deal of each game from 0. There is no sandwich if it is None or if there
    are fewer clusters than parameters plus two. None if no finite, unique estimate exists. Raises
    OverflowError if ties among many entries make too many sets possible.
    """
    model = _Model(found, items, seats)
    best = _newton(model)
    if best is None:
        return None
    inverse: Floats = np.asarray(np.linalg.inv(best.information), dtype=np.float64)
    parameters, number = model.full(best.at), 0 if clusters is None else int(clusters.max()) + 1
    sandwich = None
    if clusters is not None and number > len(best.at) + 1:
        sandwich = inverse @ model.meat(best.at, clusters, number) @ inverse * number / (number - 1)
    return Fit(
        log_worth=parameters[:items] - parameters[:items].mean(),
        seats=parameters[items : items + seats],
        ties=dict(zip(model.ties, parameters[items + seats :].tolist(), strict=True)),
        log_likelihood=best.value,
        information=inverse,
        sandwich=sandwich,
        clusters=number,
    )


def expected(found: Sequence[Choices], fitted: Fit) -> list[Floats]:
    """For each entry of each menu, the number of choices (n, m) that is expected under a fit.

    A tie of c entries counts 1/c.
    """
    model = _Model(found, len(fitted.log_worth), len(fitted.seats))
    ties = [fitted.ties[size] for size in model.ties]
    strength = model.parameters @ np.concatenate([fitted.log_worth, fitted.seats, ties])
    return [group.entries(strength) for group in model.groups]


def _newton(model: _Model) -> _Point | None:
    """The point of maximum likelihood. None if it is infinite or not unique."""
    here = model.look(model.start())
    for _ in range(STEPS):
        sizes = np.linalg.eigvalsh(here.information) if len(here.at) else np.ones(1)
        if sizes[0] <= SINGULAR * model.choices or np.max(np.abs(here.at), initial=0.0) > FAR:
            return None
        step = np.linalg.solve(here.information, here.gradient)
        settled = here.gradient @ step < SETTLED + ROUNDING * abs(here.value)
        length, further = 1.0, model.look(here.at + step)
        if settled:
            return further
        while further.value <= here.value and length > SETTLED:
            length /= 2
            further = model.look(here.at + length * step)
        here = further
    return None

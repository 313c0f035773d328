"""Plackett-Luce worths from winners or full orders, with seats as a covariate and Davidson-Luce ties.

A set S is chosen with chance proportional to delta_|S| x (product of worths in S)^(1/|S|) among the sets
of one entry and of each size that ties had (Firth, Kosmidis and Turner 2019; Davidson 1970 for pairs). In
log worths this is a concave likelihood, maximised by Newton's method on all games at once, so the order of
games does not matter. Check `choices.connectivity` first: without it estimates run off to infinity.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb

import numpy as np

from marchsim.stats.choices import Choices, Ints
from marchsim.stats.clusters import Floats

STEPS = 100
SETTLED = 1e-10  # Newton's decrement, in units of log likelihood
ROUNDING = 1e-14  # of a log likelihood: a smaller gain cannot be told from rounding
FAR = 30.0  # a log worth, seat effect or log tie rate beyond this is on its way to infinity
SINGULAR = 1e-9  # information below this for each choice made says nothing
PIECE = 20_000  # choices looked at together, which bounds the memory
MOST_SETS = 20_000  # sets that may be chosen from one group of entries


@dataclass(frozen=True)
class Fit:
    """Log worths (items,) of mean 0, log seat effects (seats,) with the first 0, log tie rates by size.

    `information` is the inverse of the observed information of the parameters (items but the first, seats
    but the first, ties) as differences to the first; `sandwich` allows for any dependence in a cluster.
    """

    log_worth: Floats
    seats: Floats
    ties: dict[int, float]
    log_likelihood: float
    information: Floats
    sandwich: Floats | None
    clusters: int

    def errors(self, robust: bool) -> Floats:
        """Return the SE of each item's log worth minus the first one's, (items,): 0 for the first."""
        covariance = self.sandwich if robust and self.sandwich is not None else self.information
        free = len(self.log_worth) - 1
        return np.concatenate([[0.0], np.sqrt(np.diag(covariance)[:free])])

    @property
    def worth(self) -> Floats:
        """Return the worths, which add up to 1: the chance to win if each item had one entry."""
        grown = np.exp(self.log_worth - self.log_worth.max())
        result: Floats = grown / grown.sum()
        return result


class _Group:
    """Choices of one kind, the sets that could have been chosen, the parameters that each entry has."""

    def __init__(self, part: Choices, ties: Sequence[int], items: int, seats: int) -> None:
        sizes = [size for size in (1, *ties) if size <= part.size]
        if sum(comb(part.size, size) for size in sizes) > MOST_SETS:
            raise OverflowError(f"ties of {sizes[-1]} among {part.size} entries")
        self.part = part
        sets = [chosen for size in sizes for chosen in combinations(range(part.size), size)]
        self.members = np.zeros((len(sets), part.size))
        for row, chosen in enumerate(sets):
            self.members[row, list(chosen)] = 1 / len(chosen)
        self.tied = np.array([[len(chosen) == size for size in ties] for chosen in sets], dtype=np.float64)
        self.tied = self.tied.reshape(len(sets), len(ties))
        self.taken = sets.index(tuple(range(part.chosen)))
        self.own = np.stack([part.items, items + part.seats], axis=2)  # (n, m, 2) columns of parameters
        self.first_tie = items + seats

    def pieces(self) -> list[slice]:
        """Return slices of the choices that are small enough to be looked at together."""
        return [slice(at, at + PIECE) for at in range(0, len(self.own), PIECE)]

    def chances(self, parameters: Floats, piece: slice) -> tuple[Floats, Floats]:
        """Return the log chance of each choice that was made (n,), and the chances of all sets (n, sets)."""
        strength = parameters[self.own[piece]].sum(axis=2)
        power = strength @ self.members.T + self.tied @ parameters[self.first_tie :]
        power -= power.max(axis=1, keepdims=True)
        weights = np.exp(power)
        total = weights.sum(axis=1, keepdims=True)
        return power[:, self.taken] - np.log(total[:, 0]), weights / total

    def scores(self, chances: Floats, piece: slice, width: int) -> Floats:
        """Return the gradient of each distinct choice's log likelihood, (n, parameters)."""
        own = self.own[piece]
        entry = self.members[self.taken] - chances @ self.members
        result = np.zeros((len(own), width))
        rows = np.broadcast_to(np.arange(len(own))[:, None, None], own.shape)
        np.add.at(result, (rows, own), entry[:, :, None])
        result[:, self.first_tie :] = self.tied[self.taken] - chances @ self.tied
        return result

    def curvature(self, chances: Floats, piece: slice, width: int) -> Floats:
        """Return the information of the choices of a piece, (parameters, parameters)."""
        own, m = self.own[piece], self.part.size
        features = np.concatenate([self.members, self.tied], axis=1)
        f = features.shape[1]
        pairs = (features[:, :, None] * features[:, None, :]).reshape(len(features), f * f)
        mean = chances @ features
        spread = (chances @ pairs).reshape(-1, f, f) - mean[:, :, None] * mean[:, None, :]
        spread *= self.part.times[piece][:, None, None]
        ties = np.broadcast_to(np.arange(self.first_tie, width), (len(own), f - m))
        columns = [np.concatenate([own[:, :, way], ties], axis=1) for way in (0, 1)]
        total = np.zeros((width, width))
        for one, two in ((0, 0), (0, 1), (1, 1)):
            part = spread.copy() if two else spread
            part[:, m:, :] *= one == 0  # a tie's own parameter is there once, not per item and seat
            part[:, :, m:] *= two == 0
            place = columns[one][:, :, None] * width + columns[two][:, None, :]
            added = np.bincount(place.ravel(), part.ravel(), width * width).reshape(width, width)
            total += added if one == two else added + added.T
        return total


class _Model:
    """All groups together, as a function of the parameters that are free."""

    def __init__(self, found: Sequence[Choices], items: int, seats: int) -> None:
        self.ties = sorted({part.chosen for part in found if part.chosen > 1})
        self.groups = [_Group(part, self.ties, items, seats) for part in found]
        self.width = items + seats + len(self.ties)
        self.free = np.array([at for at in range(self.width) if at not in (0, items)], dtype=np.int64)

    def full(self, free: Floats) -> Floats:
        """Return all parameters: the first item's and the first seat's are 0."""
        parameters = np.zeros(self.width)
        parameters[self.free] = free
        return parameters

    def value(self, free: Floats) -> float:
        """Return the log likelihood."""
        parameters, total = self.full(free), 0.0
        for group in self.groups:
            for piece in group.pieces():
                total += float(group.part.times[piece] @ group.chances(parameters, piece)[0])
        return total

    def slopes(self, free: Floats) -> tuple[Floats, Floats]:
        """Return gradient and information at the free parameters."""
        parameters = self.full(free)
        gradient, information = np.zeros(self.width), np.zeros((self.width, self.width))
        for group in self.groups:
            for piece in group.pieces():
                chances = group.chances(parameters, piece)[1]
                gradient += group.part.times[piece] @ group.scores(chances, piece, self.width)
                information += group.curvature(chances, piece, self.width)
        return gradient[self.free], information[np.ix_(self.free, self.free)]

    def meat(self, free: Floats, clusters: Ints, number: int) -> Floats:
        """Return the sum over clusters of the outer product of their scores."""
        parameters, total = self.full(free), np.zeros((number, len(self.free)))
        for group in self.groups:
            made = group.part.by_cluster(clusters, number)
            for piece in group.pieces():
                scores = group.scores(group.chances(parameters, piece)[1], piece, self.width)
                total += made[:, piece] @ scores[:, self.free]
        result: Floats = total.T @ total
        return result


def fit(found: Sequence[Choices], items: int, seats: int = 1, clusters: Ints | None = None) -> Fit | None:
    """Return the most likely worths of `items` items (and effects of `seats` seats) given their choices.

    `clusters` (games,) numbers the deal of each game from 0; without it there is no sandwich, nor with fewer
    clusters than parameters plus two. None where no finite or no single estimate exists. Raises
    OverflowError where ties among many entries leave too many sets.
    """
    model = _Model(found, items, seats)
    best = _newton(model)
    if best is None:
        return None
    inverse: Floats = np.asarray(np.linalg.inv(model.slopes(best)[1]), dtype=np.float64)
    parameters, number = model.full(best), 0 if clusters is None else int(clusters.max()) + 1
    sandwich = None
    if clusters is not None and number > len(best) + 1:
        sandwich = inverse @ model.meat(best, clusters, number) @ inverse * number / (number - 1)
    return Fit(
        log_worth=parameters[:items] - parameters[:items].mean(),
        seats=parameters[items : items + seats],
        ties=dict(zip(model.ties, parameters[items + seats :].tolist(), strict=True)),
        log_likelihood=model.value(best),
        information=inverse,
        sandwich=sandwich,
        clusters=number,
    )


def _newton(model: _Model) -> Floats | None:
    """Return the free parameters of largest likelihood; None if they are not finite or not determined."""
    at = np.zeros(len(model.free))
    made = sum(float(group.part.times.sum()) for group in model.groups)
    value = model.value(at)
    for _ in range(STEPS):
        gradient, information = model.slopes(at)
        sizes = np.linalg.eigvalsh(information) if len(at) else np.ones(1)
        if sizes[0] <= SINGULAR * made or np.max(np.abs(at), initial=0.0) > FAR:
            return None
        step = np.linalg.solve(information, gradient)
        if gradient @ step < SETTLED + ROUNDING * abs(value):
            return np.asarray(at + step)
        length = 1.0
        while (further := model.value(at + length * step)) <= value and length > SETTLED:
            length /= 2
        at, value = at + length * step, further
    return None

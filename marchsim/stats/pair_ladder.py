"""One ladder for all pairs: the chance that one item finishes ahead of another, and how far pairs deviate.

The log odds that one entry finishes ahead of another are the difference between their items' log worths plus
that between their seats' effects (Bradley and Terry 1952), as for two entries of Plackett and Luce's orders.
All meetings of all games are used together (composite likelihood: Varin, Reid and Firth 2011, Statistica
Sinica 21). A tie counts as half a win for each entry. The residuals of an item add up to 0, so a pair's
residual does not measure a strategy's strength. Batches of whole deals are independent.

`cyclic` measures the distance of the field from a single ladder: rock, paper, scissors.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from marchsim.stats.choices import Ints, Whole
from marchsim.stats.clusters import Floats, about, batched
from marchsim.stats.joint import SEED, joint_errors

RIDGE = 1e-3  # keeps the worth of who is always behind finite; in wins, too little to matter
STEPS = 200
SETTLED = 1e-10
ADDED = 0.5  # to each cell, so that a clean sweep has finite odds (Haldane 1956)
DRAWS = 9_999
PIECE = 500  # draws processed at a time


@dataclass(frozen=True)
class PairLadder:
    """The pairs (first < second) that met: the number of meetings, and results as observed and predicted.

    Of `met` meetings, the first item finished ahead in `ahead`. `fitted` is the share that the ladder
    predicts. `shares` and `residuals` (batches, pairs) are the contributions of each batch to two errors:
    that of a pair's share ahead, and that of this share minus the ladder's. Their squares add up to squared
    standard errors. `batches` is the number of batches in which each pair met. A batch is one deal (or
    several, above 2,000).
    """

    first: Ints
    second: Ints
    met: Floats
    ahead: Floats
    fitted: Floats
    shares: Floats
    residuals: Floats
    batches: Ints

    @property
    def share(self) -> Floats:
        """The share of meetings in which the first item finished ahead of the second."""
        return self.ahead / self.met

    def square(self, first: Floats, second: Floats, number: int) -> Floats:
        """Arrange the values (..., pairs) of first and of second items in tables (..., items, items)."""
        result = np.zeros((*first.shape[:-1], number, number))
        result[..., self.first, self.second] = first
        result[..., self.second, self.first] = second
        return result


class _Table:
    """Games of up to k entries. A cell encodes both items and both seats of a meeting as one number."""

    def __init__(self, items: Whole, ranks: Whole, seats: Whole, deals: Ints, number: int) -> None:
        self.items, self.ranks, self.seats, self.number = items, ranks, seats, number
        self.batch = batched(deals)
        self.batches = int(self.batch.max(initial=0)) + 1
        self.wide = int(seats.max(initial=0)) + 1
        self.size = number**2 * self.wide**2

    def meetings(self) -> Iterator[tuple[Ints, Floats, Ints]]:
        """Yield the meetings in each pair of columns of the games, as arrays of cells, results and batches.

        A result is 1 if the item with the lower number is ahead, 0 if it is behind, and 0.5 for a tie. Two
        entries of the same item do not meet.
        """
        for one, other in combinations(range(self.items.shape[1]), 2):
            mine, theirs = self.items[:, one], self.items[:, other]
            there = np.flatnonzero((mine >= 0) & (theirs >= 0) & (mine != theirs))
            swapped = mine[there] > theirs[there]
            low, high = np.where(swapped, other, one), np.where(swapped, one, other)
            cell = self.items[there, low] * np.int64(self.number) + self.items[there, high]
            for place in (low, high):
                cell = cell * self.wide + self.seats[there, place]
            behind = np.sign(self.ranks[there, high] - self.ranks[there, low])
            ahead = 0.5 + 0.5 * behind.astype(np.float64)
            yield cell, ahead, self.batch[there]

    def pair(self, cell: Ints) -> Ints:
        """The pair of items of each cell, as one number."""
        return cell // self.wide**2

    def differences(self, cell: Ints) -> Floats:
        """The signs (cells, items + seats) with which the parameters add up to the log odds of each cell."""
        pair, seats = np.divmod(cell, self.wide**2)
        rows, at = np.zeros((len(cell), self.number + self.wide)), np.arange(len(cell))
        for sign, item, seat in (
            (1, pair // self.number, seats // self.wide),
            (-1, pair % self.number, seats % self.wide),
        ):
            rows[at, item] += sign
            rows[at, self.number + seat] += sign
        return rows


def pair_ladder(items: Whole, ranks: Whole, seats: Whole, deals: Ints, number: int) -> PairLadder | None:
    """The ladder of `number` items from games (games, k). None if no pair met or there is only one deal.

    An item of -1 is an empty place, a rank of 1 the best. `deals` (games,) are numbered from 0.
    """
    table = _Table(items, ranks, seats, deals, number)
    won, met = np.zeros(table.size), np.zeros(table.size)
    for cell, ahead, _ in table.meetings():
        won += np.bincount(cell, ahead, table.size)
        met += np.bincount(cell, minlength=table.size)
    cells = np.flatnonzero(met)
    if table.batches < 2 or not len(cells):
        return None
    rows = table.differences(cells)
    chance, curve = _fit(rows, won[cells], met[cells])
    pairs, place = np.unique(table.pair(cells), return_inverse=True)
    slopes = np.zeros((len(pairs), rows.shape[1]))
    np.add.at(slopes, place, (met[cells] * chance * (1 - chance))[:, None] * rows)
    chances = np.zeros(table.size)
    chances[cells] = chance
    return _ladder(table, pairs, chances, slopes @ np.linalg.inv(curve))


def _fit(rows: Floats, won: Floats, met: Floats) -> tuple[Floats, Floats]:
    """Fit the parameters by Newton's method. Returns the chance of each cell, and the curvature there."""
    at, ridge = np.zeros(rows.shape[1]), RIDGE * np.eye(rows.shape[1])

    def value(parameters: Floats) -> float:
        power = rows @ parameters
        return float(won @ power - met @ np.logaddexp(0, power) - RIDGE / 2 * parameters @ parameters)

    for _ in range(STEPS):
        chance: Floats = 1 / (1 + np.exp(-rows @ at))
        curve: Floats = (rows.T * (met * chance * (1 - chance))) @ rows + ridge
        step = np.linalg.solve(curve, rows.T @ (won - met * chance) - RIDGE * at)
        length, here = 1.0, value(at)
        while value(at + length * step) < here and length > SETTLED:
            length /= 2
        at = at + length * step
        if step @ curve @ step < SETTLED:
            break
    return chance, curve


def _ladder(table: _Table, pairs: Ints, chances: Floats, leverage: Floats) -> PairLadder:
    """The ladder of pairs.

    `leverage` (pairs, parameters) is the change of each residual per unit of each parameter's score.
    """
    number, wide = table.number, table.wide
    place = np.zeros(number**2, np.int64)
    place[pairs] = np.arange(len(pairs))
    first, second = np.divmod(pairs, number)
    shape, size = (table.batches, len(pairs)), table.batches * len(pairs)
    met, ahead, fitted = np.zeros(size), np.zeros(size), np.zeros(size)
    scores = np.zeros(table.batches * wide)
    for cell, won, batch in table.meetings():
        at, chance = batch * len(pairs) + place[table.pair(cell)], chances[cell]
        met += np.bincount(at, minlength=size)
        ahead += np.bincount(at, won, size)
        fitted += np.bincount(at, chance, size)
        for sign, seat in ((1, cell // wide % wide), (-1, cell % wide)):
            scores += sign * np.bincount(batch * wide + seat, won - chance, len(scores))
    met, ahead, fitted = met.reshape(shape), ahead.reshape(shape), fitted.reshape(shape)
    strength = np.zeros((len(pairs), number))
    strength[np.arange(len(pairs)), first], strength[np.arange(len(pairs)), second] = 1, -1
    left = ahead - fitted
    slopes = np.hstack([left @ strength, scores.reshape(-1, wide)])
    total = met.sum(axis=0)
    return PairLadder(
        first=first,
        second=second,
        met=total,
        ahead=ahead.sum(axis=0),
        fitted=fitted.sum(axis=0) / total,
        shares=about(ahead, met) / total,
        residuals=about(left - slopes @ leverage.T, met) / total,
        batches=np.count_nonzero(met, axis=0),
    )


@dataclass(frozen=True)
class Cyclic:
    """The cyclic part of a field from 0 to 1, its expected size by chance alone, and its p.

    `p` tests that the field has a single ladder: it is how often chance makes a cyclic part as large.
    """

    ratio: float
    chance: float
    p: float


def log_odds(ahead: Floats) -> Floats:
    """The antisymmetric log odds (..., k, k), given the numbers of games with the row ahead of the column."""
    return np.log(ahead + ADDED) - np.log(np.swapaxes(ahead, -1, -2) + ADDED)


def parts(odds: Floats) -> tuple[Floats, Floats]:
    """Split antisymmetric log odds (..., k, k) into a ladder and a cyclic part. Returns the sums of squares.

    This is Hodge's decomposition: odds = (rating_i - rating_j) + a cyclic part. The two parts are orthogonal
    (Balduzzi, Tuyls, Perolat and Graepel 2018, Re-evaluating Evaluation).
    """
    rating = odds.mean(axis=-1)
    ladder = rating[..., :, None] - rating[..., None, :]
    return np.sum(ladder**2, axis=(-2, -1)), np.sum((odds - ladder) ** 2, axis=(-2, -1))


def cyclic(found: PairLadder, number: int, seed: int = SEED, draws: int = DRAWS) -> Cyclic | None:
    """The cyclic part of a field. None if there are fewer than three items or a pair never met.

    Chance alone makes cycles in finite samples. Tables are therefore drawn around the ladder by whole deals,
    which keeps line-ups, seats and all else that the games of a deal share (multiplier bootstrap by cluster
    with the null imposed: Cameron, Gelbach and Miller 2008, Review of Economics and Statistics 90).
    """
    if number < 3 or len(found.met) < number * (number - 1) // 2:
        return None
    ladder, cycles = parts(log_odds(found.square(found.ahead, found.met - found.ahead, number)))
    total = float(ladder + cycles)
    if total == 0:
        return None
    errors = joint_errors(found.shares.T @ found.shares, None, draws, seed)
    drawn = np.clip(found.fitted + errors, 0, 1) * found.met
    by_chance = np.concatenate(
        [
            parts(log_odds(found.square(ahead, found.met - ahead, number)))[1]
            for ahead in np.array_split(drawn, -(-draws // PIECE))
        ]
    )
    as_large = int(np.count_nonzero(by_chance >= float(cycles)))
    return Cyclic(float(cycles) / total, float(by_chance.mean()) / total, (1 + as_large) / (1 + draws))

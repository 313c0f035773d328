"""Finishing orders as sequences of choices: the first of all entries, then the best of the rest, and so on.

An order of k entries is a sequence of choices. Each choice takes a set (one entry, or several that tie) from
the entries that are left (Plackett 1975, Luce 1959). Its chances depend only on the menu, which is the set to
choose from. So choices from equal menus are counted together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from marchsim.stats.clusters import Floats

Ints = NDArray[np.int64]
Whole = NDArray[np.signedinteger[Any]]  # of any width
Bools = NDArray[np.bool_]

MOST_CODES = 2**24  # codes of rows up to which a table of them is faster than sorting


@dataclass(frozen=True)
class Choices:
    """Choices from menus of m entries. `items` and `seats` (n, m) are the distinct menus.

    `times` (n,) counts the choices from each menu, `taken` (n, m) counts the choices of each entry (a tie of
    c entries counts 1/c for each), and `ties` maps c to the number of choices of c entries. `row`, `game`
    (choices,) and `chosen` (choices, m) are the menu, game and chosen entries of each choice.
    """

    items: Ints
    seats: Ints
    times: Floats
    taken: Floats
    ties: dict[int, float]
    row: Ints
    game: Ints
    chosen: Bools

    @property
    def size(self) -> int:
        """The number of entries in each menu."""
        return int(self.items.shape[1])

    def by_cluster(self, clusters: Ints, number: int) -> sparse.csc_matrix:
        """The number of choices from each menu in each cluster, shape (clusters, n)."""
        ones = np.ones(len(self.row))
        place = (clusters[self.game], self.row)
        return sparse.csc_matrix((ones, place), shape=(number, len(self.times)))


def choices(items: Whole, ranks: Whole, seats: Whole | None = None, top: bool = False) -> list[Choices]:
    """The choices in games, given the items, ranks (1 is best, equal ranks tie) and seats (games, k).

    An item of -1 is an empty place. If `top`, only the first choice of each game counts, which is that of its
    winners. A choice from a single entry has no information and is left out.
    """
    wide = 1 if seats is None else int(seats.max(initial=0)) + 1
    code = narrow(items * np.int64(wide) if seats is None else items * np.int64(wide) + seats, 2)
    found: dict[int, list[tuple[Whole, Ints]]] = {}
    present = (items >= 0).sum(axis=1)
    for k in np.flatnonzero(np.bincount(present)):
        game = np.flatnonzero(present == k)
        for told, at in _menus(code[game], ranks[game], items[game] >= 0, int(k), top):
            found.setdefault(told.shape[1], []).append((told, game[at]))
    return [_counted(parts, wide) for _, parts in sorted(found.items())]


def narrow(values: Ints, factor: int = 1) -> Whole:
    """The same integers in the smallest type that has room for `factor` x (largest absolute value + 1)."""
    most = max(int(values.max(initial=0)), -int(values.min(initial=0))) + 1
    return values.astype(np.min_scalar_type(-factor * most))


def _menus(code: Whole, ranks: Whole, there: Bools, k: int, top: bool) -> Sequence[tuple[Whole, Ints]]:
    """For the first choice of each order of k entries, then the second and so on: the menus and their games.

    Each menu is a sorted row with 2 x code + 1 for a chosen entry, and 2 x code for any other.
    """
    if top and there.all():
        chosen = ranks == ranks.min(axis=1, keepdims=True)
        return [(np.sort(2 * code + chosen, axis=1), np.arange(len(ranks)))] if k > 1 else []
    last = np.int64(np.iinfo(np.int64).max)
    order = np.argsort(np.where(there, ranks, last), axis=1, kind="stable")[:, :k]
    code, ranks = (np.take_along_axis(x, order, axis=1) for x in (code, ranks))
    found = []
    for start in range(1 if top else k - 1):
        game = np.flatnonzero(ranks[:, start] > ranks[:, start - 1]) if start else np.arange(len(ranks))
        if len(game) and k - start > 1:
            chosen = ranks[game, start:] == ranks[game, start, None]
            found.append((np.sort(2 * code[game, start:] + chosen, axis=1), game))
    return found


def _counted(parts: list[tuple[Whole, Ints]], wide: int) -> Choices:
    """Merge the choices from equal menus."""
    told, game = (np.concatenate(column) for column in zip(*parts, strict=True))
    kinds, row, times = distinct(told >> 1)
    chosen = (told & 1).astype(bool)
    size = chosen.sum(axis=1)
    shares = [np.bincount(row, own / size, len(kinds)) for own in chosen.T]
    taken = np.stack(shares, axis=1).astype(np.float64)
    ties = {at: float(number) for at, number in enumerate(np.bincount(size)) if at > 1 and number}
    return Choices(kinds // wide, kinds % wide, times.astype(np.float64), taken, ties, row, game, chosen)


def distinct(code: Whole) -> tuple[Ints, Ints, Ints]:
    """The distinct rows in order, the index of each row among them, and their counts."""
    base = int(code.max()) + 1
    if base ** code.shape[1] >= np.iinfo(np.int64).max:
        kinds, row, times = np.unique(code, axis=0, return_inverse=True, return_counts=True)
        return kinds.astype(np.int64), row.reshape(-1).astype(np.int64), times.astype(np.int64)
    packed = np.zeros(len(code), dtype=np.int64)  # a row in one number sorts much faster
    for column in code.T:
        packed = packed * base + column
    if base ** code.shape[1] > MOST_CODES:
        held, row, times = np.unique(packed, return_inverse=True, return_counts=True)
    else:
        every = np.bincount(packed, minlength=1)
        held = np.flatnonzero(every)
        place = np.zeros(len(every), dtype=np.int64)
        place[held] = np.arange(len(held))
        row, times = place[packed], every[held]
    kinds = np.empty((len(held), code.shape[1]), dtype=np.int64)
    for at in range(code.shape[1])[::-1]:
        held, kinds[:, at] = np.divmod(held, base)
    return kinds, row.astype(np.int64), times.astype(np.int64)


@dataclass(frozen=True)
class Ladder:
    """The groups of items that chains of results link in both directions, and `unbeaten` and `winless` items.

    No outsider ever finished ahead of or level with the group of an `unbeaten` item. The group of a `winless`
    item never finished ahead of or level with an outsider. An item that is both never met another group.
    """

    groups: list[list[int]]
    unbeaten: list[int]
    winless: list[int]

    @property
    def connected(self) -> bool:
        """Whether a chain of results leads from every item to every other."""
        return len(self.groups) == 1


def connectivity(found: Sequence[Choices], items: int) -> Ladder:
    """Find the ladder. Estimates are finite if it is connected (Ford 1957, Hunter 2004, Ann. Statist. 32).

    Each chosen entry beats all other entries of its menu, so entries that tie beat each other.
    """
    pairs = [np.empty(0, np.int64)]
    for part in found:
        for first, second in permutations(range(part.size), 2):
            won = part.taken[:, first] > 0
            pairs.append(np.unique(part.items[won, first] * items + part.items[won, second]))
    winner, loser = np.divmod(np.unique(np.concatenate(pairs)), items)
    graph = sparse.csr_matrix((np.ones(len(winner)), (winner, loser)), shape=(items, items))
    number, label = sparse.csgraph.connected_components(graph, connection="strong")
    ahead, behind = label[winner], label[loser]
    beaten, winning = set(behind[ahead != behind].tolist()), set(ahead[ahead != behind].tolist())
    groups = sorted([item for item in range(items) if label[item] == one] for one in range(number))
    unbeaten = [item for item in range(items) if label[item] not in beaten and number > 1]
    winless = [item for item in range(items) if label[item] not in winning and number > 1]
    return Ladder(groups, unbeaten, winless)

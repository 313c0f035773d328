"""From finishing orders to choices: who was chosen first from whom, then who from the rest, ties together.

An order of k entries is a sequence of choices, each of a set (one entry, or several that tie) from those
that are left (Plackett 1975; Luce 1959). Alike choices are counted together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from marchsim.stats.clusters import Floats

Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Choices:
    """Distinct choices of `chosen` entries from m: the chosen ones stand in the first columns.

    `items` and `seats` have shape (n, m), `times` (n,) says how often each choice was made, `row` (games,)
    and `game` (games,) which choice was made in which game.
    """

    chosen: int
    items: Ints
    seats: Ints
    times: Floats
    row: Ints
    game: Ints

    @property
    def size(self) -> int:
        """Return from how many entries is chosen."""
        return int(self.items.shape[1])

    def by_cluster(self, clusters: Ints, number: int) -> sparse.csc_matrix:
        """Return how often each cluster made each choice, shape (clusters, n)."""
        ones = np.ones(len(self.row))
        place = (clusters[self.game], self.row)
        return sparse.csc_matrix((ones, place), shape=(number, len(self.times)))


def choices(items: Ints, ranks: Ints, seats: Ints | None = None, top: bool = False) -> list[Choices]:
    """Return the choices in games of k entries: items, ranks (1 is best, equal ranks tie), seats (games, k).

    An item of -1 is an empty place. With `top` only the first choice of each game counts: its winners.
    A last choice of one entry says nothing and is left out.
    """
    places = np.zeros_like(items) if seats is None else seats
    found: dict[tuple[int, int], list[tuple[Ints, Ints, Ints]]] = {}
    present = (items >= 0).sum(axis=1)
    for k in np.unique(present):
        game = np.flatnonzero(present == k)
        for part in _orders(items[game], ranks[game], places[game], int(k), top):
            found.setdefault(part[:2], []).append((part[2], part[3], game[part[4]]))
    return [_counted(chosen, parts) for (_, chosen), parts in sorted(found.items())]


def _orders(
    items: Ints, ranks: Ints, seats: Ints, k: int, top: bool
) -> Sequence[tuple[int, int, Ints, Ints, Ints]]:
    """Return (m, chosen, items, seats, games) for each choice of games with k entries."""
    last = np.iinfo(np.int64).max
    order = np.argsort(np.where(items >= 0, ranks, last), axis=1, kind="stable")[:, :k]
    items, seats, ranks = (np.take_along_axis(x, order, axis=1) for x in (items, seats, ranks))
    begins = np.concatenate([np.ones((len(ranks), 1), bool), np.diff(ranks, axis=1) > 0], axis=1)
    found = []
    for start in range(1 if top else k):
        for end in range(start + 1, k + 1):
            here = begins[:, start] & ~begins[:, start + 1 : end].any(axis=1)
            game = np.flatnonzero(here & (begins[:, end] if end < k else True))
            if len(game) and k - start > 1:
                found.append((k - start, end - start, items[game, start:], seats[game, start:], game))
    return found


def _counted(chosen: int, parts: list[tuple[Ints, Ints, Ints]]) -> Choices:
    """Put alike choices together: the order within the chosen and within the rest does not matter."""
    items, seats, game = (np.concatenate(column) for column in zip(*parts, strict=True))
    wide = int(seats.max()) + 1
    code = items * wide + seats
    code = np.concatenate([np.sort(code[:, :chosen], axis=1), np.sort(code[:, chosen:], axis=1)], axis=1)
    kinds, row, times = distinct(code)
    return Choices(chosen, kinds // wide, kinds % wide, times.astype(np.float64), row, game)


def distinct(code: Ints) -> tuple[Ints, Ints, Ints]:
    """Return the distinct rows, which of them each row is, and how often each is there."""
    base = int(code.max()) + 1
    if base ** code.shape[1] < np.iinfo(np.int64).max:  # a row packed into one number sorts much faster
        packed = np.zeros(len(code), dtype=np.int64)
        for column in code.T:
            packed = packed * base + column
        _, first, row, times = np.unique(packed, return_index=True, return_inverse=True, return_counts=True)
        return code[first], row.astype(np.int64), times.astype(np.int64)
    kinds, row, times = np.unique(code, axis=0, return_inverse=True, return_counts=True)
    return kinds, row.reshape(-1).astype(np.int64), times.astype(np.int64)


@dataclass(frozen=True)
class Ladder:
    """Whether items can be put on one ladder: groups that are linked both ways, and those at its ends.

    `unbeaten` items are in groups that nobody outside ever finished ahead of or level with, `winless` in
    groups that never finished ahead of or level with anybody outside; a group that is both met no other.
    """

    groups: list[list[int]]
    unbeaten: list[int]
    winless: list[int]

    @property
    def connected(self) -> bool:
        """Return whether every item is reached from every other by a chain of results."""
        return len(self.groups) == 1


def connectivity(found: Sequence[Choices], items: int) -> Ladder:
    """Return whether a finite estimate exists for every item (Ford 1957; Hunter 2004, Ann. Statist. 32).

    Each chosen entry beats each that is left; entries that tie beat each other.
    """
    ahead, behind = _results(found)
    graph = sparse.csr_matrix((np.ones(len(ahead)), (ahead, behind)), shape=(items, items))
    number, label = sparse.csgraph.connected_components(graph, connection="strong")
    across = label[ahead] != label[behind]
    beaten, winning = set(label[behind[across]].tolist()), set(label[ahead[across]].tolist())
    groups = sorted([item for item in range(items) if label[item] == one] for one in range(number))
    unbeaten = [item for item in range(items) if label[item] not in beaten and number > 1]
    winless = [item for item in range(items) if label[item] not in winning and number > 1]
    return Ladder(groups, unbeaten, winless)


def _results(found: Sequence[Choices]) -> tuple[Ints, Ints]:
    """Return the items that finished ahead and behind, a pair for each pair of entries of each choice."""
    ahead: list[Ints] = [np.empty(0, np.int64)]
    behind: list[Ints] = [np.empty(0, np.int64)]
    for part in found:
        for first in range(part.chosen):
            for second in range(part.size):
                if second != first:
                    ahead.append(part.items[:, first])
                    behind.append(part.items[:, second])
    return np.concatenate(ahead), np.concatenate(behind)

"""Merges small parts of tables into larger ones: selects the parts, and verifies that no row is lost."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from dataclasses import dataclass
from threading import Event

import numpy as np
import polars as pl

from marchsim.errors import StateMismatch
from marchsim.kernel.game import Table
from marchsim.recorder.digest import Sum
from marchsim.recorder.parts import Encoded, Part, encoded, read_sorted
from marchsim.recorder.portion import Portion, Span

ABREAST = 2  # tables that are merged in parallel: more would hold too many rows in memory
TARGET = 1_000_000  # bytes of the largest table of a part: its rows easily fit into memory


@dataclass(frozen=True)
class PartsOfGames:
    """A span of games that fills whole parts in every table. `size` is in bytes, in the largest table."""

    first: int
    last: int
    games: int
    size: int
    parts: int


def cells(
    found: Mapping[str, Sequence[Part]], portion: Portion, before: int | None = None
) -> list[PartsOfGames]:
    """Cut the games into the smallest spans that fill whole parts in every table, up to position `before`."""
    starts = set.intersection(*({part.first for part in parts} for parts in found.values()))
    made: dict[int, dict[str, list[Part]]] = {}
    for name, parts in found.items():
        start = -1
        for part in parts:
            start = part.first if part.first in starts else start
            made.setdefault(start, {}).setdefault(name, []).append(part)
    every = [_cell(start, tables, portion) for start, tables in sorted(made.items()) if start >= 0]
    return [cell for cell in every if before is None or portion.position(cell.last) < before]


def _cell(start: int, tables: Mapping[str, list[Part]], portion: Portion) -> PartsOfGames:
    last = max(part.last for parts in tables.values() for part in parts)
    size = max(sum(part.entry.size for part in parts) for parts in tables.values())
    games = portion.position(last) - portion.position(start) + 1
    return PartsOfGames(start, last, games, size, max(len(parts) for parts in tables.values()))


def groups(found: list[PartsOfGames], portion: Portion, doubling: bool, target: int) -> list[Span]:
    """The first and last game of each merge to make: neighbouring cells that together stay within `target`.

    A cell of at least a quarter of the target is left as it is, since rewriting it would save few files. If
    `doubling`, a merge has at least twice the games of its largest part, so that a row is rewritten only a
    few times during a run.
    """
    made: list[list[PartsOfGames]] = []
    for cell in found:
        here = made[-1] if made else []
        touches = here and portion.position(here[-1].last) + 1 == portion.position(cell.first)
        small = 4 * max([cell.size, *(one.size for one in here)]) < target
        if touches and small and sum(one.size for one in here) + cell.size <= target:
            here.append(cell)
        else:
            made.append([cell])
    if doubling:
        made = [part for group in made for part in _halved(group)]
    return [(group[0].first, group[-1].last) for group in made if sum(cell.parts for cell in group) > 1]


def _halved(group: list[PartsOfGames]) -> list[list[PartsOfGames]]:
    """Split a group at each cell that has more than half of the games, and leave these cells out."""
    if not group:
        return []
    at = max(range(len(group)), key=lambda i: group[i].games)
    if 2 * group[at].games <= sum(cell.games for cell in group):
        return [group]
    return [*_halved(group[:at]), *_halved(group[at + 1 :])]


def merged(table: Table, parts: Sequence[Part]) -> Encoded:
    """Merge consecutive parts into one. Raises Damaged if one of them differs from its ledger entry.

    Raises StateMismatch if the sum of the rows has changed, or if two rows have the same key.
    """
    rows = pl.concat([read_sorted(part, table) for part in parts], rechunk=False)
    new = encoded(table, rows)
    promised = sum((part.entry.sum for part in parts), Sum())
    if new.entry.sum != promised:
        raise StateMismatch(
            f"{parts[0].path} to {parts[-1].path.name}: merging gives {new.entry.sum.rows:,} rows instead of "
            f"{promised.rows:,}, or other rows; nothing was changed. This is a bug; please report it."
        )
    check_keys(table, rows)
    return new


def check_keys(table: Table, rows: pl.DataFrame) -> None:
    """Raise StateMismatch if two rows have the same key. The rows must be in the order of the key."""
    same = np.ones(max(0, rows.height - 1), dtype=bool)
    for name in table.key:
        column = rows[name]
        if column.dtype.is_integer() and not column.null_count():
            values = column.to_numpy()
            same &= values[1:] == values[:-1]
        elif rows.height > 1:
            same &= (column[1:] == column[:-1]).fill_null(True).to_numpy()
    if same.any():
        at = rows[int(np.flatnonzero(same)[0])].select(table.key).row(0)
        told = ", ".join(f"{name} {value}" for name, value in zip(table.key, at, strict=True))
        raise StateMismatch(f"table {table.name}: two rows have the key {told}; nothing was changed.")


def abreast(tables: Iterable[str], spans: Sequence[Span], merge: Callable[[str, Span], None]) -> None:
    """Merge the parts of these spans in order, several tables at a time. An error or Ctrl-C stops them all.

    Threads help because reading, packing and hashing release Python's lock.
    """
    over = Event()

    def done(table: str) -> None:
        for span in spans:
            if over.is_set():
                return
            merge(table, span)

    with ThreadPoolExecutor(ABREAST) as pool:
        under_way = [pool.submit(done, name) for name in tables]
        try:
            for ended in wait(under_way, return_when=FIRST_EXCEPTION).done:
                ended.result()
        except BaseException:
            over.set()
            pool.shutdown(wait=False, cancel_futures=True)
            raise

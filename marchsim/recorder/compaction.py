"""Small parts into larger ones, such that a crash at any point loses no row and no reader meets one twice.

The rows of several parts are written whole under a waiting name (see parts.py), from which moment the
parts themselves do not count; then they are removed, and the new part gets its name. What a crash leaves
of this is completed by `finish` when the folder is opened again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from marchsim.kernel.game import Table
from marchsim.recorder import manifest as manifests
from marchsim.recorder import parquet
from marchsim.recorder.digest import ordered
from marchsim.recorder.parts import Part, inside, listed, positions, read_part
from marchsim.recorder.portion import Portion

TARGET = 1_000_000  # bytes of the largest table of a part: its rows fit into memory many times over


@dataclass(frozen=True)
class Cell:
    """Games whose rows lie in parts of their own in every table; `size` is that of the largest, in bytes."""

    first: int
    last: int
    games: int
    size: int
    parts: int


def cells(folder: Path, names: Iterable[str], portion: Portion, before: int | None = None) -> list[Cell]:
    """Return the cells of a folder's tables, those that end before a position, in order."""
    found = {name: listed(folder, name) for name in names}
    starts = set.intersection(*({part.first for part in parts} for parts in found.values()))
    made: dict[int, dict[str, list[Part]]] = {}
    for name, parts in found.items():
        start = -1
        for part in parts:
            start = part.first if part.first in starts else start
            made.setdefault(start, {}).setdefault(name, []).append(part)
    return [
        cell
        for start, tables in sorted(made.items())
        if start >= 0
        for cell in [_cell(start, tables, portion)]
        if before is None or portion.position(cell.last) < before
    ]


def _cell(start: int, tables: Mapping[str, list[Part]], portion: Portion) -> Cell:
    last = max(part.last for parts in tables.values() for part in parts)
    size = max(sum(part.path.stat().st_size for part in parts) for parts in tables.values())
    games = portion.position(last) - portion.position(start) + 1
    return Cell(start, last, games, size, max(len(parts) for parts in tables.values()))


def groups(found: list[Cell], portion: Portion, doubling: bool, target: int) -> list[tuple[int, int]]:
    """Return first and last game of what is to be merged: neighbours that together stay within the target.

    With `doubling` only merges that at least double the games of the largest of them, so that a row is
    written again a few times at most while the run goes on.
    """
    made: list[list[Cell]] = []
    for cell in found:
        here = made[-1] if made else []
        touches = here and portion.position(here[-1].last) + 1 == portion.position(cell.first)
        if touches and _size(here) + cell.size <= target:
            here.append(cell)
        else:
            made.append([cell])
    if doubling:
        made = [part for group in made for part in _halved(group)]
    return [(group[0].first, group[-1].last) for group in made if sum(cell.parts for cell in group) > 1]


def _size(group: list[Cell]) -> int:
    return sum(cell.size for cell in group)


def _halved(group: list[Cell]) -> list[list[Cell]]:
    """Return the parts of a group without cells that hold more than half the games of what they lie in."""
    if not group:
        return []
    at = max(range(len(group)), key=lambda i: group[i].games)
    if 2 * group[at].games <= sum(cell.games for cell in group):
        return [group]
    return [*_halved(group[:at]), *_halved(group[at + 1 :])]


def merge(folder: Path, table: Table, first: int, last: int) -> None:
    """Make one part of a table's parts from game `first` to game `last`."""
    place = folder / "tables" / table.name
    old = [part for part in listed(folder, table.name) if inside(part, Part(first, last, place))]
    if len(old) < 2:
        return
    first, last = old[0].first, old[-1].last
    whole = Part(first, last, place / manifests.merged_name(first, last))
    wanted = parquet.schema(table)
    rows = pl.concat([ordered(read_part(part, wanted), table.key) for part in old], rechunk=False)
    manifests.replace_file(whole.path, parquet.encode(rows))
    settle(whole)


def settle(new: Part) -> None:
    """Let a waiting part take the place of those that it was made of."""
    place = new.path.parent
    for name in sorted(entry.name for entry in place.iterdir() if entry.is_file()):
        span = manifests.part_range(name)
        if span is not None and inside(Part(*span, place / name), new):
            (place / name).unlink()
    new.path.replace(place / manifests.part_name(new.first, new.last))
    manifests.sync_folder(place)


def uncut(parts: Mapping[str, list[Part]], portion: Portion, position: int) -> int:
    """Return the last position, at most the given one, at which no part of any table would be cut in two."""
    while True:
        spans = [positions(part, portion) for found in parts.values() for part in found]
        start = min((first for first, last in spans if first < position <= last), default=position)
        if start == position:
            return position
        position = start

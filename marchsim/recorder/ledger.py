"""The ledger of a run folder: the parts that count, and the exact contents of each.

The manifest holds it as of the last save, and the journal (`recorder.journal`) holds the changes since. A
part counts from the moment when the journal's line about it is on disk. Until then its file has a temporary
(waiting) name. After a crash the next run removes or renames the file. A file that the ledger does not name
is not part of the run. The ledger also holds everything that is pending: files to be renamed or removed,
games that are owed (they were lost and must be replayed), promised digests, and the history.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

from marchsim.errors import RecordError
from marchsim.recorder import portion
from marchsim.recorder.digest import Sum


@dataclass(frozen=True)
class StoredPart:
    """The contents of a part: size in bytes, SHA-256, and the sum of its rows.

    `token` is in the temporary name of the part's file. It is '' if the file has its final name.
    """

    size: int
    sha256: str
    sum: Sum
    token: str = ""

    def data(self) -> dict[str, Any]:
        """The entry as plain data for the manifest."""
        told = {
            "bytes": self.size,
            "sha256": self.sha256,
            "rows": self.sum.rows,
            "sum": f"{self.sum.value:064x}",
        }
        return told | ({"token": self.token} if self.token else {})


Parts = dict[str, StoredPart]  # by the name of the file


@dataclass(frozen=True)
class Change:
    """One change of a run folder: the parts to remove from each table, and the parts to add.

    `owed` replaces the list of owed games. `voids` and `history` are appended. `released` ends the promise of
    digests, since games were changed on purpose.
    """

    take: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    put: Mapping[str, Parts] = field(default_factory=dict)
    owed: tuple[Mapping[str, Any], ...] | None = None
    voids: tuple[Mapping[str, Any], ...] = ()
    history: tuple[Mapping[str, Any], ...] = ()
    released: bool = False


class Ledger:
    """The parts of every table of a run folder. `number` counts its changes since the run began.

    `waiting` (table, file) are parts whose files may still have temporary names. `leaving` are removed parts
    whose files may still exist. `owed` are lost games, with the sums that their replay must have. `promised`
    has the games and digests of a complete run. `voids` are void games that may be valid in a replay, by
    number. `sound` is the number of good bytes of the journal. `broken` names any later damage except an
    incomplete last line ('': none).
    """

    def __init__(self, tables: Iterable[str]) -> None:
        self.parts: dict[str, Parts] = {name: {} for name in tables}
        self.waiting: set[tuple[str, str]] = set()
        self.leaving: set[tuple[str, str]] = set()
        self.owed: tuple[Mapping[str, Any], ...] = ()
        self.promised: Mapping[str, Any] | None = None
        self.voids: dict[int, Mapping[str, Any]] = {}
        self.history: list[Mapping[str, Any]] = []
        self.number = 0
        self.sound = 0
        self.broken = ""

    def apply(self, change: Change) -> None:
        """Apply a change. Raises RecordError if it contradicts the ledger."""
        for table, gone in change.take.items():
            for name in gone:
                self._take(table, name)
        for table, new in change.put.items():
            for name, entry in new.items():
                self.put(table, name, entry)
        if change.owed is not None:
            self.owed = change.owed
        if change.released and self.promised is not None:
            self.promised = {"games": self.promised["games"], "digests": {}}
        for void in change.voids:
            self.voids.pop(int(void["game"]), None)
            if void["kind"]:
                self.voids[int(void["game"])] = void
        self.history.extend(change.history)
        self.number += 1

    def _take(self, table: str, name: str) -> None:
        if self.parts[table].pop(name, None) is None:
            raise RecordError(f"removes {table}/{name}, which is not there")
        self.waiting.discard((table, name))
        self.leaving.add((table, name))

    def put(self, table: str, name: str, entry: StoredPart) -> None:
        """Add a part. Raises RecordError if it is there already."""
        if name in self.parts[table]:
            raise RecordError(f"adds {table}/{name}, which is already there")
        self.parts[table][name] = entry
        self.leaving.discard((table, name))
        if entry.token:
            self.waiting.add((table, name))

    def names(self, table: str) -> list[str]:
        """The file names of a table's parts, in the order of their games."""
        return sorted(self.parts[table], key=portion.span_of)

    def total(self, table: str) -> Sum:
        """The sum of all rows of a table."""
        return sum((entry.sum for entry in self.parts[table].values()), Sum())

    def overlapping(self) -> Iterator[tuple[str, str, str]]:
        """Yield a table and two of its parts for each pair of neighbours that have games in common."""
        for table in self.parts:
            for before, after in pairwise(self.names(table)):
                if portion.span_of(after)[0] <= portion.span_of(before)[1]:
                    yield table, before, after


def repair(folder: Path) -> str:
    """A sentence of advice on how to repair a damaged folder."""
    command = f"marchsim runs repair {shlex.quote(str(folder))}"
    return f"`{command}` moves the bad files aside and replays their games."

"""The folder of a study of deals: its identity in study.json, and its rows as files of Parquet.

While a study runs, its rows are in several files (parts), each written atomically. If it is stopped, a later
call plays only the deals that no part has. To detect altered files, study.json lists the SHA-256 of each file
under `sums`, before that file is written.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import polars as pl

from marchsim import files, jsonfile
from marchsim.errors import RecordError, StateMismatch
from marchsim.kernel.game import Table
from marchsim.recorder import parquet, untrusted_parquet
from marchsim.studies.own_folder import OwnFolder, differing

DATA = "data"
FILE = "study.json"
LARGEST = 20_000_000  # bytes of study.json
MOST_ROWS = 20_000_000
_PART = re.compile(r"part-(\d{6})\.parquet", re.ASCII)


class DealStore(OwnFolder):
    """Locks the folder of a study and is the only one to write it.

    `manifest` has the study's identity and options, `table` describes the rows, and `called` is the study's
    name in messages.
    """

    def __init__(self, folder: Path, manifest: Mapping[str, Any], table: Table, called: str) -> None:
        self._manifest, self._table, self._called = manifest, table, called
        self._whole = f"{table.name}.parquet"
        self._sums: dict[str, list[str]] | None = {}
        super().__init__(folder / DATA, folder)

    def _open(self) -> None:
        self._check(self._manifest)
        names = rf"\.(study|{self._table.name}|part-\d{{6}})\.(json|parquet)\.([0-9a-f]{{16}}\.tmp|new)"
        self._sweep(re.compile(names, re.ASCII).fullmatch)
        self._describe()
        self._parts = max((int(path.stem[-6:]) for path in self._listed()), default=0)

    def _check(self, manifest: Mapping[str, Any]) -> None:
        """Raise StateMismatch if the folder belongs to another study."""
        path = self.folder / FILE
        if not path.exists():
            return
        another = "choose another --out"
        found = jsonfile.read(path, self._called, LARGEST, RecordError, own=True, mend=another)
        try:
            stored, self._sums = {**found["identity"]}, untrusted_parquet.sums_of(found)
        except (KeyError, TypeError):
            raise RecordError(f"{path}: not the file of a {self._called}; {another}.") from None
        if changed := differing(stored, manifest["identity"]):
            raise StateMismatch(
                f"{self.folder.parent}: holds another {self._called} (differs in {', '.join(changed[:5])}); "
                "choose another --out, or undo the change."
            )

    def _listed(self) -> list[Path]:
        return sorted(path for path in self.folder.iterdir() if _PART.fullmatch(path.name))

    def write(self, content: bytes) -> None:
        """Store the rows of some deals, given as the bytes of a Parquet file."""
        self._parts += 1
        self._store(f"part-{self._parts:06}.parquet", content)

    def _store(self, name: str, content: bytes) -> None:
        """Write a file, after its checksum has been added to study.json."""
        if self._sums is not None:
            self._sums[name] = [*self._sums.get(name, ()), sha256(content).hexdigest()]
            self._describe()
        self._save(name, content)

    def _describe(self) -> None:
        """Write study.json."""
        sums = {} if self._sums is None else {"sums": self._sums}
        text = json.dumps({**self._manifest, **sums}, indent=1, ensure_ascii=False)
        self._save(FILE, text.encode() + b"\n")

    def rows(self) -> pl.DataFrame:
        """All rows, sorted by key."""
        whole = self.folder / self._whole
        paths = [*([whole] if whole.is_file() else []), *self._listed()]
        found = [_rows(path, self._table, self._sums) for path in paths]
        rows = pl.concat([pl.DataFrame(schema=parquet.schema(self._table)), *found])
        return rows.unique(self._table.key, keep="first").sort(self._table.key)

    def finish(self) -> None:
        """Merge all parts into one file, after the last deal."""
        parts = self._listed()
        if parts:
            self._store(self._whole, parquet.encode(self.rows()))
        for path in parts:
            files.remove(path)
        if parts and self._sums is not None:
            self._sums = {self._whole: self._sums[self._whole][-1:]}
            self._describe()


def _rows(path: Path, table: Table, sums: Mapping[str, Sequence[str]] | None) -> pl.DataFrame:
    """The rows of one file. Raises RecordError if it is unreadable or altered."""
    wanted = parquet.schema(table)
    try:
        known = None if sums is None else sums.get(path.name, ())
        found = untrusted_parquet.read(path, MOST_ROWS, own=True, sums=known)
        return found.select(*wanted).cast(wanted)  # type: ignore[arg-type]
    except (pl.exceptions.PolarsError, OSError) as error:
        why = error.strerror if isinstance(error, OSError) else str(error).strip().partition("\n")[0][:200]
        raise RecordError(
            f"{path}: cannot be read ({why}); remove it, and the same command replays its deals."
        ) from None

"""Writing a run folder: one writer at a time, whole files only, and `games` last as the mark of a part.

What a crash leaves behind (temporary files, parts without their `games`, damaged parts) is cleared away on
opening; the games of those parts are then missing and will be played again.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from marchsim.errors import RecordError, StateMismatch
from marchsim.kernel.game import Table
from marchsim.recorder import manifest as manifests
from marchsim.recorder import parquet, tables
from marchsim.recorder.folder import RunFolder, check_part, listed, spans


class RunWriter:
    """The one writer of a run folder; `identity` is what must be equal for a stored run to be continued."""

    def __init__(self, path: Path, descriptions: Mapping[str, Table], manifest: Mapping[str, Any]) -> None:
        self.path = path
        self.tables = dict(descriptions)
        self.notices: list[str] = []
        self._lock: IO[bytes] | None = None
        self._manifest = dict(manifest)
        try:
            (path / "tables").mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise RecordError(
                f"{path}: cannot be made a run folder ({error.strerror}); choose another --out."
            ) from None
        self._lock = _locked(path / "lock")
        try:
            self._open()
        except BaseException:
            self.close()
            raise

    def _open(self) -> None:
        sizes: dict[str, Mapping[str, int]] = {}
        if (self.path / manifests.FILE).is_file():
            stored = manifests.read(self.path)
            compare(self.path, stored, self._manifest)
            sizes = {name: entry.get("parts", {}) for name, entry in stored["tables"].items()}
        elif any(listed(self.path, "games")):
            raise RecordError(
                f"{self.path}: tables without a manifest; move the folder away, or choose another --out."
            )
        self._clear(sizes)
        self.save(complete=False)

    def _clear(self, sizes: Mapping[str, Mapping[str, int]]) -> None:
        """Remove leftovers and damaged parts; say what was removed."""
        for name, table in self.tables.items():
            place = self.path / "tables" / name
            place.mkdir(exist_ok=True)
            for stray in place.glob(".*.tmp"):
                stray.unlink()
            wanted = parquet.schema(table)
            for part in listed(self.path, name):
                try:
                    check_part(part, wanted, sizes.get(name, {}))
                except RecordError:
                    self.notices.append(f"{part.path} was damaged; its games will be played again.")
                    part.path.unlink()
        self._keep_whole()

    def _keep_whole(self) -> None:
        """Remove the parts of games that do not have all their tables."""
        required = [name for name in self.tables if name not in ("items", *tables.OUTSIDE_DIGESTS)]
        present = {name: set(spans(listed(self.path, name))) for name in required}
        whole = set.intersection(*present.values())
        for name in sorted(self.tables, key=lambda name: name != "games"):
            for part in listed(self.path, name):
                if name != "items" and (part.first, part.last) not in whole:
                    part.path.unlink()

    def stored(self) -> list[tuple[int, int]]:
        """Return the ranges of games that are stored, in order."""
        return spans(listed(self.path, "games"))

    def write(self, first: int, last: int, encoded: Mapping[str, bytes]) -> None:
        """Store the tables of games first..last; they count from the moment that `games` has its name."""
        name = manifests.part_name(first, last)
        for table in sorted(encoded, key=lambda table: table == "games"):
            manifests.replace_file(
                self.path / "tables" / table / name, encoded[table], sync_name=table == "games"
            )

    def write_items(self, encoded: bytes) -> None:
        """Store the table of components in force."""
        manifests.replace_file(self.path / "tables" / "items" / manifests.part_name(0, 0), encoded)

    def save(self, complete: bool, digests: Mapping[str, tuple[str, int]] | None = None, **more: Any) -> None:
        """Write the manifest with the parts that lie in the folder now."""
        described: dict[str, Any] = {}
        for name, table in self.tables.items():
            parts = {part.path.name: part.path.stat().st_size for part in listed(self.path, name)}
            described[name] = tables.describe(table) | {"parts": parts}
            if digests and name in digests:
                described[name] |= {"digest": digests[name][0], "rows": digests[name][1]}
        self._manifest |= more
        manifests.write(self.path, {**self._manifest, "complete": complete, "tables": described})

    def finish(self, **more: Any) -> RunFolder:
        """Compute digests and counts, write the final manifest and return the folder for reading."""
        self.save(complete=False)
        folder = RunFolder(self.path)
        names = [name for name in self.tables if name not in tables.OUTSIDE_DIGESTS]
        digests = {name: folder.digest(name) for name in names}
        self.save(complete=True, digests=digests, voids=folder.voids(), **more)
        return RunFolder(self.path)

    def close(self) -> None:
        """Let another run have the folder."""
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def __enter__(self) -> RunWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def compare(path: Path, stored: Mapping[str, Any], wanted: Mapping[str, Any]) -> None:
    """Raise StateMismatch if the run in a folder is not the one that is to be played, naming what differs."""
    if stored.get("schema") != wanted["schema"]:
        raise StateMismatch(
            f"{path}: holds a run of an earlier version, in tables of another form; it can be read and "
            "reported, not continued. Choose another --out."
        )
    old = stored.get("identity")
    new = wanted["identity"]
    if not isinstance(old, dict):
        raise StateMismatch(f"{path}: its manifest does not say what made it; choose another --out.")
    differing = [key for key in dict.fromkeys((*new, *old)) if old.get(key) != new.get(key)]
    if differing:
        raise StateMismatch(
            f"{path}: holds a run made with another {', '.join(differing[:5])}. "
            "Choose another --out for this run, or go back to what made that one."
        )


def _locked(path: Path) -> IO[bytes]:
    """Take the lock of a folder; it is let go when the file is closed, also by a crash."""
    try:
        stream = path.open("ab")
    except OSError as error:
        raise RecordError(
            f"{path}: cannot be written ({error.strerror}); choose another --out, or mend the folder."
        ) from None
    try:
        with contextlib.suppress(ImportError):
            import fcntl

            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        stream.close()
        raise RecordError(
            f"{path.parent}: another run is writing here; wait until it ends, or choose another --out."
        ) from None
    return stream

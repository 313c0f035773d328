"""Writing a run folder: one writer at a time, whole files only, and `games` last as the mark of a part.

What a crash leaves behind (temporary files, parts without their `games`, damaged parts) is cleared away on
opening; the games of those parts are then missing and will be played again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any

from marchsim.errors import RecordError, StateMismatch
from marchsim.kernel.game import Table
from marchsim.recorder import compaction, parquet, tables
from marchsim.recorder import manifest as manifests
from marchsim.recorder.abreast import Going, abreast, largest_first
from marchsim.recorder.digest import ordered
from marchsim.recorder.folder import RunFolder
from marchsim.recorder.lock import Lock
from marchsim.recorder.parts import Damaged, Part, check_part, cover, listed, positions, read_part
from marchsim.recorder.portion import Portion, Span, common, of_manifest, within

MANY = 64  # new parts after which small ones are merged


class RunWriter:
    """The one writer of a run folder; `identity` is what must be equal for a stored run to be continued."""

    def __init__(self, path: Path, descriptions: Mapping[str, Table], manifest: Mapping[str, Any]) -> None:
        self.path = path
        self.tables = dict(descriptions)
        self.portion: Portion = of_manifest(manifest)
        self.notices: list[str] = []
        self.before: Mapping[str, Any] = {}
        self._manifest = dict(manifest)
        self._new = 0
        try:
            (path / "tables").mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise RecordError(
                f"{path}: cannot be made a run folder ({error.strerror}); choose another --out."
            ) from None
        self._lock = Lock(path)
        try:
            self._open()
        except BaseException:
            self.close()
            raise

    def _open(self) -> None:
        sizes: dict[str, Mapping[str, int]] = {}
        if (self.path / manifests.FILE).is_file():
            self.before = manifests.read(self.path)
            compare(self.path, self.before, self._manifest)
            sizes = {name: entry.get("parts", {}) for name, entry in self.before["tables"].items()}
        elif any(listed(self.path, "games")):
            raise RecordError(
                f"{self.path}: tables without a manifest; move the folder away, or choose another --out."
            )
        if self._lock.left_by:
            self.notices.append(
                f"{self.path}: {self._lock.left_by} was cut off while it wrote here; what it stored is kept."
            )
        self._manifest["begun"] = self.before.get("begun") or datetime.now(UTC).isoformat(timespec="seconds")
        self._clear(sizes)
        self.save(complete=False)

    def _clear(self, sizes: Mapping[str, Mapping[str, int]]) -> None:
        """Complete merges, remove leftovers and damaged parts; say what was removed, and what is missing."""
        self._miss(sizes)
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
                else:
                    if part.merged:
                        compaction.settle(part)
        self._keep_whole()

    def _miss(self, sizes: Mapping[str, Mapping[str, int]]) -> None:
        """Say which parts of the manifest are there neither by themselves nor merged into others."""
        for name in self._counted():
            held = self._covers(name)
            for part, span in ((part, manifests.part_range(part)) for part in sizes.get(name, {})):
                if span and not within(positions(Part(*span, self.path / part), self.portion), held):
                    lost = self.path / "tables" / name / part
                    self.notices.append(f"{lost} was missing; its games will be played again.")

    def _counted(self) -> list[str]:
        """Return the tables that every stored game has rows in."""
        return [name for name in self.tables if name not in ("items", *tables.OUTSIDE_DIGESTS)]

    def _keep_whole(self) -> None:
        """Remove the parts of games that do not have all their tables, until every game has all or none."""
        removed = True
        while removed:
            whole = self._covers("games")
            for name in self._counted():
                whole = common(whole, self._covers(name))
            removed = False
            for name in sorted(self.tables, key=lambda name: name != "games"):
                for part in listed(self.path, name) if name != "items" else []:
                    if not within(positions(part, self.portion), whole):
                        part.path.unlink()
                        removed = True

    def _covers(self, table: str) -> list[Span]:
        return cover(listed(self.path, table), self.portion)

    def stored(self) -> list[Span]:
        """Return the positions of the stored games, those that follow each other as one."""
        return self._covers("games")

    def write(self, first: int, last: int, encoded: Mapping[str, bytes]) -> None:
        """Store the tables of games first..last; they count from the moment that `games` has its name."""
        name = manifests.part_name(first, last)
        for table in sorted(encoded, key=lambda table: table == "games"):
            manifests.replace_file(
                self.path / "tables" / table / name, encoded[table], sync_name=table == "games"
            )
        self._new += 1

    def write_items(self, encoded: bytes) -> None:
        """Store the table of components in force."""
        manifests.replace_file(self.path / "tables" / "items" / manifests.part_name(0, 0), encoded)

    def compact(self, before: int | None = None, final: bool = False) -> None:
        """Merge small parts that end before a position if there are many (`final`: however few).

        Where there is no room for it the parts stay as they are, which changes no result.
        """
        if self._new < MANY and not final:
            return
        self._new = 0
        names = self._counted()
        timings = [name for name in self.tables if name in tables.OUTSIDE_DIGESTS]
        found = compaction.cells(self.path, names, self.portion, before)
        spans = compaction.groups(found, self.portion, not final, compaction.TARGET)

        def merged(name: str, going: Going) -> None:
            for first, last in spans:
                going.on()
                compaction.merge(self.path, self.tables[name], first, last)

        try:
            abreast(largest_first(self.path, [*names, *timings]), merged)
        except Damaged:
            pass  # found again, and mended, when the run is finished
        except RecordError as error:
            self.notices.append(f"small parts were not merged, which changes no result: {error}")
        self.save(complete=False)

    def cut(self, position: int) -> None:
        """Forget the games from a position on. A crash on the way costs at most games to be played again."""
        names = sorted((name for name in self.tables if name != "items"), key=lambda name: name != "games")
        parts = {name: listed(self.path, name) for name in names}
        start = compaction.uncut(parts, self.portion, position)
        late = {
            name: [part for part in found if positions(part, self.portion)[0] >= start]
            for name, found in parts.items()
        }
        kept = {name: self._kept(name, late[name], position) for name in names} if start < position else {}
        self.save(complete=False, without=[part for found in late.values() for part in found])
        for found in late.values():
            for part in found:
                part.path.unlink()
        if kept:
            self.write(self.portion.game(start), self.portion.game(position - 1), kept)

    def _kept(self, name: str, parts: Iterable[Part], position: int) -> bytes:
        """Return the rows before a position of some parts."""
        table, limit = self.tables[name], self.portion.game(position)
        rows = parquet.frame(table, {column.name: [] for column in table.columns})
        for part in parts:
            data = ordered(read_part(part, parquet.schema(table)), table.key)
            rows = rows.vstack(data.filter(data[table.key[0]] < limit))
        return parquet.encode(rows)

    def drop(self, part: Part) -> None:
        """Forget the games of a damaged part."""
        part.path.unlink(missing_ok=True)
        self._keep_whole()
        self.save(complete=False)

    def save(
        self,
        complete: bool,
        digests: Mapping[str, tuple[str, int]] | None = None,
        without: Collection[Part] = (),
        **more: Any,
    ) -> None:
        """Write the manifest with the parts that lie in the folder now (`without`: but not those)."""
        described: dict[str, Any] = {}
        for name, table in self.tables.items():
            found = [part for part in listed(self.path, name) if part not in without and not part.merged]
            parts = {part.path.name: part.path.stat().st_size for part in found}
            described[name] = tables.describe(table) | {"parts": parts}
            if digests and name in digests:
                described[name] |= {"digest": digests[name][0], "rows": digests[name][1]}
        self._manifest |= more
        manifests.write(self.path, {**self._manifest, "complete": complete, "tables": described}, complete)

    def finish(self, complete: bool = True, **more: Any) -> RunFolder:
        """Merge parts, compute digests and counts, write the final manifest; return the folder for reading.

        Raises Damaged for a part that cannot be read.
        """
        self.compact(final=True)
        folder = RunFolder(self.path)
        ended = datetime.now(UTC).isoformat(timespec="seconds")
        self.save(complete=complete, digests=folder.digested(), voids=folder.voids(), ended=ended, **more)
        return RunFolder(self.path)

    def close(self) -> None:
        """Let another run have the folder."""
        self._lock.close()

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

"""Writing a run folder: one writer at a time, and every change whole or not at all.

New parts are written under waiting names, then a line of the journal says that they count and what they take
the place of, then they get their names. What a crash leaves of this is put in order when the folder is opened
again; anything else that is not as the ledger says stops the run, and `marchsim runs repair` mends it.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock as Mutex
from types import TracebackType
from typing import Any

from marchsim import files
from marchsim.errors import RecordError, StateMismatch
from marchsim.kernel.game import Table
from marchsim.recorder import compaction, losses, names, survey, tables
from marchsim.recorder import ledger as ledgers
from marchsim.recorder import manifest as manifests
from marchsim.recorder.abreast import Going, abreast
from marchsim.recorder.digest import digest
from marchsim.recorder.folder import RunFolder
from marchsim.recorder.ledger import Change, Ledger
from marchsim.recorder.lock import FILE as LOCK
from marchsim.recorder.lock import HELD, Lock
from marchsim.recorder.parts import Encoded, Part, cover, encoded, positions, read_sorted
from marchsim.recorder.portion import Portion, Span, missing, of_manifest

MANY = 64  # new parts after which small ones are merged
LONGEST = 10_000_000  # bytes of a journal, after which the manifest takes it in
OURS = (manifests.FILE, ledgers.JOURNAL, LOCK, HELD, "tables", losses.QUARANTINE)


class RunWriter:
    """The one writer of a run folder; `identity` is what must be equal for a stored run to be continued."""

    def __init__(self, path: Path, descriptions: Mapping[str, Table], manifest: Mapping[str, Any]) -> None:
        self.path = path
        self.tables = dict(descriptions)
        self.portion: Portion = of_manifest(manifest)
        self.notices: list[str] = []
        self.before: Mapping[str, Any] = {}
        self.ledger = Ledger(self.tables)
        self._manifest = dict(manifest)
        self._saved: dict[str, Any] = {}
        self._new = self._journalled = 0
        self._again = False  # games that were stored are replaced on purpose
        self._changing = Mutex()
        self._make()
        self._lock = Lock(path)
        try:
            self._open()
        except BaseException:
            self.close()
            raise

    def _make(self) -> None:
        try:
            for place in (
                self.path,
                self.path / "tables",
                *(self.path / "tables" / name for name in self.tables),
            ):
                place.mkdir(parents=place == self.path, exist_ok=True)
                if place != self.path and place.is_symlink():
                    raise StateMismatch(
                        f"{place}: a symbolic link, where a folder must be; {ledgers.repair(self.path)}"
                    )
        except OSError as error:
            raise RecordError(
                f"{self.path}: cannot be made a run folder ({error.strerror}); choose another --out."
            ) from None

    def _open(self) -> None:
        found: list[survey.Finding] = []
        if manifests.exists(self.path):
            compare(self.path, manifests.read(self.path), self._manifest)
            folder = RunFolder(self.path)
            self.before, self.ledger = folder.manifest, folder.ledger
            self._tidy()
            found = survey.survey(folder)
            survey.refuse(self.path, found)
        else:
            self._refuse_tables()
        if self._lock.left_by:
            self.notices.append(
                f"{self.path}: {self._lock.left_by} was cut off while it wrote here; what it stored is kept."
            )
        self._manifest["begun"] = self.before.get("begun") or _now()
        self._manifest["history"] = list(self.before.get("history", []))
        for finding in found:
            self.notices.append(f"{finding.words}; its games will be played again.")
        self._forget([finding.part for finding in found if finding.part is not None])
        self.save(complete=False)

    def _refuse_tables(self) -> None:
        """Raise RecordError where there are tables without a manifest; say what else lies in a new folder."""
        for name in self.tables:
            for path in survey.entries(self.path / "tables" / name):
                if names.part_range(path.name):
                    raise RecordError(
                        f"{self.path}: tables without a manifest; move the folder away, or choose another "
                        "--out."
                    )
                if names.is_waiting(path.name):
                    files.remove(path)
        others = [path.name for path in survey.entries(self.path) if path.name not in OURS]
        if others:
            more = f" and {len(others) - 5} more" if len(others) > 5 else ""
            self.notices.append(
                f"{self.path} holds other files ({', '.join(others[:5])}{more}); they are left alone."
            )

    def _tidy(self) -> None:
        """Complete the last change where a crash cut it off, and remove what never came to count."""
        self._settle(self.ledger.last)
        for name in self.tables:
            for path in survey.entries(self.path / "tables" / name):
                if names.is_waiting(path.name):
                    files.remove(path)

    def parts(self, table: str) -> list[Part]:
        """Return the parts of a table in the order of their games."""
        place, known = self.path / "tables" / table, self.ledger.parts[table]
        return [Part(*names.span_of(name), place / name, known[name]) for name in self.ledger.names(table)]

    def reader(self) -> RunFolder:
        """Return the folder as it is now for reading, whose parts are known to be sound."""
        return RunFolder(self.path, self._saved, self.ledger)

    def stored(self) -> list[Span]:
        """Return the positions of the stored games, those that follow each other as one."""
        return cover(self.parts("games"), self.portion)

    def missing(self, total: int) -> list[Span]:
        """Return the positions below `total` that are not stored; those that are owed stand apart."""
        return list(losses.apart(missing(total, self.stored()), self.ledger.owed))

    def declared(self, first: int, last: int) -> list[Mapping[str, Any]]:
        """Return the void games among owed ones that another playing may not make void, as stored."""
        owed = losses.spans_of(self.ledger.owed)
        if not any(low <= last and first <= high for low, high in owed):
            return []
        return [
            void
            for game, void in sorted(self.ledger.voids.items())
            if first <= self.portion.position(game) <= last
        ]

    def write(
        self, first: int, last: int, new: Mapping[str, Encoded], voids: Iterable[Mapping[str, Any]] = ()
    ) -> None:
        """Store the tables of games first..last, whole or not at all.

        `voids` are those of the void games that another playing might not make void. StateMismatch if these
        games were stored before with other rows.
        """
        name = names.part_name(first, last)
        span = self.portion.position(first), self.portion.position(last)
        if any(low <= span[1] and span[0] <= high for low, high in self.stored()):
            raise StateMismatch(f"{self.path}: {name} would hold the same games as parts that are there.")
        owed = None
        if self.ledger.owed:
            sums = {table: one.entry.sum for table, one in new.items()}
            owed = losses.paid(self.ledger.owed, span, sums, self.path)
        self._change(
            {}, {table: {name: one} for table, one in new.items()}, owed, self._unsure(first, last, voids)
        )
        self._new += 1

    def _unsure(
        self, first: int, last: int, voids: Iterable[Mapping[str, Any]]
    ) -> tuple[Mapping[str, Any], ...]:
        """Return void games of first..last for the ledger, those that are void no longer with the kind ''."""
        found = {void["game"]: void for void in voids}
        old = [game for game in self.ledger.voids if first <= game <= last and game not in found]
        return (*found.values(), *({"game": game, "kind": "", "seat": -1} for game in old))

    def write_items(self, rows: Encoded) -> None:
        """Store the table of components in force, unless it is there."""
        if not self.ledger.parts["items"]:
            self._change({}, {"items": {names.part_name(0, 0): rows}})

    def _change(
        self,
        take: Mapping[str, Sequence[str]],
        put: Mapping[str, Mapping[str, Encoded]],
        owed: tuple[losses.Debt, ...] | None = None,
        voids: tuple[Mapping[str, Any], ...] = (),
    ) -> None:
        """Take parts away and put others in, in one step."""
        token = secrets.token_hex(8)
        waiting = {
            self.path / "tables" / table / names.waiting_name(name, token): one.content
            for table, new in put.items()
            for name, one in new.items()
        }
        entries = {
            table: {name: replace(one.entry, token=token) for name, one in new.items()}
            for table, new in put.items()
        }
        change = Change({table: tuple(gone) for table, gone in take.items()}, entries, owed, voids)
        try:
            for path, content in waiting.items():
                files.create(path, content)
            with self._changing:
                self._note(change)
                waiting = {}
                self._settle(change)
        except OSError as error:
            raise manifests.unwritten(Path(error.filename or self.path), error) from None
        finally:
            for path in waiting:
                files.remove(path)

    def _note(self, change: Change) -> None:
        """Write a change into the journal: from now on it counts."""
        content = ledgers.line(self.ledger.number + 1, change)
        ledgers.append(self.path / ledgers.JOURNAL, content)
        self._journalled += len(content)
        self.ledger.apply(change)

    def _settle(self, change: Change) -> None:
        """Remove the files that a change took away, and give those that it put in their names."""
        for table, gone in change.take.items():
            for name in gone:
                if name not in self.ledger.parts[table]:
                    files.remove(self.path / "tables" / table / name)
        for table, new in change.put.items():
            for name in new:
                self._named(table, name)

    def _named(self, table: str, name: str) -> None:
        entry = self.ledger.parts[table].get(name)
        if entry is not None and entry.token:
            path = self.path / "tables" / table / name
            waiting = path.with_name(names.waiting_name(name, entry.token))
            if waiting.exists():
                waiting.replace(path)
            self.ledger.parts[table][name] = replace(entry, token="")

    def compact(self, before: int | None = None, final: bool = False) -> None:
        """Merge small parts that end before a position if there are many (`final`: however few).

        Where there is no room for it the parts stay as they are, which changes no result. While lost games
        are to be played again nothing is merged.
        """
        if self._journalled > LONGEST:
            self.save(complete=False)
        if (self._new < MANY and not final) or self.ledger.owed:
            return
        self._new = 0
        found = {name: self.parts(name) for name in tables.counted(self.tables)}
        cells = compaction.cells(found, self.portion, before)
        spans = compaction.groups(cells, self.portion, not final, compaction.TARGET)

        def merged(name: str, going: Going) -> None:
            for first, last in spans:
                going.on()
                self._merge(name, first, last)

        wanted = [name for name in self.tables if name != "items"]
        sizes = {name: sum(part.entry.size for part in self.parts(name)) for name in wanted}
        try:
            abreast(sorted(wanted, key=lambda name: -sizes[name]), merged)
        except RecordError as error:
            self.notices.append(f"small parts were not merged, which changes no result: {error}")

    def _merge(self, table: str, first: int, last: int) -> None:
        old = [part for part in self.parts(table) if first <= part.first and part.last <= last]
        if len(old) > 1:
            name = names.part_name(old[0].first, old[-1].last)
            new = compaction.merged(self.tables[table], old)
            self._change({table: [part.path.name for part in old]}, {table: {name: new}})

    def cut(self, position: int) -> None:
        """Forget the games from a position on, in one step."""
        late, kept = {}, {}
        for name in self.tables:
            if name == "items":
                continue
            parts = [part for part in self.parts(name) if positions(part, self.portion)[1] >= position]
            late[name] = [part.path.name for part in parts]
            if parts and (start := positions(parts[0], self.portion)[0]) < position:
                span = self.portion.game(start), self.portion.game(position - 1)
                kept[name] = {names.part_name(*span): self._kept(name, parts[:1], position)}
        if any(late.values()):
            self._change(late, kept)

    def _kept(self, name: str, parts: Sequence[Part], position: int) -> Encoded:
        """Return the rows before a position of some parts."""
        table, limit = self.tables[name], self.portion.game(position)
        rows = read_sorted(parts[0], table)
        return encoded(table, rows.filter(rows[table.key[0]] < limit))

    def lose(self, part: Part) -> None:
        """Move a damaged part aside; its games are to be played again, with the same rows."""
        self._forget([part])

    def _forget(self, lost: Sequence[Part]) -> None:
        """Take parts out of the ledger, with all that other tables have of the same games, and owe these.

        Their files, where there are any, are moved aside.
        """
        if not lost:
            return
        stored = {name: self.parts(name) for name in self.tables}
        spans = losses.affected(stored, lost, self.portion)
        leaving = losses.taken(stored, lost, spans, self.portion)
        owed = losses.joined(self.ledger.owed, losses.owed(leaving, spans, self.portion))
        try:
            losses.move(self.path, [part.path for parts in leaving.values() for part in parts])
        except OSError as error:
            raise manifests.unwritten(self.path / losses.QUARANTINE, error) from None
        self._change(
            {name: [part.path.name for part in parts] for name, parts in leaving.items() if parts}, {}, owed
        )

    def save(self, complete: bool, **more: Any) -> None:
        """Write the manifest, which takes in the journal."""
        self._manifest |= more
        digests = self._digests() if complete else {}
        described = {}
        for name, table in self.tables.items():
            parts = {part: self.ledger.parts[name][part].data() for part in self.ledger.names(name)}
            described[name] = tables.describe(table) | {"parts": parts}
            if name in digests:
                described[name] |= {"digest": digests[name], "rows": self.ledger.total(name).rows}
            files.sync_folder(self.path / "tables" / name)
        state = {
            "changes": self.ledger.number,
            "owed": list(self.ledger.owed),
            "unsure": list(self.ledger.voids.values()),
        }
        self._saved = {**self._manifest, "complete": complete, **state, "tables": described}
        manifests.write(self.path, self._saved, complete)
        files.remove(self.path / ledgers.JOURNAL)
        self._journalled = 0

    def _digests(self) -> dict[str, str]:
        """Return the digest of each table; StateMismatch where it was another for the same games."""
        found = {
            name: digest(table, self.ledger.total(name))
            for name, table in self.tables.items()
            if name not in tables.OUTSIDE_DIGESTS
        }
        same = (
            self.before.get("complete")
            and self.ledger.total("games").rows == self.before["tables"]["games"]["rows"]
        )
        for name, now in found.items() if same and not self._again else ():
            if self.before["tables"][name].get("digest") != now:
                raise StateMismatch(
                    f"{self.path}: the digest of table {name} would change for the same games; nothing was "
                    f"changed. {ledgers.repair(self.path)}"
                )
        return found

    def finish(self, complete: bool = True, **more: Any) -> RunFolder:
        """Merge parts, write digests, counts and the final manifest; return the folder for reading.

        Raises Damaged for a part that cannot be read.
        """
        self.compact(final=True)
        self.save(complete=complete, voids=self.reader().voids(), ended=_now(), **more)
        return self.reader()

    def close(self) -> None:
        """Let another run have the folder."""
        self._lock.close()

    def __enter__(self) -> RunWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


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

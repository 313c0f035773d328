"""The parts of a run folder, and changes to them. Each change is atomic."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from threading import Lock as Mutex

from marchsim import files
from marchsim.errors import RecordError
from marchsim.recorder import journal, losses, portion, survey
from marchsim.recorder import manifest as manifests
from marchsim.recorder.ledger import Change, Ledger
from marchsim.recorder.parts import Encoded, Part

Take = Mapping[str, Sequence[str]]  # names of parts by table
Put = Mapping[str, Mapping[str, Encoded]]  # new parts by table and name
NOTHING = Change()


class Unmade(RecordError):
    """Raised if a change failed and has left everything as it was."""


class Store:
    """The files of a run folder and their ledger. Only the writer of the folder uses it."""

    def __init__(self, path: Path, table_names: Iterable[str]) -> None:
        self.path = path
        self.ledger = Ledger(table_names)
        self._changing = Mutex()

    def parts(self, table: str) -> list[Part]:
        """The parts of a table in the order of their games."""
        known = self.ledger.parts[table]
        return [
            Part(*portion.span_of(name), self._place(table, name), known[name])
            for name in self.ledger.names(table)
        ]

    def stored(self) -> dict[str, list[Part]]:
        """The parts of every table."""
        return {name: self.parts(name) for name in self.ledger.parts}

    def tidy(self) -> None:
        """Complete a change that was interrupted, and remove files that never counted.

        If the journal is damaged, temporary files stay, since its unreadable lines may name them.
        """
        self.settle()
        for name in (manifests.FILE, manifests.LAST):
            files.sweep(self.path / name)
        for path in () if self.ledger.broken else survey.unnamed(self.path, self.ledger):
            files.remove(path)

    def change(self, take: Take, put: Put, also: Change = NOTHING) -> None:
        """Remove parts and add others in one step. `also` is the rest of the change.

        Raises Unmade if the change failed. With any other RecordError the change counts, but not all of its
        files have their final names yet.
        """
        token = secrets.token_hex(8)
        waiting = {
            self._place(table, portion.waiting_name(name, token)): one.content
            for table, new in put.items()
            for name, one in new.items()
        }
        entries = {
            table: {name: replace(one.entry, token=token) for name, one in new.items()}
            for table, new in put.items()
        }
        change = replace(also, take={table: tuple(gone) for table, gone in take.items()}, put=entries)
        try:
            for path, content in waiting.items():
                files.create(path, content)
            with self._changing:
                self._note(change)
        except OSError as error:
            for path in waiting:
                files.remove(path)
            raise Unmade(str(manifests.unwritten(Path(error.filename or self.path), error))) from None
        with manifests.storing(self.path), self._changing:
            self.settle()

    def _note(self, change: Change) -> None:
        """Write a change to the journal. From this moment it counts."""
        for table in change.put if any(change.take.values()) else ():  # before what it replaces is removed
            files.sync_folder(self.path / "tables" / table)
        content = journal.line(self.ledger.number + 1, change)
        journal.append(self.path / journal.JOURNAL, content, self.ledger.sound)
        self.ledger.sound += len(content)
        self.ledger.apply(change)

    def settle(self) -> None:
        """Make the files match the ledger: delete removed parts, then give new parts their final names.

        A step that fails stays pending until the next call.
        """
        for table, name in sorted(self.ledger.leaving):
            files.remove(self._place(table, name))
            self.ledger.leaving.discard((table, name))
        for table, name in sorted(self.ledger.waiting):
            entry = self.ledger.parts[table][name]
            waiting = self._place(table, portion.waiting_name(name, entry.token))
            if waiting.exists():
                waiting.replace(self._place(table, name))
            self.ledger.parts[table][name] = replace(entry, token="")
            self.ledger.waiting.discard((table, name))

    def _place(self, table: str, name: str) -> Path:
        return self.path / "tables" / table / name

    def sync(self) -> None:
        """Write the folders of all tables to the disk, so that the names of parts survive a power cut."""
        for name in self.ledger.parts:
            files.sync_folder(self.path / "tables" / name)

    def saved(self) -> None:
        """Remove the journal, since the manifest now includes it. A damaged journal goes to quarantine."""
        if self.ledger.broken:
            losses.move(self.path, [self.path / journal.JOURNAL])
        else:
            files.remove(self.path / journal.JOURNAL)
        self.ledger.sound, self.ledger.broken = 0, ""

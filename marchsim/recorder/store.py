"""The parts of a run folder and how they change: in steps that count whole or not at all."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from threading import Lock as Mutex

from marchsim import files
from marchsim.errors import RecordError
from marchsim.recorder import journal, losses, names, survey
from marchsim.recorder import manifest as manifests
from marchsim.recorder.ledger import Change, Ledger
from marchsim.recorder.parts import Encoded, Part


class Unmade(RecordError):
    """A change that could not be made: all is as it was before."""


class Store:
    """The files of a run folder with their ledger, for its one writer."""

    def __init__(self, path: Path, table_names: Iterable[str]) -> None:
        self.path = path
        self.ledger = Ledger(table_names)
        self._changing = Mutex()

    def parts(self, table: str) -> list[Part]:
        """Return the parts of a table in the order of their games."""
        known = self.ledger.parts[table]
        return [
            Part(*names.span_of(name), self._place(table, name), known[name])
            for name in self.ledger.names(table)
        ]

    def stored(self) -> dict[str, list[Part]]:
        """Return the parts of all tables."""
        return {name: self.parts(name) for name in self.ledger.parts}

    def tidy(self) -> None:
        """Complete what a crash or an error cut off, and remove what never came to count.

        Where the journal is damaged, what waits under hidden names may be what its bad lines told of.
        """
        self.settle()
        files.sweep(self.path / manifests.FILE)
        for path in () if self.ledger.broken else survey.unnamed(self.path, self.ledger):
            files.remove(path)

    def change(
        self,
        take: Mapping[str, Sequence[str]],
        put: Mapping[str, Mapping[str, Encoded]],
        also: Change = Change(),  # noqa: B008  (it is frozen)
    ) -> None:
        """Take parts away and put others in, in one step, with all that `also` says beside it.

        Unmade if it could not be made. A RecordError of another kind says that it counts, and that its files
        are not all in their places yet.
        """
        token = secrets.token_hex(8)
        waiting = {
            self._place(table, names.waiting_name(name, token)): one.content
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
        """Write a change into the journal: from now on it counts."""
        for table in change.put if any(change.take.values()) else ():
            files.sync_folder(self.path / "tables" / table)  # before what it takes the place of may go
        content = journal.line(self.ledger.number + 1, change)
        journal.append(self.path / journal.JOURNAL, content, self.ledger.sound)
        self.ledger.sound += len(content)
        self.ledger.apply(change)

    def settle(self) -> None:
        """Bring files to where the ledger has them: remove what it took away, then name what it put in.

        What fails stays to be done, so that the next call does it.
        """
        for table, name in sorted(self.ledger.leaving):
            files.remove(self._place(table, name))
            self.ledger.leaving.discard((table, name))
        for table, name in sorted(self.ledger.waiting):
            entry = self.ledger.parts[table][name]
            waiting = self._place(table, names.waiting_name(name, entry.token))
            if waiting.exists():
                waiting.replace(self._place(table, name))
            self.ledger.parts[table][name] = replace(entry, token="")
            self.ledger.waiting.discard((table, name))

    def _place(self, table: str, name: str) -> Path:
        return self.path / "tables" / table / name

    def sync(self) -> None:
        """Make the names of all parts survive a power cut."""
        for name in self.ledger.parts:
            files.sync_folder(self.path / "tables" / name)

    def saved(self) -> None:
        """Take note that the manifest has taken in the journal: it goes, a damaged one into quarantine."""
        if self.ledger.broken:
            losses.move(self.path, [self.path / journal.JOURNAL])
        else:
            files.remove(self.path / journal.JOURNAL)
        self.ledger.sound, self.ledger.broken = 0, ""

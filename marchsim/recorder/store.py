"""The parts of a run folder and how they change: in steps that count whole or not at all."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from threading import Lock as Mutex
from typing import Any

from marchsim import files
from marchsim.recorder import ledger as ledgers
from marchsim.recorder import losses, names, survey
from marchsim.recorder import manifest as manifests
from marchsim.recorder.ledger import Change, Ledger
from marchsim.recorder.parts import Encoded, Part


class Store:
    """The files of a run folder with their ledger, for its one writer."""

    def __init__(self, path: Path, table_names: Iterable[str]) -> None:
        self.path = path
        self.ledger = Ledger(table_names)
        self.journalled = 0  # bytes of the journal since the manifest was saved
        self._changing = Mutex()

    def parts(self, table: str) -> list[Part]:
        """Return the parts of a table in the order of their games."""
        place, known = self.path / "tables" / table, self.ledger.parts[table]
        return [Part(*names.span_of(name), place / name, known[name]) for name in self.ledger.names(table)]

    def stored(self) -> dict[str, list[Part]]:
        """Return the parts of all tables."""
        return {name: self.parts(name) for name in self.ledger.parts}

    def tidy(self) -> None:
        """Complete the last change where a crash cut it off, and remove what never came to count."""
        self._settle(self.ledger.last)
        files.sweep(self.path / manifests.FILE)
        for name in self.ledger.parts:
            for path in survey.entries(self.path / "tables" / name):
                if names.is_waiting(path.name):
                    files.remove(path)

    def change(
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
                self._settle(change)
        except OSError as error:
            if change is not self.ledger.last:
                for path in waiting:
                    files.remove(path)
            raise manifests.unwritten(Path(error.filename or self.path), error) from None

    def _note(self, change: Change) -> None:
        """Write a change into the journal: from now on it counts."""
        content = ledgers.line(self.ledger.number + 1, change)
        ledgers.append(self.path / ledgers.JOURNAL, content)
        self.journalled += len(content)
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

    def sync(self) -> None:
        """Make the names of all parts survive a power cut."""
        for name in self.ledger.parts:
            files.sync_folder(self.path / "tables" / name)

    def saved(self) -> None:
        """Take note that the manifest has taken in the journal, which is no longer needed."""
        files.remove(self.path / ledgers.JOURNAL)
        self.journalled = 0

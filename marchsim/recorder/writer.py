"""Writes a run folder: one writer at a time, and every change atomic.

New parts are written under temporary names. Then a line is added to the journal. It makes the new parts count
and names the parts that they replace. At last, the new parts get their final names. If a crash or an error
interrupts a change, it is completed before the manifest is saved, or when the folder is opened again. A run
folder changes only when there is something to store, after all checks have passed. Any other difference from
the ledger stops the run, and `marchsim runs repair` repairs it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import polars as pl

from marchsim import files
from marchsim.errors import RecordError, StateMismatch
from marchsim.kernel.game import Table
from marchsim.recorder import compaction, journal, losses, portion, survey, tables
from marchsim.recorder import manifest as manifests
from marchsim.recorder.digest import digest, ordered
from marchsim.recorder.folder import RunFolder
from marchsim.recorder.ledger import Change, Ledger, repair
from marchsim.recorder.lock import FILE as LOCK
from marchsim.recorder.lock import HELD, Lock
from marchsim.recorder.parts import Encoded, Part, cover, encoded, positions, read_sorted
from marchsim.recorder.portion import Portion, Span
from marchsim.recorder.store import NOTHING, Put, Store, Take, Unmade

MANY = 64  # new parts after which small ones are merged
MOST_TOLD = 1000  # findings or games in an entry of a manifest's history
LONGEST = 10_000_000  # bytes of a journal after which it is merged into the manifest
OURS = (manifests.FILE, manifests.LAST, journal.JOURNAL, LOCK, HELD, "tables", losses.QUARANTINE)


class RunWriter:
    """The only writer of a run folder. A stored run is resumed only if its `identity` is equal.

    If `mend`, files that differ from the ledger are moved aside. Otherwise they are an error. `found` are the
    problems. `along` are sound parts that had to be moved because they have the same games as lost ones.
    """

    def __init__(
        self, path: Path, descriptions: Mapping[str, Table], manifest: Mapping[str, Any], mend: bool = False
    ) -> None:
        self.path = path
        self.tables = dict(descriptions)
        self.portion: Portion = portion.of_manifest(manifest)
        self.notices: list[str] = []
        self.found: list[survey.Finding] = []
        self.along: list[Path] = []
        self.before: Mapping[str, Any] = {}
        self._store = Store(path, self.tables)
        self._manifest = dict(manifest)
        self._saved: dict[str, Any] = {}
        self._saves = 0  # manifests of this run written so far
        self._begun = False  # whether the manifest says that this run is being written
        self._new = 0
        self._spans: list[Span] | None = None  # the positions of the stored games, while they are known
        _make([path])
        self._lock = Lock(path)
        try:
            with manifests.storing(path):
                self._open(mend)
        except BaseException:
            self.close()
            raise

    def _open(self, mend: bool) -> None:
        """Check that the run can be resumed, then complete unfinished changes of an earlier run."""
        if manifests.exists(self.path):
            manifests.compare(self.path, manifests.read(self.path), self._manifest)
            folder = RunFolder(self.path, check=False)
            if not mend:
                folder.check()
                self._check_plan(folder)
            self.before, self._store.ledger = folder.manifest, folder.ledger
            self._saves = int(self.before.get(manifests.SAVES, 0))
            self._manifest["begun"] = self.before.get("begun") or _now()
            self._look_at(manifests.continued_looks(self.before, self._manifest))
            linked = survey.linked(folder)
            losses.move(self.path, [finding.path for finding in linked])
            self._make_tables()
            self._store.tidy()
            self.found = [*linked, *survey.survey(folder, rows=mend)]
            if not mend:
                survey.refuse(self.path, self.found)
            self._tell_left()
            self._saved = self._content(complete=False)
            self._put_right()
        else:
            files.sweep(self.path / manifests.FILE)  # of a run that died before it had one
            self._make_tables()
            self._refuse_tables()
            self._tell_left()
            self._manifest["begun"] = _now()
            self.ledger.history = list(self._manifest.get("history", []))
            self._begin()

    def _look_at(self, found: list[dict[str, Any]]) -> None:
        """Keep the looks at this run in the manifest. If there are none, the manifest has no list of them."""
        self._manifest.pop(manifests.LOOKS, None)
        if found:
            self._manifest[manifests.LOOKS] = found

    def _check_plan(self, folder: RunFolder) -> None:
        total, held = portion.planned(self._manifest), folder.stored()
        if total is not None and held and held[-1][1] >= total:
            raise StateMismatch(
                f"{self.path}: stores game {self.portion.game(held[-1][1])}, but "
                f"{self._manifest['plan']['blocks']} blocks have only {total} games; give as many blocks or "
                "deals as it stores, or choose another --out."
            )

    def _make_tables(self) -> None:
        places = [self.path / "tables", *(self.path / "tables" / name for name in self.tables)]
        for place in places:
            if place.is_symlink():
                raise StateMismatch(f"{place}: a symbolic link, where a folder must be; {repair(self.path)}")
        _make(places)

    def _tell_left(self) -> None:
        if self._lock.left_by:
            self.notices.append(
                f"{self.path}: {self._lock.left_by} was interrupted while writing; what it stored is kept."
            )

    def _begin(self) -> None:
        """Mark the run in its manifest as being written, before the first change."""
        if not self._begun:
            self.save(complete=False)

    def _change(self, take: Take, put: Put, also: Change = NOTHING) -> None:
        self._begin()
        self._store.change(take, put, also)

    def _put_right(self) -> None:
        """Move unknown and damaged files aside. The games in damaged parts are then owed."""
        if not self.found:
            return
        for finding in self.found:
            again = "; its games will be replayed" if finding.part else ""
            self.notices.append(f"{finding.words}{again}.")
        self._begin()  # the valid lines of a damaged journal go into the manifest before it is moved
        strange = [one.path for one in self.found if one.kind in (survey.DOUBLED, survey.FOREIGN)]
        losses.move(self.path, strange)
        told = [finding.words for finding in self.found[:MOST_TOLD]]
        lost = [finding.part for finding in self.found if finding.part is not None]
        self.lose(lost, {"at": _now(), "did": "put right", "found": told})

    def _refuse_tables(self) -> None:
        """Raise RecordError if there are tables but no manifest. Note other files in a new folder."""
        for name in self.tables:
            for path in survey.entries(self.path / "tables" / name):
                if portion.part_range(path.name):
                    raise RecordError(
                        f"{self.path}: tables without a manifest; move the folder away, or choose another "
                        "--out."
                    )
                if portion.is_waiting(path.name):
                    files.remove(path)
        others = [path.name for path in survey.entries(self.path) if path.name not in OURS]
        if others:
            more = f" and {len(others) - 5} more" if len(others) > 5 else ""
            self.notices.append(
                f"{self.path} holds other files ({', '.join(others[:5])}{more}); they are left alone."
            )

    @property
    def ledger(self) -> Ledger:
        """The ledger of the parts that count."""
        return self._store.ledger

    def reader(self) -> RunFolder:
        """The folder in its present state, for reading. Its parts are trusted."""
        return RunFolder(self.path, self._saved, self.ledger)

    def stored(self) -> list[Span]:
        """The positions of the stored games, as spans that neither touch nor overlap."""
        if self._spans is None:
            self._spans = cover(self._store.parts("games"), self.portion)
        return self._spans

    def missing(self, total: int) -> list[Span]:
        """The positions below `total` that are not stored. Owed games have spans of their own."""
        return list(losses.apart(portion.missing(total, self.stored()), self.ledger.owed))

    def lost(self) -> list[Span]:
        """The positions of games that were stored, are lost and must be replayed."""
        return [
            span
            for low, high in losses.spans_of(self.ledger.owed)
            for span in self.missing(high + 1)
            if low <= span[0] <= high
        ]

    def declared(self, first: int, last: int) -> list[Mapping[str, Any]]:
        """The void games stored at these positions that might be valid in a replay.

        The list is empty if no game at these positions is owed.
        """
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
        """Store the tables of games first..last atomically.

        `voids` are the void games that might be valid in a replay. Raises StateMismatch if one of these games
        is stored already, or if owed games are not as they were.
        """
        name = portion.part_name(first, last)
        span = self.portion.position(first), self.portion.position(last)
        if any(low <= span[1] and span[0] <= high for low, high in self.stored()):
            raise StateMismatch(f"{self.path}: {name} would hold the same games as stored parts.")
        put = {table: {name: one} for table, one in new.items()}
        debt = losses.due(self.ledger.owed, span)
        if debt is None:
            stale = [game for game in self.ledger.voids if first <= game <= last]
            self._change({}, put, Change(voids=self._unsure(stale, voids)))
        else:
            self._pay(debt, span, put)
        self._spans = portion.coalesced([*self.stored(), span])
        self._new += 1

    def _pay(self, debt: losses.Debt, span: Span, put: Put) -> None:
        """Store replayed games of a debt. With the last of them, all are compared with the lost games.

        If they are equal, the debt ends. Otherwise all are removed again, and a StateMismatch is raised.
        """
        whole = debt["first"], debt["last"]
        tried = losses.taken(self._store.stored(), (), [whole], self.portion)
        if portion.coalesced([*cover(tried["games"], self.portion), span]) != [whole]:
            self._change({}, put)
            return
        new = {table: one.entry.sum for table, parts in put.items() for one in parts.values()}
        wrong = losses.differing(debt, tried, new)
        if not wrong:
            self._change({}, put, Change(owed=tuple(one for one in self.ledger.owed if one != debt)))
            return
        error = losses.otherwise(self.path, debt, wrong)
        self._aside(
            tried, Change(history=({"at": _now(), "did": "played otherwise", "found": [str(error)]},))
        )
        raise error

    def _aside(self, leaving: losses.Stored, also: Change) -> None:
        """Remove parts from the ledger, and move those files that exist into quarantine."""
        self._begin()
        with manifests.storing(self.path / losses.QUARANTINE):
            losses.move(self.path, [part.path for parts in leaving.values() for part in parts])
        self._change(
            {name: [part.path.name for part in parts] for name, parts in leaving.items() if parts}, {}, also
        )
        self._spans = None

    def _unsure(
        self, stale: Iterable[int], voids: Iterable[Mapping[str, Any]]
    ) -> tuple[Mapping[str, Any], ...]:
        """The entries of void games for the ledger. Games in `stale` that are valid now get the kind ''."""
        found = {void["game"]: void for void in voids}
        old = [game for game in stale if game in self.ledger.voids and game not in found]
        return (*found.values(), *({"game": game, "kind": "", "seat": -1} for game in old))

    def write_items(self, rows: Encoded) -> None:
        """Store the table of the components in use, if it is missing."""
        if not self.ledger.parts["items"]:
            self._change({}, {"items": {portion.part_name(0, 0): rows}})

    def compact(self, before: int | None = None, final: bool = False) -> None:
        """Merge small parts that end before a position, if there are many. If `final`, merge even a few.

        If the disk has no room for it, the parts stay as they are, which changes no result. Nothing is merged
        while lost games wait to be replayed. An error after a merge has been recorded stops the run.
        """
        if self.ledger.sound > LONGEST:
            self.save(complete=False)
        if (self._new < MANY and not final) or self.ledger.owed:
            return
        self._new = 0
        found = {name: self._store.parts(name) for name in tables.counted(self.tables)}
        cells = compaction.cells(found, self.portion, before)
        spans = compaction.groups(cells, self.portion, not final, compaction.TARGET)
        if not spans:
            return
        wanted = [name for name in self.tables if name != "items"]
        sizes = {name: sum(part.entry.size for part in self._store.parts(name)) for name in wanted}
        try:
            self._begin()
            compaction.abreast(sorted(wanted, key=lambda name: -sizes[name]), spans, self._merge)
        except Unmade as error:
            self.notices.append(f"small parts were not merged, which changes no result: {error}")

    def _merge(self, table: str, games: Span) -> None:
        """Merge the parts of a table that have games within this span."""
        first, last = games
        old = [part for part in self._store.parts(table) if first <= part.first and part.last <= last]
        if len(old) > 1:
            name = portion.part_name(old[0].first, old[-1].last)
            new = compaction.merged(self.tables[table], old)
            self._store.change({table: [part.path.name for part in old]}, {table: {name: new}})

    def cut(self, position: int) -> None:
        """Drop all games from a position on, in one step."""
        late, kept = {}, {}
        for name in self.tables:
            if name == "items":
                continue
            parts = [part for part in self._store.parts(name) if positions(part, self.portion)[1] >= position]
            late[name] = [part.path.name for part in parts]
            if parts and (start := positions(parts[0], self.portion)[0]) < position:
                table, rows = self.tables[name], read_sorted(parts[0], self.tables[name])
                before = rows.filter(rows[table.key[0]] < self.portion.game(position))
                span = self.portion.game(start), self.portion.game(position - 1)
                kept[name] = {portion.part_name(*span): encoded(table, before)}
        if any(late.values()):
            owed = tuple(one for one in self.ledger.owed if one["first"] < position)
            self._change(late, kept, Change(owed=owed))
            self._spans = None

    def lose(self, lost: Sequence[Part], told: Mapping[str, Any] | None = None) -> None:
        """Move damaged or missing parts aside, with the parts of other tables that have the same games.

        These games are then owed: they must be replayed, with the same rows. `told` goes into the history.
        """
        stored = self._store.stored()
        spans = losses.affected(stored, lost, self.portion)
        leaving = losses.taken(stored, lost, spans, self.portion)
        sound = [part for parts in leaving.values() for part in parts if part not in lost]
        self.along += [part.path for part in sound if part.path.exists()]
        owed = losses.owed(leaving, spans, self.ledger.owed, self.portion)
        self._aside(leaving, Change(owed=owed, history=(told,) if told else ()))

    def replace(
        self,
        new: Mapping[int, Mapping[str, Encoded]],
        voids: Sequence[Mapping[str, Any]],
        told: Sequence[Sequence[Any]],
    ) -> None:
        """Replace the stored rows of some games. `told` has the former state of each, for the history."""
        stored = {name: self._store.parts(name) for name in tables.counted(self.tables)}
        holding = [part for part in stored["games"] if any(part.first <= game <= part.last for game in new)]
        for span in losses.affected(stored, holding, self.portion):
            games = [game for game in new if span[0] <= self.portion.position(game) <= span[1]]
            parts = losses.taken(stored, (), [span], self.portion)
            put = {
                name: {part.path.name: self._replaced(name, part, games, new) for part in found}
                for name, found in parts.items()
            }
            unsure = self._unsure(games, [void for void in voids if void["game"] in games])
            here = [one for one in told if one[0] in games]
            entry = {"at": _now(), "did": "retried", "number": len(here), "games": here[:MOST_TOLD]}
            self._change({name: [*found] for name, found in put.items()}, put, Change(
                voids=unsure, history=(entry,), released=True,
            ))  # fmt: skip

    def _replaced(
        self, name: str, part: Part, games: Sequence[int], new: Mapping[int, Mapping[str, Encoded]]
    ) -> Encoded:
        table, key = self.tables[name], self.tables[name].key
        rows = read_sorted(part, table)
        others = rows.filter(~rows[key[0]].is_in(games))
        mine = [new[game][name].rows() for game in games if part.first <= game <= part.last]
        return encoded(table, ordered(pl.concat([others, *mine]), key))

    def _all(self) -> bool:
        """Whether the components and every game of the plan are stored."""
        items = "items" not in self.tables or self.ledger.parts["items"]
        return bool(items) and not self.ledger.owed and portion.is_whole(self._manifest, self.stored())

    def whole(self) -> bool:
        """Whether the run was complete before, is complete again, and has the same number of games."""
        promised = self.ledger.promised
        return promised is not None and self._all() and promised["games"] == self.ledger.total("games").rows

    def restore(self) -> RunFolder:
        """Save a run after maintenance. It is complete if it was complete before and has all its games."""
        whole, before = self.whole(), bool(self.before.get("complete"))
        recorded = manifests.is_last(self.path, self.before)
        if whole and (self._begun or not before or not recorded):
            return self.finish()
        if self._begun or whole != before:
            self.save(complete=False)
        return self.reader() if not whole else RunFolder(self.path)

    def save(self, complete: bool, **more: Any) -> None:
        """Write the manifest, with the changes in the journal, once all files have their final names.

        Raises StateMismatch if the run is declared complete but lacks games of its plan.
        """
        self._manifest |= more
        if complete and not self._all():
            raise StateMismatch(
                f"{self.path}: {portion.games_in(self.stored()):,} of "
                f"{portion.planned(self._manifest) or 0:,} games are stored, or some are not verified yet, "
                f"so it is not complete; {repair(self.path)}"
            )
        if complete:
            own = manifests.present_look(self._manifest)
            self._look_at(
                manifests.looks_data(one for one in manifests.earlier_looks(self._manifest) if one != own)
            )
        self._saves += 1
        self._saved = self._content(complete)
        with manifests.storing(self.path):
            self._store.settle()
            self._store.sync()
            manifests.write(self.path, self._saved, complete)
            self._store.saved()
        self._begun = not complete

    def _content(self, complete: bool) -> dict[str, Any]:
        """The contents of the manifest."""
        digests = self._digests() if complete else {}
        described = {}
        for name, table in self.tables.items():
            parts = {
                part: replace(self.ledger.parts[name][part], token="").data()
                for part in self.ledger.names(name)
            }
            described[name] = tables.describe(table) | {"parts": parts}
            if name in digests:
                described[name] |= {"digest": digests[name], "rows": self.ledger.total(name).rows}
        return {
            **self._manifest, "complete": complete, "promised": None if complete else self.ledger.promised,
            "changes": self.ledger.number, manifests.SAVES: self._saves, "owed": list(self.ledger.owed),
            "unsure": list(self.ledger.voids.values()), "history": list(self.ledger.history),
            "tables": described,
        }  # fmt: skip

    def _digests(self) -> dict[str, str]:
        """The digest of each table. Raises StateMismatch if the same games had another digest before."""
        found = {
            name: digest(table, self.ledger.total(name))
            for name, table in self.tables.items()
            if name not in tables.OUTSIDE_DIGESTS
        }
        before = self.ledger.promised
        if before is not None and before["games"] == self.ledger.total("games").rows:
            for name, was in before["digests"].items():
                if was != found.get(name):
                    raise StateMismatch(
                        f"{self.path}: table {name} would have another digest than before for the same "
                        "games; nothing was changed. The engine, the rules or a strategy have changed since; "
                        "choose another --out to play the whole run again."
                    )
        return found

    def finish(self, complete: bool = True, **more: Any) -> RunFolder:
        """Merge parts and write the final manifest with digests and counts. Returns the folder for reading.

        Raises Damaged for a part that cannot be read.
        """
        self.compact(final=True)
        self.save(complete=complete, voids=self.reader().voids(), ended=_now(), **more)
        return self.reader()

    def close(self) -> None:
        """Release the lock of the folder."""
        self._lock.close()

    def __enter__(self) -> RunWriter:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _make(places: Iterable[Path]) -> None:
    """Create the folders that are missing."""
    for at, place in enumerate(places):
        try:
            place.mkdir(parents=not at, exist_ok=True)
        except OSError as error:
            raise RecordError(
                f"{place}: cannot be created ({error.strerror}); choose another --out."
            ) from None

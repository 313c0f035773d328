"""Reads a run folder: its manifest, its tables as lazy frames, and whether it is complete.

Reports and analyses start here. Nothing in a run folder is ever executed.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import polars as pl

from marchsim.errors import MarchsimError, RecordError, StateMismatch, nearest
from marchsim.files import literal
from marchsim.kernel.game import Table
from marchsim.recorder import journal, parquet, portion, tables
from marchsim.recorder import manifest as manifests
from marchsim.recorder.digest import digest
from marchsim.recorder.ledger import Ledger, repair
from marchsim.recorder.parts import UNREADABLE, Damaged, Missing, Part, check, columns, cover, read_sorted
from marchsim.recorder.portion import Span, span_of

LOOKS = 3  # a running run may merge parts while they are being read

EVENTS = "events"
UNRECORDED = 'Events are recorded where a configuration, or marchsim.run, says record = "events".'


class RunFolder:
    """A run folder for readers: `manifest`, `tables` (descriptions by name) and `scan(table)`.

    Reading returns exactly the stored bytes or raises an error (`parts.Damaged`, exit code 6).
    """

    def __init__(
        self,
        path: str | Path,
        told: Mapping[str, Any] | None = None,
        ledger: Ledger | None = None,
        check: bool = True,
    ) -> None:
        """Read manifest and ledger. A writer passes its own (`told`, `ledger`), and its parts are trusted."""
        self.path = Path(path)
        self._sound: set[Path] = set()
        self._trusted = ledger is not None
        self.manifest: dict[str, Any]
        self.ledger: Ledger
        if told is None or ledger is None:
            self._look()
        else:
            self.manifest, self.ledger = dict(told), ledger
        self.tables: dict[str, Table] = {
            name: tables.described(name, entry) for name, entry in self.manifest["tables"].items()
        }
        if "games" not in self.tables:
            raise StateMismatch(f"{self.path}: its manifest describes no table `games`; it is damaged.")
        self.portion = portion.of_manifest(self.manifest)
        if check and not self._trusted:
            self.check()
            self._check_plan()

    def _look(self) -> None:
        """Read manifest and ledger. Try again if a run in progress replaced its manifest meanwhile."""
        for look in range(1, LOOKS + 1):
            before = manifests.stamp(self.path)
            try:
                self.manifest = manifests.read(self.path)
                self.ledger = journal.load(self.path, self.manifest)
            except MarchsimError:
                if look == LOOKS or manifests.stamp(self.path) == before:
                    raise
            else:
                if manifests.stamp(self.path) == before:
                    return

    def check(self) -> None:
        """Check the ledger: real folders, the same games in every table, and the recorded digests."""
        for place in self.linked():
            raise StateMismatch(f"{place}: a symbolic link, where a folder must be; {repair(self.path)}")
        if self.ledger.broken:
            raise StateMismatch(f"{self.ledger.broken}; {repair(self.path)}")
        held = cover(self.parts("games"), self.portion)
        for name in tables.counted(self.tables):
            if cover(self.parts(name), self.portion) != held:
                raise StateMismatch(
                    f"{self.path / manifests.FILE}: tables.{name}: not the games of tables.games, so the "
                    f"manifest is damaged; {manifests.ANEW}."
                )

        for name, now in self.digests().items() if self.complete else ():
            if self.manifest["tables"][name].get("digest") not in (None, now):
                raise StateMismatch(
                    f"{self.path / manifests.FILE}: tables.{name}: its digest is not that of its parts, so "
                    f"the manifest is damaged; {manifests.ANEW}."
                )

    def _check_plan(self) -> None:
        """Check that the stored games belong to the plan, and that all are there if the run is complete."""
        total, held = portion.planned(self.manifest), self.stored()
        if total is None:
            return
        if held and held[-1][1] >= total:
            raise StateMismatch(
                f"{self.path}: stores game {self.portion.game(held[-1][1])}, but its plan has only {total:,} "
                "games; to resume it, repeat its `marchsim run` with as many --blocks as it stores."
            )
        if self.complete and not self.whole:
            raise StateMismatch(
                f"{self.path}: says that it is complete, but holds "
                f"{portion.games_in(held):,} of {total:,} games; `marchsim runs repair "
                f"{shlex.quote(str(self.path))}` lets the same `marchsim run` play the rest."
            )

    @property
    def whole(self) -> bool:
        """Whether all games of the plan, and no others, are stored."""
        return portion.is_whole(self.manifest, self.stored())

    def linked(self) -> list[Path]:
        """The folders of tables that are symbolic links."""
        places = (self.path / "tables", *(self.path / "tables" / name for name in self.tables))
        return [place for place in places if place.is_symlink()]

    @property
    def complete(self) -> bool:
        """Whether every game of the plan has been played and stored."""
        return bool(self.manifest.get("complete"))

    def scan(self, table: str) -> pl.LazyFrame:
        """A table as a lazy frame, with typed columns even if empty. Raises Damaged if a part is damaged."""
        if table not in self.tables:
            raise RecordError(
                f"{self.path}: there is no table {table!r}."
                f"{f' {UNRECORDED}' if table == EVENTS else nearest(table, self.tables)} "
                f"Known: {', '.join(self.tables)}."
            )
        found = self._checked(table)
        if not found:
            return pl.LazyFrame(schema=parquet.schema(self.tables[table]))
        return pl.scan_parquet([literal(part.lies_at()) for part in found], glob=False)

    def frames(self, table: str) -> list[pl.LazyFrame]:
        """A lazy frame for each part of a table, in order of games. Raises Damaged if a part is damaged."""
        return [pl.scan_parquet(literal(part.lies_at()), glob=False) for part in self._checked(table)]

    def _checked(self, table: str) -> list[Part]:
        """The parts of a table, after a check of each. A run in progress may merge some during the check."""
        if self.ledger.owed and not self._trusted:
            raise StateMismatch(
                f"{self.path}: games were lost, and not all of them are replayed yet; {repair(self.path)}"
            )
        for look in range(1, LOOKS + 1):
            found = self.parts(table)
            try:
                for part in found:
                    self._check(part, table)
            except Missing:
                if look == LOOKS or not self._moved_on():
                    raise
            else:
                return found
        raise AssertionError

    def _check(self, part: Part, table: str) -> None:
        if not self._trusted and part.path not in self._sound:
            check(part)
            if columns(part) != parquet.schema(self.tables[table]):
                raise Damaged(part, "its columns are not those of the manifest")
            self._sound.add(part.path)

    def _moved_on(self) -> bool:
        """Read the ledger again. Returns whether it has changed."""
        before = self.ledger.number
        self._look()
        return self.ledger.number != before

    def parts(self, table: str) -> list[Part]:
        """The parts of a table that the ledger names, in the order of their games."""
        place, known = self.path / "tables" / table, self.ledger.parts[table]
        return [Part(*span_of(name), place / name, known[name]) for name in self.ledger.names(table)]

    def stored(self) -> list[Span]:
        """The positions of the stored games, as spans that neither touch nor overlap."""
        return cover(self.parts("games"), self.portion)

    def read(self, part: Part, table: str) -> pl.DataFrame:
        """The rows of a part in the order of the key. Raises Damaged if the part is damaged."""
        return read_sorted(part, self.tables[table], sound=self._trusted or part.path in self._sound)

    def rows(self, table: str, first: int, last: int) -> pl.DataFrame:
        """The rows of games first..last, in the order of the key. Reads only the parts with such rows.

        For `timings`, these are the rows of chunks that begin with one of these games.
        """
        wanted, key = parquet.schema(self.tables[table]), self.tables[table].key
        found = [part for part in self.parts(table) if part.first <= last and first <= part.last]
        data = pl.concat([pl.DataFrame(schema=wanted), *(self.read(part, table) for part in found)])
        return data.filter(pl.col(key[0]).is_between(first, last))

    def digests(self) -> dict[str, str]:
        """The canonical digest of each table, computed from its parts. `timings` and `thinking` have none."""
        names = [name for name in self.tables if name not in tables.OUTSIDE_DIGESTS]
        return {name: digest(self.tables[name], self.ledger.total(name)) for name in names}

    def voids(self) -> dict[str, dict[str, int]]:
        """The number of void games by strategy at fault ('' if unknown) and by reason."""
        counts = self._void_games().group_by("strategy", "void").agg(pl.len()).sort("strategy", "void")
        found: dict[str, dict[str, int]] = {}
        for strategy, void, count in counts.collect().iter_rows():
            found.setdefault(strategy, {})[void] = count
        return found

    def void_example(self, strategy: str) -> int:
        """The number of the first game that `strategy` made void. '' stands for games of unknown fault."""
        first = self._void_games().filter(pl.col("strategy") == strategy).select(pl.col("game").min())
        return int(first.collect().item())

    def won(self) -> dict[tuple[str, int], tuple[int, int]]:
        """Games won and games played against an opponent, by variant and number of players."""
        against = self.scan("games").filter((pl.col("void") == "") & pl.col("opponent").is_not_null())
        counts = against.group_by(pl.col("variant").cast(pl.String), "players").agg(
            won=(pl.col("winners") != 0).sum(), games=pl.len()
        )
        return {(name, players): (won, games) for name, players, won, games in counts.collect().iter_rows()}

    def _void_games(self) -> pl.LazyFrame:
        games = self.scan("games").filter(pl.col("void") != "").select("game", "void", seat="void_seat")
        names = self.scan("seats").select("game", "seat", "strategy")
        return games.join(names, on=("game", "seat"), how="left").select(
            "game", pl.col("strategy").cast(pl.String).fill_null(""), pl.col("void").cast(pl.String)
        )


@contextmanager
def naming_damage(*paths: Path) -> Iterator[None]:
    """If a read of these run folders fails, raise an error that names the damaged part instead."""
    try:
        yield
    except UNREADABLE:
        for path in paths:
            folder = RunFolder(path)
            for name in folder.tables:
                for part in folder.parts(name):
                    read_sorted(part, folder.tables[name])
        raise

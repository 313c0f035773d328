"""Reading a run folder: its manifest, its tables as lazy frames, and whether it is whole.

Reports and analyses start here; nothing in a run folder is ever executed.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import polars as pl

from marchsim.errors import RecordError, nearest
from marchsim.kernel.game import Table
from marchsim.recorder import manifest as manifests
from marchsim.recorder import parquet, portion, tables
from marchsim.recorder.abreast import Going, abreast, largest_first
from marchsim.recorder.digest import TableDigest, ordered
from marchsim.recorder.parts import (
    UNREADABLE,
    Part,
    again,
    check_part,
    cover,
    disjoint,
    listed,
    positions,
    read_part,
)
from marchsim.recorder.portion import Span, within

LOOKS = 3  # a run that is going on may merge parts while they are being looked at


class RunFolder:
    """A run folder as a reader sees it: `.manifest`, `.tables` (descriptions by name) and `.scan(table)`."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self.manifest: dict[str, Any] = manifests.read(self.path)
        self.tables: dict[str, Table] = {
            name: tables.described(name, entry) for name, entry in self.manifest["tables"].items()
        }
        if "games" not in self.tables:
            raise RecordError(f"{self.path}: its manifest describes no table `games`; it is damaged.")
        try:
            self.portion = portion.of_manifest(self.manifest)
        except ValueError as error:
            raise RecordError(f"{self.path / manifests.FILE}: {error}; it is damaged.") from None

    @property
    def complete(self) -> bool:
        """Whether every game of the plan has been played and stored."""
        return bool(self.manifest.get("complete"))

    def scan(self, table: str) -> pl.LazyFrame:
        """Return a table as a lazy frame (typed and empty if it has no rows); damage is a RecordError."""
        if table not in self.tables:
            raise RecordError(
                f"{self.path}: there is no table {table!r}.{nearest(table, self.tables)} "
                f"Known: {', '.join(self.tables)}."
            )
        wanted = parquet.schema(self.tables[table])
        parts = self._checked(table, wanted)
        if not parts:
            return pl.LazyFrame(schema=wanted)
        return pl.scan_parquet([part.path for part in parts], glob=False)

    def _checked(self, table: str, wanted: dict[str, pl.DataType]) -> list[Part]:
        for look in range(1, LOOKS + 1):
            parts = self.parts(table)
            try:
                for part in parts:
                    check_part(part, wanted, self._sizes(table))
            except FileNotFoundError:
                if look == LOOKS:
                    raise
            else:
                return parts
        raise AssertionError

    def _sizes(self, table: str) -> dict[str, int]:
        sizes: dict[str, int] = self.manifest["tables"][table].get("parts", {})
        return sizes

    def parts(self, table: str) -> list[Part]:
        """Return the parts of a table that count in the order of their games.

        Games of the `games` table, or of the manifest, that it does not hold are an error; so are doubled
        ones. Parts whose games are not in `games` are leftovers of a crash and do not count.
        """
        games = listed(self.path, "games")  # looked at first: a run that is going on writes it last
        found = listed(self.path, table)
        disjoint(found)
        if table == "items":
            self._present(table, [name for name in self._sizes(table) if not _named(found, name)])
            return found
        if table != "games" and table not in tables.OUTSIDE_DIGESTS:
            committed = cover(games, self.portion)
            found = [part for part in found if within(positions(part, self.portion), committed)]
            held = cover(found, self.portion)
            self._present(table, [p.path.name for p in games if not within(positions(p, self.portion), held)])
        held = cover(found, self.portion)
        self._present(table, [name for name in self._sizes(table) if not within(self._span(name), held)])
        return found

    def _span(self, name: str) -> Span:
        span = manifests.part_range(name)
        assert span is not None, name
        return positions(Part(*span, self.path / name), self.portion)

    def _present(self, table: str, missing: list[str]) -> None:
        if missing:
            name = manifests.part_name(*manifests.span_of(missing[0]))
            raise RecordError(f"{self.path / 'tables' / table / name}: missing. {again(self.path)}")

    def stored(self) -> list[Span]:
        """Return the positions of the stored games, those that follow each other as one."""
        return cover(self.parts("games"), self.portion)

    def rows(self, table: str, first: int, last: int) -> pl.DataFrame:
        """Return the rows of games first..last (of `timings`: chunks that begin there) in order of the key.

        Only the parts that hold any are read.
        """
        wanted = parquet.schema(self.tables[table])
        found = [part for part in self.parts(table) if part.first <= last and first <= part.last]
        data = pl.concat([pl.DataFrame(schema=wanted), *(read_part(part, wanted) for part in found)])
        key = self.tables[table].key
        return ordered(data.filter(pl.col(key[0]).is_between(first, last)), key)

    def digests(self) -> dict[str, str]:
        """Return the canonical digest of each table, computed from its rows (`timings` has none)."""
        return {name: digest for name, (digest, _) in self.digested().items()}

    def digested(self) -> dict[str, tuple[str, int]]:
        """Return the canonical digest of each table and the number of its rows; damage is Damaged."""
        names = [name for name in self.tables if name not in tables.OUTSIDE_DIGESTS]
        found = abreast(largest_first(self.path, names), self._digest)
        return {name: found[name] for name in names}

    def _digest(self, table: str, going: Going) -> tuple[str, int]:
        digest = TableDigest(self.tables[table])
        wanted = parquet.schema(self.tables[table])
        for part in self.parts(table):
            going.on()
            digest.update(ordered(read_part(part, wanted), self.tables[table].key))
        return digest.hexdigest(), digest.rows

    def voids(self) -> dict[str, dict[str, int]]:
        """Return the number of void games by strategy at fault ('' if not known) and reason."""
        counts = self._void_games().group_by("strategy", "void").agg(pl.len()).sort("strategy", "void")
        found: dict[str, dict[str, int]] = {}
        for strategy, void, count in counts.collect().iter_rows():
            found.setdefault(strategy, {})[void] = count
        return found

    def void_example(self, strategy: str) -> int:
        """Return the number of the first void game of a strategy ('' if nobody is known to be at fault)."""
        first = self._void_games().filter(pl.col("strategy") == strategy).select(pl.col("game").min())
        return int(first.collect().item())

    def won(self) -> dict[tuple[str, int], tuple[int, int]]:
        """Return games won together and games, by variant and players, of games against an opponent."""
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
    """Where bytes of a scanned run folder cannot be read, raise the RecordError that names the part."""
    try:
        yield
    except UNREADABLE:
        for path in paths:
            folder = RunFolder(path)
            for name, table in folder.tables.items():
                for part in folder.parts(name):
                    read_part(part, parquet.schema(table))
        raise


def _named(parts: list[Part], name: str) -> bool:
    return any(part.path.name == name for part in parts)

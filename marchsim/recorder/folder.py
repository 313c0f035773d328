"""Reading a run folder: its manifest, its tables as lazy frames, and whether it is whole.

Reports and analyses start here; nothing in a run folder is ever executed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import polars as pl

from marchsim.errors import RecordError, nearest
from marchsim.kernel.game import Table
from marchsim.recorder import manifest as manifests
from marchsim.recorder import parquet, tables
from marchsim.recorder.digest import TableDigest, ordered


@dataclass(frozen=True, order=True)
class Part:
    """A stored file of one table: it holds the rows of games first..last."""

    first: int
    last: int
    path: Path


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
        parts = self.parts(table)
        for part in parts:
            check_part(part, wanted, self.manifest["tables"][table].get("parts", {}))
        if not parts:
            return pl.LazyFrame(schema=wanted)
        return pl.scan_parquet([part.path for part in parts], glob=False)

    def parts(self, table: str) -> list[Part]:
        """Return the stored parts of a table in the order of their games.

        A missing or doubled one is an error.
        """
        found = listed(self.path, table)
        listed_names = set(self.manifest["tables"][table].get("parts", {}))
        missing = sorted(listed_names - {part.path.name for part in found})
        if table not in ("items", *tables.OUTSIDE_DIGESTS):
            committed = [(part.first, part.last) for part in listed(self.path, "games")]
            by_range = {(part.first, part.last): part for part in found}
            missing += [manifests.part_name(*span) for span in committed if span not in by_range]
            found = [by_range[span] for span in committed if span in by_range]
        if missing:
            raise RecordError(f"{self.path / 'tables' / table / missing[0]}: missing. {again(self.path)}")
        for before, after in pairwise(found):
            if after.first <= before.last:
                raise RecordError(
                    f"{after.path}: holds games that {before.path.name} holds too; remove one of the "
                    "two parts."
                )
        return found

    def digests(self) -> dict[str, str]:
        """Return the canonical digest of each table, computed from its rows (`timings` has none)."""
        return {name: self.digest(name)[0] for name in self.tables if name not in tables.OUTSIDE_DIGESTS}

    def digest(self, table: str) -> tuple[str, int]:
        """Return the canonical digest of a table, computed from its rows, and their number."""
        digest = TableDigest(self.tables[table])
        wanted = parquet.schema(self.tables[table])
        for part in self.parts(table):
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


def listed(folder: Path, table: str) -> list[Part]:
    """Return the part files of a table in the order of their games, whatever the manifest says."""
    place = folder / "tables" / table
    names = sorted(entry.name for entry in place.iterdir() if entry.is_file()) if place.is_dir() else []
    spans = ((manifests.part_range(name), name) for name in names)
    return sorted(Part(*span, place / name) for span, name in spans if span is not None)


def check_part(part: Part, wanted: Mapping[str, pl.DataType], sizes: Mapping[str, int]) -> None:
    """Raise a RecordError if a part is not of the size that was stored, not Parquet, or of other columns."""
    size = part.path.stat().st_size
    expected = sizes.get(part.path.name, size)
    if size != expected:
        raise RecordError(
            f"{part.path}: damaged ({size} bytes, and {expected} were stored). {again(part.path.parents[2])}"
        )
    try:
        with part.path.open("rb") as stream:  # by its path, a folder with brackets would be a pattern
            found = dict(pl.read_parquet_schema(stream))
    except (pl.exceptions.PolarsError, OSError) as error:
        raise RecordError(f"{part.path}: damaged ({_line(error)}). {again(part.path.parents[2])}") from None
    if found != wanted:
        raise RecordError(
            f"{part.path}: its columns are not those of the manifest. {again(part.path.parents[2])}"
        )


def read_part(part: Part, wanted: dict[str, pl.DataType]) -> pl.DataFrame:
    """Return the rows of a part; damage is a RecordError."""
    try:
        data = pl.read_parquet(part.path, columns=list(wanted), glob=False)
    except (pl.exceptions.PolarsError, OSError) as error:
        raise RecordError(f"{part.path}: damaged ({_line(error)}). {again(part.path.parents[2])}") from None
    if dict(data.schema) != wanted:
        raise RecordError(
            f"{part.path}: its columns are not those of the manifest. {again(part.path.parents[2])}"
        )
    return data


def again(folder: Path) -> str:
    """Return the advice that makes a damaged folder whole."""
    return f"`marchsim run CONFIG --out {folder}` with the configuration of this run plays its games again."


def _line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0][:200]


def spans(parts: Iterable[Part]) -> list[tuple[int, int]]:
    """Return the ranges of games of some parts."""
    return [(part.first, part.last) for part in parts]

"""The files of a table: which count, what they hold, and what is said of one that is damaged.

`part-A-B.parquet` holds the rows of the folder's games A to B. `.part-A-B.merged` is the same about to take
the place of the smaller parts in A to B: from the moment it has this name it counts and they do not.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import polars as pl
from polars.exceptions import PanicException, PolarsError

from marchsim.errors import RecordError
from marchsim.recorder import manifest as manifests
from marchsim.recorder.portion import Portion, Span, coalesced

UNREADABLE = (PolarsError, PanicException)  # what polars raises over bytes that are not what was written


@dataclass(frozen=True, order=True)
class Part:
    """A stored file of one table: it holds the rows of games first..last."""

    first: int
    last: int
    path: Path

    @property
    def merged(self) -> bool:
        """Return whether it is about to take the place of smaller parts."""
        return self.path.name.endswith(manifests.MERGED)


class Damaged(RecordError):
    """A part that cannot be read; its games can be played again."""

    def __init__(self, part: Part, problem: str) -> None:
        super().__init__(f"{part.path}: {problem} {again(part.path.parents[2])}")
        self.part = part


def listed(folder: Path, table: str) -> list[Part]:
    """Return the parts of a table that count in the order of their games, whatever the manifest says."""
    place = folder / "tables" / table
    names = sorted(entry.name for entry in place.iterdir() if entry.is_file()) if place.is_dir() else []
    found = [Part(*span, place / name) for name in names if (span := manifests.part_range(name))]
    for name in names:
        span = manifests.merged_range(name)
        if span is not None:
            new = Part(*span, place / name)
            found = [part for part in found if not inside(part, new)] + [new]
    return sorted(found)


def inside(part: Part, whole: Part) -> bool:
    """Return whether the games of a part are among those of another."""
    return whole.first <= part.first and part.last <= whole.last


def disjoint(parts: Iterable[Part]) -> None:
    """Raise a RecordError if two parts (in order) hold the same games."""
    for before, after in pairwise(parts):
        if after.first <= before.last:
            raise RecordError(
                f"{after.path}: holds games that {before.path.name} holds too; remove one of the two parts."
            )


def positions(part: Part, portion: Portion) -> Span:
    """Return first and last position of a part; RecordError if its name is not of this portion."""
    try:
        return portion.position(part.first), portion.position(part.last)
    except ValueError as error:
        raise RecordError(f"{part.path}: {error}; remove that file.") from None


def cover(parts: Iterable[Part], portion: Portion) -> list[Span]:
    """Return the positions that parts hold, coalesced."""
    return coalesced(positions(part, portion) for part in parts)


def check_part(part: Part, wanted: Mapping[str, pl.DataType], sizes: Mapping[str, int]) -> None:
    """Raise Damaged if a part is not of the size that was stored, not Parquet, or of other columns."""
    size = part.path.stat().st_size
    expected = sizes.get(part.path.name, size)
    if size != expected:
        raise Damaged(part, f"damaged ({size} bytes, and {expected} were stored).")
    try:
        with part.path.open("rb") as stream:  # by its path, a folder with brackets would be a pattern
            found = dict(pl.read_parquet_schema(stream))
    except (*UNREADABLE, OSError) as error:
        raise Damaged(part, f"damaged ({_line(error)}).") from None
    if found != wanted:
        raise Damaged(part, "its columns are not those of the manifest.")


def read_part(part: Part, wanted: dict[str, pl.DataType]) -> pl.DataFrame:
    """Return the rows of a part; damage is an error."""
    try:
        data = pl.read_parquet(part.path, columns=list(wanted), glob=False)
    except (*UNREADABLE, OSError) as error:
        raise Damaged(part, f"damaged ({_line(error)}).") from None
    if dict(data.schema) != wanted:
        raise Damaged(part, "its columns are not those of the manifest.")
    return data


def again(folder: Path) -> str:
    """Return the advice that makes a damaged folder whole."""
    return f"`marchsim run CONFIG --out {folder}` with the configuration of this run plays its games again."


def _line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0][:200]

"""The files of a table. A file is read only if it equals its entry in the ledger, byte for byte.

`read_untrusted` reads Parquet files of others. It counts the rows first.
"""

from __future__ import annotations

import errno
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO

import polars as pl
from polars.exceptions import PanicException, PolarsError

from marchsim import files
from marchsim.errors import RecordError, StateMismatch
from marchsim.kernel.game import Table
from marchsim.recorder import parquet, portion
from marchsim.recorder.digest import ordered, summed
from marchsim.recorder.ledger import StoredPart, repair
from marchsim.recorder.parquet import quiet
from marchsim.recorder.portion import Portion, Span, coalesced

UNREADABLE = (PolarsError, PanicException)  # what polars raises for damaged bytes
LARGEST = 1_000_000_000  # bytes of a part: ours have a few millions
_PIECE = 1 << 20


@dataclass(frozen=True)
class Part:
    """A stored file of one table, with the rows of games first..last."""

    first: int
    last: int
    path: Path
    entry: StoredPart

    def opened(self) -> BinaryIO:
        """Open the file under its final or its temporary name. Any problem is an OSError."""
        if self.entry.token:
            try:
                return files.reading(self.waiting, own=True)
            except FileNotFoundError:
                pass  # it has its final name by now
        return files.reading(self.path, own=True)

    def lies_at(self) -> Path:
        """The path of the file at present, final or temporary."""
        return self.waiting if self.entry.token and self.waiting.exists() else self.path

    @property
    def waiting(self) -> Path:
        """The path of the file while it has its temporary name."""
        return self.path.with_name(portion.waiting_name(self.path.name, self.entry.token))


@dataclass(frozen=True)
class Encoded:
    """The rows of some games as the bytes of a file, with their ledger entry."""

    content: bytes
    entry: StoredPart

    def rows(self) -> pl.DataFrame:
        """The rows, decoded from the bytes."""
        return pl.read_parquet(BytesIO(self.content))


class Damaged(StateMismatch):
    """Raised for a part that differs from its ledger entry. Its games can be replayed."""

    def __init__(self, part: Part, problem: str) -> None:
        super().__init__(f"{part.path}: {problem}; {repair(part.path.parents[2])}")
        self.part = part
        self.problem = problem


class Missing(Damaged):
    """Raised for a part whose file does not exist."""


def encoded(table: Table, data: pl.DataFrame) -> Encoded:
    """Encode rows, which must be in the order of the key, as a file to be stored."""
    content = parquet.encode(data)
    return Encoded(content, StoredPart(len(content), sha256(content).hexdigest(), summed(table, data)))


def check(part: Part) -> None:
    """Raise Damaged if a part differs from its ledger entry in any byte."""
    with _as_damaged(part), part.opened() as stream:
        _compare(part, *_measured(stream))


def read(part: Part, wanted: Mapping[str, pl.DataType], sound: bool = False) -> pl.DataFrame:
    """Read the rows of a part. Raises Damaged unless they are as stored. `sound` skips the check of bytes."""
    with _as_damaged(part):
        with part.opened() as stream:
            content = stream.read(LARGEST + 1)
        if not sound or len(content) != part.entry.size:
            _compare(part, len(content), sha256(content).hexdigest())
        if _rows(content) != part.entry.sum.rows:
            raise Damaged(part, "damaged: its number of rows is not what was stored")
        data = pl.read_parquet(BytesIO(content), columns=list(wanted))
    if dict(data.schema) != dict(wanted):
        raise Damaged(part, "its columns are not those of the manifest")
    return data


def read_sorted(part: Part, table: Table, sound: bool = False) -> pl.DataFrame:
    """The rows of a part in the order of the table's key."""
    return ordered(read(part, parquet.schema(table), sound), table.key)


def columns(part: Part) -> dict[str, pl.DataType]:
    """The name and stored type of each column of a part. Raises Damaged if they cannot be read."""
    with _as_damaged(part), part.opened() as stream:
        return dict(pl.read_parquet_schema(stream))


def _rows(content: bytes) -> int:
    """The number of rows according to the metadata of a file, without unpacking them."""
    return int(pl.scan_parquet(BytesIO(content)).select(pl.len()).collect().item())


def _measured(stream: BinaryIO) -> tuple[int, str]:
    """The number of bytes and their SHA-256. Reads no more than the maximum size of a part."""
    size, found = 0, sha256()
    while size <= LARGEST and (piece := stream.read(_PIECE)):
        size += len(piece)
        found.update(piece)
    return size, found.hexdigest()


def _compare(part: Part, size: int, checksum: str) -> None:
    if size != part.entry.size:
        raise Damaged(part, f"damaged: {size:,} bytes, and {part.entry.size:,} were stored")
    if part.entry.sha256 != checksum:
        raise Damaged(part, "damaged: its bytes are not those that were stored")


@contextmanager
def _as_damaged(part: Part) -> Iterator[None]:
    """If reading a part fails, raise Damaged instead."""
    try:
        yield
    except FileNotFoundError:
        raise Missing(part, "missing") from None
    except OSError as error:
        raise Damaged(part, f"cannot be read: {error.strerror or error}") from None
    except MemoryError:
        raise Damaged(part, "needs more memory than there is") from None
    except UNREADABLE as error:
        raise Damaged(part, f"damaged: {str(error).strip().partition(chr(10))[0][:200]}") from None


def positions(part: Part, portion: Portion) -> Span:
    """The first and last position of a part. Raises RecordError if its games belong to another portion."""
    try:
        return portion.position(part.first), portion.position(part.last)
    except ValueError as error:
        raise RecordError(f"{part.path}: {error}, so the manifest is damaged.") from None


def cover(parts: Iterable[Part], portion: Portion) -> list[Span]:
    """The positions that these parts have, as spans that neither touch nor overlap."""
    return coalesced(positions(part, portion) for part in parts)


Choose = Callable[[list[str]], Sequence[str]]


def read_untrusted(
    path: Path, most: int, choose: Choose = list, own: bool = False, sums: Collection[str] | None = None
) -> pl.DataFrame:
    """Read the columns of a file that `choose` selects from the list of their names.

    Raises OSError for any fault, and for a file of more than `most` rows. The file's footer gives this
    number, so no row is unpacked first. If `own`, a symbolic link is refused. If `sums` is given, a file
    whose SHA-256 is not in it is refused.
    """
    with files.reading(path, own) as stream:
        if sums is not None:
            if sha256(stream.read()).hexdigest() not in sums:
                raise OSError(errno.EINVAL, "not what was written, so it is damaged", str(path))
            stream.seek(0)
        return read_stream(stream, path, most, choose)


def sums_of(manifest: Mapping[str, Any]) -> dict[str, list[str]] | None:
    """The SHA-256 sums of each file in a study's manifest. None if an earlier version wrote the manifest."""
    if "sums" not in manifest:
        return None
    noted = manifest["sums"] if isinstance(manifest["sums"], dict) else {}
    return {name: sums for name, sums in noted.items() if isinstance(sums, list)}


def read_stream(stream: BinaryIO, path: Path, most: int, choose: Choose = list) -> pl.DataFrame:
    """Read an open file as `read` does. `path` is its name in errors."""
    try:
        with quiet():
            wanted = list(choose(list(pl.read_parquet_schema(stream))))
            stream.seek(0)
            count = int(pl.scan_parquet(stream).select(pl.len()).collect().item())
            if count > most:
                raise OSError(errno.EFBIG, f"{count:,} rows, more than {most:,}", str(path))
            stream.seek(0)
            return pl.read_parquet(stream, columns=wanted)
    except UNREADABLE as error:
        told = (str(error).strip().splitlines() or [""])[0][:200]
        raise OSError(errno.EINVAL, f"not a readable Parquet file ({told})", str(path)) from None
    except MemoryError:
        raise OSError(errno.ENOMEM, "needs more memory than there is", str(path)) from None

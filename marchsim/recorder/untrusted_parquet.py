"""Reads untrusted Parquet files. Counts the rows first, and hides the text of panics in polars."""

from __future__ import annotations

import errno
from collections.abc import Callable, Collection, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, BinaryIO

import polars as pl

from marchsim import files
from marchsim.recorder.parts import UNREADABLE
from marchsim.recorder.polars_panics import quiet

Choose = Callable[[list[str]], Sequence[str]]


def read(
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
        return of(stream, path, most, choose)


def sums_of(manifest: Mapping[str, Any]) -> dict[str, list[str]] | None:
    """The SHA-256 sums of each file in a study's manifest. None if an earlier version wrote the manifest."""
    if "sums" not in manifest:
        return None
    noted = manifest["sums"] if isinstance(manifest["sums"], dict) else {}
    return {name: sums for name, sums in noted.items() if isinstance(sums, list)}


def of(stream: BinaryIO, path: Path, most: int, choose: Choose = list) -> pl.DataFrame:
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

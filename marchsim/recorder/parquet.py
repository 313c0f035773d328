"""Converts columns of integers to typed Parquet and back: narrow types, labels as text, nulls.

It works on whole columns, since its cost must be small beside that of playing the games.

`quiet` keeps the raw text of a crash inside polars off the terminal. The exception itself is still raised.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from io import BytesIO
from typing import IO, Any

import numpy as np
import polars as pl
from polars.exceptions import PanicException

from marchsim.kernel.game import Column, Table

NULL = -(2**63)
_TYPES: dict[str, tuple[pl.DataType, Any]] = {  # as stored, and in arrays
    "i8": (pl.Int8(), np.int8),
    "i16": (pl.Int16(), np.int16),
    "i32": (pl.Int32(), np.int32),
    "i64": (pl.Int64(), np.int64),
    "u64": (pl.UInt64(), np.uint64),
    "f64": (pl.Float64(), np.float64),
    "str": (pl.String(), None),
    "bool": (pl.Boolean(), np.bool_),
}


def dtype(column: Column) -> pl.DataType:
    """The stored type of a column.

    Labels become plain text (which Parquet stores as a dictionary). Enumerations with different labels could
    be neither joined nor concatenated.
    """
    return _TYPES[column.dtype][0]


def schema(table: Table) -> dict[str, pl.DataType]:
    """The stored type of each column of a table, in order."""
    return {column.name: dtype(column) for column in table.columns}


def frame(table: Table, columns: Mapping[str, Any]) -> pl.DataFrame:
    """The rows of a table as a typed frame.

    A column is an int64 array or a list. In an array NULL means null, labels are indices (-1 for null), and
    the values of some columns are codes of texts. A list has texts or numbers, and None for null. Raises
    OverflowError if a value does not fit its column's type, so that a description that is too narrow is
    noticed.
    """
    return pl.DataFrame([_series(column, columns[column.name]) for column in table.columns])


def split(array: Any, names: Sequence[str]) -> dict[str, Any]:
    """The columns of a row-major (rows, columns) array by name, each contiguous."""
    assert array.ndim == 2 and array.shape[1] == len(names), (array.shape, names)
    turned = np.ascontiguousarray(array.T)
    return {name: turned[at] for at, name in enumerate(names)}


def relabelled(values: Any, labels: Sequence[str], merged: Sequence[str]) -> Any:
    """Convert indices into `labels` to indices into `merged`. -1 stays -1."""
    if tuple(labels) == tuple(merged):
        return values
    place = {label: at for at, label in enumerate(merged)}
    return np.array([place[label] for label in labels] + [-1], dtype=np.int64)[values]


def _series(column: Column, values: Any) -> pl.Series:
    if not isinstance(values, np.ndarray):
        return pl.Series(column.name, values, dtype=dtype(column))
    if column.labels:
        return _labelled(column, values)
    if column.spelled is not None:
        return _spelled(column, column.spelled, values)
    null = column.null
    if len(values) and values.dtype == np.int64:
        holes = values == NULL if null is None else (values == NULL) | (values == null)
        if holes.any():
            narrow = _narrow(column, np.where(holes, 0, values))
            return narrow.set(pl.Series(holes), None)
    return _narrow(column, values)


def _narrow(column: Column, values: Any) -> pl.Series:
    narrow = values.astype(_TYPES[column.dtype][1])
    if not np.array_equal(narrow, values):
        raise OverflowError(f"column {column.name}: a value does not fit {column.dtype}")
    return pl.Series(column.name, narrow)


def _labelled(column: Column, values: Any) -> pl.Series:
    labels = pl.Series(column.name, column.labels, dtype=pl.String)
    if len(values) and int(values.min()) < 0:
        return labels.gather(pl.Series(values).cast(pl.UInt32, strict=False)).alias(column.name)
    return labels.gather(values).alias(column.name)


def _spelled(column: Column, spelled: Callable[[int], str], values: Any) -> pl.Series:
    codes = pl.Series(column.name, values)
    known = codes.unique()
    texts = pl.Series(column.name, [spelled(code) for code in known], dtype=pl.String)
    return codes.replace_strict(known, texts, return_dtype=pl.String) if len(codes) else texts


def encode(data: pl.DataFrame) -> bytes:
    """A frame as the bytes of a Parquet file."""
    buffer = BytesIO()
    data.write_parquet(buffer, compression="zstd", compression_level=3)
    return buffer.getvalue()


MOST = 1_000_000  # bytes of held-back output that are shown in the end
LATE = 0.05  # seconds in which other threads of polars finish reporting that they crashed too
_STDERR = 2
_BEGINS = re.compile(rb"\n?thread '[^'\n]*' (\(\d+\) )?panicked at ")


class _Descriptor:
    """The redirected file descriptor 2 (standard error), shared by all threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._depth = 0
        self._taken: tuple[int, IO[bytes]] | None = None

    def hold(self) -> None:
        with self._lock:
            if self._depth == 0:
                self._taken = _taken()
            self._depth += 1

    def release(self) -> None:
        with self._lock:
            self._depth -= 1
            if self._depth or self._taken is None:
                return
            terminal, file = self._taken
            self._taken = None
            _flush()
            os.dup2(terminal, _STDERR)
            os.close(terminal)
            with file:
                file.seek(0)
                told = said(file.read(MOST))
            if told:
                os.write(_STDERR, told)


_held = _Descriptor()


@contextmanager
def quiet() -> Iterator[None]:
    """Hold back standard error, and show it afterwards without the text of a Rust panic.

    Use it around calls of polars that read untrusted bytes. Calls may be nested and come from several
    threads. A process that is started meanwhile inherits the redirection. MARCHSIM_DEBUG=1 shows everything.
    """
    if os.environ.get("MARCHSIM_DEBUG", "") not in ("", "0"):
        yield
        return
    _held.hold()
    try:
        yield
    except PanicException:
        time.sleep(LATE)
        raise
    finally:
        _held.release()


def said(text: bytes) -> bytes:
    """The held-back text up to the first panic. The message and the stack of the panic are left out."""
    panic = _BEGINS.search(text)
    return text if panic is None else text[: panic.start()]


def _taken() -> tuple[int, IO[bytes]] | None:
    """Redirect file descriptor 2 to a file. None if it is closed, or if the file cannot be made."""
    _flush()
    try:
        terminal = os.dup(_STDERR)
    except OSError:
        return None
    try:
        file = tempfile.TemporaryFile()  # noqa: SIM115  (closed by `release`)
    except OSError:
        os.close(terminal)
        return None
    except BaseException:
        os.close(terminal)
        raise
    os.dup2(file.fileno(), _STDERR)
    return terminal, file


def _flush() -> None:
    try:
        sys.stderr.flush()
    except (AttributeError, OSError, ValueError):  # closed, or none
        return

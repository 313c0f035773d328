"""Converts columns of integers to typed Parquet and back: narrow types, labels as text, nulls.

It works on whole columns, since its cost must be small beside that of playing the games.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from io import BytesIO
from typing import Any

import numpy as np
import polars as pl

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

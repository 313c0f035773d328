"""The canonical digest of a table: equal for equal rows, however they were chunked, ordered or stored.

Rows are taken in the order of their key. Every column is a stream of its own: fixed-width little-endian
values with one byte a row that says whether there is one, or the bytes of texts with their lengths (32
bits, all ones for null). The digest covers names and kinds of the columns in schema order and the digest of
each stream (SHA-256).
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

import numpy as np
import polars as pl

from marchsim.kernel.game import Table

_WIDTH = {"i8": "<i1", "i16": "<i2", "i32": "<i4", "i64": "<i8", "u64": "<u8", "f64": "<f8", "bool": "<u1"}
_NULL_LENGTH = 2**32 - 1


class TableDigest:
    """Takes a table's rows in key order, piece by piece, and says its digest."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.rows = 0
        self._texts = [column.name for column in table.columns if column.dtype == "str"]
        self._streams = [(sha256(), sha256()) for _ in table.columns]

    def update(self, data: pl.DataFrame) -> None:
        """Take the next rows; they must follow the rows before in the order of the key."""
        self.rows += data.height
        texts = data.select(pl.col(name).cast(pl.String) for name in self._texts)
        lengths = texts.select(pl.all().str.len_bytes().fill_null(_NULL_LENGTH))
        contents = texts.select(pl.all().fill_null("").str.join(""))
        for column, (marks, values) in zip(self.table.columns, self._streams, strict=True):
            if column.name in self._texts:
                marks.update(_bytes(lengths[column.name], "<u4"))
                values.update((contents[column.name].item() or "").encode())
            else:
                _update(marks, values, data[column.name], _WIDTH[column.dtype])

    def hexdigest(self) -> str:
        """Return the digest of all rows taken so far."""
        whole = sha256(f"{self.table.name}\n{self.rows}\n".encode())
        for column, (marks, values) in zip(self.table.columns, self._streams, strict=True):
            whole.update(f"{column.name} {column.dtype} {marks.hexdigest()} {values.hexdigest()}\n".encode())
        return whole.hexdigest()


def _update(marks: Any, values: Any, series: pl.Series, width: str) -> None:
    if series.null_count():
        marks.update(_bytes(series.is_not_null(), "<u1"))
        series = series.fill_null(False if series.dtype == pl.Boolean else 0)
    else:
        marks.update(b"\1" * len(series))
    values.update(_bytes(series, width))


def _bytes(series: pl.Series, width: str) -> Any:
    array = np.ascontiguousarray(series.to_numpy().astype(width, copy=False))
    if width == "<f8":
        array = array + 0.0  # -0.0 equals 0.0
    return array.view(np.uint8).data


def ordered(data: pl.DataFrame, key: tuple[str, ...]) -> pl.DataFrame:
    """Return the rows in the order of the key (a frame already in order is only looked at)."""
    return data if _is_in_order(data, key) else data.sort(in_order(data.schema, key))


def _is_in_order(data: pl.DataFrame, key: tuple[str, ...]) -> bool:
    """Return whether rows are in the order of a key; where only sorting would tell, say no."""
    level = np.ones(max(0, data.height - 1), dtype=bool)  # rows that are equal so far to the one before
    for name in key:
        places = _places(data[name])
        if places is None or (level & (places[1:] < places[:-1])).any():
            return False
        level &= places[1:] == places[:-1]
    return True


def _places(series: pl.Series) -> Any:
    """Return numbers that are ordered like the values of a series, if that is soon done."""
    if series.dtype.is_integer() and not series.null_count():
        return series.to_numpy()
    if isinstance(series.dtype, pl.Enum) and not series.null_count():
        return series.dtype.categories.rank("dense").to_numpy()[series.to_physical().to_numpy()]
    return None


def in_order(schema: Mapping[str, pl.DataType], key: tuple[str, ...]) -> list[pl.Expr]:
    """Return what a table is sorted by: its key, texts as texts even where they are enumerations."""
    return [
        pl.col(name).cast(pl.String) if isinstance(schema[name], (pl.Enum, pl.Categorical)) else pl.col(name)
        for name in key
    ]

"""The canonical digest of a table.

Equal rows have equal digests, no matter how they were chunked, ordered, merged or stored.

Each game's rows (in a table without games: the rows with the same first field of the key) are put in the
order of the key and hashed (SHA-256). The hashes of all games are added up modulo 2**256. So a worker sums
its own games, the sums of parts add up to that of their union, and merged parts can be compared with the
original ones. The digest is the hash of the table's name, its columns, the number of rows and that sum. It
detects damage, loss and duplication, but not a folder that was forged together with its manifest.

To be hashed, a row becomes a bit for each column (whether there is a value), and then a fixed-width
little-endian number for each column. This number is 0 if there is no value. For a text, it is the first eight
bytes of the text's SHA-256.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import Any

import numpy as np
import polars as pl

from marchsim.kernel.game import Table

MODULUS = 2**256
MARKS = "*"  # no name of a column
FEW = 500  # texts, of which each by itself takes less time than to find those that are equal
_WIDTH = {
    "i8": "<i1", "i16": "<i2", "i32": "<i4", "i64": "<i8", "u64": "<u8", "f64": "<f8", "bool": "<u1",
    "str": "<u8",
}  # fmt: skip


@dataclass(frozen=True)
class Sum:
    """The number of rows in a table, and the sum of the hashes of its games."""

    rows: int = 0
    value: int = 0

    def __add__(self, other: Sum) -> Sum:
        return Sum(self.rows + other.rows, (self.value + other.value) % MODULUS)

    def __sub__(self, other: Sum) -> Sum:
        return Sum(self.rows - other.rows, (self.value - other.value) % MODULUS)


def summed(table: Table, data: pl.DataFrame) -> Sum:
    """The number of rows and the sum of the hashes of their games.

    Rows must be in the order of the key, and all rows of a game must be in one call.
    """
    if not data.height:
        return Sum()
    packed = _packed(table, data)
    rows = memoryview(packed).cast("B")
    width = len(rows) // data.height
    first = packed[table.key[0]]
    starts = (np.flatnonzero(first[1:] != first[:-1]) + 1) * width
    value, start = 0, 0
    for end in [*starts.tolist(), len(rows)]:
        value += int.from_bytes(sha256(rows[start:end]).digest(), "little")
        start = end
    return Sum(data.height, value % MODULUS)


def digest(table: Table, whole: Sum) -> str:
    """The digest of a table, given the sum of its rows."""
    told = [table.name, *(f"{column.name} {column.dtype}" for column in table.columns)]
    return sha256("\n".join([*told, str(whole.rows), f"{whole.value:064x}"]).encode()).hexdigest()


def _packed(table: Table, data: pl.DataFrame) -> Any:
    """The rows as an array of records, in the byte layout that is hashed."""
    marks = (len(table.columns) + 7) // 8
    kinds = [(MARKS, np.uint8, (marks,)), *((c.name, _WIDTH[c.dtype]) for c in table.columns)]
    rows = np.empty(data.height, dtype=np.dtype(kinds))
    rows[MARKS] = 255
    gaps = [(at, column) for at, column in enumerate(table.columns) if data[column.name].null_count()]
    if gaps:
        nulls = data.select(pl.col(column.name).is_null() for _, column in gaps)
        for at, column in gaps:
            absent = nulls[column.name].to_numpy()
            rows[MARKS][:, at // 8] &= np.where(absent, 255 - (1 << at % 8), 255).astype(np.uint8)
        data = data.with_columns(
            pl.col(column.name).fill_null(False if data.schema[column.name] == pl.Boolean else 0)
            for _, column in gaps
            if column.dtype != "str"
        )
    for column in table.columns:
        series = data[column.name]
        if column.dtype == "str":
            rows[column.name] = _texts(series)
        elif column.dtype == "f64":
            rows[column.name] = series.to_numpy() + 0.0  # -0.0 equals 0.0
        else:
            rows[column.name] = series.to_numpy()
    return rows


def _texts(series: pl.Series) -> Any:
    """The hash of each text, as a number. 0 for null."""
    texts = series.cast(pl.String)
    if len(texts) <= FEW or 4 * len(unique := texts.drop_nulls().unique()) > len(texts):
        return np.array([0 if text is None else _text(text) for text in texts.to_list()], dtype=np.uint64)
    numbers = pl.Series([_text(text) for text in unique], dtype=pl.UInt64)
    return texts.replace_strict(unique, numbers, default=None, return_dtype=pl.UInt64).fill_null(0).to_numpy()


@lru_cache(2**12)
def _text(text: str) -> int:
    return int.from_bytes(sha256(text.encode()).digest()[:8], "little")


def ordered(data: pl.DataFrame, key: tuple[str, ...]) -> pl.DataFrame:
    """The rows in the order of the key. They are sorted only if they are not yet in this order."""
    return data if _is_in_order(data, key) else data.sort(key)


def _is_in_order(data: pl.DataFrame, key: tuple[str, ...]) -> bool:
    """Whether rows are in the order of a key. False if there are nulls, which are not compared here."""
    level = np.ones(max(0, data.height - 1), dtype=bool)  # rows that are equal so far to the one before
    for name in key:
        values = data[name].to_numpy()
        if data[name].null_count() or (level & (values[1:] < values[:-1])).any():
            return False
        level &= values[1:] == values[:-1]
    return True

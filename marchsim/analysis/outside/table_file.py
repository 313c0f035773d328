"""An outside table with very many columns: read by name, a few at a time, each cell checked."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO, NoReturn

import numpy as np
import polars as pl
from numpy.typing import NDArray

from marchsim.analysis.outside.results import MOST_ROWS, head
from marchsim.errors import RecordError
from marchsim.recorder import untrusted_parquet

Counts = NDArray[np.float32]
LONGEST_HEAD = 2_000_000  # bytes of the row of names


class Wide:
    """A CSV or Parquet file that is open (`outside.opened`); `names` are its columns."""

    def __init__(self, path: Path, stream: BinaryIO) -> None:
        self._path, self._stream = path, stream
        self._parquet = path.suffix.lower() == ".parquet"
        if self._parquet:
            self.names = self._names()
        else:
            self.names = _names(path, head(path, stream, LONGEST_HEAD))
            # A row that is too long is told only where all columns are read.
            self._scan().select(pl.all().null_count()).collect(engine="streaming")
        twice = next((name for name, number in Counter(self.names).items() if number > 1), None)
        if twice is not None:
            raise RecordError(f"{path}: there are two columns {twice[:40]!r}; keep one of them.")

    def _names(self) -> list[str]:
        """Return the columns of a Parquet file, none of which is unpacked."""
        held: list[str] = []

        def choose(names: list[str]) -> list[str]:
            held.extend(names)
            return []

        untrusted_parquet.of(self._stream, self._path, MOST_ROWS, choose)
        return held

    def _scan(self) -> pl.LazyFrame:
        return pl.scan_csv(self._path, infer_schema=False)

    def columns(self, wanted: Sequence[str]) -> pl.DataFrame:
        """Return columns as they are: text from CSV, stored types from Parquet."""
        if not self._parquet:
            return self._scan().select(wanted).collect(engine="streaming")
        self._stream.seek(0)
        return untrusted_parquet.of(self._stream, self._path, MOST_ROWS, lambda _names: wanted)

    def counts(self, wanted: Sequence[str], most: int) -> dict[str, Counts]:
        """Return columns of whole numbers from 0 to `most`; RecordError names a wrong cell."""
        number = pl.all().cast(pl.Float32, strict=False)
        if self._parquet:
            numbers = self.columns(wanted).select(number)
        else:
            numbers = self._scan().select(wanted).select(number).collect(engine="streaming")
        found = {}
        for column in numbers.iter_columns():
            values = column.to_numpy()
            right = (values >= 0) & (values <= most) & (values == np.floor(values))
            if not right.all():
                self.refuse(column.name, ~right, f"give a whole number of copies, 0 to {most}")
            found[column.name] = values
        return found

    def refuse(self, name: str, wrong: NDArray[np.bool_], what: str) -> NoReturn:
        """Raise for the first of the rows of a column that are wrong."""
        row = int(wrong.argmax())
        cell = self.columns([name]).to_series()[row]
        shown = "empty" if cell is None or cell == "" else repr(str(cell)[:40])
        raise RecordError(
            f"{self._path}: row {row + 1} (after the names), column {name[:60]!r}: {shown}; {what}."
        )


def _names(path: Path, first: str) -> list[str]:
    """Return the names in the first row of a CSV file."""
    try:
        return next(csv.reader([first]))
    except csv.Error as error:
        raise RecordError(f"{path}: its first row cannot be read ({error}); save it again.") from None

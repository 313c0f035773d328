"""Exports the tables of a run for other programs, one file each: spreadsheet-safe CSV, or Parquet.

A file `schema.json` describes every column, with unit and type, as the run's manifest does.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

import polars as pl

from marchsim import files, folders, jsonfile
from marchsim.errors import ConfigError, RecordError, nearest
from marchsim.kernel.game import Table
from marchsim.recorder import parquet, tables
from marchsim.recorder.folder import RunFolder
from marchsim.recorder.ledger import repair
from marchsim.recorder.parquet import quiet
from marchsim.recorder.parts import UNREADABLE

FORMATS = ("csv", "parquet")
SCHEMA = "schema.json"
LARGEST = 20_000_000  # bytes of a schema.json
FORMULA = "^[=+\\-@]"  # what makes a spreadsheet read a text as a formula
UNSAFE = r"[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]"  # what controls a terminal or breaks a line


class Rows(Protocol):
    """A table and its rows, in any order."""

    @property
    def table(self) -> Table:
        """The description of the columns."""

    def lazy(self) -> pl.LazyFrame:
        """The rows as a lazy frame."""


def export(
    run: str | Path, form: str, out: str | Path | None = None, names: Sequence[str] = (),
    joined: Mapping[str, Callable[[RunFolder], Rows]] = {},
) -> list[Path]:  # fmt: skip
    """Write the tables of a run folder (all, or those named). Returns the paths of the files.

    `joined` maps a table to a function that adds columns of other tables. All other tables are as recorded.
    Rows are in the order of the table's key. In CSV null is an empty field, an empty text is `""`, control
    characters are escaped, and a text that a spreadsheet would read as a formula gets an apostrophe in front.
    `out` is by default exports/ with the name of the run's folder. At any moment it has either the old files
    or the whole export, and other files in it stay.
    """
    if form not in FORMATS:
        raise ConfigError(f"--format: {form!r} is not one of {', '.join(FORMATS)}.{nearest(form, FORMATS)}")
    folder = RunFolder(run)
    for name in names:
        if name not in folder.tables:
            known = ", ".join(folder.tables)
            raise ConfigError(
                f"--table: {name!r}: no such table.{nearest(name, folder.tables)} Known: {known}."
            )
    place = Path(out) if out is not None else Path("exports") / (Path(run).resolve().name or "run")
    chosen = list(dict.fromkeys(names)) or list(folder.tables)
    ours = {SCHEMA, *(f"{name}.{one}" for name in folder.tables for one in FORMATS)}
    try:
        with folders.replacing(place, lambda _, inside: inside in ours, keep_ours=True) as new, quiet():
            schema = {}
            for name in chosen:
                path = new / f"{name}.{form}"
                made = _joined(folder, joined.get(name))
                schema[name] = tables.describe(made.table if made else folder.tables[name])
                if form == "csv":
                    files.write_new(path, _rows(folder, name, made))
                else:
                    _parquet(folder, name, path, made)
            text = json.dumps(_beside(place, schema) | schema, indent=1, ensure_ascii=False)
            files.write_new(new / SCHEMA, [text.encode(), b"\n"])
    except OSError as error:
        raise RecordError(
            f"{place}: cannot be written ({error.strerror or error}); choose another --out."
        ) from None
    return [place / f"{name}.{form}" for name in chosen]


def _beside(place: Path, schema: Mapping[str, Any]) -> dict[str, Any]:
    """The descriptions of other tables with files in the folder, from an earlier export's `schema.json`."""
    try:
        found = jsonfile.read(place / SCHEMA, "schema", LARGEST, RecordError)
    except RecordError:
        return {}
    held = found.items() if isinstance(found, dict) else ()
    return {
        name: told
        for name, told in held
        if name not in schema and any((place / f"{name}.{form}").is_file() for form in FORMATS)
    }


def _joined(folder: RunFolder, make: Callable[[RunFolder], Rows] | None) -> Rows | None:
    """The table with the columns that `make` adds. None if it adds none or cannot read this table."""
    try:
        return make(folder) if make else None
    except RecordError:
        return None


def _parts(folder: RunFolder, made: Rows, name: str) -> Iterator[pl.LazyFrame]:
    """Yield the rows of a joined table part by part, in the order of its key."""
    for part in folder.parts(name):
        yield made.lazy().filter(pl.col("game").is_between(part.first, part.last)).sort(made.table.key)


def _rows(folder: RunFolder, name: str, made: Rows | None) -> Iterator[bytes]:
    """Yield the CSV of a table, part by part, the header first."""
    wanted = parquet.schema(made.table if made else folder.tables[name])
    yield safe(pl.DataFrame(schema=wanted)).write_csv().encode()
    read = (folder.read(part, name) for part in folder.parts(name))
    for rows in (part.collect() for part in _parts(folder, made, name)) if made else read:
        yield safe(rows).write_csv(include_header=False).encode()


def safe(data: pl.DataFrame) -> pl.DataFrame:
    """A copy of a frame in which no text or heading can control a terminal or be read as a formula."""
    found = data
    for column in found.select(pl.col(pl.String)).get_columns():
        odd = column.unique().drop_nulls().to_frame().filter(pl.first().str.contains(UNSAFE)).to_series()
        if len(odd):
            spelled = column.replace(odd, pl.Series([_spelled(text) for text in odd]))
            found = found.with_columns(spelled)
    found = found.with_columns(pl.col(pl.String).str.replace(f"({FORMULA})", "'$1"))
    names = {name: _spelled(name) for name in found.columns}
    return found.rename({name: f"'{told}" if told[:1] in "=+-@" else told for name, told in names.items()})


def _spelled(text: str) -> str:
    """A text with its control characters escaped as in Python source."""
    unsafe = ("Cc", "Cf", "Zl", "Zp")
    return "".join(ascii(char)[1:-1] if unicodedata.category(char) in unsafe else char for char in text)


def _parquet(folder: RunFolder, name: str, path: Path, made: Rows | None) -> None:
    wanted = parquet.schema(made.table if made else folder.tables[name])
    recorded = (frame.sort(folder.tables[name].key) for frame in folder.frames(name))
    whole = pl.concat([pl.LazyFrame(schema=wanted), *(_parts(folder, made, name) if made else recorded)])
    try:
        whole.sink_parquet(files.literal(path), compression="zstd", compression_level=3)
    except UNREADABLE as error:
        told = str(error).strip().partition("\n")[0][:200]
        raise RecordError(
            f"{folder.path}: table {name} cannot be exported ({told}). {repair(folder.path)}"
        ) from None

"""The tables of a run as one file each, for other programs: CSV that spreadsheets may open, or Parquet.

Beside them lies `schema.json`: what every column holds, with unit and type, from the run's own manifest.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import polars as pl

from marchsim.errors import ConfigError, RecordError, nearest
from marchsim.recorder import manifest as manifests
from marchsim.recorder import parquet, tables
from marchsim.recorder.digest import in_order
from marchsim.recorder.folder import RunFolder
from marchsim.recorder.ledger import repair

FORMATS = ("csv", "parquet")
FORMULA = "^[=+\\-@\t\r\n]"  # what makes a spreadsheet take a text for a formula


def export(
    run: str | Path, form: str, out: str | Path | None = None, names: Sequence[str] = ()
) -> list[Path]:
    """Write the tables of a run folder (all, or those named) and return the paths of the files.

    Rows stand in the order of the table's key. In CSV null is an empty field, an empty text is `""`, and a
    text that a spreadsheet would take for a formula is led by an apostrophe. `out` is by default exports/
    with the name of the run's folder.
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
    try:
        place.mkdir(parents=True, exist_ok=True)
        written = [_written(folder, name, form, place) for name in names or folder.tables]
    except OSError as error:
        raise RecordError(f"{place}: cannot be written ({error.strerror}); choose another --out.") from None
    schema = {name: tables.describe(folder.tables[name]) for name in names or folder.tables}
    text = json.dumps(schema, indent=1, ensure_ascii=False)
    manifests.replace_file(place / "schema.json", text.encode() + b"\n")
    return written


def _written(folder: RunFolder, name: str, form: str, place: Path) -> Path:
    """Write one table, a part at a time, under a name of its own until it is whole."""
    path = place / f"{name}.{form}"
    temporary = place / f".{path.name}.tmp"
    try:
        (_csv if form == "csv" else _parquet)(folder, name, temporary)
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)
    return path


def _csv(folder: RunFolder, name: str, path: Path) -> None:
    wanted = parquet.schema(folder.tables[name])
    with path.open("wb") as stream:
        safe(pl.DataFrame(schema=wanted)).write_csv(stream)
        for part in folder.parts(name):
            safe(folder.read(part, name)).write_csv(stream, include_header=False)


def safe(data: pl.DataFrame) -> pl.DataFrame:
    """Return a frame whose texts no spreadsheet takes for a formula, headings included."""
    texts = pl.col(pl.String, pl.Enum, pl.Categorical).cast(pl.String)
    found = data.with_columns(texts.str.replace(f"({FORMULA})", "'$1"))
    led = {name: f"'{name}" for name in found.columns if name[:1] in "=+-@\t\r\n"}
    return found.rename(led)


def _parquet(folder: RunFolder, name: str, path: Path) -> None:
    table, wanted = folder.tables[name], parquet.schema(folder.tables[name])
    order = in_order(wanted, table.key)
    frames = [frame.sort(order) for frame in folder.frames(name)]
    whole = pl.concat([pl.LazyFrame(schema=wanted), *frames])
    try:
        whole.sink_parquet(path, compression="zstd", compression_level=3)
    except pl.exceptions.PolarsError as error:
        told = str(error).strip().partition("\n")[0][:200]
        raise RecordError(
            f"{folder.path}: table {name} cannot be exported ({told}). {repair(folder.path)}"
        ) from None

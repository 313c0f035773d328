"""Small CSV files of numbers for the calculators, checked cell by cell."""

from __future__ import annotations

import csv
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from marchsim import files
from marchsim.errors import ConfigError

LARGEST = 50_000_000  # bytes
BIGGEST = 1e12
SMALLEST = 1e-24  # variance
FORMULA = ("=", "+", "-", "@")

FileArgument = Annotated[Path, typer.Argument(metavar="FILE", help="A CSV file.")]


@dataclass(frozen=True)
class FileRow:
    """A row of cells and the line of the file that it stands on."""

    line: int
    cells: list[str]


def read(path: Path) -> list[FileRow]:
    """Return the rows of a CSV file, without empty ones; raises ConfigError."""
    reader = csv.reader(_text(path).splitlines(), strict=True)
    try:
        rows = [FileRow(reader.line_num, [cell.strip() for cell in cells]) for cells in reader]
    except csv.Error as error:
        raise ConfigError(f"{path}: not a CSV file: {error}; save it with commas between cells.") from None
    rows = [row for row in rows if any(row.cells)]
    if not rows:
        raise ConfigError(f"{path}: the file is empty; give a row of names and rows of numbers.")
    first = len(rows[0].cells)
    for row in rows:
        if len(row.cells) != first:
            raise ConfigError(
                f"{path}: line {row.line} has {len(row.cells)} cells, and the first line has {first};"
                " every line needs the same number, with commas between them."
            )
    return rows


def _text(path: Path) -> str:
    try:
        text = files.content(path, LARGEST).decode("utf-8-sig")
    except FileNotFoundError:
        raise ConfigError(f"{path}: there is no such file; check the path.") from None
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read ({error.strerror}); give a CSV file.") from None
    except UnicodeDecodeError:
        raise ConfigError(f"{path}: not a text file in UTF-8; save it as CSV (UTF-8).") from None
    odd = next((char for char in text if not char.isprintable() and char not in "\r\n\t"), None)
    if odd is not None:
        raise ConfigError(f"{path}: holds the control character {odd!r}; save it as plain CSV.")
    return text


def number(path: Path, line: int, name: str, cell: str) -> float:
    """Return a cell as a finite number; raises ConfigError with its place."""
    try:
        value = float(cell)
    except ValueError:
        value = math.nan
    if abs(value) <= BIGGEST and "_" not in cell:
        return value
    hint = (
        "give values, not formulas"
        if cell.startswith(FORMULA) and len(cell) > 1
        else "give a number up to 10^12"
    )
    raise ConfigError(f"{path}: line {line}, column {name}: {shown(cell)} cannot be used; {hint}.")


def shown(cell: str) -> str:
    """Return a cell as messages show it."""
    return repr(cell if len(cell) <= 30 else cell[:27] + "...")


def columns(path: Path, wanted: Sequence[str]) -> list[list[float]]:
    """Return the named columns of a CSV file with a header, as numbers; other columns are ignored."""
    head, *rows = read(path)
    names = [name.lower() for name in head.cells]
    for name in wanted:
        if names.count(name) != 1:
            held = ", ".join(shown(cell) for cell in head.cells[:8])
            what = "no column" if name not in names else "more than one column"
            raise ConfigError(
                f"{path}: {what} {name!r} (the first line has {held}); it must be {','.join(wanted)}."
            )
    places = [names.index(name) for name in wanted]
    return [
        [number(path, row.line, name, row.cells[place]) for row in rows]
        for name, place in zip(wanted, places, strict=True)
    ]


def estimates(path: Path, most: int) -> list[list[float]]:
    """Return the columns effect and variance of a file of at most so many rows; variances are above 0."""
    found = columns(path, ("effect", "variance"))
    if len(found[0]) > most:
        raise ConfigError(f"{path}: {len(found[0])} rows are too many; at most {most}.")
    for at, variance in enumerate(found[1], start=2):
        if not variance >= SMALLEST:
            raise ConfigError(f"{path}: line {at}, column variance: must be above 0, not {variance:g}.")
    return found

"""`marchsim export`: writes the tables of a run as files for other programs."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated

import typer

from marchsim.cli import show
from marchsim.cli.show import RunArgument


def command(
    run: RunArgument,
    form: Annotated[str, typer.Option("--format", metavar="csv|parquet", help="File format.")] = "csv",
    out: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Folder to write to. [default: exports/ and the run folder's name]"),
    ] = None,
    table: Annotated[list[str] | None, typer.Option(help="Write only this table. Repeatable.")] = None,
) -> None:
    """Write each table of a run to a file, and schema.json, which describes every column.

    Tables of seats, rounds and cards also have strategy, number of players and wins index (100 is fair), as
    in Python. In CSV, control characters are escaped, and an apostrophe precedes any text that a spreadsheet
    would read as a formula.

    Examples:
      marchsim export runs/demo --format csv
      marchsim export runs/demo --format parquet --table seats --out /tmp/seats
    """
    from marchsim.library.joins import MADE
    from marchsim.recorder.export import export

    written = export(run, form, out, table or (), MADE)
    if show.in_json():
        show.write_json({"schema": "marchsim.exported/1", "run": run, "files": written})
        return
    for path in written:
        typer.echo(f"wrote {shlex.quote(str(path))}")

"""`marchsim report`: reports of a recorded run."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

HINT = "marchsim report all {}."
app = typer.Typer(no_args_is_help=True, help="Write reports of a run.")


@app.callback()
def report() -> None:
    """Write a report of a recorded run.

    Example: marchsim report all runs/demo
    """


@app.command("all")
def all_(
    run: Annotated[Path, typer.Argument(metavar="RUN", help="A run folder, or the name of one in runs/.")],
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="DIR",
            help="Where to write; by default reports/ and the name of the run's folder.",
        ),
    ] = None,
) -> None:
    """Write everything of a run: page, Markdown, JSON and figures.

    Example: marchsim report all runs/demo --out reports/demo
    """
    from marchsim.reporting import report_all

    if not run.exists() and len(run.parts) == 1 and (Path("runs") / run).is_dir():
        run = Path("runs") / run
    page = report_all(run, out)
    typer.echo(f"report: {page}")
    _games_measured(run)


def _games_measured(run: Path) -> None:
    """Warn of void games; raise NothingMeasured where no game is recorded."""
    import polars as pl

    from marchsim.errors import NothingMeasured
    from marchsim.recorder import RunFolder

    void = pl.col("void").cast(pl.String) != ""
    games, voids = RunFolder(run).scan("games").select(pl.len(), void.sum().alias("void")).collect().row(0)
    if not games:
        raise NothingMeasured(f"{run}: no game is recorded, and the report says only that; run more games.")
    if voids:
        typer.echo(f"warning: {voids} of {games} games are void; the report counts them apart.", err=True)

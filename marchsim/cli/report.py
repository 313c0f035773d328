"""`marchsim report`: writes reports of a recorded run."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from marchsim.cli import show
from marchsim.cli.show import RUN_HELP, RunArgument, run_folder
from marchsim.errors import ConfigError, NothingMeasured, plain

if TYPE_CHECKING:
    from marchsim.analysis.judging.findings import Findings

USUAL = "all"  # what `marchsim report RUN` means
app = typer.Typer(no_args_is_help=True)


@app.callback()
def report() -> None:
    """Write reports of a run. `marchsim report RUN` is short for `marchsim report all RUN`.

    Examples:
      marchsim report runs/demo
      marchsim report cards runs/demo
    """


MaybeRun = Annotated[Path | None, typer.Argument(metavar="RUN", help=RUN_HELP, callback=run_folder)]
Table = Annotated[
    Path | None,
    typer.Option(
        "--table",
        metavar="FILE",
        help="For winrate and seats, a CSV or Parquet file instead of a run: game, seat, strategy, score or "
        "rank, optional deal.",
    ),
]
Out = Annotated[
    Path | None,
    typer.Option(
        "--out",
        metavar="DIR",
        help="Folder of the report. [default: reports/NAME, or reports/NAME-cards and so on]",
    ),
]


Variant = Annotated[
    str, typer.Option("--variant", metavar="NAME", help="Show this variant of the run instead of the base.")
]
Players = Annotated[
    int | None,
    typer.Option("--players", metavar="N", help="Show only games with this many players."),
]


class FigureFormat(StrEnum):
    """The file formats in which figures can be written."""

    PNG = "png"
    SVG = "svg"
    PDF = "pdf"


Figures = Annotated[
    FigureFormat | None,
    typer.Option(
        "--figures",
        help="Write the figures of the details as files of this format too.",
    ),
]


@app.command("all")
def all_(
    run: RunArgument,
    out: Out = None,
    variant: Variant = "",
    players: Players = None,
    full: Annotated[
        bool, typer.Option("--full", help="Also write full.html, the page with all tables and figures.")
    ] = False,
    card_pages: Annotated[
        bool, typer.Option("--cards/--no-cards", help="Write a page for each card.")
    ] = True,
    robustness: Annotated[
        list[Path] | None,
        typer.Option(
            "--robustness",
            metavar="DIR",
            help="Folder of sensitivity studies. Those of the same rules are shown. [default: robustness]",
        ),
    ] = None,
    figures: Figures = None,
) -> None:
    """Write the report of a run: a page that begins with the answers, all tables, Markdown and JSON.

    `marchsim report RUN` does the same. For a run with variants the page shows the base, or the variant that
    you name with --variant. Its details are for one number of players.

    Examples:
      marchsim report all runs/demo --out reports/demo
      marchsim report all runs/demo --full
      marchsim report all runs/demo --figures pdf
      marchsim report all runs/march-steps --variant march_steps-4 --players 4
    """
    from marchsim.reporting.whole import report_all

    _write(
        lambda tell, found: report_all(
            run, out, variant, players, tell, full, card_pages, robustness or (), found,
            figures or "",
        ),
        run, variant=variant,
    )  # fmt: skip


class Part(StrEnum):
    """The parts of a report that have a page of their own."""

    WINRATE = "winrate"
    SEATS = "seats"
    PACE = "pace"
    PROFILE = "profile"


OF_TABLES = (Part.WINRATE, Part.SEATS)


@app.command()
def part(
    part: Annotated[Part, typer.Argument(metavar="PART", help="winrate, seats, pace or profile.")],
    run: MaybeRun = None,
    table: Table = None,
    out: Out = None,
    variant: Variant = "",
    players: Players = None,
    figures: Figures = None,
) -> None:
    """Write the page of one part of the report, in the detailed form.

    winrate has the winners: shares, pairs, the ladder, and a test whether all strategies are equal. seats has
    the advantage of each starting seat. pace has the length of games, their endings, and the sources of
    points. profile has the actions, battles and points of each strategy, and strategies that play alike.

    Examples:
      marchsim report part winrate runs/demo
      marchsim report part seats --table results.csv
    """
    from marchsim.reporting.tournament import report_part, report_table

    if (run is None) == (table is None):
        raise ConfigError(f"`marchsim report part {part}` takes a run or --table FILE; give one of them.")
    if table is not None:
        if part not in OF_TABLES:
            raise ConfigError(f"--table: works with {' and '.join(OF_TABLES)} only; give a run.")
        if variant or players is not None:
            raise ConfigError("--variant, --players: work with a run only; a table has no variants.")
        _end(report_table(part, table, out, figures or ""), parts=())
        return
    assert run is not None  # as one of both is given
    whole = run
    _write(
        lambda tell, found: report_part(part, whole, out, variant, players, tell, found, figures or ""),
        whole, parts=(part,), variant=variant,
    )  # fmt: skip


@app.command()
def variants(
    run: RunArgument,
    second: Annotated[
        Path | None,
        typer.Argument(
            metavar="RUN_B",
            help="Compare the variants of this run with the base of the first.",
            callback=run_folder,
        ),
    ] = None,
    control: Annotated[
        str, typer.Option("--control", metavar="NAME", help="Compare with this variant instead of the base.")
    ] = "",
    out: Out = None,
    figures: Figures = None,
) -> None:
    """Report the effects of variants: verdicts against margins, targets, response curves, changes of rank.

    Give a run with [[variants]] or [sweep], or two runs. They are paired on the deals that they share.

    Examples:
      marchsim report variants runs/march-steps
      marchsim report variants runs/march-steps --control march_steps-4
      marchsim report variants runs/demo runs/mine
    """
    from marchsim.reporting.variants.report import report_variants

    runs = [run] if second is None else [run, second]
    _write(
        lambda _tell, _found: report_variants(run, second, out, control, figures or ""),
        *runs,
        parts=(),
    )


@app.command()
def cards(
    run: RunArgument,
    out: Out = None,
    figures: Figures = None,
) -> None:
    """Report the effect of each card, estimated from opening hands, by type, cost and strategy.

    Example:
      marchsim report cards runs/cards --out reports/cards
    """
    from marchsim.reporting.cards.report import report_cards

    _write(lambda _tell, _found: report_cards(run, out, figures or ""), run, parts=())


def _write(
    make: Callable[[Callable[[str], None], Findings], Path],
    *runs: Path,
    parts: Sequence[str] | None = None,
    variant: str = "",
) -> None:
    """Write a report, print its summary and warn about void games.

    The summary has the verdicts of `parts`. If `parts` is None, it has the headline and all verdicts.
    """
    from marchsim.analysis.judging.findings import Findings
    from marchsim.recorder.folder import RunFolder, naming_damage
    from marchsim.recorder.parquet import quiet

    with quiet(), naming_damage(*runs):
        left: list[str] = []
        found = Findings(RunFolder(runs[0]))
        page = make(left.append, found)
        _end(page, found if len(runs) == 1 else None, parts, variant, left)
        for run in runs:
            _games_measured(run)


def _end(
    page: Path,
    found: Findings | None = None,
    parts: Sequence[str] | None = None,
    variant: str = "",
    left: Sequence[str] = (),
) -> None:
    """Print a report's summary, the path of its page and anything left out, as text or as JSON."""
    from marchsim.reporting import terminal

    files = terminal.output_names(page)
    if show.in_json():
        whole = json.loads((page.parent / "report.json").read_text(encoding="utf-8"))
        said = {key: whole.get(key) for key in ("title", "n_games", "summary", "verdicts")}
        show.write_json(
            {"schema": "marchsim.reported/1", "report": page, "files": files, **said, "left_out": left}
        )
        return
    told = terminal.judged(found, parts, variant, show.paint) if found is not None else []
    for line in [*told, *(terminal.summed(page) if parts is not None else [])]:
        typer.echo(line)
    typer.echo(f"report: {page}")
    typer.echo(f"  open it in a browser; beside it: {', '.join(files)}")
    for line in left:
        typer.echo(plain(line))


def _games_measured(run: Path) -> None:
    """Warn about void games. Raises NothingMeasured if no game is recorded."""
    import polars as pl

    from marchsim.recorder import RunFolder

    void = pl.col("void").cast(pl.String) != ""
    games, voids = RunFolder(run).scan("games").select(pl.len(), void.sum().alias("void")).collect().row(0)
    if not games:
        raise NothingMeasured(f"{run}: no game is recorded, so the report is empty; run more games.")
    if voids:
        typer.echo(f"warning: {voids} of {games} games are void; the report counts them apart.", err=True)

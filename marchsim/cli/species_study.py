"""`marchsim species-study`: measures the effect of each species, by seat and by neighbours."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated

import typer

from marchsim.cli import show
from marchsim.cli.playing import Common, common_options, resumable
from marchsim.errors import plural


@common_options("plan")
def command(
    common: Common,
    config: Annotated[str, typer.Argument(help="Configuration: a path, or a shipped name.")],
    deals: Annotated[int, typer.Option(help="Deals for each number of players.")] = 200,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Folder of the report. [default: reports/NAME-species]")
    ] = None,
) -> None:
    """Measure the effect of each species, by seat and by neighbours, on the same deals.

    Each deal is played as dealt, and once for each two seats with their species exchanged: 7 games a deal
    with 4 players. So each species sits in every seat of its deal. The game must deal species to its seats.
    The same command resumes a study that was stopped. More --deals add to the stored ones.

    Examples:
      marchsim species-study antwars
      marchsim species-study antwars --deals 400 --out reports/my-species
      marchsim species-study mine.toml --rules my-box.toml
    """
    from marchsim.cli.main import warn
    from marchsim.reporting.exchange import report_exchanged
    from marchsim.runner.progress.display import shown
    from marchsim.studies.dealing.study import DealsPlayed
    from marchsim.studies.exchange import exchange_study, sources

    def report(found: DealsPlayed) -> None:
        written.append(report_exchanged(
            found.folder, found.plan.manifest(), sources(found), found.work.column, found.counted,
            found.games, found.void,
        ))  # fmt: skip

    written: list[tuple[Path, list[str]]] = []
    with resumable():
        played = exchange_study(
            common.configuration(config, common.players), out, deals=deals, workers=common.workers,
            strategy_paths=common.folders, progress=shown(common.quiet), warn=warn,
            report=report,
        )  # fmt: skip
    page, said = written[0]
    if show.in_json():
        show.write_json({
            "schema": "marchsim.species-studied/1", "deals": played.deals, "games": played.games,
            "played": played.played, "void": played.void, "summary": said, "report": page,
        })  # fmt: skip
    elif not common.quiet:
        now = f"{plural(played.played, 'game')} played now in {played.seconds:.1f} s"
        each = f"{plural(played.deals, 'deal')} for each number of players"
        typer.echo(f"{each}, {plural(played.games, 'game')}; {now}")
        for line in said:
            show.line(line)
        typer.echo(f"report: {page}")
        if not common.changes and sources(played).counts["assumed"]:
            players = min(played.work.parts, key=lambda number: abs(number - 4))
            asked = f"{shlex.quote(config)} --players {players} --metric {played.work.column}"
            typer.echo(f"next: marchsim sensitivity {asked}  # does it survive if our guesses are wrong?")

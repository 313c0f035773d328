"""`marchsim cards-study`: plays a card study into a folder and writes its report there."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from marchsim import errors


def command(
    config: Annotated[
        str, typer.Argument(help="Configuration of one number of players: a path, or a shipped name.")
    ],
    cards: Annotated[
        list[str] | None,
        typer.Option(metavar="ID,...", help="These cards alone; may be repeated. [default: all in force]"),
    ] = None,
    deals: Annotated[int, typer.Option(help="Deals for each card; under 30 there is no test.")] = 200,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Folder. [default: reports/NAME-cards]")
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(help="Worker processes; 1 plays in this process. [default: one per processor]"),
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Seed, instead of the configuration's.")] = None,
    rules: Annotated[
        list[str] | None,
        typer.Option(metavar="FILE", help="Overlay file of rules, cards and tiles; may be repeated."),
    ] = None,
    strategy_path: Annotated[
        list[Path] | None,
        typer.Option(help="A further folder that strategy files may come from; may be repeated."),
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="No progress and no summary.")] = False,
) -> None:
    """Confirm on fresh deals what each card is worth, forced into an opening hand and forbidden to be played.

    Each deal is played as dealt, and for each seat again with the card in the place of one of its hand, and
    again where that seat may not play it: 9 games a deal with 4 players. The same command goes on where an
    earlier one stopped; more --deals add to those that are there.

    Examples:
      marchsim cards-study cards --deals 200
      marchsim cards-study cards --cards royal-jelly,swarm --deals 1000 --out reports/two-cards
      marchsim cards-study field.toml --rules my-cards.toml --out reports/my-cards
    """
    from marchsim.cli.main import warn
    from marchsim.cli.run import again
    from marchsim.reporting.cards.study import report_study
    from marchsim.runner.progress.display import shown
    from marchsim.studies.cards.study import Interrupted, cards_study

    chosen = [card.strip() for listed in cards or [] for card in listed.split(",") if card.strip()]
    try:
        played = cards_study(
            config, out, cards=chosen, deals=deals, workers=workers, seed=seed, rules=rules or (),
            strategy_paths=strategy_path or (), progress=shown(quiet), warn=warn,
        )  # fmt: skip
    except Interrupted as stopped:
        sys.stderr.write(
            f"marchsim: stopped: {stopped}. The same command goes on:\n  {again(sys.argv[1:])}\n"
        )
        raise typer.Exit(errors.INTERRUPTED) from None
    page = report_study(played.folder)
    if not quiet:
        pace = f" in {played.seconds:.1f} s ({played.games / max(played.seconds, 1e-9):,.0f} games/s)"
        now = f"{played.games:,} games played now{pace if played.games else ''}"
        typer.echo(f"{played.items} cards, {played.deals:,} deals each; {now}")
        typer.echo(f"report: {page}")

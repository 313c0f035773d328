"""`marchsim cards-study`: plays a card study into a folder and writes its report there."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from marchsim.cli import show
from marchsim.cli.playing import Common, common_options, resumable
from marchsim.errors import plural


@common_options("plan")
def command(
    common: Common,
    config: Annotated[
        str, typer.Argument(help="Configuration with one number of players: a path, or a shipped name.")
    ],
    cards: Annotated[
        list[str] | None,
        typer.Option(metavar="ID,...", help="Study only these cards. Repeatable. [default: all in force]"),
    ] = None,
    deals: Annotated[int, typer.Option(help="Deals for each card. At least 30 are needed for a test.")] = 200,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Folder of the report. [default: reports/NAME-study]")
    ] = None,
) -> None:
    """Measure the effect of each card on fresh deals, by forcing it into a hand and by forbidding its play.

    Each deal is played as dealt. For each seat it is played twice more: with the card in place of one card
    of the opening hand, and with the card forbidden to that seat. That makes 9 games a deal with 4 players.
    The same command resumes a study that was stopped. More --deals add to the stored ones.

    Examples:
      marchsim cards-study cards --deals 200
      marchsim cards-study cards --cards royal-jelly,swarm --deals 1000 --out reports/two-cards
      marchsim cards-study field.toml --rules my-cards.toml --out reports/my-cards
    """
    from marchsim.cli.main import warn
    from marchsim.reporting import terminal
    from marchsim.reporting.cards.study import report_study
    from marchsim.runner.progress.display import shown
    from marchsim.studies.card_study import cards_study

    chosen = [card.strip() for listed in cards or [] for card in listed.split(",") if card.strip()]
    with resumable():
        playing = common.configuration(config, common.players)
        played = cards_study(
            playing, out, cards=chosen, deals=deals, workers=common.workers,
            strategy_paths=common.folders, progress=shown(common.quiet), warn=warn,
        )  # fmt: skip
    page = report_study(played.folder)
    if show.in_json():
        show.write_json({
            "schema": "marchsim.cards-studied/1", "folder": played.folder, "items": len(played.work.parts),
            "deals": played.deals, "games": played.played, "seconds": played.seconds,
            "summary": terminal.summary(page), "report": page,
        })  # fmt: skip
    elif not common.quiet:
        pace = f" in {played.seconds:.1f} s ({played.played / max(played.seconds, 1e-9):,.0f} games/s)"
        now = f"{plural(played.played, 'game')} played now{pace if played.played else ''}"
        typer.echo(f"{plural(len(played.work.parts), 'card')}, {plural(played.deals, 'deal')} each; {now}\n")
        for line in terminal.summed(page):
            typer.echo(line)
        typer.echo(f"report: {page}")

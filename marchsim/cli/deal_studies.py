"""`marchsim cards-study` and `species-study`: play each deal several times, and write a report."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from marchsim.cli.playing import Common, common_options, listed, resumable
from marchsim.errors import plural

if TYPE_CHECKING:
    from marchsim.studies.dealing.study import DealsPlayed


@common_options("plan")
def cards(
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

    with resumable():
        playing = common.configuration(config, common.players)
        played = cards_study(
            playing, out, cards=listed(cards, "--cards"), deals=deals, workers=common.workers,
            strategy_paths=common.folders, progress=shown(common.quiet), warn=warn,
        )  # fmt: skip
    page = report_study(played.folder)
    data = {
        "schema": "marchsim.cards-studied/1", "folder": played.folder, "items": len(played.work.parts),
        "deals": played.deals, "games": played.played, "seconds": played.seconds,
    }  # fmt: skip
    studied = f"{plural(len(played.work.parts), 'card')}, {plural(played.deals, 'deal')} each"
    common.reported(data, f"{studied}; {now(played)}", terminal.summary(page), page)


@common_options("plan")
def species(
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
    data = {
        "schema": "marchsim.species-studied/1", "deals": played.deals, "games": played.games,
        "played": played.played, "void": played.void,
    }  # fmt: skip
    studied = f"{plural(played.deals, 'deal')} for each number of players, {plural(played.games, 'game')}"
    after = []
    if not common.changes and sources(played).counts["assumed"]:
        players = min(played.work.parts, key=lambda number: abs(number - 4))
        asked = f"{shlex.quote(config)} --players {players} --metric {played.work.column}"
        after = [f"next: marchsim sensitivity {asked}  # does it survive if our guesses are wrong?"]
    common.reported(data, f"{studied}; {now(played)}", said, page, after)


def now(played: DealsPlayed) -> str:
    """The games that this call has played, with their time."""
    pace = f" in {played.seconds:.1f} s" if played.played else ""
    return f"{plural(played.played, 'game')} played now{pace}"

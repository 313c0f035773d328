"""`marchsim coach`: finds the decisions that matter, and those by which strategies lose most."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Any

import typer

from marchsim.cli import show
from marchsim.cli.playing import Common, common_options, resumable
from marchsim.errors import plural

if TYPE_CHECKING:
    from marchsim.runner.configuration.schema import Configuration


@common_options()
def command(
    common: Common,
    config: Annotated[str, typer.Argument(help="Configuration: a path, or a shipped name.")],
    strategy: Annotated[
        str, typer.Option(metavar="NAME", help="Study the decisions of this strategy only. [default: all]")
    ] = "",
    deals: Annotated[
        int, typer.Option(help="Games for each number of players. At least 30 for verdicts.")
    ] = 60,
    rollouts: Annotated[
        int, typer.Option(help="Rollouts of each option of a decision, an even number.")
    ] = 24,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Folder of the report. [default: reports/NAME-coach]")
    ] = None,
) -> None:
    """Find the decisions that matter in a game, and those that cost its strategies wins.

    Some decisions of each game are rolled out: each option is played on to the end, many times, from its
    seat's view. Regret is the value of the best option less that of the option taken. The report has regret
    by kind of decision, action, round and strategy, the kinds whose options are all alike, and the costliest
    decisions with the commands that show them. The same command resumes a study that was stopped. More
    --deals add to the stored ones.

    Examples:
      marchsim coach field-4
      marchsim coach field-4 --strategy forager --deals 100
      marchsim coach antwars --players 4 --rollouts 48
      marchsim coach mine.toml --rules my-rules.toml --out reports/my-decisions
    """
    from marchsim import games
    from marchsim.cli.main import warn
    from marchsim.reporting.coach import report_coached
    from marchsim.runner.progress.display import shown
    from marchsim.studies.coach.study import CoachResult, coach

    configuration = common.configuration(config)
    preset = common.preset or configuration.preset
    replayed = [*(["--game", configuration.game] if configuration.game != games.DEFAULT else [])]
    replayed += ["--preset", preset] if preset else []
    for option, values in (("--rules", common.rules), ("--set", common.settings)):
        replayed += [word for value in values or [] for word in (option, value)]
    written: list[tuple[Path, list[str]]] = []

    def report(found: CoachResult) -> None:
        written.append(report_coached(found, replayed))

    asked: dict[str, Any] = {
        "strategy": strategy, "players": common.players, "rollouts": rollouts,
        "strategy_paths": common.folders,
    }  # fmt: skip
    if common.plan:
        plan(configuration, deals, asked, common)
        return
    with resumable():
        found = coach(
            configuration, out, **asked, deals=deals, workers=common.workers, warn=warn, report=report,
            progress=shown(common.quiet),
        )  # fmt: skip
    page, said = written[0]
    data = {
        "schema": "marchsim.coached/1", "strategy": found.strategy, "rollouts": found.rollouts,
        "played": found.games, "void": found.void, "panels": [asdict(panel) for panel in found.panels],
    }  # fmt: skip
    common.reported(data, f"{plural(found.games, 'game')} played now in {found.seconds:.0f} s", said, page)


def plan(configuration: Configuration, deals: int, asked: Mapping[str, Any], common: Common) -> None:
    """Coach two deals for each number of players, and print an estimate of the time for the whole study."""
    from marchsim.studies.coach.study import coach

    with TemporaryDirectory() as place, resumable():
        found = coach(configuration, place, **asked, deals=2, workers=1)
    decisions = sum(one.whole.drawn for one in found.panels) * deals // 2
    seconds = found.seconds * deals / 2
    data = {"schema": "marchsim.coach-plan/1", "deals": deals, "decisions": decisions, "seconds": seconds}
    time = show.duration(seconds)
    words = f"{plural(deals, 'deal')}, some {decisions:,} decisions, about {time} of one processor"
    common.answer(data, lambda: typer.echo(words))

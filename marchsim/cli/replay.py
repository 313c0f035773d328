"""`marchsim replay`: replays, checks and describes a recorded game, or compares it under other rules."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from marchsim.cli import show
from marchsim.cli.playing import ExplainOption, HtmlOption, RecordedOption
from marchsim.cli.show import RunArgument, SetOption, StrategyPathOption, run_folder
from marchsim.errors import ConfigError
from marchsim.runner.playing import interrupt

ALONE = {"--explain": "all"}  # what the option means without a word after it


def command(
    run: RunArgument,
    game: Annotated[int, typer.Argument(metavar="GAME", help="Number of the game in the tables.")],
    only_round: Annotated[
        int | None, typer.Option("--round", min=0, help="Describe only this round. 0 is the set-up.")
    ] = None,
    until: Annotated[
        int | None,
        typer.Option(min=0, metavar="N", help="Stop at event N of the --json output, counted from 0."),
    ] = None,
    board: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw the last board shown, as FILE.svg or FILE.png.")
    ] = None,
    html: HtmlOption = None,
    explain: ExplainOption = "",
    rules: Annotated[
        list[Path] | None,
        typer.Option(metavar="OTHER", help="Compare with the same deal under this overlay. Repeatable."),
    ] = None,
    settings: SetOption = None,
    against: Annotated[
        Path | None,
        typer.Option(
            metavar="RUN2",
            help="Compare with the same deal under the rules of this run.",
            callback=run_folder,
        ),
    ] = None,
    variant: Annotated[
        str, typer.Option(metavar="NAME", help="Variant of RUN2. [default: that of the game]")
    ] = "",
    strategy_path: StrategyPathOption = None,
    recorded_strategies: RecordedOption = False,
) -> None:
    """Replay a recorded game, describe it in sentences, and check that it is the same game.

    A void game stops where it became void. With --html the page has the description, and only the result is
    printed. With --rules, --set or --against the same deal is also played under other rules. The output then
    lists the differences of the rules and the first event that differs.

    Examples:
      marchsim replay runs/demo 12
      marchsim replay runs/demo 12 --round 2 --board round-2.svg
      marchsim replay runs/demo 12 --until 40
      marchsim replay runs/demo 12 --html game-12.html
      marchsim replay runs/demo 12 --html game-12.html --explain warlord
      marchsim replay runs/demo 12 --rules my-rules.toml
      marchsim replay runs/demo 12 --set march_steps=4
      marchsim replay runs/demo 12 --against runs/mine
      marchsim replay runs/mine 3 --strategy-path my-strategies

    Exit code 6: the game differs from its record. (A difference between two sets of rules is no error.)
    """
    from marchsim.studies.replay import difference, replay
    from marchsim.studies.sitting import Excerpt

    folders = strategy_path or ()
    part = Excerpt(only_round, until)
    if rules or settings or against is not None or variant:
        if part != Excerpt() or board is not None or html is not None or explain:
            raise ConfigError(
                "--round, --until, --board, --html and --explain show one game; leave them out when two are "
                "compared."
            )
        other = show.changed_rules("", rules, settings)
        with interrupt.noted():
            found = difference(
                run, game, other, against, variant, folders, recorded_strategies, notice=_notice
            )
        show.write(found.data(), found.lines())
        return
    tell = show.silent if show.in_json() or html is not None else show.line
    with interrupt.noted():
        replayed = replay(
            run, game, folders, recorded_strategies, part, explain,
            tell=tell, notice=_notice, board=board, html=html,
        )  # fmt: skip
    if show.in_json():
        show.write_json(replayed.data())
    elif html is not None:
        show.watch(html, replayed.reader.ending)
    checked = replayed.check()
    if not show.in_json():
        show.line(checked)


def _notice(words: str) -> None:
    sys.stderr.write(f"marchsim: notice: {words}\n")

"""`marchsim play`: plays one game and describes it in sentences."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from marchsim.cli import show
from marchsim.cli.playing import ExplainOption, HtmlOption, PopulationOption
from marchsim.cli.show import GameOption, PresetOption, RulesOption, SetOption, StrategyPathOption
from marchsim.runner.playing import interrupt

ALONE = {"--explain": "all"}  # what the option means without a word after it


def command(
    strategies: Annotated[
        str,
        typer.Option(
            metavar="A,B,C,...",
            help="Strategies in turn order: names, paths of .py files, or human to play yourself.",
        ),
    ],
    seed: Annotated[int, typer.Option(min=0, help="Seed of the deal.")] = 1,
    players: Annotated[
        int | None, typer.Option(help="Number of players. A shorter list of strategies is repeated.")
    ] = None,
    game: GameOption = "",
    rules: RulesOption = None,
    settings: SetOption = None,
    preset: PresetOption = "",
    board: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Draw the board at the end of the game: FILE.svg or FILE.png."),
    ] = None,
    at: Annotated[
        int | None,
        typer.Option(
            metavar="ROUND", min=0, help="With --board, draw the end of this round. 0 is the set-up."
        ),
    ] = None,
    explain: ExplainOption = "",
    html: HtmlOption = None,
    population: PopulationOption = "",
    strategy_path: StrategyPathOption = None,
) -> None:
    """Play one game and describe it in sentences, with the standings after each round.

    With --html the page has the description, and only the result is printed.

    Examples:
      marchsim play --strategies warlord,forager,explorer,random
      marchsim play --strategies forager --preset solo
      marchsim play --strategies warlord,forager --preset long+primitive --players 4
      marchsim play --strategies random,mine.py --players 4 --seed 7 --rules my-rules.toml
      marchsim play --strategies warlord,forager,explorer --board round-2.svg --at 2
      marchsim play --strategies warlord,forager,explorer --explain warlord
      marchsim play --strategies warlord,forager,explorer --population tuned
      marchsim play --strategies warlord,forager,explorer --explain --html game.html
      marchsim play --strategies human,warlord,forager
    """
    from marchsim import games
    from marchsim.cli.main import warn
    from marchsim.runner.configuration import sources
    from marchsim.studies.play import play

    uses = [use.strip() for use in strategies.split(",") if use.strip()]
    watched_only = html is not None and sources.HUMAN not in uses
    tell = show.silent if show.in_json() or watched_only else show.line
    with interrupt.noted():
        played = play(
            uses, seed, players, preset, show.changed_rules("", rules, settings), game or games.DEFAULT,
            tell=tell, warn=warn, board=board, html=html, at=at, strategy_paths=strategy_path or (),
            explain=explain, terminal=None if show.in_json() else show.Typed(), population=population,
        )  # fmt: skip
    if show.in_json():
        show.write_json(played.data())
    elif html is not None:
        show.watch(html, played.ending if watched_only else ())
    played.check()

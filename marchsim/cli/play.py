"""`marchsim play`: one game, told in sentences."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from marchsim.cli import show
from marchsim.cli.show import JsonOption, PresetOption, RulesOption


def command(
    strategies: Annotated[
        str, typer.Option(metavar="A,B,C,...", help="Who plays, in turn order: names or paths of .py files.")
    ],
    seed: Annotated[int, typer.Option(min=0, help="The seed of the deal.")] = 1,
    players: Annotated[
        int | None,
        typer.Option(help="Number of players; a shorter list of strategies is gone through again."),
    ] = None,
    rules: RulesOption = None,
    preset: PresetOption = "",
    board: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Draw the Meadow at the end of the game: FILE.svg or FILE.png."),
    ] = None,
    at: Annotated[
        int | None,
        typer.Option(
            metavar="ROUND", min=0, help="With --board: draw the end of that round (0: the set-up)."
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Play one game and tell it in sentences, with how everybody stands after each round.

    marchsim play --strategies warlord,forager,explorer,random
    marchsim play --strategies forager --preset solo
    marchsim play --strategies warlord,forager --preset long+primitive --players 4
    marchsim play --strategies random,mine.py --players 4 --seed 7 --rules my-rules.toml
    marchsim play --strategies warlord,forager,explorer --board round-2.svg --at 2
    """
    from marchsim.cli.main import warn
    from marchsim.studies.play import play

    uses = [use.strip() for use in strategies.split(",") if use.strip()]
    tell = show.silent if as_json else show.line
    with show.interruptible():
        played = play(uses, seed, players, preset, rules or (), tell=tell, warn=warn, board=board, at=at)
    if as_json:
        show.write_json(played.data())
    played.check()

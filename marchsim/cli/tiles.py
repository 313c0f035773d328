"""`marchsim tiles`: the tiles in force, their sites, tunnels and effects, and where numbers come from."""

from __future__ import annotations

from typing import Annotated

import typer

from marchsim.cli import components
from marchsim.cli.show import GameOption, JsonOption, PresetOption, RulesOption, SetOption


def command(
    name: Annotated[str, typer.Argument(metavar="[NAME]", help="A tile's name or number.")] = "",
    game: GameOption = "",
    rules: RulesOption = None,
    settings: SetOption = None,
    preset: PresetOption = "",
    as_json: JsonOption = False,
) -> None:
    """Show the tiles in force and where their numbers come from.

    Examples:
      marchsim tiles
      marchsim tiles "Dry Seep"
      marchsim tiles 23 --json
      marchsim tiles "Great Tunnel"                   (both of its sides)
    """
    components.command("tiles", name, game, rules, settings, preset, as_json)

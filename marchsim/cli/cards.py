"""`marchsim cards`: the cards in force, their effects, and the source of each of their numbers."""

from __future__ import annotations

from typing import Annotated

import typer

from marchsim.cli import components
from marchsim.cli.show import GameOption, JsonOption, PresetOption, RulesOption, SetOption


def command(
    name: Annotated[str, typer.Argument(metavar="[NAME]", help="A card's name or id.")] = "",
    game: GameOption = "",
    rules: RulesOption = None,
    settings: SetOption = None,
    preset: PresetOption = "",
    as_json: JsonOption = False,
) -> None:
    """Show the cards in force and where their numbers come from.

    Examples:
      marchsim cards
      marchsim cards "Royal Jelly" --rules mine.toml
      marchsim cards --json
    """
    components.command("cards", name, game, rules, settings, preset, as_json)

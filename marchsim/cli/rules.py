"""`marchsim rules`: shows every parameter in force, with its range, meaning and source."""

from __future__ import annotations

from typing import Annotated

import typer

from marchsim.cli import show
from marchsim.cli.show import GameOption, PresetOption, RulesOption, SetOption


def command(
    name: Annotated[str, typer.Argument(metavar="[NAME]", help="Name of a parameter, or part of one.")] = "",
    game: GameOption = "",
    rules: RulesOption = None,
    settings: SetOption = None,
    preset: PresetOption = "",
    everything: Annotated[
        bool, typer.Option("--all", help="Show all parameters, not only those that differ from the default.")
    ] = False,
) -> None:
    """Show the rule parameters in force, with range, meaning and rule numbers.

    Examples:
      marchsim rules
      marchsim rules march_steps              (one parameter, or all whose names contain the word)
      marchsim rules --preset two             (the differences from the standard game)
      marchsim rules --preset long+primitive
      marchsim rules --rules mine.toml --all
    """
    from marchsim import games
    from marchsim.kernel.showing import Shown

    shown = games.able(game or games.DEFAULT, Shown, "its rules cannot be shown")
    variant = show.variant_of(game, preset, rules, settings)
    if show.in_json():
        show.write_json(shown.rule_rows(variant, name))
    else:
        over = [*map(str, rules or ()), *(settings or ())]
        with_files = [f"Overlays: {', '.join(over)}."] if over else []
        changes = bool(preset or over) and not everything
        show.page([*with_files, *shown.rule_page(variant, name, changes)])

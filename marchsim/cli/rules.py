"""`marchsim rules`: every parameter in force, its range and meaning, and where its value comes from."""

from __future__ import annotations

from typing import Annotated

import typer

from marchsim.cli import show
from marchsim.cli.show import GameOption, JsonOption, PresetOption, RulesOption, SetOption


def command(
    name: Annotated[str, typer.Argument(metavar="[NAME]", help="A parameter, or part of its name.")] = "",
    game: GameOption = "",
    rules: RulesOption = None,
    settings: SetOption = None,
    preset: PresetOption = "",
    everything: Annotated[
        bool, typer.Option("--all", help="With a preset or overlay, also show what it does not change.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Show the rule parameters in force, with range, meaning and rule numbers.

    Examples:
      marchsim rules
      marchsim rules march_steps              (one parameter; part of a name shows all that match)
      marchsim rules --preset two             (what differs from the standard game, with the rule numbers)
      marchsim rules --preset long+primitive
      marchsim rules --rules mine.toml --all
    """
    from marchsim import games
    from marchsim.kernel.showing import Shown

    shown = games.able(game or games.DEFAULT, Shown, "its rules cannot be shown")
    variant = show.variant_of(game, preset, rules, settings)
    if as_json:
        show.write_json(shown.rule_rows(variant, name))
    else:
        over = [*map(str, rules or ()), *(settings or ())]
        with_files = [f"Overlays: {', '.join(over)}."] if over else []
        changes = bool(preset or over) and not everything
        show.page([*with_files, *shown.rule_page(variant, name, changes)])

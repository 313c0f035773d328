"""`marchsim components`: the components of a game, and the source of each of their numbers."""

from __future__ import annotations

from typing import Annotated

import typer

from marchsim.cli import show
from marchsim.cli.show import GameOption, JsonOption, PresetOption, RulesOption, SetOption


def command(
    kind: Annotated[str, typer.Argument(metavar="[KIND]", help="cards or tiles; all if left out.")] = "",
    name: Annotated[str, typer.Argument(metavar="[NAME]", help="The name, id or number of one.")] = "",
    game: GameOption = "",
    rules: RulesOption = None,
    settings: SetOption = None,
    preset: PresetOption = "",
    as_json: JsonOption = False,
) -> None:
    """Show the components in force and where their numbers come from.

    Examples:
      marchsim components
      marchsim components cards
      marchsim components cards "Royal Jelly" --rules mine.toml
      marchsim components tiles --json

    `marchsim cards` and `marchsim tiles` are short forms.
    """
    from marchsim import games
    from marchsim.errors import ConfigError, nearest
    from marchsim.kernel.showing import Shown

    shown = games.able(game or games.DEFAULT, Shown, "its components cannot be shown")
    if kind and kind not in shown.kinds:
        known = ", ".join(shown.kinds) or "none that can be shown"
        raise ConfigError(f"this game has no {kind!r}.{nearest(kind, shown.kinds)} It has: {known}.")
    if not shown.kinds:
        raise ConfigError("this game has no components; `marchsim rules --game NAME` shows its rules.")
    variant = show.variant_of(game, preset, rules, settings)
    kinds = [kind] if kind else shown.kinds
    if as_json:
        rows = {one: shown.component_rows(variant, one, name) for one in kinds}
        show.write_json(rows[kind] if kind else rows)
        return
    for one in kinds:
        show.page(shown.component_page(variant, one, name))

"""`marchsim components`, `cards`, `tiles`, `rules`: shows the components and rules, with their sources."""

from __future__ import annotations

from typing import Annotated

import typer

from marchsim.cli import show
from marchsim.cli.frame import options_of
from marchsim.cli.show import VariantOptions


@options_of(VariantOptions)
def command(
    asked: VariantOptions,
    kind: Annotated[str, typer.Argument(metavar="[KIND]", help="cards or tiles. [default: all]")] = "",
    name: Annotated[str, typer.Argument(metavar="[NAME]", help="Name, id or number of a component.")] = "",
) -> None:
    """Show the components in force and the source of each number.

    Examples:
      marchsim components
      marchsim components cards
      marchsim components cards "Royal Jelly" --rules mine.toml
      marchsim components tiles --json

    `marchsim cards` and `marchsim tiles` are short forms.
    """
    _show(kind, name, asked)


@options_of(VariantOptions)
def cards(
    asked: VariantOptions,
    name: Annotated[str, typer.Argument(metavar="[NAME]", help="Name or id of a card.")] = "",
) -> None:
    """Show the cards in force and the source of each number.

    Examples:
      marchsim cards
      marchsim cards "Royal Jelly" --rules mine.toml
      marchsim cards --json
    """
    _show("cards", name, asked)


@options_of(VariantOptions)
def tiles(
    asked: VariantOptions,
    name: Annotated[str, typer.Argument(metavar="[NAME]", help="Name or number of a tile.")] = "",
) -> None:
    """Show the tiles in force and the source of each number.

    Examples:
      marchsim tiles
      marchsim tiles "Dry Seep"
      marchsim tiles 23 --json
      marchsim tiles "Great Tunnel"                   (both of its sides)
    """
    _show("tiles", name, asked)


def _show(kind: str, name: str, asked: VariantOptions) -> None:
    from marchsim import games
    from marchsim.errors import ConfigError, nearest
    from marchsim.kernel.showing import Shown

    shown = games.able(asked.game or games.DEFAULT, Shown, "its components cannot be shown")
    if kind and kind not in shown.kinds:
        known = ", ".join(shown.kinds) or "none that can be shown"
        raise ConfigError(f"this game has no {kind!r}.{nearest(kind, shown.kinds)} It has: {known}.")
    if not shown.kinds:
        raise ConfigError("this game has no components; `marchsim rules --game NAME` shows its rules.")
    variant = asked.variant
    kinds = [kind] if kind else shown.kinds
    if show.in_json():
        rows = {one: shown.component_rows(variant, one, name) for one in kinds}
        show.write_json(rows[kind] if kind else rows)
        return
    for one in kinds:
        show.page(shown.component_page(variant, one, name))


@options_of(VariantOptions)
def rules(
    asked: VariantOptions,
    name: Annotated[str, typer.Argument(metavar="[NAME]", help="Name of a parameter, or part of one.")] = "",
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

    shown = games.able(asked.game or games.DEFAULT, Shown, "its rules cannot be shown")
    variant = asked.variant
    if show.in_json():
        show.write_json(shown.rule_rows(variant, name))
    else:
        over = [*map(str, asked.rules or ()), *(asked.settings or ())]
        with_files = [f"Overlays: {', '.join(over)}."] if over else []
        changes = bool(asked.preset or over) and not everything
        show.page([*with_files, *shown.rule_page(variant, name, changes)])

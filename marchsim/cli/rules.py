"""`marchsim rules`: every parameter in force, its range and meaning, and where its value comes from."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from marchsim.cli import show
from marchsim.cli.show import JsonOption, PresetOption, RulesOption
from marchsim.games.march.rules import presets
from marchsim.games.march.rules.parameters import BY_PLAYERS, CHAPTERS, PARAMETERS
from marchsim.games.march.telling import describe

if TYPE_CHECKING:
    from rich.table import Table

    from marchsim.games.march.rules.variant import MarchVariant


def command(
    name: Annotated[
        str, typer.Argument(metavar="[NAME]", help="A parameter, or a part of the names of several.")
    ] = "",
    rules: RulesOption = None,
    preset: PresetOption = "",
    everything: Annotated[
        bool, typer.Option("--all", help="With a preset or overlay, show what it leaves alone too.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Show the rule parameters in force, with range, meaning and rule numbers.

    marchsim rules
    marchsim rules march_steps              (one parameter; a part of a name shows all that hold it)
    marchsim rules --preset two             (what differs from the standard game, with the rule numbers)
    marchsim rules --preset long+primitive
    marchsim rules --rules mine.toml --all
    """
    variant = show.variant_of(preset, rules)
    if as_json:
        show.write_json(describe.rules(variant, name))
    elif name:
        show.console().print(_table("Parameters", _spelled_out(describe.rules(variant, name))))
    elif everything or not (preset or rules):
        _chapters(describe.rules(variant))
    else:
        _differences(variant, rules or [])


def _chapters(rows: list[dict[str, Any]]) -> None:
    """Write a table of parameters for each chapter of the rules, and the presets."""
    page = show.console()
    by_name = {row["name"]: row for row in rows}
    for chapter, parameters in CHAPTERS.items():
        page.print(_table(chapter, [by_name[parameter.name] for parameter in parameters]))
    page.print(
        "> differs from the standard game; 'ruling' is a decision of ours where the rulebook is silent."
    )
    for preset in presets.PRESETS.values():
        variant = show.variant_of(preset.name, [])
        page.print(f"preset {preset.name} ({presets.players_of(*variant.players())}): {preset.meaning}")
    page.print("Presets are combined with +: long+primitive.")


def _differences(variant: MarchVariant, files: list[Path]) -> None:
    """Write what differs from the standard game for the players of a preset."""
    page = show.console()
    low, high = variant.players()
    files_too = "".join(f" with {file}" for file in files)
    page.print(f"preset {variant.preset}{files_too}, for {presets.players_of(low, high)}")
    for preset in presets.combined(variant.preset):
        numbers = f" ({', '.join(preset.numbers)})" if preset.numbers else ""
        page.print(f"{preset.meaning}{numbers}.")
    rows = describe.rules(variant)
    if low == high:
        changed = describe.rules_with(variant, low)
        title = f"With {presets.players_of(low, high)}, where the standard game with 3 or 4 has other values"
    else:
        changed = _spelled_out([row for row in rows if row["changed"]])
        title = "Differs from the standard game"
    if changed:
        page.print(_table(title, changed))
    same = sum(not row["changed"] for row in rows)
    if low < high:
        page.print(f"{same} of {len(rows)} parameters are those of the standard game (--all shows them).")
    for warning in variant.warnings(range(low, high + 1)):
        page.print(f"Note: {warning}.")
    if low < high:
        _further(variant, low, high)


def _further(variant: MarchVariant, low: int, high: int) -> None:
    """Say where to see what holds with numbers of players that have parameters of their own."""
    mine = [part for part in variant.preset.split("+") if part != "standard"]
    for players in range(low, high + 1):
        if players in BY_PLAYERS and players > 1:
            name = "+".join([*mine, BY_PLAYERS[players]])
            show.console().print(
                f"With {players} players some have values of their own: marchsim rules --preset {name}"
            )


def _spelled_out(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return rows in which what holds with some number of players says what it means by itself."""
    return [
        {**row, "meaning": f"{PARAMETERS[plain].meaning}: {row['meaning'].removeprefix('the same ')}"}
        if (plain := row["instead_of"])
        else row
        for row in rows
    ]


def _table(title: str, rows: list[dict[str, Any]]) -> Table:
    """Return a table of parameters."""
    made = show.table(title, {"Parameter": "left", "Range": "left", "Meaning (rules; from)": "wide"})
    for row in rows:
        mark = "> " if row["changed"] else "  "
        show.add(made, f"{mark}{row['name']} = {_word(row['value'])}", _range(row), _meaning(row))
    return made


def _word(value: object) -> str:
    """Return a value as it is written in a file, without quotes."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _range(row: dict[str, Any]) -> str:
    """Return the range of a parameter in a few characters."""
    if row["type"] == "int":
        return f"{row['low']}-{row['high']}"
    return " ".join(row["choices"]) or "true false"


def _meaning(row: dict[str, Any]) -> str:
    """Return what a parameter means, its rules, its origin, and what the standard game has."""
    origin = f"{row['from']}, standard {_word(row['default'])}" if row["changed"] else row["from"]
    where = "; ".join(part for part in (" ".join(row["rules"]), origin) if part)
    return f"{row['meaning']} ({where}).{' ' if row['note'] else ''}{row['note']}"

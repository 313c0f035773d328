"""`marchsim rules`: every parameter in force, its range and meaning, and where its value comes from."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from marchsim.cli import show
from marchsim.cli.show import JsonOption, PresetOption, RulesOption
from marchsim.games.march import describe
from marchsim.games.march.rules import CHAPTERS, PRESETS

if TYPE_CHECKING:
    from rich.table import Table


def command(
    rules: RulesOption = None,
    preset: PresetOption = "",
    everything: Annotated[
        bool, typer.Option("--all", help="With a preset or overlay, show what it leaves alone too.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Show the rule parameters in force, with range, meaning and rule numbers.

    marchsim rules
    marchsim rules --preset first-game      (what differs from the standard game)
    marchsim rules --rules mine.toml --all
    """
    variant = show.variant_of(preset, rules)
    rows = describe.rules(variant)
    if as_json:
        show.write_json(rows)
    elif everything or not (preset or rules):
        _chapters(rows)
    else:
        _differences(rows, variant.preset, rules or [])


def _chapters(rows: list[dict[str, Any]]) -> None:
    """Write a table of parameters for each chapter of the rules, and the presets."""
    page = show.console()
    by_name = {row["name"]: row for row in rows}
    for chapter, parameters in CHAPTERS.items():
        page.print(_table(chapter, [by_name[parameter.name] for parameter in parameters]))
    page.print(
        "> differs from the standard game; 'ruling' is a decision of ours where the rulebook is silent."
    )
    for preset in PRESETS.values():
        page.print(f"preset {preset.name}: {preset.meaning}")


def _differences(rows: list[dict[str, Any]], preset: str, files: list[Path]) -> None:
    """Write what differs from the standard game."""
    page = show.console()
    changed = [row for row in rows if row["changed"]]
    what = " with ".join([f"preset {preset}", *(str(file) for file in files)])
    page.print(f"{what}: {PRESETS[preset].meaning}.")
    if changed:
        page.print(_table("Differs from the standard game", changed))
    same = f"{len(rows) - len(changed)} of {len(rows)} parameters"
    page.print(f"{same} are those of the standard game (--all shows them).")


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

"""The parameters of the rules as tables for a reader: all, those of a name, or what a variant changes."""

from __future__ import annotations

from typing import Any

from marchsim.games.march.rules import presets
from marchsim.games.march.rules.parameters import BY_PLAYERS, CHAPTERS, PARAMETERS
from marchsim.games.march.rules.variant import MarchVariant, resolve
from marchsim.games.march.telling import describe
from marchsim.kernel.showing import Page, Sheet

COLUMNS = {"Parameter": "left", "Range": "left", "Meaning (rules; from)": "wide"}


def page(variant: MarchVariant, name: str, changes: bool) -> Page:
    """Return the parameters that a name means, or what differs from the standard game, or all of them."""
    if name:
        return [_sheet("Parameters", _spelled_out(describe.rules(variant, name)))]
    return _differences(variant) if changes else _chapters(describe.rules(variant))


def _chapters(rows: list[dict[str, Any]]) -> Page:
    """Return a table of parameters for each chapter of the rules, and the presets."""
    by_name = {row["name"]: row for row in rows}
    told: list[Sheet | str] = [
        _sheet(chapter, [by_name[parameter.name] for parameter in parameters])
        for chapter, parameters in CHAPTERS.items()
    ]
    told.append(
        "> differs from the standard game; 'ruling' is a decision of ours where the rulebook is silent."
    )
    for preset in presets.PRESETS.values():
        players = presets.players_of(*resolve("shown", preset.name).players())
        told.append(f"preset {preset.name} ({players}): {preset.meaning}")
    return [*told, "Presets are combined with +: long+primitive."]


def _differences(variant: MarchVariant) -> Page:
    """Return what differs from the standard game for the players of a preset."""
    low, high = variant.players()
    told: list[Sheet | str] = [f"preset {variant.preset}, for {presets.players_of(low, high)}"]
    for preset in presets.combined(variant.preset):
        numbers = f" ({', '.join(preset.numbers)})" if preset.numbers else ""
        told.append(f"{preset.meaning}{numbers}.")
    rows = describe.rules(variant)
    if low == high:
        changed = describe.rules_with(variant, low)
        title = f"With {presets.players_of(low, high)}, where the standard game with 3 or 4 has other values"
    else:
        changed = _spelled_out([row for row in rows if row["changed"]])
        title = "Differs from the standard game"
    if changed:
        told.append(_sheet(title, changed))
    same = sum(not row["changed"] for row in rows)
    if low < high:
        told.append(f"{same} of {len(rows)} parameters are those of the standard game (--all shows them).")
    told += [f"Note: {warning}." for warning in variant.warnings(range(low, high + 1))]
    return [*told, *(_further(variant, low, high) if low < high else [])]


def _further(variant: MarchVariant, low: int, high: int) -> list[str]:
    """Return where to see what holds with numbers of players that have parameters of their own."""
    mine = [part for part in variant.preset.split("+") if part != "standard"]
    return [
        f"With {players} players some have values of their own: marchsim rules --preset "
        + "+".join([*mine, BY_PLAYERS[players]])
        for players in range(low, high + 1)
        if players in BY_PLAYERS and players > 1
    ]


def _spelled_out(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return rows in which what holds with some number of players says what it means by itself."""
    return [
        {**row, "meaning": f"{PARAMETERS[plain].meaning}: {row['meaning'].removeprefix('the same ')}"}
        if (plain := row["instead_of"])
        else row
        for row in rows
    ]


def _sheet(title: str, rows: list[dict[str, Any]]) -> Sheet:
    """Return a table of parameters."""
    return Sheet(title, COLUMNS, [(_set(row), _range(row), _meaning(row)) for row in rows])


def _set(row: dict[str, Any]) -> str:
    """Return a parameter with its value, marked where it differs from the standard game."""
    return f"{'> ' if row['changed'] else '  '}{row['name']} = {_word(row['value'])}"


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

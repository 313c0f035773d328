"""The parameters of the rules as tables for a reader: all, those matching a name, or a variant's changes."""

from __future__ import annotations

from typing import Any

from marchsim.games.march.rules.parameters import BOOK, BY_PLAYERS, PARAMETERS
from marchsim.games.march.rules.presets import PRESETS
from marchsim.games.march.rules.variant import MarchVariant, resolve
from marchsim.games.march.telling import describe
from marchsim.kernel.showing import Page, Sheet
from marchsim.tabletop.rules.presets import combined, players_of
from marchsim.tabletop.telling.rules import MARKED, chapters, sheet


def page(variant: MarchVariant, name: str, changes: bool) -> Page:
    """The parameters that match a name, the differences from the standard game, or all parameters."""
    if name:
        return [sheet("Parameters", _spelled_out(describe.rules(variant, name)))]
    return _differences(variant) if changes else _chapters(describe.rules(variant))


def _chapters(rows: list[dict[str, Any]]) -> Page:
    """A table of parameters for each chapter of the rules, and the presets."""
    told: list[Sheet | str] = [*chapters(BOOK, rows), MARKED]
    for preset in PRESETS.values():
        players = players_of(*resolve("shown", preset.name).players())
        told.append(f"preset {preset.name} ({players}): {preset.meaning}")
    return [*told, "Presets are combined with +: long+primitive."]


def _differences(variant: MarchVariant) -> Page:
    """The differences from the standard game, for the players of a preset."""
    low, high = variant.players()
    told: list[Sheet | str] = [f"preset {variant.preset}, for {players_of(low, high)}"]
    for preset in combined(PRESETS, variant.preset):
        numbers = f" ({', '.join(preset.numbers)})" if preset.numbers else ""
        told.append(f"{preset.meaning}{numbers}.")
    rows = describe.rules(variant)
    if low == high:
        changed = describe.rules_with(variant, low)
        title = f"With {players_of(low, high)}, where the standard game with 3 or 4 has other values"
    else:
        changed = _spelled_out([row for row in rows if row["changed"]])
        title = "Differs from the standard game"
    if changed:
        told.append(sheet(title, changed))
    same = sum(not row["changed"] for row in rows)
    if low < high:
        told.append(f"{same} of {len(rows)} parameters are those of the standard game (--all shows them).")
    told += [f"Note: {warning}." for warning in variant.warnings(range(low, high + 1))]
    return [*told, *(_further(variant, low, high) if low < high else [])]


def _further(variant: MarchVariant, low: int, high: int) -> list[str]:
    """Hints that parameters have other values for some numbers of players."""
    mine = [part for part in variant.preset.split("+") if part != "standard"]
    return [
        f"With {players} players some have values of their own: marchsim rules --preset "
        + "+".join([*mine, BY_PLAYERS[players]])
        for players in range(low, high + 1)
        if players in BY_PLAYERS and players > 1
    ]


def _spelled_out(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Rows in which parameters for some number of players have a complete meaning of their own."""
    return [
        {**row, "meaning": f"{PARAMETERS[plain].meaning}: {row['meaning'].removeprefix('the same ')}"}
        if (plain := row["instead_of"])
        else row
        for row in rows
    ]

"""The parameters of the rules for a reader: as plain rows, or as tables with range, meaning and origin."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from marchsim.kernel.showing import Page, Sheet
from marchsim.tabletop.rules.overlays import Preset, players_of
from marchsim.tabletop.rules.parameters import Book, Rules

COLUMNS = {"Parameter": "left", "Range": "left", "Meaning (rules; from)": "wide"}
MARKED = "> differs from the standard game; 'ruling' is a decision of ours where the rulebook is silent."


def row(rules: Rules, name: str) -> dict[str, Any]:
    """A parameter as plain data.

    `from` is rulebook, ruling, program, a preset or an overlay. `changed` marks non-standard values.
    """
    parameter, value = rules.book.parameters[name], rules.values[name]
    return {
        "name": name,
        "value": parameter.human(value),
        "default": parameter.human(parameter.default),
        "type": parameter.type,
        "low": parameter.low if parameter.type == "int" else None,
        "high": parameter.high if parameter.type == "int" else None,
        "choices": list(parameter.choices),
        "rules": list(parameter.rules),
        "meaning": parameter.meaning,
        "source": parameter.source,
        "note": parameter.note,
        "from": rules.origins[name],
        "changed": value != parameter.default,
    }


def chapters(book: Book, rows: Sequence[dict[str, Any]]) -> list[Sheet]:
    """A table of parameters for each chapter of the rules. `rows` has a row for each parameter."""
    by_name = {row["name"]: row for row in rows}
    return [
        sheet(chapter, [by_name[parameter.name] for parameter in parameters])
        for chapter, parameters in book.chapters.items()
    ]


def page(rules: Rules, presets: Sequence[Preset], name: str, changes: bool) -> Page:
    """The parameters that match `name` as a page. Without a name: all or, if `changes`, those changed."""
    rows = [row(rules, known) for known in rules.book.named(name)]
    if name:
        return [sheet("Parameters", rows)]
    if changes:
        changed = [one for one in rows if one["changed"]]
        told = [sheet("Differs from the standard game", changed)] if changed else []
        return [
            *told,
            f"{len(rows) - len(changed)} of {len(rows)} parameters are those of the standard game.",
        ]
    named = [f"preset {one.name} ({players_of(*one.players)}): {one.meaning}" for one in presets]
    return [*chapters(rules.book, rows), MARKED, *named]


def sheet(title: str, rows: list[dict[str, Any]]) -> Sheet:
    """A table of parameters."""
    return Sheet(title, COLUMNS, [(_set(row), _range(row), _meaning(row)) for row in rows])


def _set(row: dict[str, Any]) -> str:
    """A parameter and its value, with a mark if it differs from the standard game."""
    return f"{'> ' if row['changed'] else '  '}{row['name']} = {_word(row['value'])}"


def _word(value: object) -> str:
    """A value as it is written in a file, but without quotes."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _range(row: dict[str, Any]) -> str:
    """The range of a parameter in a few characters."""
    if row["type"] == "int":
        return f"{row['low']}-{row['high']}"
    return " ".join(row["choices"]) or "true false"


def _meaning(row: dict[str, Any]) -> str:
    """The meaning of a parameter, its rules, its origin, and its value in the standard game."""
    origin = f"{row['from']}, standard {_word(row['default'])}" if row["changed"] else row["from"]
    where = "; ".join(part for part in (" ".join(row["rules"]), origin) if part)
    return f"{row['meaning']} ({where}).{' ' if row['note'] else ''}{row['note']}"

"""Descriptions of the tables that every run has, and their form as plain data for the manifest.

A game describes its own columns (of seats, rounds, cards, events) by kernel.game.Table.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from marchsim.errors import RecordError
from marchsim.kernel.game import DTYPES, Column, Table

VOIDS = ("", "error", "answer", "limit", "time", "memory")
OUTSIDE_DIGESTS = ("timings", "thinking")


def counted(names: Iterable[str]) -> list[str]:
    """The tables among `names` that have rows for every stored game."""
    return [name for name in names if name not in ("items", *OUTSIDE_DIGESTS)]


ITEMS = {  # columns of all games; a game may have others
    "kind": "kind of component",
    "id": "id of the component, as in overlays",
    "name": "name of the component",
    "stand_in": "whether marchsim invented it to complete the set",
    "enabled": "whether it is in the game",
    "fields": "its numbers that count towards the assumed share",
    "rulebook": "numbers of these that the rulebook gives",
    "implied": "numbers of these that follow from the rulebook or public descriptions",
    "assumed": "numbers of these that are assumed",
    "printed": "numbers of these read off the printed components",
    "design": "numbers of these that a designer changed",
}
NONE = "null if they play against each other"


def games(variants: Sequence[str]) -> Table:
    """The description of the table with a row for each game."""
    return Table(
        "games",
        "One row for each game of the plan, void games included.",
        (
            Column("game", "i64", "number of the game in the plan"),
            Column("deal", "i64", "number of the deal: the independent unit, shared by the games of a block"),
            Column("block", "i64", "block of the design"),
            Column("line_up", "i32", "number of the line-up among those of its player count"),
            Column("rotation", "i8", "number of seats by which the line-up is rotated"),
            Column("variant", "str", "variant played", labels=tuple(variants)),
            Column("seed", "u64", "key of the deal's random stream"),
            Column("players", "i8", "number of players"),
            Column("rounds", "i16", "rounds played", "rounds"),
            Column("turns", "i32", "turns taken by all players together", "turns"),
            Column("decisions", "i32", "questions asked of all strategies together", "decisions"),
            Column("digest", "str", "hash of the canonical event stream, hexadecimal"),
            Column("winners", "i32", "bit s is set if seat s won (0 in void games and if nobody won)"),
            Column("decided_by", "str", "criterion that decided between winners and others"),
            Column("opponent", "i32", f"score of the players' common opponent, {NONE}", "points"),
            Column("margin", "i32", f"the players' lead over it, negative if they lost, {NONE}", "points"),
            Column("void", "str", "reason why the game does not count, '' if it does", labels=VOIDS),
            Column("void_seat", "i8", "seat whose strategy made the game void, null if none or unknown"),
        ),
        ("game",),
    )


def seats(strategies: Sequence[str], columns: Sequence[Column]) -> Table:
    """The description of the table with a row for each seat of each game. `columns` are added by the game."""
    return Table(
        "seats",
        "One row for each seat of each game. Results are null in void games.",
        (
            Column("game", "i64", "number of the game"),
            Column("seat", "i8", "place in turn order, 0 holds the marker"),
            Column("strategy", "str", "strategy at the seat", labels=tuple(strategies)),
            Column("score", "i32", "final score", "points"),
            Column("rank", "i8", "1 for the best"),
            Column("credit", "f64", "1 / winners, 1 if all win together, else 0 (null: nobody won)", "wins"),
            *columns,
        ),
        ("game", "seat"),
    )


TIMINGS = Table(
    "timings",
    "One row for each chunk of games: its place and speed. Outside of all digests.",
    (
        Column("first", "i64", "first game of the chunk"),
        Column("games", "i64", "games in the chunk", "games"),
        Column("seconds", "f64", "time from the first to the last game", "s"),
        Column("cpu_seconds", "f64", "processor time in the same span", "s"),
        Column("worker", "i32", "number of the worker process"),
        Column("host", "str", "name of the machine"),
    ),
    ("first",),
)


def thinking(strategies: Sequence[str]) -> Table:
    """The description of the table with the processor time that strategies take for their answers."""
    return Table(
        "thinking",
        "One row for each chunk of games and strategy: processor time of its answers in the few clocked "
        "games of the chunk. Outside of all digests.",
        (
            Column("first", "i64", "first game of the chunk"),
            Column("strategy", "str", "strategy that answered", labels=tuple(strategies)),
            Column("games", "i64", "clocked games, counted once for each of its seats", "games"),
            Column("decisions", "i32", "its answers in them", "decisions"),
            Column("cpu_seconds", "f64", "processor time of these answers", "s"),
        ),
        ("first", "strategy"),
    )


def items(rows: Sequence[Mapping[str, Any]]) -> Table:
    """The description of the table `items`, with types that fit these rows."""
    names = dict.fromkeys(name for row in rows for name in row)
    columns = tuple(
        Column(name, _kind([row.get(name) for row in rows]), ITEMS.get(name, f"its {name.replace('_', ' ')}"))
        for name in names
        if name not in ("variant", "item")
    )
    return Table(
        "items",
        "One row for each component in force in each variant.",
        (
            Column("variant", "str", "variant played"),
            Column("item", "i16", "number of the row within its variant"),
            *columns,
        ),
        ("variant", "item"),
    )


def _kind(values: Iterable[Any]) -> str:
    kinds = {type(value) for value in values if value is not None}
    if kinds == {bool}:
        return "bool"
    if kinds == {int}:
        return "i64"
    return "f64" if kinds and kinds <= {int, float} else "str"


def merged(descriptions: Sequence[tuple[Table, ...]]) -> dict[str, Table]:
    """One description of each table that fits all variants. Labels are joined, all else must be equal."""
    found: dict[str, Table] = {}
    for tables in descriptions:
        for table in tables:
            found[table.name] = _merge(found[table.name], table) if table.name in found else table
    return found


def _merge(one: Table, other: Table) -> Table:
    assert [c.name for c in one.columns] == [c.name for c in other.columns], one.name
    columns = tuple(
        replace(a, labels=tuple(dict.fromkeys(a.labels + b.labels)))
        for a, b in zip(one.columns, other.columns, strict=True)
    )
    return replace(one, columns=columns)


def describe(table: Table) -> dict[str, Any]:
    """The description of a table as plain JSON data."""
    return {
        "meaning": table.meaning,
        "key": list(table.key),
        "columns": [
            {
                "name": c.name,
                "dtype": c.dtype,
                "meaning": c.meaning,
                "unit": c.unit,
                "labels": list(c.labels),
                "adds": c.adds,
            }
            for c in table.columns
        ],
    }


def described(name: str, data: Any) -> Table:
    """Rebuild a table from `describe` output. Raises RecordError if the (untrusted) data are invalid."""
    try:
        columns = tuple(_column(entry) for entry in _list(data["columns"]))
        table = Table(name, str(data["meaning"]), columns, tuple(str(part) for part in _list(data["key"])))
    except (KeyError, TypeError) as error:
        raise RecordError(
            f"manifest.json: tables.{name}: not a description of a table ({error!r})."
        ) from None
    names = [column.name for column in columns]
    if not table.key or len(set(names)) < len(names) or not set(table.key) <= set(names):
        raise RecordError(f"manifest.json: tables.{name}: columns repeat, or the key names none of them.")
    return table


def _list(value: Any) -> list[Any]:
    """The value, which must be a list. Raises TypeError for anything else, even for a text."""
    if not isinstance(value, list):
        raise TypeError(f"{value!r:.60} is not a list")
    return value


def _column(entry: Mapping[str, Any]) -> Column:
    if entry["dtype"] not in DTYPES:
        raise RecordError(f"manifest.json: {entry['dtype']!r} is not a type of column.")
    labels = tuple(str(label) for label in _list(entry["labels"]))
    adds = entry.get("adds") is True  # not said by manifests of earlier versions
    return Column(
        str(entry["name"]), entry["dtype"], str(entry["meaning"]), str(entry["unit"]), labels, adds=adds
    )


def cell(column: Column, value: Any) -> Any:
    """The value of an item as it is stored: lists and tables as JSON text."""
    if value is None or column.dtype != "str" or isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False, default=list)

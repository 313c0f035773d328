"""The items (cards) that seats get in a run: their table, and the game's description of each.

A game has items if one of its tables has the key game, seat and item, and either a column for each of `FLAGS`
or the columns `round_drawn` and `fate`. `round_drawn` is 0 for the opening hand and null if the item was
never drawn. `fate` begins with "played" if the seat played the item. The item column's name is also the kind
of these items in the table `items`. All other columns of `items` are optional.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import polars as pl

from marchsim.analysis.reading.source import KINDS, Run, described, entry, scan
from marchsim.errors import RecordError
from marchsim.recorder.metrics import ITEM_COLUMNS, item_column

FLAGS = ("opening", "drawn", "played")
PLAYED = "played"  # begins the fate of an item that was played
GROUPS = ("section", "type")  # the first that an item has is its group
OTHER = "other"


@dataclass(frozen=True)
class Item:
    """An item: id, name, group, cost (None: no cost), and how many of its numbers come from each source."""

    id: str
    name: str
    group: str
    cost: float | None
    numbers: int
    sources: Mapping[str, int]

    @property
    def assumed(self) -> int:
        """How many numbers of the item are assumed."""
        return self.sources.get("assumed", 0)


def item_table(run: Run) -> tuple[str, str]:
    """The name of the table with the items of each seat, and the name of its item column.

    Raises RecordError if the run has no such table.
    """
    tables = entry(run.manifest, "tables")
    for name, about in (tables if isinstance(tables, Mapping) else {}).items():
        key = [str(part) for part in entry(about, "key") or []]
        columns = {str(entry(column, "name")) for column in entry(about, "columns") or []}
        column = item_column(key, {*columns, *ITEM_COLUMNS} if columns >= set(FLAGS) else columns)
        if column:
            return str(name), column
    raise RecordError(
        "this run has no table of the cards of each seat (key game, seat and card, with round_drawn and "
        "fate): its game deals none, so there are no results of cards."
    )


def item_rows(run: Run) -> tuple[pl.LazyFrame, str]:
    """The items that seats got (columns: game, seat, item and FLAGS), and the name of the item column.

    Raises RecordError if the run did not record them.
    """
    table, kind = item_table(run)
    frame = scan(run, table, ("game", "seat", kind))
    return frame.select("game", "seat", kind, *flags(frame.collect_schema().names())), kind


def flags(columns: Iterable[str]) -> list[pl.Expr]:
    """For each name in FLAGS, an expression that computes it from a table with these columns."""
    if set(FLAGS) <= set(columns):
        return [pl.col(flag) for flag in FLAGS]
    drawn = pl.col("round_drawn")
    played = pl.col("fate").str.starts_with(PLAYED)
    told = ((drawn == 0).fill_null(False), drawn.is_not_null(), played)
    return [truth.alias(flag) for flag, truth in zip(FLAGS, told, strict=True)]


def items_of(run: Run, variant: str, kind: str, ids: Iterable[str]) -> list[Item]:
    """The enabled items of a variant, sorted by id.

    Items in `ids` (those in the games) are always included, with their id alone if the run does not describe
    them.
    """
    rows: list[dict[str, Any]] = []
    if described(run, "items") is not None:
        frame = scan(run, "items", ("variant", "id"))
        rows = frame.filter(pl.col("variant").cast(pl.String) == variant).collect().to_dicts()
    return listed(rows, kind, ids)


def listed(rows: Iterable[Mapping[str, Any]], kind: str, ids: Iterable[str]) -> list[Item]:
    """The enabled items of a kind in `rows` of the items table, and all items in `ids`, sorted by id."""
    held = {str(row["id"]): row for row in rows if row.get("kind", kind) == kind}
    wanted = {name for name, row in held.items() if row.get("enabled", True)} | set(ids)
    return [_item(name, held.get(name, {})) for name in sorted(wanted)]


def _item(name: str, row: Mapping[str, Any]) -> Item:
    cost = row.get("cost")
    groups = [str(row[column]) for column in GROUPS if row.get(column)]
    return Item(
        id=name,
        name=str(row.get("name") or name),
        group=groups[0] if groups else OTHER,
        cost=float(cost) if isinstance(cost, int | float) and not isinstance(cost, bool) else None,
        numbers=_count(row.get("fields")),
        sources={kind: _count(row.get(kind)) for kind in KINDS},
    )


def _count(value: Any) -> int:
    """The value if it is a whole number, else 0. The table is untrusted input."""
    return value if isinstance(value, int) and not isinstance(value, bool) else 0

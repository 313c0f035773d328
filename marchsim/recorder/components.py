"""The metrics of components that are dealt to seats: `cards.ID` for cards, `species.ID` for species.

A game deals items if one of its tables has the key game, seat and item, and a column `round_drawn` with the
round in which the seat drew the item. It deals labels if a column of `seats` has labels.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from marchsim.kernel.game import Game, Variant

NEEDED = ("round_drawn", "fate")
OF_SEAT = {"game", "seat"}
GENERIC = ("strategy",)  # columns of `seats` whose labels are not dealt


def item_column(key: Collection[str], columns: Iterable[str]) -> str:
    """The column of items in a table with this key and these columns. '' if the table has no items."""
    own = [part for part in key if part not in OF_SEAT]
    return own[0] if len(own) == 1 and set(key) > OF_SEAT and set(NEEDED) <= set(columns) else ""


def named(kind: str, component: str) -> str:
    """The name of the metric of a component. `kind` is card or species."""
    return f"{kind}{'' if kind.endswith('s') else 's'}.{component}"


def known(game: Game, variant: Variant) -> list[str]:
    """The metrics of all components that seats can be dealt in a variant."""
    found = []
    for table in game.tables(variant, "rounds"):
        item = item_column(table.key, [column.name for column in table.columns])
        for column in table.columns:
            label = table.name == "seats" and column.labels and column.name not in GENERIC
            if label or column.name == item:
                rows = [row for row in variant.items() if row.get("kind") == column.name]
                ids = [str(row["id"]) for row in rows if row.get("enabled", True)] or column.labels
                found += [named(column.name, one) for one in ids]
    return found

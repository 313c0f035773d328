"""The items (cards) of a run: their table, the game's description of each, and how often they were played.

A game has items if one of its tables has the key game, seat and item, and either a column for each of `FLAGS`
or the columns `round_drawn` and `fate`. `round_drawn` is 0 for the opening hand and null if the item was
never drawn. `fate` begins with "played" if the seat played the item. The item column's name is also the kind
of these items in the table `items`. All other columns of `items` are optional.

The best game of a card is the one with the largest margin, of all games won by a player of that card.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import polars as pl

from marchsim.analysis.course.telling import Telling, endings, tellings
from marchsim.analysis.reading.panels import PANEL
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


NOT_PLAYED = 0.02  # below this share of holders who played it, an item is not judged


@dataclass(frozen=True)
class Plays:
    """How many seats of a strategy ('' for all strategies) drew an item, and how many of them played it."""

    item: str
    strategy: str
    drawn: int
    played: int

    @property
    def rate(self) -> float | None:
        """The share of holders who played the item. None if nobody drew it."""
        return self.played / self.drawn if self.drawn else None


def is_idle(rate: float | None) -> bool:
    """Whether so few holders played an item that its effect is meaningless."""
    return rate is not None and rate < NOT_PLAYED


def idle(rates: Mapping[str, float | None]) -> frozenset[str]:
    """The ids of the items whose play rate is too low to judge them."""
    return frozenset(item for item, rate in rates.items() if is_idle(rate))


def seen(joined: pl.LazyFrame, kind: str) -> pl.LazyFrame:
    """The number of seats and their credit, by panel, item, strategy and the item's FLAGS."""
    grouped = joined.group_by(
        *PANEL, pl.col(kind).cast(pl.String), pl.col("strategy").cast(pl.String), *FLAGS
    )
    return grouped.agg(pl.len().cast(pl.Int64).alias("n"), pl.col("credit").sum())


def counted(rows: pl.DataFrame, kind: str, items: Collection[str]) -> dict[tuple[str, str], Plays]:
    """The `Plays` by (item, strategy), with '' for all strategies, computed from the rows of `seen`."""
    held = rows.filter("drawn").group_by(kind, "strategy")
    counts = held.agg(pl.col("n").sum(), played=pl.col("n").filter("played").sum())
    found = {(item, name): Plays(item, name, n, played) for item, name, n, played in counts.iter_rows()}
    whole = dict.fromkeys(items, (0, 0))
    for one in found.values():
        drawn, played = whole.get(one.item, (0, 0))
        whole[one.item] = drawn + one.drawn, played + one.played
    return found | {(item, ""): Plays(item, "", *whole[item]) for item in items}


WHY = "best showing"


def showings(run: Run) -> list[tuple[Item, Telling]]:
    """The best game of each card that a winner played, sorted by card.

    All rule sets and numbers of players are searched. The first of several games with equal margins is taken.
    Raises RecordError if the run has no cards.
    """
    rows, item = item_rows(run)
    ends = endings(run)
    winners = ends.lazy().select("game", "margin", winner=pl.col("winner").cast(pl.Int64))
    played = (
        rows.filter("played")
        .with_columns(pl.col(item).cast(pl.String))
        .join(winners, on="game")
        .filter(pl.col("seat") == pl.col("winner"))
        .group_by(item, "game")
        .agg(pl.col("margin").first())
        .collect(engine="streaming")
        .sort("margin", "game", descending=[True, False])
        .unique(item, keep="first")
    )
    best = dict(played.sort(item).select(item, "game").rows())
    ended = {row["game"]: row for row in ends.filter(pl.col("game").is_in(list(best.values()))).to_dicts()}
    games = tellings(run, [(WHY, ended[number]) for number in best.values()])
    return [
        (next(one for one in items_of(run, game.variant, item, [card]) if one.id == card), game)
        for card, game in zip(best, games, strict=True)
    ]

"""How often each strategy drew and played each item (card), and which items were hardly ever played."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

import polars as pl

from marchsim.analysis.cards.items import FLAGS, Item, item_rows, items_of
from marchsim.analysis.reading.panels import PANEL, classify
from marchsim.analysis.reading.source import GENERIC_SEATS, Run, scan

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


@dataclass(frozen=True)
class ItemPlays:
    """The draws and plays of all items under one rule set with one number of players.

    `items` is sorted by id. `plays` has the key (item, strategy), with '' for all strategies.
    """

    variant: str
    players: int
    kind: str
    items: list[Item]
    strategies: list[str]
    plays: dict[tuple[str, str], Plays]

    def idle(self) -> list[Item]:
        """The items that hardly any holder played."""
        return [item for item in self.items if is_idle(self.plays[item.id, ""].rate)]


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


def tables(run: Run) -> list[ItemPlays]:
    """The draws and plays of all items in each panel of a run, over all games that somebody won."""
    rows, kind = item_rows(run)
    games = classify(run)
    if games.is_empty():
        return []
    kept = games.lazy().filter(pl.col("state") == "kept").select("game", *PANEL)
    seats = scan(run, "seats", GENERIC_SEATS).select("game", "seat", "strategy", "credit")
    seats = seats.drop_nulls("credit").join(kept, on="game")
    met = seen(rows.join(seats, on=("game", "seat")), kind).collect(engine="streaming")
    order = games.select(PANEL).unique(maintain_order=True)
    return [_table(run, kind, met, variant, players) for variant, players in order.iter_rows()]


def _table(run: Run, kind: str, met: pl.DataFrame, variant: str, players: int) -> ItemPlays:
    here = met.filter((pl.col("variant") == variant) & (pl.col("players") == players))
    items = items_of(run, variant, kind, here[kind].unique().to_list())
    plays = counted(here, kind, [item.id for item in items])
    return ItemPlays(variant, players, kind, items, sorted(here["strategy"].unique().to_list()), plays)

"""How often items (cards) were drawn and played, by whom, and when too seldom to say anything of one."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

import polars as pl

from marchsim.analysis.cards.items import FLAGS, Item, item_rows, items_of
from marchsim.analysis.reading.panels import PANEL, classify
from marchsim.analysis.reading.source import GENERIC_SEATS, Run, scan

NOT_PLAYED = 0.02  # played by fewer than this share of those who held it: says nothing about the item


@dataclass(frozen=True)
class Plays:
    """An item in the hands of a strategy ('': of all): seats that drew it, and how many of them played it."""

    item: str
    strategy: str
    drawn: int
    played: int

    @property
    def rate(self) -> float | None:
        """Return the share of holders who played it."""
        return self.played / self.drawn if self.drawn else None


@dataclass(frozen=True)
class ItemPlays:
    """All items of one rule set at one player count, in order of id, with whom they came to."""

    variant: str
    players: int
    kind: str
    items: list[Item]
    strategies: list[str]
    plays: dict[tuple[str, str], Plays]

    def idle(self) -> list[Item]:
        """Return the items that (nearly) nobody played who held them."""
        return [item for item in self.items if is_idle(self.plays[item.id, ""].rate)]


def is_idle(rate: float | None) -> bool:
    """Return whether so few of those who held an item played it that nothing can be said of it."""
    return rate is not None and rate < NOT_PLAYED


def idle(rates: Mapping[str, float | None]) -> frozenset[str]:
    """Return the ids of the items of which play rates say that they are not played."""
    return frozenset(item for item, rate in rates.items() if is_idle(rate))


def seen(joined: pl.LazyFrame, kind: str) -> pl.LazyFrame:
    """Return seats and credit by item, strategy and what became of the item."""
    grouped = joined.group_by(
        *PANEL, pl.col(kind).cast(pl.String), pl.col("strategy").cast(pl.String), *FLAGS
    )
    return grouped.agg(pl.len().cast(pl.Int64).alias("n"), pl.col("credit").sum())


def counted(rows: pl.DataFrame, kind: str, items: Collection[str]) -> dict[tuple[str, str], Plays]:
    """Return plays by item and strategy, and by item and '' for all, from what `seen` gave."""
    held = rows.filter("drawn").group_by(kind, "strategy")
    counts = held.agg(pl.col("n").sum(), played=pl.col("n").filter("played").sum())
    found = {(item, name): Plays(item, name, n, played) for item, name, n, played in counts.iter_rows()}
    whole = dict.fromkeys(items, (0, 0))
    for one in found.values():
        drawn, played = whole.get(one.item, (0, 0))
        whole[one.item] = drawn + one.drawn, played + one.played
    return found | {(item, ""): Plays(item, "", *whole[item]) for item in items}


def tables(run: Run) -> list[ItemPlays]:
    """Return how often all items were drawn and played, for each panel of a run; all games that were won."""
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

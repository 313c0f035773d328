"""How often items (cards) were drawn and played, by whom, and when too seldom to say anything of one."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

import polars as pl

from marchsim.analysis.cards.items import FLAGS
from marchsim.analysis.reading.panels import PANEL

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
    drawn = rows.filter("drawn").group_by(kind, "strategy")
    counts = drawn.agg(pl.col("n").sum(), played=pl.col("n").filter("played").sum())
    found = {(item, name): Plays(item, name, n, played) for item, name, n, played in counts.iter_rows()}
    for item in items:
        own = [one for one in found.values() if one.item == item]
        found[item, ""] = Plays(item, "", sum(one.drawn for one in own), sum(one.played for one in own))
    return found

"""The design of a panel's games: games per deal, line-ups, balance of seats, and excluded games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import polars as pl

from marchsim.analysis.reading.panels import Panel
from marchsim.analysis.reading.source import resolved


@dataclass(frozen=True)
class PanelLayout:
    """The design of a panel as recorded. Counts are of kept games unless their name says otherwise."""

    kind: str
    n_games: int
    n_deals: int
    fewest_per_deal: int
    most_per_deal: int
    line_ups: int
    strategies: int
    balanced: bool
    recorded: int
    voids: dict[str, int]
    beside: int
    open: int
    players: int

    @property
    def independent(self) -> bool:
        """Whether each kept game has a deal of its own."""
        return self.most_per_deal == 1

    @property
    def n_void(self) -> int:
        """The number of void games, for any reason."""
        return sum(self.voids.values())


def layout(panel: Panel, manifest: Mapping[str, Any]) -> PanelLayout:
    """The design of a panel."""
    return layout_of(panel.games, panel.by_place.with_columns(n="sat"), panel.players, manifest)


def layout_of(
    games: pl.DataFrame, visits: pl.DataFrame, players: int, manifest: Mapping[str, Any]
) -> PanelLayout:
    """The design of classified games, given the number of entries `n` by strategy and seat."""
    kept = games.filter(pl.col("state") == "kept")
    per_deal = kept.group_by("deal").agg(games=pl.len())["games"]
    states = dict(games.group_by("state").agg(n=pl.len()).iter_rows())
    voids = games.filter(pl.col("void") != "").group_by("void").agg(n=pl.len()).sort("void")
    return PanelLayout(
        kind=str(resolved(manifest, "design").get("kind") or ""),
        n_games=len(kept),
        n_deals=len(per_deal),
        fewest_per_deal=int(per_deal.min() or 0),  # type: ignore[arg-type]  # a count, or None without rows
        most_per_deal=int(per_deal.max() or 0),  # type: ignore[arg-type]  # likewise
        line_ups=kept["line_up"].n_unique(),
        strategies=visits["strategy"].n_unique(),
        balanced=evenly_seated(visits, players),
        recorded=len(games),
        voids=dict(voids.iter_rows()),
        beside=states.get("beside", 0),
        open=states.get("open", 0),
        players=players,
    )


def evenly_seated(visits: pl.DataFrame, players: int) -> bool:
    """Whether every strategy plays every seat equally often, given entries `n` by strategy and seat."""
    spread = visits.group_by("strategy").agg(seats=pl.len(), low=pl.col("n").min(), high=pl.col("n").max())
    return bool(((spread["seats"] == players) & (spread["low"] == spread["high"])).all())

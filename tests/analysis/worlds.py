"""Planted runs with several numbers of players, and null worlds: labels that change places deal by deal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import polars as pl

from marchsim.analysis.reading.panels import Panel
from marchsim.analysis.reading.tallies import CREDIT
from tests.analysis import planted
from tests.analysis.planted import MemoryRun, Planted

Truth = dict[int, tuple[float, ...]]  # wins by seat, where 100 are fair, by number of players
LEVEL: Truth = {3: (100.0,) * 3, 4: (100.0,) * 4, 5: (100.0,) * 5}


def joined(plans: Sequence[Planted], seed: int = 1) -> MemoryRun:
    """Return one run of several plans, each with games and deals of its own."""
    parts, games, deals = [], 0, 0
    for at, plan in enumerate(plans):
        part = planted.frames(replace(plan, first_game=games, first_deal=deals), seed + at)
        games = int(part["games"]["game"].max() or 0) + 1  # type: ignore[arg-type]  # a whole number
        deals = int(part["games"]["deal"].max() or 0) + 1  # type: ignore[arg-type]  # likewise
        parts.append(part)
    whole = {name: pl.concat([part[name] for part in parts]) for name in parts[0] if name != "items"}
    return MemoryRun(planted.manifest(plans[0]), {**whole, "items": parts[0]["items"]})


def permuted(run: MemoryRun, generator: np.random.Generator) -> MemoryRun:
    """Return a run in which all strategies change names with each other, and all seats places, by deal.

    A line-up that is not the whole field changes names within itself, so that it stays a line-up.
    """
    seats = run.frames["seats"].join(run.frames["games"].select("game", "deal", "players"), on="game")
    seats = seats.with_columns(strategy=pl.col("strategy").cast(pl.String)).sort("game", "seat")
    return MemoryRun(run.manifest, {**run.frames, "seats": _shuffled(seats, generator, run)})


def _shuffled(seats: pl.DataFrame, generator: np.random.Generator, run: MemoryRun) -> pl.DataFrame:
    own = seats.select("deal", "strategy").unique().sort("deal", "strategy")
    key = pl.Series("key", generator.random(own.height))
    new = own.with_columns(key).sort("deal", "key").select("deal", name="strategy")
    names = own.hstack([new["name"]])
    places = seats.select("deal", "seat").unique().sort("deal", "seat")
    turned = places.with_columns(pl.Series("key", generator.random(places.height))).sort("deal", "key")
    places = places.hstack([turned["seat"].alias("place")])
    made = seats.join(names, on=["deal", "strategy"]).join(places, on=["deal", "seat"])
    made = made.with_columns(strategy=pl.col("name"), seat=pl.col("place")).sort("game", "seat")
    columns = run.frames["seats"].columns
    return made.select(pl.col(name).cast(run.frames["seats"][name].dtype) for name in columns)


def seats_of(truth: Truth, deals: int, generator: np.random.Generator) -> list[Panel]:
    """Return as many games a deal as players for each number of players, with these wins by seat."""
    made = []
    for players, worth in truth.items():
        below = np.cumsum(np.array(worth) / 100 / players)[:-1]
        winner = np.searchsorted(below, generator.random((deals, players)))
        won = np.stack([(winner == seat).sum(axis=1) for seat in range(players)], axis=1).astype(float)
        made.append(panel_of(won))
    return made


def panel_of(won: np.ndarray) -> Panel:
    """Return the panel of as many games a deal as players, with these wins by deal and seat.

    Each seat has a strategy of its own: a, b, c, ...
    """
    deals, players = won.shape
    deal, seat = np.repeat(np.arange(deals), players), np.tile(np.arange(players), deals)
    many = np.full(deals * players, players)
    sums = {"deal": deal, "credit": (won * CREDIT).astype(int).ravel(), "decided": many, "entries": many}
    tables = dict.fromkeys(
        ("fates", "entries", "by_pair", "by_game", "by_member", "line_ups"), pl.DataFrame()
    )
    return Panel(
        "", players, pl.DataFrame({"deal": deal}).with_columns(state=pl.lit("kept")), sources=(), opponent="",
        by_seat=pl.DataFrame({**sums, "seat": seat}),
        by_strategy=pl.DataFrame({**sums, "games": many, "strategy": np.array(list("abcde"))[seat]}),
        by_place=pl.DataFrame(schema={"strategy": pl.String, "seat": pl.Int64, "sat": pl.Int64}),
        anytime=False, **tables,
    )  # fmt: skip

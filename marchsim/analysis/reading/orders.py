"""Finishing orders as arrays, the input of ratings and cycles."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import polars as pl

from marchsim.analysis.reading.source import IN_ORDER
from marchsim.stats.choices import Ints, Whole, narrow


@dataclass(frozen=True)
class Orders:
    """Games of up to k entries: strategy (position in `names`, -1: none), rank and seat, each (games, k).

    `deals` (games,) numbers the deals from 0. `more` (games, k) is one further column, 0 if none was
    requested.
    """

    names: list[str]
    items: Whole
    ranks: Whole
    seats: Whole
    deals: Ints
    more: Whole


def by_winners(found: Orders) -> Orders:
    """The orders of the games that somebody won, with the winners (`more`) first and all others tied."""
    won = found.more.max(axis=1, initial=0) > 0
    if won.all():
        return replace(found, ranks=2 - found.more)
    items, seats, deals, more = (one[won] for one in (found.items, found.seats, found.deals, found.more))
    return Orders(found.names, items, 2 - more, seats, deals, more)


def orders(games: pl.DataFrame, seats: pl.DataFrame, more: str = "") -> Orders:
    """The finishing orders of `games`.

    Columns of `games`: game and deal. Columns of `seats`: game, seat, strategy, rank and, if it is given, the
    column `more`.
    """
    names = seats["strategy"].unique().cast(pl.String).sort().to_list()
    games = games.select("game", deal=pl.col("deal").rank("dense").cast(pl.Int64) - 1).sort("game")
    code = pl.col("strategy").cast(pl.String).cast(pl.Enum(names)).to_physical()
    rows = seats.select("game", "seat", "rank", item=code, more=more or pl.lit(0)).sort(IN_ORDER)
    at = places(games["game"].to_numpy(), rows["game"].to_numpy())
    rows, at = rows.filter(pl.Series(at >= 0)), at[at >= 0]
    place = np.arange(len(at)) - np.searchsorted(at, at)
    size = len(games), int(place.max(initial=0)) + 1
    return Orders(
        names=names,
        items=_spread(size, (at, place), rows["item"], -1),
        ranks=_spread(size, (at, place), rows["rank"], 0),
        seats=_spread(size, (at, place), rows["seat"], 0),
        deals=games["deal"].to_numpy(),
        more=_spread(size, (at, place), rows["more"], 0),
    )


def places(games: Ints, held: Ints) -> Ints:
    """The position of each of `held` in the sorted `games`, or -1. Fast if equal values are neighbours."""
    first = np.concatenate([np.arange(min(1, len(held))), 1 + np.flatnonzero(held[1:] != held[:-1])])
    ids = held[first]
    at = np.searchsorted(games, ids)
    known = at < len(games)
    known[known] = games[at[known]] == ids[known]
    return np.repeat(np.where(known, at, -1), np.diff(first, append=len(held)))


def _spread(size: tuple[int, int], place: tuple[Ints, Ints], values: pl.Series, empty: int) -> Whole:
    held = narrow(values.cast(pl.Int64).to_numpy())
    result = np.full(size, empty, dtype=held.dtype)
    result[place] = held
    return result

"""Sums for panels (entries by game, entries by deal, moments over deals), and finishing orders as arrays.

The number `where` identifies a deal of a panel. Grouping by it is faster than by names. Credits are summed as
whole 27,720ths, so the order of summing does not matter. In a game that nobody won, entries have no credit.
`decided` counts all other entries, and shares of wins are over these.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
import polars as pl

from marchsim.analysis.reading.source import GENERIC_SEATS, IN_ORDER, Run, scan
from marchsim.stats.choices import Ints, Whole, narrow

CREDIT = 27_720  # divisible by every number of joint winners or entries up to 12
PIECE = 400_000  # entries processed at a time
DECIDED = pl.col("credit").is_not_null().cast(pl.Int64).alias("decided")


def entries(run: Run, games: pl.DataFrame, own: list[str]) -> pl.DataFrame:
    """The seats of classified games, sorted by game and seat, with `panel`, `where`, `deal` and `state`.

    `own` names further columns to include.
    """
    seats = _named(scan(run, "seats", GENERIC_SEATS).select(*GENERIC_SEATS, *own))
    credit = (pl.col("credit") * CREDIT).round().cast(pl.Int64)
    of_game = games.lazy().select("game", "panel", "where", "deal", "state")
    joined = seats.with_columns(credit).join(of_game, on="game", maintain_order="left")
    return joined.sort(IN_ORDER).collect()


def _named(seats: pl.LazyFrame) -> pl.LazyFrame:
    """The seats with strategies as a sorted enumeration, which is fast to sort and compare."""
    name = pl.col("strategy").cast(pl.String)
    names = seats.select(name.unique()).collect()["strategy"].drop_nulls().sort()
    return seats.with_columns(name.cast(pl.Enum(names)))


def summed(frame: pl.DataFrame, keys: tuple[str, ...], *sums: pl.Expr, **named: pl.Expr) -> pl.DataFrame:
    """Aggregates of the rows by `keys`, sorted by the keys."""
    return frame.lazy().group_by(keys).agg(*sums, **named).collect(engine="streaming").sort(keys)


def _per_deal(frame: pl.DataFrame, keys: tuple[str, ...], sums: tuple[str, ...], n: str = "") -> pl.DataFrame:
    """Sums by deal and keys (strategies or seats), sorted. `n` names the column with the number of rows."""
    number = frame["where"].to_numpy().astype(np.int64)
    for key in keys:
        number = number * 2**16 + frame[key].to_physical().to_numpy()
    return _grouped(frame.select("panel", "where", "deal", *keys, *sums), number, sums, n)


def _grouped(frame: pl.DataFrame, key: Ints, sums: tuple[str, ...], n: str = "") -> pl.DataFrame:
    """The first row of each key, sorted by key, with sums of some columns.

    `n` names the column with the number of rows. Rows are in order of game, so their keys are nearly sorted,
    and sorting is much faster than hashing.
    """
    order = np.argsort(key, kind="stable")
    key = key[order]
    first = np.flatnonzero(np.diff(key, prepend=key[:1] - 1))
    counts = {n: np.diff(first, append=len(key))} if n else {}
    added = {name: np.add.reduceat(_whole(frame[name])[order], first) for name in sums}
    return frame.drop(sums)[order[first]].with_columns(**counts, **added)


def _whole(values: pl.Series) -> np.ndarray:
    """The values in a type that is wide enough for their sums, with 0 for unknown values."""
    wide = pl.Float64 if values.dtype.is_float() else pl.Int64
    return values.fill_null(0).cast(wide).to_numpy()


def per_game(seats: pl.DataFrame, own: list[str]) -> pl.DataFrame:
    """Sums of entries by game and strategy, in order of game.

    The rows stay as they are if every strategy has one entry in each of its games.
    """
    seats = seats.with_columns(DECIDED)
    if not _repeats(seats):
        return seats.drop("seat").with_columns(entries=pl.lit(1, pl.Int64))
    key = seats["game"].to_numpy().astype(np.int64) * 2**16 + seats["strategy"].to_physical().to_numpy()
    return _grouped(seats.drop("seat"), key, ("credit", "decided", "rank", "score", *own), "entries")


def _repeats(seats: pl.DataFrame) -> bool:
    """Whether a strategy has several entries in some game. Rows must be in order of game."""
    game, strategy = seats["game"].to_numpy(), seats["strategy"].to_physical().to_numpy()
    apart = 1
    while np.any(same := game[apart:] == game[:-apart]):
        if np.any(same & (strategy[apart:] == strategy[:-apart])):
            return True
        apart += 1
    return False


def fates(games: pl.DataFrame) -> pl.DataFrame:
    """Entries, decided entries, credit, games and wins by strategy and state, from sums by game."""
    won = (pl.col("credit") > 0).sum().alias("won")
    keys = ("panel", "strategy", "state")
    return summed(games, keys, pl.col("entries", "decided", "credit").sum(), won, pl.len().alias("games"))


def by_strategy(games: pl.DataFrame, own: list[str]) -> pl.DataFrame:
    """Sums by deal and strategy, from sums by game."""
    sums = ("entries", "decided", "credit", "rank", "score", *own)
    return _per_deal(games, ("strategy",), sums, "games").drop("where")


def by_seat(seats: pl.DataFrame) -> pl.DataFrame:
    """Sums by deal and seat."""
    rows = seats.with_columns(DECIDED)
    return _per_deal(rows, ("seat",), ("credit", "decided", "score"), "entries").drop("where")


def by_pair(games: pl.DataFrame) -> pl.DataFrame:
    """The results of pairs (first < second) by deal, over the games in which both play and somebody won."""
    games = games.filter(pl.col("decided") > 0)
    mean = (pl.col("credit") * CREDIT // pl.col("entries")).alias("credit")
    held = games.select("panel", "where", "deal", "game", mean, first="strategy")
    most = int(held.group_by("game").len()["len"].max() or 0)  # type: ignore[arg-type]  # a count, or None
    keys, sums = ("first", "second"), ("difference", "first_only", "second_only", "shared")
    parts = [
        _per_deal(_met(part, apart), keys, sums, "games")
        for part in _pieces(held)
        for apart in range(1, max(2, most))
    ]
    return _per_deal(pl.concat(parts), keys, (*sums, "games")).drop("where")


def _pieces(held: pl.DataFrame) -> list[pl.DataFrame]:
    """The rows in pieces of whole games, so that little memory is needed."""
    game = held["game"].to_numpy()
    cuts = [0, *(int(np.searchsorted(game, game[at])) for at in range(PIECE, len(game), PIECE)), len(game)]
    return [held[start:end] for start, end in pairwise(cuts)]


def _met(held: pl.DataFrame, apart: int) -> pl.DataFrame:
    """Pairs of strategies that met in a game: each row with the one that is `apart` rows below it."""
    further = held.select(same="game", second="first", other="credit").shift(-apart)
    both = held.hstack(further).filter(pl.col("game") == pl.col("same"))
    swapped = pl.col("first").to_physical() > pl.col("second").to_physical()
    sides = ("first", "second"), ("second", "first"), ("credit", "other"), ("other", "credit")
    first, second, mine, theirs = (
        pl.when(swapped).then(later).otherwise(earlier) for earlier, later in sides
    )
    full = CREDIT * CREDIT
    return both.select(
        "panel", "where", "deal",
        first=first,
        second=second,
        difference=mine - theirs,
        first_only=(mine == full) & (theirs == 0),
        second_only=(mine == 0) & (theirs == full),
        shared=~mine.is_in([0, full]) | ~theirs.is_in([0, full]),
    )  # fmt: skip


def by_place(seats: pl.DataFrame) -> pl.DataFrame:
    """Moments of credit over deals by strategy and seat. `sat` counts all entries."""
    rows = seats.with_columns(DECIDED)
    per_deal = _per_deal(rows, ("strategy", "seat"), ("credit", "decided"), "sat")
    per_deal = per_deal.rename({"credit": "c", "decided": "n"})
    c, n = (pl.col(name).cast(pl.Float64) for name in "cn")
    return summed(
        per_deal,
        ("panel", "strategy", "seat"),
        pl.col("c", "n", "sat").sum(),
        deals=(pl.col("n") > 0).sum(),
        most=pl.col("n").max(),
        parts=(~pl.col("c").is_in([0, CREDIT])).any(),
        cc=(c * c).sum(),
        cn=(c * n).sum(),
        nn=(n * n).sum(),
    )


def by_game(together: pl.DataFrame) -> pl.DataFrame:
    """The lowest score and the sum of scores of each game."""
    scores = pl.col("score")
    return summed(together, ("panel", "game"), lowest=scores.min(), scores=scores.sum())


def by_member(together: pl.DataFrame, games: pl.DataFrame) -> pl.DataFrame:
    """By deal and strategy: the games with that strategy, the number won, and the sum of their margins."""
    members = together.select("panel", "where", "deal", "game", "strategy").unique()
    joined = members.join(games.select("game", "winners", "margin"), on="game")
    joined = joined.with_columns(won=(pl.col("winners") != 0).cast(pl.Int64))
    return _per_deal(joined, ("strategy",), ("won", "margin"), "games").drop("where")


def line_ups(together: pl.DataFrame, games: pl.DataFrame) -> pl.DataFrame:
    """The sorted strategies of each line-up, from its first game that counts."""
    kept = games.filter(pl.col("state") == "kept")
    first = kept.group_by("panel", "line_up").agg(pl.col("game").min())
    seated = together.select("game", "strategy").join(first, on="game")
    return summed(seated, ("panel", "line_up"), members=pl.col("strategy").cast(pl.String).sort())


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

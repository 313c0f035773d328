"""From a run's tables to panels: one rule set at one player count, reduced to sums per deal.

Decides which games count: a game with a void in its block (the rotations of one line-up on one deal) is left
out with the whole block, so that seats and opponents stay balanced; so is a block that is not finished.
Both are counted. What is summed of the games that count is in `marchsim.analysis.reading.tallies`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import polars as pl

from marchsim.analysis.reading import tallies
from marchsim.analysis.reading.source import GAMES, GENERIC_SEATS, Run, opponents, point_sources, scan
from marchsim.stats.choices import Ints

PANEL = ("variant", "players")
TOGETHER = ("rotation", "opponent", "margin")  # asked for where some variant has an opponent
STATES = pl.Enum(["kept", "void", "beside", "open"])
BLOCK = ("variant", "players", "deal", "block", "line_up")


@dataclass(frozen=True)
class Panel:
    """One rule set at one player count.

    `games` has a row per recorded game with `state`: kept, void, beside (sound, in a block with a void game)
    or open (in a block not finished); `fates` counts entries, games, credit and wins per strategy and state.
    All else is of kept games. `entries` has a row for each entry, in order of game and seat. Summed per deal
    are `by_strategy` (entries, decided, games, credit, rank, score, points by source), `by_seat` and
    `by_pair`. `by_place` holds moments over deals per strategy and seat: entries `sat`, how many deals there
    are, `most` entries of one, and sums of c, n, cc, cn, nn over deals with n entries whose credits add up to
    c; `parts` tells whether a win was shared. In a game that nobody won (`unwon`) entries have no credit: n
    and `decided` leave them out.

    Where the players win or lose together, `opponent` names against whom, `by_game` has the lowest score and
    the sum of scores of each kept game, `by_member` sums per deal and strategy over the games it sat in
    (games, won, margin), and `line_ups` lists the strategies of each line-up; else these are empty.
    """

    variant: str
    players: int
    games: pl.DataFrame
    fates: pl.DataFrame
    entries: pl.DataFrame
    by_strategy: pl.DataFrame
    by_seat: pl.DataFrame
    by_pair: pl.DataFrame
    by_place: pl.DataFrame
    sources: tuple[str, ...]
    opponent: str
    by_game: pl.DataFrame
    by_member: pl.DataFrame
    line_ups: pl.DataFrame

    @cached_property
    def kept(self) -> pl.DataFrame:
        """Return the games that count."""
        kept = self.games["state"] == "kept"
        return self.games if kept.all() else self.games.filter(kept)

    @property
    def unwon(self) -> pl.Series:
        """Whether each kept game was won by nobody; never where players win or lose together."""
        return (self.kept["winners"] == 0) & (not self.opponent)

    @cached_property
    def deal_numbers(self) -> Ints:
        """Return the deal of each kept game, in order of game, numbered from 0."""
        return self.kept["deal"].rank("dense").to_numpy().astype(np.int64) - 1

    @cached_property
    def strategies(self) -> list[str]:
        """Return the names of the strategies that sat in kept games, in order."""
        return sorted(self.by_strategy["strategy"].unique().to_list())


def panels(run: Run, barred: Collection[str] = ()) -> list[Panel]:
    """Return the panels of a run, in the order of variants as recorded and then of player counts.

    Games in which one of the strategies `barred` sits are left out, as if they had not been played.
    """
    games = classify(run, barred)
    if games.is_empty():
        return []
    games = games.with_columns(panel=_numbered(*PANEL), where=_numbered(*PANEL, "deal"))
    own = point_sources(scan(run, "seats", GENERIC_SEATS))
    seats = tallies.entries(run, games, own)
    per_game = tallies.per_game(seats, own)
    fates = tallies.fates(per_game)
    seats, per_game = _kept(seats), _kept(per_game)
    against = opponents(run.manifest)
    faced = games.filter(pl.col("variant").is_in(list(against)))["panel"].unique().to_list()
    together = seats.filter(pl.col("panel").is_in(faced))
    tables = {
        "fates": fates,
        "entries": seats.drop(*own, "where", "deal").with_columns(pl.col("credit").cast(pl.Int32)),
        "by_strategy": tallies.by_strategy(per_game, own),
        "by_seat": tallies.by_seat(seats),
        "by_pair": tallies.by_pair(per_game.filter(~pl.col("panel").is_in(faced))),
        "by_place": tallies.by_place(seats),
        "by_game": tallies.by_game(together),
        "by_member": tallies.by_member(together, games),
        "line_ups": tallies.line_ups(together, games),
    }
    return list(_split(games, tables, tuple(own), against))


def _kept(rows: pl.DataFrame) -> pl.DataFrame:
    """Return the rows of games that count."""
    kept = rows["state"] == "kept"
    return (rows if kept.all() else rows.filter(kept)).drop("state")


def _numbered(*names: str) -> pl.Expr:
    """Return a number for each combination of values, from 0 in their order: grouping by it is fast."""
    return pl.struct(*names).rank("dense").cast(pl.UInt32) - 1


def classify(run: Run, barred: Collection[str] = ()) -> pl.DataFrame:
    """Return the games table with `state`: kept, void, beside or open; without games of those `barred`."""
    held = TOGETHER if opponents(run.manifest) else ()
    wanted = (*GAMES, "winners", "decided_by", "void", *held)
    missing = [pl.lit(None, pl.Int32).alias(name) for name in TOGETHER if name not in held]
    words = pl.col("variant", "decided_by", "void").cast(pl.String).fill_null("")
    frame = scan(run, "games", wanted).select(*wanted, *missing)
    games = frame.with_columns(words).sort("game").collect()
    size = pl.len().over(BLOCK)
    games = games.with_columns(size=size, voids=(pl.col("void") != "").sum().over(BLOCK))
    whole = pl.col("size").max().over(PANEL)
    state = (
        pl.when(pl.col("void") != "")
        .then(pl.lit("void"))
        .when(pl.col("voids") > 0)
        .then(pl.lit("beside"))
        .when(pl.col("size") < whole)
        .then(pl.lit("open"))
        .otherwise(pl.lit("kept"))
        .cast(STATES)
    )
    games = games.with_columns(state=state).drop("voids")
    return games.join(_sat(run, barred), on="game", how="anti", maintain_order="left") if barred else games


def _sat(run: Run, names: Collection[str]) -> pl.DataFrame:
    """Return the games in which one of these strategies sits."""
    seats = scan(run, "seats", ("game", "strategy")).select("game", pl.col("strategy").cast(pl.String))
    return seats.filter(pl.col("strategy").is_in(list(names))).select("game").unique().collect()


def _split(
    games: pl.DataFrame,
    tables: dict[str, pl.DataFrame],
    sources: tuple[str, ...],
    against: Mapping[str, str],
) -> Iterator[Panel]:
    order = games.select(*PANEL, "panel").unique(maintain_order=True)
    variants = {name: at for at, name in enumerate(order["variant"].unique(maintain_order=True).to_list())}
    for variant, players, panel in sorted(order.iter_rows(), key=lambda row: (variants[row[0]], row[1])):
        here = pl.col("panel") == panel
        part = {name: frame.filter(here).drop("panel") for name, frame in tables.items()}
        yield Panel(
            variant, players, games.filter(here).drop("panel", "where"), sources=sources,
            opponent=against.get(variant, ""), **part,
        )  # fmt: skip

"""Builds panels from a run's tables: one rule set at one number of players, reduced to sums by deal.

A void game excludes its whole block (the rotations of one line-up on one deal), so that seats and opponents
stay balanced. An unfinished block is excluded as well. Both are counted. The sums are made in
`marchsim.analysis.reading.tallies`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import polars as pl

from marchsim.analysis.reading import tallies
from marchsim.analysis.reading.looked import by_sequence
from marchsim.analysis.reading.source import GAMES, GENERIC_SEATS, Run, opponents, point_sources, scan
from marchsim.stats.choices import Ints

PANEL = ("variant", "players")
TOGETHER = ("rotation", "opponent", "margin")  # asked for where some variant has an opponent
STATES = pl.Enum(["kept", "void", "beside", "open"])
BLOCK = ("variant", "players", "deal", "block", "line_up")


@dataclass(frozen=True)
class Panel:
    """One rule set at one number of players. All tables but `games` and `fates` are of kept games.

    - `games`: a row per recorded game. `state`: kept, void, beside (valid, in a block with a void game) or
      open (in an unfinished block). `fates`: entries, games, credit and wins by strategy and state.
    - `entries`: a row for each entry, in order of game and seat.
    - `by_strategy`: sums by deal (entries, decided, games, credit, rank, score, points by source). `by_seat`
      and `by_pair` are similar.
    - `by_place`: moments over deals by strategy and seat: all entries `sat`, the number of deals, the `most`
      entries of one, and sums of c, n, cc, cn, nn for deals with n entries and credit c. `parts`: shared win.
    - `opponent`, `by_game` (lowest score, sum of scores), `by_member` (games, won and margin by deal and
      strategy) and `line_ups` (strategies of each): filled only if players win or lose together.

    If `anytime`, the run stopped by itself or is not finished, so intervals must hold whenever it stops.

    In a game that nobody won (`unwon`), entries have no credit, and n and `decided` exclude them.
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
    anytime: bool

    @cached_property
    def kept(self) -> pl.DataFrame:
        """The games that count."""
        kept = self.games["state"] == "kept"
        return self.games if kept.all() else self.games.filter(kept)

    @property
    def unwon(self) -> pl.Series:
        """For each kept game, whether nobody won it. Always false if players win or lose together."""
        return (self.kept["winners"] == 0) & (not self.opponent)

    @cached_property
    def deal_numbers(self) -> Ints:
        """The deal of each kept game, numbered from 0, in order of game."""
        return self.kept["deal"].rank("dense").to_numpy().astype(np.int64) - 1

    @cached_property
    def strategies(self) -> list[str]:
        """The sorted names of the strategies in kept games."""
        return sorted(self.by_strategy["strategy"].unique().to_list())


def panels(run: Run, barred: Collection[str] = ()) -> list[Panel]:
    """The panels of a run, in recorded order of variants and then by number of players.

    Games with one of the strategies `barred` are excluded as if they had not been played.
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
    anytime = by_sequence(run.manifest)
    return list(_split(games, tables, tuple(own), against, anytime))


def _kept(rows: pl.DataFrame) -> pl.DataFrame:
    """The rows of games that count, without `state`."""
    kept = rows["state"] == "kept"
    return (rows if kept.all() else rows.filter(kept)).drop("state")


def _numbered(*names: str) -> pl.Expr:
    """An expression that numbers the combinations of values from 0 in order, for fast grouping."""
    return pl.struct(*names).rank("dense").cast(pl.UInt32) - 1


def classify(run: Run, barred: Collection[str] = ()) -> pl.DataFrame:
    """The games table with `state`: kept, void, beside or open. Games of `barred` strategies are dropped."""
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
    """The games in which one of these strategies plays."""
    seats = scan(run, "seats", ("game", "strategy")).select("game", pl.col("strategy").cast(pl.String))
    return seats.filter(pl.col("strategy").is_in(list(names))).select("game").unique().collect()


def _split(
    games: pl.DataFrame,
    tables: dict[str, pl.DataFrame],
    sources: tuple[str, ...],
    against: Mapping[str, str],
    anytime: bool,
) -> Iterator[Panel]:
    order = games.select(*PANEL, "panel").unique(maintain_order=True)
    variants = {name: at for at, name in enumerate(order["variant"].unique(maintain_order=True).to_list())}
    for variant, players, panel in sorted(order.iter_rows(), key=lambda row: (variants[row[0]], row[1])):
        here = pl.col("panel") == panel
        part = {name: frame.filter(here).drop("panel") for name, frame in tables.items()}
        yield Panel(
            variant, players, games.filter(here).drop("panel", "where"), sources=sources,
            opponent=against.get(variant, ""), anytime=anytime, **part,
        )  # fmt: skip

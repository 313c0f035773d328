"""Builds panels from a run's tables. A panel is one rule set with one number of players, as sums by deal.

A void game excludes its whole block (the rotations of one line-up on one deal), so that seats and opponents
stay balanced. An unfinished block is excluded as well. Both are counted. `marchsim.analysis.reading.tallies`
computes the sums. `layout` describes the design of a panel, and `choose` selects the panel that a report
shows in full.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import polars as pl

from marchsim.analysis.reading import tallies
from marchsim.analysis.reading.estimates import Count, credit_by_deal
from marchsim.analysis.reading.source import (
    GAMES,
    GENERIC_SEATS,
    Run,
    by_sequence,
    opponents,
    point_sources,
    resolved,
    scan,
    variants,
)
from marchsim.errors import ConfigError, nearest
from marchsim.recorder.manifest import baselines
from marchsim.stats.choices import Ints

PANEL = ("variant", "players")
TOGETHER = ("rotation", "opponent", "margin")  # asked for where some variant has an opponent
STATES = pl.Enum(["kept", "void", "beside", "open"])
BLOCK = ("variant", "players", "deal", "block", "line_up")


@dataclass(frozen=True)
class Panel:
    """One rule set with one number of players. All tables but `games` and `fates` cover games that count.

    - `games`: a row for each recorded game. Its `state` is kept (the game counts), void, beside (valid, but
      in a block with a void game) or open (in an unfinished block).
    - `fates`: entries, games, credit and wins by strategy and state.
    - `entries`: a row for each entry, in order of game and seat.
    - `by_strategy`: sums by deal (entries, decided, games, credit, rank, score, points by source). `by_seat`
      and `by_pair` are similar.
    - `by_place`: moments over `deals` by strategy and seat: sums of c, n, cc, cn and nn for deals with n
      entries and credit c. `sat` counts all entries, and `most` is the largest n. `parts` is true if a c is
      neither 0 nor one win.
    - `opponent`, `by_game` (lowest score, sum of scores), `by_member` (games, won and margin by deal and
      strategy) and `line_ups` (the strategies of each) are filled only if players win or lose together.

    If `anytime`, the run stopped by itself or is not finished, so intervals must hold whenever it stops.
    `barred` are the baselines whose games were left out.

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
    barred: tuple[str, ...] = ()

    @cached_property
    def valid(self) -> pl.DataFrame:
        """The games that count."""
        kept = self.games["state"] == "kept"
        return self.games if kept.all() else self.games.filter(kept)

    @property
    def unwon(self) -> pl.Series:
        """For each game that counts, whether nobody won it. Always false if players win or lose together."""
        return (self.valid["winners"] == 0) & (not self.opponent)

    @cached_property
    def deal_numbers(self) -> Ints:
        """The deal of each game that counts, numbered from 0, in order of game."""
        return self.valid["deal"].rank("dense").to_numpy().astype(np.int64) - 1

    @cached_property
    def seats(self) -> Count:
        """Credit and decided entries of each seat by deal."""
        return Count(self.players, *credit_by_deal(self.by_seat, "seat", range(self.players)), self.anytime)

    @cached_property
    def strategies(self) -> list[str]:
        """The names of the strategies in games that count, sorted."""
        return sorted(self.by_strategy["strategy"].unique().to_list())

    @cached_property
    def of_strategies(self) -> Count:
        """Credit and decided entries of each of the `strategies` by deal."""
        found = credit_by_deal(self.by_strategy, "strategy", self.strategies)
        return Count(self.players, *found, self.anytime)

    @cached_property
    def balanced(self) -> bool:
        """Whether every strategy plays every seat equally often."""
        return evenly_seated(self.by_place.with_columns(n="sat"), self.players)

    @property
    def n_decided(self) -> int:
        """The number of deals with a game that somebody won."""
        return int((self.seats.entries > 0).any(axis=1).sum())

    @property
    def compared(self) -> bool:
        """Whether strategies can be compared.

        At least two strategies must have played. None may have filled a whole table, and each needs a decided
        game.
        """
        if self.players < 2 or len(self.strategies) < 2 or not self.of_strategies.entries.any(axis=0).all():
            return False
        filled = self.by_strategy.group_by("strategy").agg(pl.col("entries", "games").sum())
        return not (filled["entries"] == filled["games"] * self.players).any()


def fields(held: Iterable[Panel]) -> dict[tuple[str, ...], list[Panel]]:
    """The panels of each field of strategies that can be compared, by the names of the strategies."""
    found: dict[tuple[str, ...], list[Panel]] = {}
    for one in held:
        if one.compared:
            found.setdefault(tuple(one.strategies), []).append(one)
    return found


def panels(run: Run, barred: Collection[str] = ()) -> list[Panel]:
    """The panels of a run, in the recorded order of variants and then by number of players.

    Games with one of the strategies `barred` are excluded. A panel is empty if each of its games has one.
    """
    every = classify(run)
    if every.is_empty():
        return []
    every = every.with_columns(panel=_numbered(*PANEL), where=_numbered(*PANEL, "deal"))
    sat = every.select("game", "panel", "state").join(_sat(run, barred), on="game")
    games = every.join(sat, on="game", how="anti", maintain_order="left") if barred else every
    own = point_sources(scan(run, "seats", GENERIC_SEATS))
    seats = tallies.entries(run, games, own)
    per_game = tallies.per_game(seats, own)
    fates = tallies.fates(per_game)
    seats, per_game = _valid(seats), _valid(per_game)
    against = opponents(run.manifest)
    faced = games.filter(pl.col("variant").is_in(list(against)))["panel"].unique().to_list()
    together = seats.filter(pl.col("panel").is_in(faced))
    tables = {
        "games": games.drop("where"),
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
    return list(_split(every, sat, tables, tuple(own), against, anytime))


def _valid(rows: pl.DataFrame) -> pl.DataFrame:
    """The rows of games that count, without the column `state`."""
    kept = rows["state"] == "kept"
    return (rows if kept.all() else rows.filter(kept)).drop("state")


def _numbered(*names: str) -> pl.Expr:
    """An expression that numbers the combinations of these columns' values from 0, for fast grouping."""
    return pl.struct(*names).rank("dense").cast(pl.UInt32) - 1


def classify(run: Run, barred: Collection[str] = ()) -> pl.DataFrame:
    """The table `games` with a column `state`: kept, void, beside or open (see `Panel`).

    Games with one of the strategies `barred` are dropped.
    """
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
    """The strategies among `names`, each with the games in which it plays."""
    seats = scan(run, "seats", ("game", "strategy")).select("game", pl.col("strategy").cast(pl.String))
    return seats.filter(pl.col("strategy").is_in(list(names))).unique().collect()


def _split(
    every: pl.DataFrame,
    sat: pl.DataFrame,
    tables: dict[str, pl.DataFrame],
    sources: tuple[str, ...],
    against: Mapping[str, str],
    anytime: bool,
) -> Iterator[Panel]:
    order = every.select(*PANEL, "panel").unique(maintain_order=True)
    variants = {name: at for at, name in enumerate(order["variant"].unique(maintain_order=True).to_list())}
    for variant, players, panel in sorted(order.iter_rows(), key=lambda row: (variants[row[0]], row[1])):
        here = pl.col("panel") == panel
        part = {name: frame.filter(here).drop("panel") for name, frame in tables.items()}
        barred = sat.filter(here, pl.col("state") == "kept")["strategy"].unique().sort()
        yield Panel(
            variant, players, sources=sources, opponent=against.get(variant, ""), anytime=anytime,
            barred=tuple(barred), **part,
        )  # fmt: skip


@dataclass(frozen=True)
class PanelLayout:
    """The design of a panel as recorded.

    All counts but `recorded`, `voids`, `beside` and `open` are over the games that count.
    """

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
        """Whether each game that counts has a deal of its own."""
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


Key = tuple[str, int]


def keys(run: Run) -> list[Key]:
    """The panels of a run as (variant, players), in order of variants and then of numbers of players."""
    variant = pl.col("variant").cast(pl.String)
    first = scan(run, "games", GAMES).group_by(variant, "players").agg(pl.col("game").min()).collect()
    place = {name: at for at, name in enumerate(first.sort("game")["variant"].unique(maintain_order=True))}
    return sorted(first.select(*PANEL).iter_rows(), key=lambda key: (place[key[0]], key[1]))


def several(run: Run) -> bool:
    """Whether a run has several variants."""
    return len(variants(run.manifest)) > 1


def choose(run: Run, variant: str = "", players: int | None = None) -> Key | None:
    """The requested panel as (variant, players). None if the run has no games.

    The default is the base or, if it has no games, the first variant, with the fewest players. Raises
    ConfigError for a variant or a number of players that the run does not have.
    """
    held = keys(run)
    names = list(dict.fromkeys(name for name, _ in held))
    if variant and held and variant not in names:
        raise ConfigError(
            f"--variant: the run has no games of {variant!r}.{nearest(variant, names)} "
            f"It has: {', '.join(names[:20])}{' ...' if len(names) > 20 else ''}."
        )
    name = variant or base(run, names)
    counts = [count for one, count in held if one == name]
    if players is not None and held and players not in counts:
        raise ConfigError(
            f"--players: the run has no games of {name!r} with {players}; it has: "
            f"{', '.join(map(str, counts))}."
        )
    return (name, players if players is not None else counts[0]) if held else None


@dataclass(frozen=True)
class Barred:
    """The effect of leaving out the baselines `names`: `games` of `of` games are left out.

    With the numbers of players `empty`, every game has a baseline.
    """

    names: tuple[str, ...]
    games: int
    of: int
    empty: tuple[int, ...]


def barred(runs: Collection[Run]) -> Barred:
    """The effect of leaving out all baselines from these runs, over all rule sets."""
    names, left, whole, counts, held = set[str](), 0, 0, set[int](), set[int]()
    for run in runs:
        every = classify(run).filter(pl.col("state") == "kept")
        counts |= set(every["players"].unique().to_list())
        whole += every.height
        sound = every
        if own := baselines(run.manifest):
            sound = classify(run, own).filter(pl.col("state") == "kept")
            names |= own if sound.height < every.height else set()
        held |= set(sound["players"].unique().to_list())
        left += every.height - sound.height
    return Barred(tuple(sorted(names)), left, whole, tuple(sorted(counts - held)))


def base(run: Run, names: Sequence[str]) -> str:
    """The name of the base (the configuration itself), or of the first variant if the base has no games."""
    bases = [str(one.get("name")) for one in variants(run.manifest) if one.get("base") is True]
    bases = bases if several(run) else []
    return next((name for name in (*bases, "base") if name in names), names[0] if names else "")

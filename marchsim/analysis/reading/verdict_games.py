"""The games of a panel that count in verdicts: those without a baseline.

It is not enough to drop the rows of a baseline. A baseline also changes who leads in its games, and the
effects of seats.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

import polars as pl

from marchsim.analysis.reading.estimates import Count, credit_by_deal
from marchsim.analysis.reading.panels import Panel, classify, evenly_seated
from marchsim.analysis.reading.source import Run
from marchsim.analysis.reading.tallies import DECIDED, per_game, summed
from marchsim.recorder.baselines import baselines


@dataclass(frozen=True)
class Played:
    """The games that count and have no baseline, for one rule set and one number of players.

    `by_strategy` has credit and entries of `strategies`, and `by_seat` those of seats. `balanced` is true if
    every strategy plays every seat equally often, and `by_design` if some strategy filled whole tables.
    `barred` are the baselines of the excluded games.
    """

    players: int
    games: pl.DataFrame
    strategies: list[str]
    by_strategy: Count
    by_seat: Count
    balanced: bool
    by_design: bool
    barred: list[str]

    @property
    def compared(self) -> bool:
        """Whether strategies can be compared.

        At least two strategies must have played. None may have filled a whole table, and each needs a decided
        game.
        """
        decided = self.by_strategy.entries.any(axis=0).all()
        return len(self.strategies) > 1 and not self.by_design and bool(decided)

    @property
    def n_deals(self) -> int:
        """The number of deals with a game that somebody won."""
        return int((self.by_seat.entries > 0).any(axis=1).sum())


def fields(held: Iterable[Played]) -> dict[tuple[str, ...], list[Played]]:
    """The panels of each field of strategies that can be compared, by the names of the strategies."""
    found: dict[tuple[str, ...], list[Played]] = {}
    for one in held:
        if one.players > 1 and one.compared:
            found.setdefault(tuple(one.strategies), []).append(one)
    return found


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


def without(panel: Panel, baselines: Collection[str]) -> Panel:
    """The panel without the games of `baselines`. Only the table `games` changes."""
    return replace(panel, games=_games(panel, baselines))


def _games(panel: Panel, baselines: Collection[str]) -> pl.DataFrame:
    barred = [name for name in panel.strategies if name in baselines]
    if not barred:
        return panel.games
    sat = panel.entries.filter(pl.col("strategy").cast(pl.String).is_in(barred))["game"].unique()
    return panel.games.filter(~pl.col("game").is_in(sat.implode()))


def played(panel: Panel, baselines: Collection[str]) -> Played:
    """The `kept` games of a panel that have no baseline."""
    barred = [name for name in panel.strategies if name in baselines]
    games = _games(panel, baselines).filter(pl.col("state") == "kept")
    by_strategy, visits, by_seat = panel.by_strategy, panel.by_place.with_columns(n="sat"), panel.seats
    if barred:
        by_strategy, seats, visits = _tables(panel.entries.join(games.select("game", "deal"), on="game"))
        by_seat = Count(panel.players, *credit_by_deal(seats, "seat", range(panel.players)), panel.anytime)
    names = sorted(by_strategy["strategy"].cast(pl.String).unique().to_list())
    filled = by_strategy.group_by("strategy").agg(pl.col("entries", "games").sum())
    return Played(
        players=panel.players,
        games=games,
        strategies=names,
        by_strategy=Count(panel.players, *credit_by_deal(by_strategy, "strategy", names), panel.anytime),
        by_seat=by_seat,
        balanced=evenly_seated(visits, panel.players),
        by_design=bool((filled["entries"] == filled["games"] * panel.players).any()),
        barred=barred,
    )


def _tables(entries: pl.DataFrame) -> tuple[pl.DataFrame, pl.DataFrame, pl.DataFrame]:
    """Sums by deal and strategy, sums by deal and seat, and entries `n` by strategy and seat."""
    credit, many = pl.col("credit").cast(pl.Int64).sum(), pl.len().cast(pl.Int64)
    sums = pl.col("entries", "decided").sum()
    by_strategy = summed(per_game(entries, []), ("deal", "strategy"), credit, sums, games=many)
    by_seat = summed(entries, ("deal", "seat"), credit, DECIDED.sum())
    return by_strategy, by_seat, summed(entries, ("strategy", "seat"), n=many)

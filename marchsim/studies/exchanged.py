"""The study of what seats are dealt (species): on each deal, any two of them change places.

Each deal is played once as dealt, and once for each two seats with their species exchanged. All else, chance
too, stays the same. So each species sits once in every seat of its deal, and any two are compared in each
other's place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import Any

import polars as pl

from marchsim import games
from marchsim.analysis.reading.provenance import KINDS, Provenance
from marchsim.errors import ConfigError, NothingMeasured
from marchsim.kernel.game import Arranged, Outcome
from marchsim.runner.configuration import config as configs
from marchsim.runner.configuration.config import MOST_BLOCKS, Configuration
from marchsim.runner.configuration.stop import Stop
from marchsim.runner.planning import plan as plans
from marchsim.runner.planning.plan import Plan
from marchsim.runner.planning.schedule import Entry
from marchsim.runner.playing.rows import credit
from marchsim.runner.playing.worker import ChunkPlayer
from marchsim.runner.progress.display import Progress, Quiet
from marchsim.stats.clusters import FEW

Rows = list[dict[str, Any]]


@dataclass(frozen=True)
class Exchanged:
    """What a study of the configuration `name` played.

    `rows` are entries: players, deal, game, seat, kind, strategy, credit, rank, against.
    `column` is what seats are dealt, `games` how many were played, `void` how many deals do not count.
    """

    name: str
    manifest: Mapping[str, Any]
    sources: Provenance
    column: str
    deals: int
    games: int
    void: int
    rows: pl.DataFrame


class ExchangePlayer(ChunkPlayer):
    """A job prepared in this process, that plays deals with what seats were dealt exchanged."""

    def __init__(self, plan: Plan, column: str) -> None:
        super().__init__(plan.job)
        self.played = 0
        assert isinstance(self._game, Arranged)
        self._arranged, self.column = self._game, column
        own = next(table for table in self._game.tables(self._variants[0], "") if table.name == "seats")
        names = [one.name for one in own.columns]
        self._at, self._labels = names.index(column), own.columns[names.index(column)].labels

    def deal(self, entry: Entry) -> Rows | None:
        """Return the entries of a deal; None if a game of it is void."""
        dealt = self._exchanged(entry, None)
        if dealt is None:
            return None
        outcome, kinds = dealt
        rows = [self._row(entry, 0, seat, kinds, outcome, "") for seat in range(entry.players)]
        for number, (one, other) in enumerate(combinations(range(entry.players), 2), 1):
            played = self._exchanged(entry, (kinds[one], kinds[other]))
            if played is None:
                return None
            outcome, now = played
            if (now[one], now[other]) != (kinds[other], kinds[one]):
                raise ConfigError(
                    f"players choose their {self.column} here, so none can be exchanged; study a preset that "
                    "deals them (--preset dealt)."
                )
            rows += [self._row(entry, number, seat, now, outcome, kinds[seat]) for seat in (one, other)]
        return rows

    def _exchanged(self, entry: Entry, exchange: tuple[str, str] | None) -> tuple[Outcome, list[str]] | None:
        """Play a game so dealt; return how it ended and what each seat was dealt, None if it is void."""
        session = self.attempts.session(entry.variant, entry.players)
        self._arranged.arrange(session, self.column, exchange, None)
        self.played += 1
        outcome = self._one(entry, self.played, 0)
        dealt = session.take()["seats"]
        return None if outcome.void else (outcome, [self._labels[row[self._at]] for row in dealt.tolist()])

    def _row(
        self, entry: Entry, number: int, seat: int, kinds: Sequence[str], outcome: Outcome, against: str
    ) -> dict[str, Any]:
        return {
            "players": entry.players, "deal": entry.deal, "game": entry.game * 100 + number, "seat": seat,
            "kind": kinds[seat], "strategy": self.job.entrants[entry.seats[seat]].name,
            "credit": credit(outcome, seat), "rank": outcome.ranks[seat], "against": against,
        }  # fmt: skip


def exchange_study(
    config: str | Configuration,
    *,
    deals: int = 200,
    seed: int | None = None,
    rules: Sequence[str | Path] = (),
    strategy_paths: Sequence[Path] = (),
    progress: Progress | None = None,
    warn: Callable[[str], None] = lambda warning: None,
) -> Exchanged:
    """Play a study of `deals` deals for each number of players; raises NothingMeasured if none counts."""
    if not 1 <= deals <= MOST_BLOCKS:
        raise ConfigError(f"--deals: {deals} is outside 1 to {MOST_BLOCKS}.")
    configuration = configs.load(config) if isinstance(config, str) else config
    column = _column(configuration.game)
    if configuration.variants:
        raise ConfigError(
            f"{configuration.file}: variants: such a study has one ruleset; remove [[variants]] and [sweep]."
        )
    overlays = configs.read_overlays(rules, configuration.game)
    configuration = configuration.changed(seed=seed, overlays=overlays)
    design = replace(configuration.design, blocks=deals)
    plan = plans.make(replace(configuration, design=design, record="games", stop=Stop()), strategy_paths)
    for warning in plan.warnings():
        warn(warning)
    if deals < FEW:
        warn(f"with fewer than {FEW} deals nothing is drawn together; use --deals {FEW} or more")
    chosen = list(_chosen(plan, deals))
    return _played(plan, column, deals, chosen, progress or Quiet())


def _column(name: str) -> str:
    """Return what seats of a game are dealt that can be exchanged; a ConfigError says why there is none."""
    game = games.able(name, Arranged, "it cannot be dealt otherwise, so nothing can be exchanged")
    variant = games.load(name).variant("studied", "", ())
    seats = [table for table in games.load(name).tables(variant, "") if table.name == "seats"]
    own = [column.name for table in seats for column in table.columns]
    found = next((kind for kind in game.arranged if kind in own), "")
    if not found:
        kinds = " and ".join(f"{kind}s" for kind in game.arranged)
        raise ConfigError(
            f"{games.load(name).title}: only {kinds} can be dealt otherwise, and they come to hands, not to "
            "seats; `marchsim cards-study` studies them."
        )
    return found


def _chosen(plan: Plan, deals: int) -> Iterator[Entry]:
    """Yield one game of each deal and number of players; line-ups and orders take turns from deal to deal."""
    schedule = plan.job.schedule()
    for part, matchup in enumerate(schedule.matchups):
        for deal in range(deals):
            first = schedule.first_game(deal, part, deal % matchup.size())
            yield schedule.entry(first + deal % matchup.rotations)


def _played(plan: Plan, column: str, deals: int, chosen: Sequence[Entry], progress: Progress) -> Exchanged:
    """Return what was played of the chosen games, one deal after the other."""
    player, rows, void, done = ExchangePlayer(plan, column), [], 0, 0
    each = [1 + entry.players * (entry.players - 1) // 2 for entry in chosen]
    progress.begin(sum(each), 0)
    try:
        for entry, count in zip(chosen, each, strict=True):
            with player.attempts:
                found = player.deal(entry)
            void += found is None
            rows += found or []
            done += count
            progress.update(done)
    finally:
        progress.end()
    if not rows:
        raise NothingMeasured(f"no deal of {plan.configuration.name} counts: every one has a void game.")
    variant, counts = plan.variants[0], {**dict.fromkeys(KINDS, 0), **plan.variants[0].provenance()}
    sources = Provenance(variant.name, len(variant.items()), sum(counts.values()), counts)
    return Exchanged(
        plan.configuration.name, plan.manifest(), sources, column, deals, done, void, pl.DataFrame(rows)
    )

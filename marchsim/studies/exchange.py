"""The study of labels dealt to seats (species): on each deal, every two seats exchange their labels.

Each deal is played once as dealt, and once for each pair of seats with their species exchanged. Everything
else, chance included, stays the same. Each species therefore plays once in every seat of its deal, and any
two species are compared in the same two seats.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

from marchsim import games
from marchsim.analysis.reading.source import KINDS, Provenance
from marchsim.errors import ConfigError, NothingMeasured
from marchsim.kernel.game import Arranged, Column, Outcome, Table
from marchsim.runner.backends import choosing as places
from marchsim.runner.configuration.schema import Configuration
from marchsim.runner.planning import plan as plans
from marchsim.runner.planning.schedule import Entry
from marchsim.runner.playing.rows import credit
from marchsim.runner.progress.display import Progress, Quiet
from marchsim.stats.clusters import FEW
from marchsim.studies.dealing.study import (
    DealPlayer,
    DealsPlayed,
    DealWork,
    Row,
    configured,
    manifest,
    play_deals,
)

SCHEMA = "marchsim.exchanges/2"
EXCHANGES = Table(
    "exchanges",
    "One row for each seat of each deal as dealt, and for both seats of each exchange.",
    (
        Column("players", "i8", "number of players"),
        Column("deal", "i32", "number of the deal among those of that many players: the independent unit"),
        Column("game", "i64", "a hundred times the game of the schedule, and which exchange (0: as dealt)"),
        Column("seat", "i8", "place in turn order"),
        Column("kind", "str", "what the seat was dealt in this game"),
        Column("strategy", "str", "strategy at the seat"),
        Column("credit", "f64", "what the seat won", "wins"),
        Column("rank", "i8", "place in which it ended"),
        Column("against", "str", "what it was dealt before the exchange, '' in the game as dealt"),
        Column("ending", "str", "how the game was decided"),
        Column("rounds", "i16", "rounds of the game", "rounds"),
        Column("fell", "i16", "round in which the seat lost all, none if it did not", "round", null=0),
        Column("felled_by", "str", "what those were dealt whose dice did it, joined by +, in order of seats"),
        Column("void", "str", "why the deal does not count, '' if it does"),
    ),
    ("players", "deal", "game", "seat"),
)


class _Played(NamedTuple):
    """A played game: its outcome, and for each seat its label, its round of elimination and its attackers."""

    outcome: Outcome
    kinds: list[str]
    fell: list[int]
    felled_by: list[str]


class ExchangePlayer(DealPlayer):
    """Plays a study of exchanged labels in one process."""

    rows_of = EXCHANGES
    study: ExchangeDeals

    def __init__(self, study: ExchangeDeals, *place: Any) -> None:
        super().__init__(study, *place)
        own = next(table for table in self._game.tables(self._variants[0], "") if table.name == "seats")
        names = [one.name for one in own.columns]
        self._at = names.index(study.column)
        self._labels = own.columns[self._at].labels
        self._fell = names.index("fell") if "fell" in names else -1
        self._by = names.index("felled_by") if "felled_by" in names else -1
        self._spelled = own.columns[self._by].spelled if self._by >= 0 else None

    def _rows(self, position: int, done: int) -> tuple[Entry, list[Row]]:
        """The rows of a deal: all its seats as dealt, then both seats of each exchange."""
        entry = self.study.entry(position)
        game = self._exchanged(entry, position, done, None)
        kinds = game.kinds
        rows = [self._entry(entry, 0, seat, game, "") for seat in range(entry.players)]
        for number, (one, other) in enumerate(combinations(range(entry.players), 2), 1):
            game = self._exchanged(entry, position, done, (kinds[one], kinds[other]))
            if (game.kinds[one], game.kinds[other]) != (kinds[other], kinds[one]):
                raise ConfigError(
                    f"players choose their {self.study.column} here, so none can be exchanged; study a "
                    "preset that deals them (--preset dealt)."
                )
            rows += [self._entry(entry, number, seat, game, kinds[seat]) for seat in (one, other)]
        return entry, rows

    def _void_rows(self, position: int) -> tuple[Entry, list[Row]]:
        entry = self.study.entry(position)
        nothing: Row = {"kind": "", "credit": None, "rank": None, "ending": "", "rounds": None}
        nothing |= {"fell": None, "felled_by": ""}
        return entry, [self._row(entry, 0, seat, "") | nothing for seat in range(entry.players)]

    def _exchanged(self, entry: Entry, position: int, done: int, exchange: tuple[str, str] | None) -> _Played:
        """Play a game with this exchange. Raises VoidGame if it is void."""
        outcome, dealt = self._dealt(entry, position, done, "seats", exchange)
        kinds = [self._labels[row[self._at]] for row in dealt]
        fell = [row[self._fell] if self._fell >= 0 else 0 for row in dealt]
        by = [self._spelled(row[self._by]) if self._spelled else "" for row in dealt]
        named = ["+".join(kinds[int(seat)] for seat in one.split("+") if seat) for one in by]
        return _Played(outcome, kinds, fell, named)

    def _row(self, entry: Entry, number: int, seat: int, against: str) -> Row:
        return {
            "players": entry.players, "deal": entry.block, "game": entry.game * 100 + number, "seat": seat,
            "strategy": self.job.entrants[entry.seats[seat]].name, "against": against, "void": "",
        }  # fmt: skip

    def _entry(self, entry: Entry, number: int, seat: int, game: _Played, against: str) -> Row:
        outcome = game.outcome
        return self._row(entry, number, seat, against) | {
            "kind": game.kinds[seat], "credit": credit(outcome, seat), "rank": outcome.ranks[seat],
            "ending": outcome.decided_by, "rounds": outcome.rounds, "fell": game.fell[seat] or None,
            "felled_by": game.felled_by[seat],
        }  # fmt: skip


class ExchangeDeals(DealWork):
    """The deals of a study. Its parts are the numbers of players, in the order of the schedule."""

    plays = ExchangePlayer

    def entry(self, position: int) -> Entry:
        """The game as dealt at a position."""
        return self.alternating(*divmod(position, len(self.parts)))

    def games(self, position: int) -> int:
        """The number of games played on the deal at a position."""
        players: int = self.place(position)[0]
        return 1 + players * (players - 1) // 2


def exchange_study(
    config: str | Configuration,
    out: str | Path | None = None,
    *,
    deals: int = 200,
    workers: places.Workers = None,
    strategy_paths: Sequence[Path] = (),
    progress: Progress | None = None,
    warn: Callable[[str], None] = lambda warning: None,
    report: Callable[[DealsPlayed], None] = lambda found: None,
) -> DealsPlayed:
    """Play a species study with `deals` deals for each number of players.

    `report` gets the study while this process holds the lock of its folder. `out` is reports/NAME-species by
    default. Only deals that are not stored yet are played. Results do not depend on `workers`. Raises
    NothingMeasured if no deal counts, and StateMismatch if the folder holds a different study.
    """
    where = places.read(workers)
    configuration = configured(config, deals, "such a study")
    column = _column(configuration.game)
    plan = plans.make(replace(configuration, record="games"), strategy_paths)
    for warning in plan.warnings():
        warn(warning)
    if deals < FEW:
        warn(f"with fewer than {FEW} deals no estimate is shrunk; use --deals {FEW} or more")
    work = ExchangeDeals(plan.job, tuple(one.players for one in plan.schedule.matchups), column)
    folder = Path(out) if out is not None else Path("reports") / f"{configuration.name}-{column}"
    known = manifest(plan, schema=SCHEMA, column=column, asked={"deals": deals})

    def counted(found: DealsPlayed) -> DealsPlayed:
        if found.counted.is_empty():
            raise NothingMeasured(f"no deal of {configuration.name} counts: every one has a void game.")
        report(found)
        return found

    called = f"{column} study"
    return play_deals(plan, work, folder, deals, called, known, where, progress or Quiet(), counted)


def sources(found: DealsPlayed) -> Provenance:
    """For each kind of source, the number of the study's component numbers that come from it."""
    variant = found.plan.variants[0]
    counts = {**dict.fromkeys(KINDS, 0), **variant.provenance()}
    return Provenance(variant.name, len(variant.items()), sum(counts.values()), counts)


def _column(name: str) -> str:
    """The kind of label that the seats of a game can exchange. Raises ConfigError if there is none."""
    game = games.able(name, Arranged, "it cannot be dealt differently, so nothing can be exchanged")
    variant = games.load(name).variant("studied", "", ())
    seats = [table for table in games.load(name).tables(variant, "") if table.name == "seats"]
    own = [column.name for table in seats for column in table.columns]
    found = next((kind for kind in game.arranged if kind in own), "")
    if not found:
        kinds = " and ".join(f"{kind}s" for kind in game.arranged)
        raise ConfigError(
            f"{games.load(name).title}: only {kinds} can be exchanged, and they belong to hands, not "
            "to seats; `marchsim cards-study` studies them."
        )
    return found

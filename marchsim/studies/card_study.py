"""Card study: each deal is played as dealt, then with the item in each seat, both allowed and forbidden.

The item changes places with a card of the seat's opening hand, which the deal's key selects. Everything else
stays the same, chance included. If a deal puts the item into some hand, another deal is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from marchsim import games
from marchsim.analysis.cards.items import PLAYED
from marchsim.errors import ConfigError, nearest
from marchsim.kernel.game import Arranged, Column, Outcome, Table, Variant
from marchsim.kernel.rng import deal_key, stream_key
from marchsim.recorder.metrics import item_column
from marchsim.runner.backends import choosing as places
from marchsim.runner.configuration.schema import Configuration
from marchsim.runner.planning import plan as plans
from marchsim.runner.planning.plan import Plan
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

STAGE = "cards"
MOST_REDRAWS = 1_000
PAIRS = Table(
    "pairs",
    "One row for each seat of each deal: what it won as dealt, with the item, and with it forbidden.",
    (
        Column("item", "str", "the item's id"),
        Column("deal", "i32", "number of the deal among those of the item: the independent unit"),
        Column("key", "u64", "key of the deal's stream of chance"),
        Column("redraws", "i32", "deals before this one that were refused, since a hand held the item"),
        Column("seat", "i8", "place in turn order"),
        Column("strategy", "str", "strategy at the seat"),
        Column("instead_of", "str", "item of its opening hand that the item took the place of"),
        Column("dealt", "f64", "credit of the seat in the game as dealt", "wins"),
        Column("forced", "f64", "credit of the seat with the item", "wins"),
        Column("forbidden", "f64", "credit of the seat with the item, which it may not play", "wins"),
        Column("played", "bool", "it played the item where it could"),
        Column("void", "str", "why the deal does not count, '' if it does"),
    ),
    ("item", "deal", "seat"),
)


class CardPlayer(DealPlayer):
    """Plays the deals of a card study in one process."""

    rows_of = PAIRS
    study: CardDeals

    def __init__(self, study: CardDeals, *place: Any) -> None:
        super().__init__(study, *place)
        described = self._game.tables(self._variants[0], study.job.record)
        table = next(table for table in described if table.name == study.table)
        columns = {column.name: column for column in table.columns}
        self._columns = list(columns)
        self._labels = columns[study.column].labels
        self._fate = columns["fate"]

    def _rows(self, position: int, done: int) -> tuple[Entry, list[Row]]:
        """One row per seat, for the first deal in which no opening hand holds the item."""
        item, _ = self.study.place(position)
        for redraw in range(MOST_REDRAWS):
            entry = self.study.entry(position, redraw)
            dealt, rows = self._game_of(entry, done, None, None)
            hands = self._hands(rows, entry.players)
            if not all(hands):
                raise ConfigError("a player is dealt no card, so none can be exchanged; change the rules.")
            if not any(item in hand for hand in hands):
                seats = [self._seat(entry, seat, dealt, hands[seat], done) for seat in range(entry.players)]
                return entry, [row | {"redraws": redraw} for row in seats]
        raise ConfigError(f"{item}: it is in an opening hand of each of {MOST_REDRAWS} deals; leave it out.")

    def _void_rows(self, position: int) -> tuple[Entry, list[Row]]:
        entry = self.study.entry(position, 0)
        return entry, [self._row(entry, seat) for seat in range(entry.players)]

    def _seat(self, entry: Entry, seat: int, dealt: Outcome, hand: list[str], done: int) -> Row:
        """The row of one seat. It has the results as dealt, with the item allowed, and with it forbidden.

        The game as dealt is played already, the other two are played here.
        """
        item, _ = self.study.place(entry.game)
        given_up = hand[stream_key("exchange", entry.deal_key, seat) % len(hand)]
        exchange = (given_up, item)
        forced, rows = self._game_of(entry, done, exchange, None)
        if item not in self._hands(rows, entry.players)[seat]:
            raise ConfigError(f"{item}: it is not in the deck that hands are dealt from; leave it out.")
        forbidden, _ = self._game_of(entry, done, exchange, (seat, item))
        at = self._labels.index(item)
        return self._row(entry, seat) | {
            "instead_of": given_up,
            "dealt": credit(dealt, seat) or 0.0,
            "forced": credit(forced, seat) or 0.0,
            "forbidden": credit(forbidden, seat) or 0.0,
            "played": any(
                row["seat"] == seat and row[self.study.column] == at and self._was_played(row) for row in rows
            ),
        }  # fmt: skip

    def _row(self, entry: Entry, seat: int) -> Row:
        item, deal = self.study.place(entry.game)
        known: Row = dict.fromkeys(column.name for column in PAIRS.columns)
        name = self.job.entrants[entry.seats[seat]].name
        return known | {
            "item": item, "deal": deal, "key": entry.deal_key, "redraws": 0, "seat": seat, "strategy": name,
            "void": "",
        }  # fmt: skip

    def _game_of(
        self, entry: Entry, done: int, exchange: tuple[str, str] | None, forbid: tuple[int, str] | None
    ) -> tuple[Outcome, list[dict[str, int]]]:
        """Play a game with this change. Return its outcome and its rows of items.

        Raises VoidGame if the game is void.
        """
        outcome, rows = self._dealt(entry, entry.game, done, self.study.table, exchange, forbid)
        return outcome, [dict(zip(self._columns, row, strict=True)) for row in rows]

    def _hands(self, rows: Sequence[Mapping[str, int]], players: int) -> list[list[str]]:
        """The card ids in the opening hand of each seat."""
        hands: list[list[str]] = [[] for _ in range(players)]
        for row in rows:
            if row["round_drawn"] == 0:
                hands[row["seat"]].append(self._labels[row[self.study.column]])
        return hands

    def _was_played(self, row: Mapping[str, int]) -> bool:
        """Whether the seat of a row played the item."""
        spelled = self._fate.spelled
        code = row["fate"]
        return (spelled(code) if spelled else self._fate.labels[code]).startswith(PLAYED)


@dataclass(frozen=True)
class CardDeals(DealWork):
    """The deals of a card study for one rule set and number of players, which replace the schedule's deals.

    `table` names the game's table that has a row for each item of a seat, and `column` its column of items.
    """

    table: str
    plays = CardPlayer

    def entry(self, position: int, redraw: int) -> Entry:
        """The game at a position before any exchange. `redraw` counts the deals rejected at this position.

        Each item has its own deals and therefore its own controls. The next deal has the next line-up. After
        the last line-up of a block, the next block begins, with another rotation and order around the table.
        """
        item, deal = self.place(position)
        schedule = self.schedule
        block, line_up = divmod(deal, schedule.line_ups_per_block)
        rotation = block % schedule.matchups[0].rotations
        seated = schedule.entry(schedule.first_game(block, 0, line_up) + rotation * schedule.variants)
        key = deal_key(self.job.seed, f"{STAGE}:{item}", seated.players, deal, str(redraw))
        return replace(seated, game=position, deal=deal, deal_key=key)

    def games(self, position: int) -> int:
        """The number of games played on one deal, not counting redraws."""
        return 1 + 2 * self.schedule.matchups[0].players


SCHEMA = "marchsim.cards/1"


def cards_study(
    config: str | Configuration,
    out: str | Path | None = None,
    *,
    cards: Sequence[str] = (),
    deals: int = 200,
    workers: places.Workers = None,
    strategy_paths: Sequence[Path] = (),
    progress: Progress | None = None,
    warn: Callable[[str], None] = lambda warning: None,
) -> DealsPlayed:
    """Play `deals` deals for each card into a folder. `cards` has card ids (empty for all enabled cards).

    `out` is reports/NAME-study by default. Only deals that are not stored yet are played. Results do not
    depend on `workers`. Raises StateMismatch if the folder holds a different study.
    """
    where = places.read(workers)
    configuration = configured(config, deals, "a card study")
    plan = _plan(replace(configuration, record="rounds"), strategy_paths)
    for warning in plan.warnings():
        warn(warning)
    if deals < FEW:
        warn(f"with fewer than {FEW} deals for each card nothing is tested; use --deals {FEW} or more")
    work = _work(plan, cards)
    folder = Path(out) if out is not None else Path("reports") / f"{configuration.name}-study"
    known = manifest(
        plan, schema=SCHEMA, players=plan.players()[0], column=work.column,
        asked={"items": list(work.parts), "deals": deals}, items=_items(plan.variants[0], work.column),
    )  # fmt: skip
    return play_deals(
        plan, work, folder, deals, "card study", known, where, progress or Quiet(), lambda found: found
    )


def _plan(configuration: Configuration, folders: Sequence[Path]) -> Plan:
    """The plan of a card study. Raises ConfigError if it has more than one number of players."""
    plan = plans.make(configuration, folders, stage=STAGE)
    if isinstance(plan.game, Arranged):
        _table_of(plan)
    if len(plan.players()) > 1:
        listed = ", ".join(str(players) for players in plan.players())
        raise ConfigError(
            f"{configuration.file}: design.players: a card study has one number of players, and this has "
            f"{listed}; give --players."
        )
    return plan


def _work(plan: Plan, cards: Sequence[str]) -> CardDeals:
    """The deals for the items `cards`, or for all enabled items if `cards` is empty."""
    game = games.able(plan.job.game, Arranged, "it cannot be dealt differently, so no card can be studied")
    table, column = _table_of(plan)
    if column not in game.arranged:
        kinds = ", ".join(game.arranged)
        raise ConfigError(f"{plan.game.title}: a {column} cannot be dealt differently, only a {kinds}.")
    known = [str(row["id"]) for row in _items(plan.variants[0], column)]
    for card in cards:
        if card not in known:
            raise ConfigError(f"--cards: there is no {column} {card!r} in force.{nearest(card, known)}")
    chosen = [item for item in known if item in cards] if cards else known
    if not chosen:
        raise ConfigError(f"no {column} is in force, so there is nothing to study.")
    return CardDeals(plan.job, tuple(chosen), column, table.name)


def _table_of(plan: Plan) -> tuple[Table, str]:
    """The game's table that has a row for each item in a seat, and the name of the column with the items."""
    for table in plan.game.tables(plan.variants[0], plan.job.record):
        column = item_column(table.key, (column.name for column in table.columns))
        if column:
            return table, column
    raise ConfigError(
        f"{plan.game.title} deals nobody a hand, so no card can be studied; `marchsim species-study` "
        "exchanges what its seats are dealt."
    )


def _items(variant: Variant, kind: str) -> list[dict[str, Any]]:
    rows = [row for row in variant.items() if row.get("kind", kind) == kind and row.get("enabled", True)]
    return sorted(rows, key=lambda row: str(row["id"]))

"""Plays the deals of a card study: each as dealt, and for every seat with the item, free and forbidden.

The item is exchanged with one card of the seat's opening hand, chosen by the deal's key, which goes into the
item's place in the deck. Everything else stays the same, chance too. Deals in which a hand holds the item are
redrawn.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, MutableSequence, Sequence

import polars as pl

from marchsim.analysis.cards.items import PLAYED
from marchsim.errors import ConfigError
from marchsim.kernel.game import Arranged, Column, Outcome, Table
from marchsim.kernel.streams import stream_key
from marchsim.runner.planning.schedule import Entry
from marchsim.runner.playing.printing import Tell, on_stderr
from marchsim.runner.playing.rows import credit
from marchsim.runner.playing.worker import ChunkResult
from marchsim.studies.cards.deals import CardDeals
from marchsim.studies.dealing.player import DealPlayer, Row, VoidGame

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
    """A card study prepared in this process."""

    rows_of = PAIRS

    def __init__(
        self, study: CardDeals, number: int = 0, beat: MutableSequence[int] | None = None,
        handles: Sequence[int] = (), tell: Tell = on_stderr,
    ) -> None:  # fmt: skip
        super().__init__(study.job, number, beat, handles, tell)
        self.study = study
        assert isinstance(self._game, Arranged)
        self._arranged = self._game
        described = self._game.tables(self._variants[0], study.job.record)
        self._table = next(table for table in described if table.name == study.table)
        columns = {column.name: column for column in self._table.columns}
        self._labels = columns[study.column].labels
        self._fate = columns["fate"]

    def deal(self, result: ChunkResult, position: int, done: int, verdict: Outcome | None) -> list[Row]:
        """Return a row for each seat of a deal; if one game is void, all rows are."""
        entry = self.study.entry(position, 0)
        try:
            if verdict is not None:
                raise VoidGame(verdict)
            entry, redraws, dealt, hands = self._as_dealt(position, done)
            rows = [self._seat(entry, seat, dealt, hands, done) for seat in range(entry.players)]
        except VoidGame as void:
            self._judge(result, entry, void.outcome, unsure=False)
            return [self._row(entry, seat) | {"void": void.outcome.void} for seat in range(entry.players)]
        result.streaks.good(entry.seats)
        return [row | {"redraws": redraws} for row in rows]

    def _as_dealt(self, position: int, done: int) -> tuple[Entry, int, Outcome, list[list[str]]]:
        """Return the first deal in which nobody holds the item, its redraws, the game and the hands."""
        item, _ = self.study.place(position)
        for redraw in range(MOST_REDRAWS):
            entry = self.study.entry(position, redraw)
            outcome, rows = self._game_of(entry, done, None, None)
            hands = self._hands(rows, entry.players)
            if not all(hands):
                raise ConfigError("a player is dealt no card, so none can be exchanged; change the rules.")
            if not any(item in hand for hand in hands):
                return entry, redraw, outcome, hands
        raise ConfigError(f"{item}: it is in an opening hand of each of {MOST_REDRAWS} deals; leave it out.")

    def _seat(self, entry: Entry, seat: int, dealt: Outcome, hands: list[list[str]], done: int) -> Row:
        """Return the row of a seat: its two games, and the one as dealt."""
        item, _ = self.study.place(entry.game)
        hand = hands[seat]
        given_up = hand[stream_key("exchange", entry.deal_key, seat) % len(hand)]
        exchange = (given_up, item)
        forced, rows = self._game_of(entry, done, exchange, None)
        if item not in self._hands(rows, entry.players)[seat]:
            raise ConfigError(f"{item}: it is not in the deck that hands are dealt from; leave it out.")
        forbidden, _ = self._game_of(entry, done, exchange, (seat, item))
        at = self._labels.index(item)
        return self._row(entry, seat) | {
            "instead_of": given_up,
            "dealt": credit(dealt, seat),
            "forced": credit(forced, seat),
            "forbidden": credit(forbidden, seat),
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
        """Play a game so arranged; return it with the rows of its items, or raise VoidGame."""
        session = self.attempts.session(entry.variant, entry.players)
        self._arranged.arrange(session, self.study.column, exchange, forbid)
        outcome = self._one(entry, entry.game, done)
        array = session.take()[self.study.table]
        if outcome.void:
            raise VoidGame(outcome)
        names = [column.name for column in self._table.columns]
        return outcome, [dict(zip(names, row, strict=True)) for row in array.tolist()]

    def _hands(self, rows: Sequence[Mapping[str, int]], players: int) -> list[list[str]]:
        """Return the ids in each seat's opening hand."""
        return [
            [
                self._labels[row[self.study.column]]
                for row in rows
                if row["seat"] == seat and row["round_drawn"] == 0
            ]
            for seat in range(players)
        ]

    def _was_played(self, row: Mapping[str, int]) -> bool:
        """Return whether the item of a row was played."""
        spelled = self._fate.spelled
        code = row["fate"]
        return (spelled(code) if spelled else self._fate.labels[code]).startswith(PLAYED)


class CardJob(CardDeals):
    """The deals of a study as work for any backend (runner.backends.Work)."""

    def games(self, _position: int) -> int:
        """Return how many games a deal has, without redraws."""
        return 1 + 2 * self.schedule.matchups[0].players

    def played(self, rows: pl.DataFrame) -> Iterator[int]:
        """Yield the positions of the deals that have rows."""
        place = {item: at for at, item in enumerate(self.items)}
        for item, deal in rows.select("item", "deal").unique().iter_rows():
            if item in place:
                yield deal * len(place) + place[item]

    def player(
        self, number: int = 0, beat: MutableSequence[int] | None = None, handles: Sequence[int] = (),
        tell: Tell = on_stderr,
    ) -> CardPlayer:  # fmt: skip
        """Prepare the study in this process."""
        return CardPlayer(self, number, beat, handles, tell)

"""A session: plays games of one variant and player count, and keeps their rows.

A strategy's failure makes a void outcome and never an exception; its rows are not kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from marchsim.games.antwars.engine.dice import Dice
from marchsim.games.antwars.engine.ending import decided_by, rank
from marchsim.games.antwars.engine.moves import Play
from marchsim.games.antwars.engine.rounds import play_game
from marchsim.games.antwars.engine.state import State
from marchsim.games.antwars.engine.view import View
from marchsim.games.antwars.players.loading import KIND
from marchsim.games.antwars.table.assembly import Outfit
from marchsim.games.antwars.table.record import Recorder
from marchsim.games.antwars.words import DECIDED
from marchsim.kernel.columns import Watcher
from marchsim.kernel.game import Outcome
from marchsim.kernel.table import Listener, Table
from marchsim.tabletop import sessions
from marchsim.tabletop.players.minds import Player, seated

if TYPE_CHECKING:
    import numpy as np


class AntWarsSession:
    """The table at which a worker plays (fulfils kernel.game.Session)."""

    def __init__(self, outfit: Outfit, players: int, record: str) -> None:
        self.outfit = outfit
        self.board = outfit.board(players)
        self.players = players
        self.species = tuple(outfit.variant.components.species)
        self.recorder = Recorder(record, self.species)
        self.watcher: Watcher | None = None  # sees the events of the games to come
        self.listener: Listener | None = None  # hears their answers
        self.clocked = False  # kernel.game.Clocked
        self.spent: list[tuple[int, float]] = []
        self.exchange: tuple[str, str] | None = None  # game.AntWars.arrange
        self.g: Play | None = None  # the game under way, or the last one
        self._table: Table | None = None
        self._game = -1

    def fresh(self, deal_key: int) -> Play:
        """Return a game of this table before its set-up, without players."""
        table = Table([], self.outfit.rules.decisions_most)
        state = State(self.players, self.board.foraging)
        out = self.outfit
        g = Play(state, self.board, out.panels, out.animals, out.rules, table, Dice(deal_key))
        if self.exchange is not None:
            g.exchanged, g.exchanged_for = (self.species.index(one) for one in self.exchange)
        return g

    def play(
        self, game_id: int, deal_key: int, seat_keys: Sequence[int], strategies: Sequence[object]
    ) -> Outcome:
        """Play one game to its end (kernel.game.Session.play)."""
        players = [player for player in strategies if isinstance(player, Player)]
        assert len(players) == len(seat_keys) == self.players
        g, recorder = self.fresh(deal_key), self.recorder
        for seat, player in enumerate(players):
            g.table.chairs.append(seated(View(g, seat), seat_keys[seat], player))
        self.g, self._table, self._game = g, g.table, game_id
        g.events.watcher, g.table.listener = self.watcher, self.listener
        g.events.keep = recorder.with_events
        recorder.game = game_id
        kept = [rows.count for rows in recorder.tables]
        if fault := sessions.attempt(KIND, g.table, players, lambda: self._run(g)):
            for rows, length in zip(recorder.tables, kept, strict=True):
                rows.cut(length)
            return sessions.void(fault, g.s.round, g.s.turns, g.table.decisions)
        recorder.finished(g)
        return outcome(g)

    def _run(self, g: Play) -> None:
        if self.clocked:
            self.spent = sessions.clocked(g.table.chairs, lambda: play_game(g, self.recorder))
        else:
            play_game(g, self.recorder)

    def take(self) -> dict[str, np.ndarray]:
        """Return and forget the rows kept so far (kernel.game.Session.take)."""
        return sessions.taken([rows.table.name for rows in self.recorder.tables], self.recorder.tables)

    def position(self) -> tuple[int, int]:
        """Return (game id, decisions so far) of the game under way."""
        return self._game, 0 if self._table is None else self._table.decisions


def outcome(g: Play) -> Outcome:
    """Return how a game ended: the score is the colony's strength (ATE-06)."""
    seats = range(g.s.players)
    ranks = tuple([rank(g, seat) for seat in seats])
    return Outcome(
        scores=tuple([g.figures.strength(seat) for seat in seats]),
        ranks=ranks,
        winners=sum(1 << seat for seat, at in enumerate(ranks) if at == 1),
        rounds=g.s.round,
        turns=g.s.turns,
        decisions=g.table.decisions,
        digest=g.events.digest(),
        round_digests=tuple(g.events.digests),
        decided_by=DECIDED[decided_by(g)],
    )

"""A session: plays games of one variant and player count, and keeps their rows.

A strategy's failure makes a void outcome and never an exception; its rows are not kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from marchsim.games.march.engine.horde import margin
from marchsim.games.march.engine.moves.meadow import Play
from marchsim.games.march.engine.rounds import decided_by, play_game, rank
from marchsim.games.march.engine.state import State
from marchsim.games.march.engine.view import View
from marchsim.games.march.players.loading import KIND
from marchsim.games.march.table.assembly import Outfit
from marchsim.games.march.table.record import Recorder
from marchsim.kernel.columns import Watcher
from marchsim.kernel.game import Outcome
from marchsim.kernel.rng import Stream
from marchsim.kernel.table import Listener, Table
from marchsim.tabletop import sessions
from marchsim.tabletop.players.minds import Player, seated

if TYPE_CHECKING:
    import numpy as np

DECIDED = ("points", "ants", "shared", "players", "horde")


class MarchSession:
    """The table at which a worker plays (fulfils kernel.game.Session)."""

    def __init__(self, outfit: Outfit, players: int, record: str) -> None:
        self.outfit = outfit
        self.kit = outfit.kit
        self.cards = outfit.cards
        self.rules, self.mats = outfit.seat(players)
        self.players = players
        self.recorder = Recorder(record)
        self.watcher: Watcher | None = None  # sees the events of the games to come
        self.listener: Listener | None = None  # hears their answers
        self.clocked = False  # kernel.game.Clocked
        self.spent: list[tuple[int, float]] = []
        self.exchange: tuple[str, str] | None = None  # game.March.arrange
        self.forbid: tuple[int, str] | None = None
        self.g: Play | None = None  # the game under way, or the last one
        self._table: Table | None = None
        self._game = -1

    def seat_players(self, deal_key: int, seat_keys: Sequence[int], players: Sequence[Player]) -> Play:
        """Return a game ready to be set up, with a mind on each chair."""
        assert len(players) == len(seat_keys) == self.players
        kit, rules, mats = self.kit, self.rules, self.mats
        state = State(self.players)
        table = Table([], rules.decisions_most)
        for seat, player in enumerate(players):
            view = View(state, kit, rules, mats, table, seat)
            table.chairs.append(seated(view, seat_keys[seat], player))
        g = Play(state, kit, rules, self.cards, mats, table, Stream(deal_key))
        if self.exchange is not None:
            g.exchanged, g.exchanged_for = (kit.ids.index(card) for card in self.exchange)
        if self.forbid is not None:
            g.barred_seat, g.barred_card = self.forbid[0], kit.ids.index(self.forbid[1])
        return g

    def play(
        self, game_id: int, deal_key: int, seat_keys: Sequence[int], strategies: Sequence[object]
    ) -> Outcome:
        """Play one game to its end (kernel.game.Session.play)."""
        players = [player for player in strategies if isinstance(player, Player)]
        g = self.seat_players(deal_key, seat_keys, players)
        self.g, self._table, self._game = g, g.table, game_id
        g.events.watcher = self.watcher
        g.table.listener = self.listener
        recorder = self.recorder
        recorder.game = game_id
        g.events.keep = recorder.with_events
        kept = [rows.count for rows in recorder.tables]
        if fault := sessions.attempt(KIND, g.table, players, lambda: self._run(g)):
            for rows, length in zip(recorder.tables, kept, strict=True):
                rows.cut(length)
            return sessions.void(fault, g.s.round, g.s.turns, g.table.decisions)
        recorder.finished(g)
        return self._outcome(g)

    def _run(self, g: Play) -> None:
        if self.clocked:
            self.spent = sessions.clocked(g.table.chairs, lambda: play_game(g, self.recorder))
        else:
            play_game(g, self.recorder)

    def _outcome(self, g: Play) -> Outcome:
        s, score = g.s, g.s.score
        ranks = [rank(g, seat) for seat in range(self.players)]
        winners = 0
        for seat, at in enumerate(ranks):
            if at == 1:
                winners |= 1 << seat
        return Outcome(
            scores=tuple([score[seat] for seat in range(self.players)]),
            ranks=tuple(ranks),
            winners=winners,
            rounds=s.round,
            turns=s.turns,
            decisions=g.table.decisions,
            digest=g.events.digest(),
            round_digests=tuple(g.events.digests),
            decided_by=DECIDED[decided_by(g)],
            opponent=g.s.horde_score if g.rules.horde else None,
            margin=margin(g) if g.rules.horde else None,
        )

    def take(self) -> dict[str, np.ndarray]:
        """Return and forget the rows kept so far (kernel.game.Session.take)."""
        return sessions.taken([rows.table.name for rows in self.recorder.tables], self.recorder.tables)

    def position(self) -> tuple[int, int]:
        """Return (game id, decisions so far) of the game under way."""
        table = self._table
        return self._game, 0 if table is None else table.decisions

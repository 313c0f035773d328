"""A session of March of the Ants: how its games are set up, played and reported."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from marchsim.games.march.engine.horde import margin
from marchsim.games.march.engine.moves.meadow import Play
from marchsim.games.march.engine.rounds import decided_by, play_game, rank
from marchsim.games.march.engine.state import State
from marchsim.games.march.engine.view import View
from marchsim.games.march.players.loading import KIND
from marchsim.games.march.table.assembly import Assembly
from marchsim.games.march.table.record import Recorder
from marchsim.kernel.game import Outcome
from marchsim.kernel.rng import Stream
from marchsim.kernel.table import Table
from marchsim.tabletop.players.seats import Player, seated
from marchsim.tabletop.sessions import TableSession, ended

DECIDED = ("points", "ants", "shared", "players", "horde")


class MarchSession(TableSession[Play]):
    """A session of games of one variant with one number of players."""

    def __init__(self, assembly: Assembly, players: int, record: str) -> None:
        super().__init__(KIND, players, Recorder(record))
        self.assembly: Final = assembly
        self.kit: Final = assembly.kit
        self.cards = assembly.cards
        self.rules, self.mats = assembly.seat(players)
        self.forbid: tuple[int, str] | None = None  # game.March.arrange

    def seat_players(self, deal_key: int, seat_keys: Sequence[int], players: Sequence[Player]) -> Play:
        """A new game, ready for set-up, with a player in each seat."""
        kit, rules, mats = self.kit, self.rules, self.mats
        state = State(self.players)
        table = Table([], rules.decisions_most)
        for seat, player in enumerate(players):
            view = View(state, kit, rules, mats, table, seat)
            table.seats.append(seated(view, seat_keys[seat], player))
        g = Play(state, kit, rules, self.cards, mats, table, Stream(deal_key))
        if self.exchange is not None:
            g.exchanged, g.exchanged_for = [kit.ids.index(card) for card in self.exchange]
        if self.forbid is not None:
            g.barred_seat, g.barred_card = self.forbid[0], kit.ids.index(self.forbid[1])
        return g

    def run(self, g: Play) -> None:
        """Set up a game and play it to the end."""
        play_game(g, self.recorder)

    def outcome(self, g: Play) -> Outcome:
        """The outcome of a finished game. Against the Horde it includes the margin (HOR-11)."""
        seats = range(self.players)
        scores, ranks = [int(g.s.score[seat]) for seat in seats], [int(rank(g, seat)) for seat in seats]
        horde = g.rules.horde > 0
        return ended(
            g, scores, ranks, DECIDED[decided_by(g)],
            int(g.s.horde_score) if horde else None, int(margin(g)) if horde else None,
        )  # fmt: skip

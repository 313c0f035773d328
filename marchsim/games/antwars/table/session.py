"""A session of Ant Wars: set-up, play and outcome of games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from marchsim.games.antwars.engine.dice import Dice
from marchsim.games.antwars.engine.moves import Play
from marchsim.games.antwars.engine.rounds import decided_by, play_game, rank, wins
from marchsim.games.antwars.engine.state import State
from marchsim.games.antwars.engine.view import View
from marchsim.games.antwars.players.loading import KIND
from marchsim.games.antwars.table.assembly import Assembly
from marchsim.games.antwars.table.record import Recorder
from marchsim.games.antwars.words import DECIDED
from marchsim.kernel.game import Outcome
from marchsim.kernel.table import Table
from marchsim.tabletop import sessions
from marchsim.tabletop.players.seats import Player, seated


class AntWarsSession(sessions.TableSession[Play]):
    """A session that plays games of a variant, on the boards for its number of players."""

    def __init__(self, assembly: Assembly, players: int, record: str) -> None:
        self.assembly: Final = assembly
        self.board: Final = assembly.board(players)
        self.species = tuple(assembly.variant.components.species)
        super().__init__(KIND, players, Recorder(record, self.species))

    def fresh(self, deal_key: int) -> Play:
        """A new game before its set-up, with no players yet."""
        table = Table([], self.assembly.rules.decisions_most)
        state = State(self.players, self.board.foraging)
        out = self.assembly
        g = Play(state, self.board, out.panels, out.animals, out.rules, table, Dice(deal_key))
        if self.exchange is not None:
            g.exchanged, g.exchanged_for = [self.species.index(one) for one in self.exchange]
        return g

    def seat_players(self, deal_key: int, seat_keys: Sequence[int], players: Sequence[Player]) -> Play:
        """A game ready for its set-up, with a player in each seat."""
        g = self.fresh(deal_key)
        for seat, player in enumerate(players):
            g.table.seats.append(seated(View(g, seat), seat_keys[seat], player))
        return g

    def run(self, g: Play) -> None:
        """Set up a game and play it to its end."""
        play_game(g, self.recorder)

    def outcome(self, g: Play) -> Outcome:
        """The outcome of a game."""
        return outcome(g)


def outcome(g: Play) -> Outcome:
    """The outcome of a game. A colony's score is its strength, or 0 if it has no Queen (ATE-06)."""
    seats = range(g.s.players)
    scores = [int(g.figures.score(seat)) for seat in seats]
    ranks = [int(rank(g, seat)) for seat in seats]
    winners = sum([1 << seat for seat in seats if wins(g, seat)])
    return sessions.ended(g, scores, ranks, DECIDED[decided_by(g)], winners=winners)

"""Rollouts: given players play on from the position that a seat sees, with new dice.

The whole position is public (ATG-03), so it is copied unchanged. Future dice are unknown. The same view and
key give the same game.
"""

from __future__ import annotations

from marchsim.games.antwars.engine.dice import Dice
from marchsim.games.antwars.engine.moves import Play
from marchsim.games.antwars.engine.rounds import play_on
from marchsim.games.antwars.engine.state import State
from marchsim.games.antwars.engine.view import View
from marchsim.games.antwars.players.prospects import chance
from marchsim.games.antwars.players.strategy import Strategy
from marchsim.games.antwars.words import Q_ACTION
from marchsim.kernel.compat import i64
from marchsim.kernel.table import Fault, Table
from marchsim.tabletop.players.imagined import Imagined
from marchsim.tabletop.recording import RoundEnd


class World(Imagined):
    """Rollouts for a seat. `minds` are the players of all seats."""

    def __init__(self, view: View, minds: list[Strategy]) -> None:
        table = Table([], view.rules.decisions_most)
        super().__init__(view.seat, table, Q_ACTION)
        state = State(view.players, view.board.foraging)
        self.view = view
        self.g = Play(state, view.board, view.panels, view.animals, view.rules, table, Dice(0))
        self.g.events.keep = False
        self.g.events.imagined = True
        for seat, mind in enumerate(minds):
            self.sit(View(self.g, seat), mind)
        self.follower = RoundEnd()

    def imagine(self, key: i64) -> None:
        """Set up a rollout: the position in view, with new dice that depend on `key`."""
        self.key = key
        self.again()

    def again(self) -> None:
        """Set up the last rollout again."""
        g = self.g
        self.view.copy_to(g.s)
        g.events.clear()
        g.table.decisions = 0
        g.dice = Dice(int(self.key))
        self.wake(g.dice.deal)

    def follow(self, option: i64, rounds: i64) -> None:
        """Take an action and play on for `rounds` rounds, counting this one, or to the end of the game."""
        self.guests[self.view.seat].lead = option
        try:
            play_on(self.g, self.follower, rounds)
        except Fault:
            return  # beyond a limit of the game: it stands as it stands

    def judged(self) -> i64:
        """The seat's estimated chance to win, in ten thousandths."""
        return chance(self.g, self.view.seat)

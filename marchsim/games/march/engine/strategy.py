"""The strategies' door: one hook for each question of the game (`tabletop.players.minds` calls them)."""

from __future__ import annotations

from typing import Final

from marchsim.games.march.engine.view import View
from marchsim.games.march.words import QUESTIONS
from marchsim.kernel.compat import i64, mypyc_attr
from marchsim.tabletop.players.minds import Thinker

HOOKS: Final = tuple([question[0] for question in QUESTIONS])


@mypyc_attr(allow_interpreted_subclasses=True)
class Strategy(Thinker):
    """A player of March of the Ants: override `otherwise`, or the hooks of questions that matter to it."""

    def __init__(self) -> None:
        super().__init__(Strategy, HOOKS)

    def action(self, view: View) -> i64:
        """Choose an action: Explore, March, Forage, Play (one option per card), Rest."""
        return self.otherwise(view)

    def step(self, view: View) -> i64:
        """Choose the next step of a March, a reaction or an effect, or stop."""
        return self.otherwise(view)

    def place(self, view: View) -> i64:
        """Choose the hex and tunnel to explore from."""
        return self.otherwise(view)

    def turn(self, view: View) -> i64:
        """Choose how to turn a tile."""
        return self.otherwise(view)

    def move_in(self, view: View) -> i64:
        """Choose an ant to move into the explored hex, or stop."""
        return self.otherwise(view)

    def inhabit(self, view: View) -> i64:
        """Choose the empty site that an ant takes."""
        return self.otherwise(view)

    def emerge(self, view: View) -> i64:
        """Choose where to place a larva, or decline."""
        return self.otherwise(view)

    def gain_larva(self, view: View) -> i64:
        """Choose whether to gain a larva in reaction to Forage or Dance of Chaos."""
        return self.otherwise(view)

    def exchange_card(self, view: View) -> i64:
        """Choose a card to discard for a new one in reaction to Play, or decline."""
        return self.otherwise(view)

    def pay(self, view: View) -> i64:
        """Choose the next larva or ant to pay with."""
        return self.otherwise(view)

    def lose(self, view: View) -> i64:
        """Choose the next ant to lose."""
        return self.otherwise(view)

    def ferocity(self, view: View) -> i64:
        """Choose a card to lay for ferocity, or none."""
        return self.otherwise(view)

    def invader(self, view: View) -> i64:
        """Choose among players tied for being the invader."""
        return self.otherwise(view)

    def spoils(self, view: View) -> i64:
        """Choose an ant to move onto an empty site after a victory, or stop."""
        return self.otherwise(view)

    def decree(self, view: View) -> i64:
        """Choose food or larvae."""
        return self.otherwise(view)

    def tile(self, view: View) -> i64:
        """Choose one of the drawn tiles."""
        return self.otherwise(view)

    def rival(self, view: View) -> i64:
        """Choose another player for an effect."""
        return self.otherwise(view)

    def hex(self, view: View) -> i64:
        """Choose a hex for an effect."""
        return self.otherwise(view)

    def site(self, view: View) -> i64:
        """Choose an inhabited site for an effect."""
        return self.otherwise(view)

    def discard(self, view: View) -> i64:
        """Choose a card to discard."""
        return self.otherwise(view)

    def drop_goal(self, view: View) -> i64:
        """Choose the Colony Goal that makes room for another."""
        return self.otherwise(view)

    def free_card(self, view: View) -> i64:
        """Choose a revealed card to play, or none."""
        return self.otherwise(view)

    def section(self, view: View) -> i64:
        """Choose a body section."""
        return self.otherwise(view)

    def gifts(self, view: View) -> i64:
        """Choose two effects together."""
        return self.otherwise(view)

    def swap(self, view: View) -> i64:
        """Choose an ant to exchange with another player's, or stop."""
        return self.otherwise(view)

    def spot(self, view: View) -> i64:
        """Choose an empty place for a tile."""
        return self.otherwise(view)

    def gather(self, view: View) -> i64:
        """Choose an ant to move by an effect, or stop."""
        return self.otherwise(view)

    def token(self, view: View) -> i64:
        """Choose where to put a token, or none."""
        return self.otherwise(view)

    def shift(self, view: View) -> i64:
        """Choose a centipede and where it goes."""
        return self.otherwise(view)

    def army(self, view: View) -> i64:
        """Choose where to deploy larvae or recall ants, or neither."""
        return self.otherwise(view)

    def victim(self, view: View) -> i64:
        """Choose whose ants to destroy, or stop."""
        return self.otherwise(view)

    def bonus(self, view: View) -> i64:
        """Choose whether to take the bonus of a Colony Goal."""
        return self.otherwise(view)

    def species(self, view: View) -> i64:
        """Choose a species: that of the mat dealt to the seat, or the Common Meadow Ant."""
        return self.otherwise(view)

    def draft(self, view: View) -> i64:
        """Choose one of the starting hexes drawn, to be placed beside the Great Tunnel."""
        return self.otherwise(view)

    def evolve(self, view: View) -> i64:
        """Choose an evolution to play, on top or beneath those in play, or none."""
        return self.otherwise(view)

    def divide(self, view: View) -> i64:
        """Choose an ant and which of the hexes explored together it enters."""
        return self.otherwise(view)

    def raid(self, view: View) -> i64:
        """Choose the player and the hex of a raid."""
        return self.otherwise(view)

    def hunt(self, view: View) -> i64:
        """Choose a centipede to battle after a March, or none."""
        return self.otherwise(view)

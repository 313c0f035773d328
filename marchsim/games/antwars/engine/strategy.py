"""The strategies' door: one hook for each question of the game (`tabletop.players.minds` calls them)."""

from __future__ import annotations

from typing import Final

from marchsim.games.antwars.engine.view import View
from marchsim.games.antwars.words import QUESTIONS
from marchsim.kernel.compat import i64, mypyc_attr
from marchsim.tabletop.players.minds import Thinker

HOOKS: Final = tuple([question[0] for question in QUESTIONS])


@mypyc_attr(allow_interpreted_subclasses=True)
class Strategy(Thinker):
    """A colony's mind: override `otherwise`, or the hooks of the questions that matter to it."""

    def __init__(self) -> None:
        super().__init__(Strategy, HOOKS)

    def species(self, view: View) -> i64:
        """Choose the species to lead."""
        return self.otherwise(view)

    def nest(self, view: View) -> i64:
        """Choose where a tile of the set-up lies."""
        return self.otherwise(view)

    def action(self, view: View) -> i64:
        """Choose an action, or stop."""
        return self.otherwise(view)

    def target(self, view: View) -> i64:
        """Choose where to mobilize to."""
        return self.otherwise(view)

    def minors(self, view: View) -> i64:
        """Choose how many Minors go."""
        return self.otherwise(view)

    def majors(self, view: View) -> i64:
        """Choose how many Majors go."""
        return self.otherwise(view)

    def queens(self, view: View) -> i64:
        """Choose how many Queens go."""
        return self.otherwise(view)

    def queen(self, view: View) -> i64:
        """Choose which Queen goes."""
        return self.otherwise(view)

    def load(self, view: View) -> i64:
        """Choose which piece goes along next."""
        return self.otherwise(view)

    def found(self, view: View) -> i64:
        """Choose which of the resources that were rolled is placed."""
        return self.otherwise(view)

    def forage(self, view: View) -> i64:
        """Choose a piece to pick up, all of them, or stop."""
        return self.otherwise(view)

    def store(self, view: View) -> i64:
        """Choose the next piece to store."""
        return self.otherwise(view)

    def pay(self, view: View) -> i64:
        """Choose the next piece to pay with."""
        return self.otherwise(view)

    def hatch(self, view: View) -> i64:
        """Choose how many ants to hatch."""
        return self.otherwise(view)

    def aim(self, view: View) -> i64:
        """Choose the group that a die is aimed at."""
        return self.otherwise(view)

    def aphids(self, view: View) -> i64:
        """Choose the area in which the aphids leave their sugar."""
        return self.otherwise(view)

    def raid(self, view: View) -> i64:
        """Choose where to explore on to, or stop."""
        return self.otherwise(view)

    def keep(self, view: View) -> i64:
        """Choose the next piece to lay down."""
        return self.otherwise(view)

"""A strategy file to start from: a plan with some weights and one hook of its own, each line explained."""

from __future__ import annotations

TEXT = '''\
"""{title}: say here in a sentence what its plan is; `marchsim strategies --game antwars` shows it.

Try it:
  marchsim play --game antwars --strategies {file},turtle,rusher
"""

from marchsim.games.antwars.players import Plan
from marchsim.games.antwars.words import O_GROUP, QUEEN, code_of, part


class {name}(Plan):
    """What it is in a few words."""

    def __init__(self):
        super().__init__()
        # What it values: a number for all rounds, or a list from the first round on (the last holds for the
        # rest). What is not named here keeps its default. All weights:
{weights}
        self.weigh(
            guard=4,
            rally=[18, 16, 14],
        )

    # A hook: where weights do not say what you mean, a method with the name of a question answers it, and
    # only it is asked of this class. The questions are those of marchsim/games/antwars/words.py (QUESTIONS).
    #
    # This one is asked for each die of a battle: whom is it aimed at? The view shows the position and the
    # options; the answer is the number of one of them, from 0.
    def aim(self, view):
        """Aim at a Queen wherever there is one; else do as a Plan does."""
        for index in range(view.n):
            option = view.option(index)
            if code_of(option) == O_GROUP and part(option, 1) == QUEEN and part(option, 0) < view.players:
                return index
        return super().aim(view)
'''

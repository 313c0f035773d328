"""A strategy file to start from: a script with three examples and its weights, with comments.

It can play as it is, and you can change anything in it.
"""

from __future__ import annotations

TEXT = '''\
"""{title}: say here in a sentence what its plan is; `marchsim strategies` shows it.

And here, if you like, in a paragraph. Try it:
  marchsim play --strategies {file},warlord,forager
  marchsim play --strategies {file},warlord,forager --explain {stem}     (which line decides, and why)
"""

from marchsim.games.march.players import Heuristic


class {name}(Heuristic):
    """What it is in a few words."""

    # A method with the name of a question answers it: docs/reference/strategies.md lists them all.
    # `me` is your colony, `table` all that you see. Answer in words, by options, by a list in order of
    # preference, or by None: then the weights below decide. So they do if an answer is not on offer.

    # Example 1, once a round: food or larvae by Royal Decree?
    def decree(self, me, table):
        """Feed first, then breed."""
        return "food" if me.hungry else "larvae"

    # Example 2, your action. Words that several options have leave the choice among these to the weights:
    # "play" is the best card.
    def action(self, me, table):
        """Explore in the first turn; a Colony Goal is played as soon as it can be."""
        if table.round == 1 and me.acted == 0 and me.food > 2:
            return "explore"
        if goals := table.offers("play", kind="goal"):
            return goals
        return None

    # Example 3, before each round: weights that follow the standings.
    def round_begins(self, me, table):
        """Fight when behind."""
        self.weigh(battle=2.0 if table.leader is not me else 1.2)

    def __init__(self):
        super().__init__()
        # What it values, in colony points: a number for all rounds, or a list from the first round on (the
        # last holds for the rest). What is not named here keeps its default. All weights:
{weights}
        self.weigh(
            food=[1.1, 1.0, 0.9, 0.7],
        )
'''

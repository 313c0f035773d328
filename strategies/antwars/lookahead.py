"""Looks ahead: imagines how each action of its turn may go on, and takes the one that comes out best.

What it cannot know is the dice to come: it rolls its own. Each of the actions that a plan would rate highest
is played on to the end of the next round, all seats answering as a plan of its weights would, and judged by
the chance to win that living Queens, dice and the rounds left give; actions that trail clearly end early.
"""

from marchsim.games.antwars.players import Searcher


class Lookahead(Searcher):
    """Search over imagined games; its weights are those of the players that it imagines."""

    slow = True  # tests and measurements of all strategies leave it out

    def __init__(self):
        super().__init__()
        self.weigh(rally=18, bring=6, prowl=6, party=6, hatch=5, brood=7, dig=4)

"""Looks ahead: imagines how each action of its turn may go on, and takes the one that comes out best.

What it cannot know is the dice to come: it rolls its own. Each of the actions that a plan would rate highest
is played on to the end of the next round, all seats answering as a plan of its weights would, and judged by
the chance to win that strength and stores give; actions that trail clearly are given up early.
"""

from marchsim.games.antwars.players import Searcher


class Lookahead(Searcher):
    """Search over imagined games; its weights are those of the players that it imagines."""

    slow = True  # tests and measurements of all strategies leave it out

    def __init__(self):
        super().__init__()
        self.weigh(
            prowl=12,
            party=6,
            forage=2.66,
            bring=3.55,
            search=3.64,
            fetch=0.96,
            roam=6.08,
            hatch=3.77,
            brood=2.55,
            dig=-0.14,
            garden=5.97,
            reach=5.06,
            defend=3.54,
            shut=-0.5,
            guard=1.65,
            march=9.56,
            follow=3.99,
            grudge=0.14,
        )  # those of hunter before D-291

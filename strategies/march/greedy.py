"""Takes the points that lie at hand: nothing counts but what scores at once or in the Slumber of this round.

A plain policy, not a plan: a hex of the Inner Meadow or a goal counts what it scores in one Slumber, a battle
or a body what it scores at once, and food, larvae, cards and ants nothing. Options that score nothing are all
the same to it.
"""

from marchsim.games.march.players import Heuristic

ONCE = [0.29, 0.37, 0.53, 1.0]  # what makes one point of what would score in each Slumber to come


class Greedy(Heuristic):
    """Points now: every weight is either that of a point or nothing."""

    def __init__(self):
        super().__init__()
        self.weigh(food=0, larva=0, card=0, ant=0, site=0, hunger=0, harm=0, ferocity=0, forage=0, rest=0)
        self.weigh(head=0, thorax=0, abdomen=0)
        self.weigh(point=1, battle=1, centipede=1, body=1, event=1, end=1, inner=ONCE, goal=ONCE)

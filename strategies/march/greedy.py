"""Takes the points at hand: only points that it gets at once or in this round's Slumber count.

It is a plain policy and has no plan. A hex of the Inner Meadow or a goal is worth the points that it scores
in one Slumber. A battle or a body is worth the points that it scores at once. Food, larvae, cards and ants
are worth nothing. All options that score nothing are equal for it.
"""

from marchsim.games.march.players import Heuristic

ONCE = [0.29, 0.37, 0.53, 1.0]  # what makes one point of what would score in each Slumber to come


class Greedy(Heuristic):
    """Points now: every weight has the value of a point, or 0."""

    def __init__(self):
        super().__init__()
        self.weigh(food=0, larva=0, card=0, ant=0, site=0, hunger=0, harm=0, ferocity=0, forage=0, rest=0)
        self.weigh(head=0, thorax=0, abdomen=0)
        self.weigh(point=1, battle=1, centipede=1, body=1, event=1, end=1, inner=ONCE, goal=ONCE)

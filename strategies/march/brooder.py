"""Raises larvae and fills its stores: most larvae, food and cards are worth three points each at the end.

Larva sites and decrees feed the brood, which pays for cards in the middle of the game. It keeps its ants few,
rests early and often, and gathers at last what the others have less of.
"""

from marchsim.games.march.players import Heuristic


class Brooder(Heuristic):
    """Larvae, stores and the bonuses of the end."""

    def __init__(self):
        super().__init__()
        self.weigh(larva=[0.9, 0.8, 0.8, 0.8], end=3.4, ant=0.1)
        # found by tests/tools/rebase.py
        self.weigh(
            food=1.63,
            card=2.54,
            inner=1.72,
            site=1.02,
            point=0.84,
            hunger=1.12,
            battle=1.33,
            centipede=1.59,
            harm=-0.11,
            invade=1.55,
            ferocity=0.31,
            head=1.22,
            thorax=-0.29,
            abdomen=0.13,
            body=1.72,
            goal=1.84,
            event=0.66,
            explore=-0.04,
            march=0.81,
            forage=0.87,
            play=0.62,
            rest=2.76,
        )
        self.weigh_among(
            2,
            food=1.58,
            card=3.01,
            inner=1.37,
            site=1.58,
            point=1.42,
            hunger=0.83,
            battle=1.52,
            centipede=1.9,
            harm=-0.37,
            invade=1.7,
            ferocity=0.64,
            head=1.55,
            thorax=0.1,
            abdomen=0.14,
            body=2.01,
            goal=2.2,
            event=1.18,
            explore=0.01,
            march=0.72,
            forage=1.9,
            play=0.55,
            rest=2.26,
        )

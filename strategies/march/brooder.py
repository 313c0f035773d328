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
            food=1.27,
            card=1.87,
            inner=1.17,
            site=1.25,
            point=0.6,
            hunger=1.25,
            battle=1.6,
            centipede=1.12,
            harm=0.4,
            invade=0.4,
            ferocity=0.27,
            head=0.74,
            thorax=-0.61,
            abdomen=-0.73,
            body=1.15,
            goal=1.02,
            event=0.15,
            explore=0.14,
            march=0.15,
            forage=0.84,
            play=0.61,
            rest=1.75,
        )

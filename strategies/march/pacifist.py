"""Shares the Meadow and never invades: it goes where there is room and gives way where there is not.

A deliberately limited player: it seeks no battle, harms nobody by its cards, and lives off its sites, its
evolutions and its goals. It defends what it holds only as far as that costs no march.
"""

from marchsim.games.march.players import Heuristic


class Pacifist(Heuristic):
    """Peace: no hex is entered to fight for it."""

    def __init__(self):
        super().__init__()
        self.weigh(invade=-20, battle=0.3, harm=0, ferocity=0.05, ant=0.5, explore=0.8)
        # found by tests/tools/rebase.py
        self.weigh(
            food=0.41,
            larva=0.09,
            card=2.05,
            inner=1.85,
            site=0.34,
            point=1.62,
            hunger=0.61,
            centipede=1.72,
            head=0.64,
            thorax=-0.45,
            abdomen=0.14,
            body=0.97,
            goal=1.28,
            event=0.69,
            march=-0.39,
            forage=0.3,
            play=0.79,
            rest=2.45,
            end=2.47,
        )
        self.weigh_among(
            2,
            food=1.73,
            larva=0.64,
            card=2.34,
            inner=0.89,
            site=0.92,
            point=1.12,
            hunger=0.94,
            centipede=1.5,
            head=0.89,
            thorax=0.37,
            abdomen=0.18,
            body=1.11,
            goal=1.38,
            event=0.92,
            march=-0.9,
            forage=0.74,
            play=0.59,
            rest=1.32,
            end=2.75,
        )

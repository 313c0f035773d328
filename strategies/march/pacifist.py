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
            food=0.53,
            larva=-0.13,
            card=2.2,
            inner=1.73,
            site=0.52,
            point=1.18,
            hunger=0.7,
            centipede=1.78,
            head=0.65,
            thorax=-0.03,
            abdomen=0.2,
            body=1.02,
            goal=1.45,
            event=0.92,
            march=-0.74,
            forage=0.47,
            play=0.56,
            rest=1.2,
            end=2.73,
        )

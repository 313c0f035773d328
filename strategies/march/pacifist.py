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
            food=0.72,
            larva=-0.27,
            card=2.05,
            inner=1.28,
            site=0.78,
            point=0.82,
            hunger=1.49,
            centipede=1.37,
            head=0.52,
            thorax=0.09,
            abdomen=-0.03,
            body=0.76,
            goal=1.12,
            event=0.74,
            march=-0.15,
            forage=0.37,
            play=0.54,
            rest=0.52,
            end=1.71,
        )

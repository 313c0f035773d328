"""Shares the Meadow and never invades: it goes where there is room and gives way where there is not.

A deliberately limited player: it seeks no battle, harms nobody by its cards, and lives off its sites, its
evolutions and its goals. It defends what it holds only as far as that costs no march.
"""

from marchsim.games.march.players import Heuristic


class Pacifist(Heuristic):
    """Peace: no hex is entered to fight for it."""

    def __init__(self):
        super().__init__()
        self.weigh(
            invade=-20,
            battle=0.3,
            harm=0,
            ferocity=0.05,
            site=1.3,
            explore=0.8,
            head=0.2,
            thorax=0.3,
            abdomen=0.5,
            body=0.9,
        )

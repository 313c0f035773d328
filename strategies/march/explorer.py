"""Spreads over the Meadow: a new hex whenever there is food for it, the Inner Meadow above all.

Every hex has sites that nobody else can claim at once, and each Inner Meadow hex scores in every Slumber. It
explores before it fights, and comes back to its cards when the places near its ants are taken.
"""

from marchsim.games.march.players import Heuristic


class Explorer(Heuristic):
    """Expansion: hexes and the Inner Meadow count most."""

    def __init__(self):
        super().__init__()
        self.weigh(explore=[3.4, 3.4, 2.6, 1.4], inner=1.4)
        # found by tests/tools/rebase.py
        self.weigh(
            food=0.93,
            larva=0.43,
            card=1.78,
            ant=0.46,
            site=0.73,
            point=0.3,
            hunger=0.93,
            battle=1.34,
            centipede=1.33,
            harm=0.15,
            invade=0.46,
            ferocity=0.32,
            head=0.67,
            thorax=-0.12,
            abdomen=-0.39,
            body=1.04,
            goal=1.06,
            event=0.81,
            march=0.3,
            forage=0.69,
            play=0.1,
            rest=0.93,
            end=2.33,
        )

"""Spreads over the Meadow: a new hex whenever there is food for it, the Inner Meadow above all.

Every hex has sites that nobody else can claim at once, and each Inner Meadow hex scores in every Slumber. It
explores before it fights, and comes back to its cards when the places near its ants are taken.
"""

from marchsim.games.march.players import Heuristic


class Explorer(Heuristic):
    """Expansion: hexes and the Inner Meadow count most."""

    def __init__(self):
        super().__init__()
        self.weigh(explore=[4.2, 4.2, 3.4, 2.0], inner=1.6, march=-0.3, battle=2.0)
        # found by tests/tools/rebase.py
        self.weigh(
            food=0.8,
            larva=0.46,
            card=2.47,
            ant=1.29,
            site=0.75,
            point=0.67,
            hunger=1.57,
            centipede=-0.17,
            harm=-0.91,
            invade=1.26,
            ferocity=0.32,
            head=0.95,
            thorax=-0.41,
            abdomen=-0.72,
            body=2.74,
            goal=2.28,
            event=0.91,
            forage=0.96,
            play=-0.25,
            rest=2.22,
            end=3.47,
        )

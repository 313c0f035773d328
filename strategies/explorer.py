"""Spreads over the Meadow: a new hex whenever there is food for it, the Inner Meadow above all.

Every hex has sites nobody else can claim at once, and each Inner Meadow hex scores in every Slumber. It keeps
ants at home to move out with, marches to fill what it has found, and plays the cards that bring hexes.
"""

from marchsim.games.march.heuristic import Heuristic


class Explorer(Heuristic):
    """Expansion: hexes and the Inner Meadow count most."""

    def __init__(self):
        super().__init__()
        self.weigh(
            explore=[0.9, 0.7, 0.5, 0.4],
            inner=[1.3, 1.3, 1.2, 1.1],
            ant=0.35,
            battle=0.8,
            card=0.4,
        )

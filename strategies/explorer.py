"""Spreads over the Meadow: a new hex whenever there is food for it, the Inner Meadow above all.

Every hex has sites that nobody else can claim at once, and each Inner Meadow hex scores in every Slumber. It
explores before it fights, and comes back to its cards when the places near its ants are taken.
"""

from marchsim.games.march.heuristic import Heuristic


class Explorer(Heuristic):
    """Expansion: hexes and the Inner Meadow count most."""

    def __init__(self):
        super().__init__()
        self.weigh(
            explore=[2.2, 2.2, 1.8, 0.9],
            march=-0.2,
            inner=[1.4, 1.4, 1.3, 1.1],
            site=1.3,
            ant=0.45,
            battle=0.8,
            forage=0.2,
        )

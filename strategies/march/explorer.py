"""Spreads over the Meadow: a new hex whenever there is food for it, the Inner Meadow above all.

Every hex has sites that nobody else can claim at once, and each Inner Meadow hex scores in every Slumber. It
explores before it fights, and comes back to its cards when the places near its ants are taken.
"""

from marchsim.games.march.players import Heuristic


class Explorer(Heuristic):
    """Expansion: hexes and the Inner Meadow count most."""

    def __init__(self):
        super().__init__()
        self.weigh(
            explore=[2.4, 2.4, 1.8, 0.8],
            inner=[1.3, 1.3, 1.2, 1.1],
            site=1.1,
            ant=0.5,
            forage=0.0,
            march=-0.1,
            battle=1.1,
            invade=0.1,
        )

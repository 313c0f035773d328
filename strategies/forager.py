"""Lives off the land: food and larva sites first, stores well filled, little fighting.

It explores early for sites that yield, feeds its ants in good time, marches to fill the sites it has found and
takes the bonuses for the greatest stores and the largest brood at the end. Battles only where they are safe.
"""

from marchsim.games.march.heuristic import Heuristic


class Forager(Heuristic):
    """Economy: what sites yield counts most."""

    def __init__(self):
        super().__init__()
        self.weigh(
            food=[1.3, 1.2, 1.1, 0.9],
            larva=[0.6, 0.6, 0.5, 0.4],
            site=1.5,
            hunger=1.6,
            card=0.9,
            battle=0.5,
            invade=-0.5,
            end=1.6,
        )

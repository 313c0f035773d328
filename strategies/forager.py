"""Lives off the land: food and larva sites first, stores well filled, little fighting.

It explores early for sites that yield, keeps its larvae in the chamber, feeds its ants in good time and takes
the bonuses for the greatest stores and the largest brood at the end. Battles only where they cost nothing.
"""

from marchsim.games.march.heuristic import Heuristic


class Forager(Heuristic):
    """Economy: what sites yield counts most."""

    def __init__(self):
        super().__init__()
        self.weigh(
            food=[1.1, 1.05, 1.0, 0.8],
            larva=[0.4, 0.4, 0.4, 0.3],
            site=1.25,
            hunger=1.3,
            battle=0.6,
            end=1.3,
            forage=-0.2,
        )

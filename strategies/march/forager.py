"""Lives off the land: food and larva sites first, stores well filled, little fighting.

It weighs food above all, feeds its ants in good time, marches to fill the sites that it has found and
takes the bonuses for the greatest stores and the largest brood at the end. Battles only where they are safe.
"""

from marchsim.games.march.players import Heuristic


class Forager(Heuristic):
    """Economy: what sites yield counts most."""

    def __init__(self):
        super().__init__()
        self.weigh(
            food=[1.1, 1.1, 1.0, 0.9],
            larva=0.4,
            ant=0.45,
            site=1.3,
            hunger=1.6,
            card=1.4,
            march=0.0,
            battle=0.85,
            invade=-0.1,
            end=1.5,
            explore=0.1,
            rest=0.6,
        )

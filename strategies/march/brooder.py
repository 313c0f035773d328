"""Raises larvae and fills its stores: most larvae, food and cards are worth three points each at the end.

Larva sites and decrees feed the brood, which pays for cards in the middle of the game. It keeps its ants few,
rests early and often, and gathers at last what the others have less of.
"""

from marchsim.games.march.players import Heuristic


class Brooder(Heuristic):
    """Larvae, stores and the bonuses of the end."""

    def __init__(self):
        super().__init__()
        self.weigh(
            larva=[0.55, 0.5, 0.5, 0.5],
            food=[0.9, 0.9, 1.0, 1.1],
            site=1.1,
            ant=0.25,
            rest=0.6,
            invade=-0.1,
            end=1.8,
        )

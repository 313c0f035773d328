"""Lives off the land: food and larva sites first, stores well filled, little fighting.

It weighs food above all, feeds its ants in good time, marches to fill the sites that it has found and
takes the bonuses for the greatest stores and the largest brood at the end. Battles only where they are safe.
"""

from marchsim.games.march.players import Heuristic


class Forager(Heuristic):
    """Economy: what sites yield counts most."""

    def __init__(self):
        super().__init__()
        self.weigh(food=[1.5, 1.4, 1.3, 1.1], site=1.4, hunger=1.6, end=1.9)
        # found by tests/tools/rebase.py
        self.weigh(
            larva=0.61,
            card=2.21,
            ant=0.33,
            inner=1.78,
            point=0.49,
            battle=1.26,
            centipede=0.04,
            harm=-0.23,
            invade=2.66,
            ferocity=0.35,
            head=2.09,
            thorax=-0.94,
            abdomen=0.42,
            body=2.18,
            goal=1.99,
            event=0.85,
            explore=-2.08,
            march=0.36,
            forage=1.35,
            play=-0.41,
            rest=2.34,
        )

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
            larva=0.27,
            card=2.45,
            ant=1.37,
            inner=2.64,
            point=0.73,
            battle=0.81,
            centipede=0.27,
            harm=-0.54,
            invade=2.79,
            ferocity=0.46,
            head=1.82,
            thorax=-1.13,
            abdomen=0.3,
            body=2.12,
            goal=2.31,
            event=0.56,
            explore=-2.29,
            march=-0.19,
            forage=1.08,
            play=-0.09,
            rest=2.7,
        )
        self.weigh_among(
            2,
            larva=0.9,
            card=2.68,
            ant=0.48,
            inner=1.52,
            point=0.08,
            battle=1.53,
            centipede=0.16,
            harm=-0.58,
            invade=3.4,
            ferocity=0.56,
            head=1.92,
            thorax=-0.68,
            abdomen=0.6,
            body=1.88,
            goal=2.51,
            event=1.22,
            explore=-2.0,
            march=0.53,
            forage=1.66,
            play=-0.2,
            rest=2.55,
        )

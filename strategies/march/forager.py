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
            larva=0.53,
            card=2.09,
            ant=0.31,
            inner=1.77,
            point=0.75,
            battle=1.47,
            centipede=1.47,
            harm=-0.15,
            invade=0.49,
            ferocity=0.42,
            head=1.18,
            thorax=-0.03,
            abdomen=-0.41,
            body=0.81,
            goal=0.72,
            event=0.45,
            explore=0.22,
            march=-0.38,
            forage=0.9,
            play=0.87,
            rest=0.83,
        )

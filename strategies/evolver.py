"""Completes ant bodies: a head, a thorax and an abdomen for three points, and the same again.

It forages for cards, exchanges those that do not fit, and plays evolutions as soon as larvae and ants pay for
them; events only where they bring clearly more. Fights seldom, though its heads make it strong.
"""

from marchsim.games.march.heuristic import Heuristic


class Evolver(Heuristic):
    """Evolution: bodies and the cards for them count most."""

    def __init__(self):
        super().__init__()
        self.weigh(
            card=[0.9, 0.95, 0.9, 0.6],
            forage=[0.2, 0.3, 0.3, 0.1],
            head=0.5,
            thorax=0.45,
            abdomen=0.5,
            body=1.5,
            battle=0.8,
        )

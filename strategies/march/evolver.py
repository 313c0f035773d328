"""Completes ant bodies: a head, a thorax and an abdomen for three points, and the same again.

It forages for cards, exchanges those that do not fit, and plays evolutions as soon as larvae and ants pay for
them; goals and events where they bring clearly more. It fights seldom, though its heads make it strong.
"""

from marchsim.games.march.players import Heuristic


class Evolver(Heuristic):
    """Evolution: bodies and the cards for them count most."""

    def __init__(self):
        super().__init__()
        self.weigh(
            card=[1.6, 1.6, 1.5, 0.9],
            forage=[0.5, 0.6, 0.6, 0.3],
            head=0.6,
            thorax=0.3,
            abdomen=0.5,
            body=1.3,
            play=0.2,
            event=0.4,
        )

"""Completes ant bodies: a head, a thorax and an abdomen for three points, and the same again.

It forages for cards, exchanges those that do not fit, and plays evolutions as soon as larvae and ants pay for
them; goals and events where they bring clearly more. It fights seldom, though its heads make it strong.
"""

from marchsim.games.march.players import Heuristic


class Evolver(Heuristic):
    """Evolution: bodies and the cards for them count most."""

    def __init__(self):
        super().__init__()
        self.weigh(head=1.5, thorax=0.3, abdomen=0.8, body=2.3)
        # found by tests/tools/rebase.py
        self.weigh(
            food=1.71,
            larva=0.88,
            card=2.7,
            ant=0.7,
            inner=2.49,
            site=1.08,
            point=1.16,
            hunger=1.75,
            battle=1.14,
            centipede=-0.24,
            harm=0.29,
            invade=1.57,
            ferocity=0.46,
            goal=2.81,
            event=0.95,
            explore=-1.25,
            march=-1.5,
            forage=2.03,
            play=-0.1,
            rest=3.14,
            end=2.04,
        )

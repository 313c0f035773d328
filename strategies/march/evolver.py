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
            food=1.27,
            larva=0.48,
            card=2.83,
            ant=1.65,
            inner=3.01,
            site=1.07,
            point=0.23,
            hunger=2.01,
            battle=1.06,
            centipede=0.31,
            harm=0.64,
            invade=2.8,
            ferocity=0.33,
            goal=3.31,
            event=0.88,
            explore=-1.29,
            march=-2.7,
            forage=1.48,
            play=-0.7,
            rest=3.38,
            end=3.05,
        )
        self.weigh_among(
            2,
            food=2.58,
            larva=1.21,
            card=3.22,
            ant=0.16,
            inner=2.29,
            site=1.59,
            point=1.5,
            hunger=2.41,
            battle=1.38,
            centipede=-0.27,
            harm=0.35,
            invade=1.51,
            ferocity=0.54,
            goal=2.71,
            event=1.04,
            explore=-1.07,
            march=-0.9,
            forage=2.56,
            play=-0.08,
            rest=2.9,
            end=3.11,
        )

"""Completes ant bodies: a head, a thorax and an abdomen for three points, and the same again.

It forages for cards, exchanges those that do not fit, and plays evolutions as soon as larvae and ants pay for
them; goals and events where they bring clearly more. It fights seldom, though its heads make it strong.
"""

from marchsim.games.march.players import Heuristic


class Evolver(Heuristic):
    """Evolution: bodies and the cards for them count most."""

    def __init__(self):
        super().__init__()
        self.weigh(head=1.1, thorax=0.4, abdomen=0.5, body=1.4, card=1.7)
        # found by tests/tools/rebase.py
        self.weigh(
            food=1.13,
            larva=0.88,
            ant=0.38,
            inner=1.05,
            site=1.28,
            point=0.95,
            hunger=1.21,
            battle=1.13,
            centipede=1.27,
            harm=-0.14,
            invade=0.57,
            ferocity=0.43,
            goal=0.96,
            event=0.35,
            explore=-0.43,
            march=-0.07,
            forage=0.27,
            play=0.58,
            rest=0.98,
            end=1.25,
        )

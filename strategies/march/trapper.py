"""Plays events and lets centipedes work for it: what befalls the others is as good as a gain of its own.

It collects events and plays them where they hit most, drives centipedes into the hexes of others, and hunts
those that its army beats for their point and food. Bodies and goals come by the way.
"""

from marchsim.games.march.players import Heuristic


class Trapper(Heuristic):
    """Events, centipedes and the losses of others."""

    def __init__(self):
        super().__init__()
        self.weigh(event=[2.6, 2.7, 2.7, 2.7], harm=0.5, centipede=2.5, play=1.5)
        # found by tests/tools/rebase.py
        self.weigh(
            food=1.16,
            larva=0.43,
            card=2.17,
            ant=1.59,
            inner=2.1,
            site=0.55,
            point=0.7,
            hunger=1.03,
            battle=1.34,
            invade=1.39,
            ferocity=0.71,
            head=1.06,
            thorax=-1.35,
            abdomen=-0.75,
            body=1.92,
            goal=1.38,
            explore=-0.81,
            march=-2.07,
            forage=0.87,
            rest=2.92,
            end=3.74,
        )

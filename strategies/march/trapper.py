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
            food=0.59,
            larva=0.39,
            card=1.42,
            ant=1.5,
            inner=2.9,
            site=0.37,
            point=0.87,
            hunger=1.13,
            battle=1.41,
            invade=1.58,
            ferocity=0.55,
            head=0.87,
            thorax=-0.65,
            abdomen=-0.4,
            body=2.15,
            goal=1.42,
            explore=-0.56,
            march=-2.47,
            forage=1.52,
            rest=3.66,
            end=3.88,
        )
        self.weigh_among(
            2,
            food=1.79,
            larva=1.0,
            card=2.59,
            ant=2.15,
            inner=1.09,
            site=1.69,
            point=0.0,
            hunger=0.35,
            battle=1.75,
            invade=1.88,
            ferocity=0.75,
            head=1.07,
            thorax=-1.09,
            abdomen=-0.4,
            body=2.83,
            goal=1.69,
            explore=-2.09,
            march=-1.93,
            forage=2.76,
            rest=2.46,
            end=4.19,
        )

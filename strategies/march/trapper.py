"""Plays events and lets centipedes work for it: what befalls the others is as good as a gain of its own.

It collects events and plays them where they hit most, drives centipedes into the hexes of others, and hunts
those that its army beats for their point and food. Bodies and goals come by the way.
"""

from marchsim.games.march.players import Heuristic


class Trapper(Heuristic):
    """Events, centipedes and the losses of others."""

    def __init__(self):
        super().__init__()
        self.weigh(event=[1.9, 2.0, 2.0, 2.0], harm=0.5, centipede=2.5, play=0.8)
        # found by tests/tools/rebase.py
        self.weigh(
            food=1.06,
            larva=0.54,
            card=1.67,
            ant=0.37,
            inner=0.9,
            site=1.11,
            point=0.39,
            hunger=1.2,
            battle=1.54,
            invade=0.18,
            ferocity=0.33,
            head=1.11,
            thorax=-0.33,
            abdomen=-0.08,
            body=0.87,
            goal=0.81,
            explore=-0.16,
            march=-0.4,
            forage=0.45,
            rest=1.22,
            end=1.76,
        )

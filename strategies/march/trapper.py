"""Plays events and lets centipedes work for it: what befalls the others is as good as a gain of its own.

It collects events and plays them where they hit most, drives centipedes into the hexes of others, and hunts
those that its army beats for their point and food. Bodies and goals come by the way.
"""

from marchsim.games.march.players import Heuristic


class Trapper(Heuristic):
    """Events, centipedes and the losses of others."""

    def __init__(self):
        super().__init__()
        self.weigh(
            event=[1.1, 1.2, 1.3, 1.3],
            harm=0.4,
            centipede=2.5,
            card=1.5,
            forage=0.6,
            play=0.3,
        )

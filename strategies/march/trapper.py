"""Plays events for their gains or for the others' losses, as soon as it can pay for them.

It holds few cards at any time, and forages little. A loss of another player counts half as much as a gain of
its own. Bodies and goals are a side effect.
"""

from marchsim.games.march.players import Heuristic

CLAIMS = (
    ("plays", "above"),
    ("hand mean", "below"),
    ("points cards", "above"),
    ("forages", "below"),
    ("points bodies", "below"),
)  # its games, held by tools/claims.py


class Trapper(Heuristic):
    """Values events, and the losses of others, above all."""

    def __init__(self):
        super().__init__()
        self.weigh(event=[2.6, 2.7, 2.7, 2.7], harm=0.5, centipede=2.5, play=1.5)
        # found by tools/rebase.py
        self.weigh(
            food=0.86,
            larva=0.54,
            card=2.0,
            ant=1.74,
            inner=3.28,
            site=0.46,
            point=1.22,
            hunger=0.76,
            battle=1.38,
            invade=1.86,
            ferocity=0.47,
            head=0.87,
            thorax=-0.08,
            abdomen=-0.04,
            body=1.84,
            goal=1.33,
            explore=-0.64,
            march=-2.78,
            forage=1.61,
            rest=3.84,
            end=4.17,
        )
        self.weigh_among(
            2,
            food=1.88,
            larva=1.06,
            card=2.92,
            ant=1.95,
            inner=1.6,
            site=1.41,
            point=0.13,
            hunger=0.36,
            battle=2.04,
            invade=1.43,
            ferocity=1.01,
            head=1.33,
            thorax=-1.09,
            abdomen=-0.3,
            body=2.98,
            goal=1.93,
            explore=-2.44,
            march=-2.16,
            forage=2.63,
            rest=2.38,
            end=4.46,
        )

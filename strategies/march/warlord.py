"""Lives by battle: masses larvae and ants where others are, wins the hex and the point.

It marches into hexes that it can win with its strength and the cards in its hand, the Inner Meadow first.
Heads come first, ferocious cards are kept for battle, centipedes are hunted for their point and food.
"""

from marchsim.games.march.players import Heuristic


class Warlord(Heuristic):
    """Battle: victories and what they take count most."""

    def __init__(self):
        super().__init__()
        self.weigh(battle=[2.4, 2.6, 2.6, 2.6], invade=2.4, harm=0.3, point=0.8, march=[-0.6, 0.4, 0.4, 0.4])
        # found by tests/tools/rebase.py
        self.weigh(
            food=1.47,
            larva=0.75,
            card=3.0,
            ant=2.04,
            inner=1.75,
            site=0.78,
            hunger=2.88,
            centipede=1.91,
            ferocity=0.34,
            head=1.09,
            thorax=-2.1,
            abdomen=-1.6,
            body=2.79,
            goal=2.04,
            event=0.4,
            explore=0.67,
            forage=2.32,
            play=2.44,
            rest=3.91,
            end=4.29,
        )
        self.weigh_among(
            2,
            food=1.87,
            larva=1.02,
            card=2.7,
            ant=0.09,
            inner=1.14,
            site=1.29,
            hunger=2.97,
            centipede=1.54,
            ferocity=0.71,
            head=0.5,
            thorax=-0.81,
            abdomen=-1.48,
            body=2.1,
            goal=1.13,
            event=0.63,
            explore=-1.09,
            forage=2.16,
            play=2.17,
            rest=2.54,
            end=3.19,
        )

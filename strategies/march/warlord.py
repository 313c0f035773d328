"""Lives by battle: masses larvae and ants where others are, wins the hex and the point.

It marches into hexes that it can win with its strength and the cards in its hand, the Inner Meadow first.
Heads come first, ferocious cards are kept for battle, centipedes are hunted for their point and food.
"""

from marchsim.games.march.players import Heuristic


class Warlord(Heuristic):
    """Battle: victories and what they take count most."""

    def __init__(self):
        super().__init__()
        self.weigh(battle=[3.0, 3.2, 3.2, 3.2], invade=3.2, harm=0.3, march=1.0)
        # found by tests/tools/rebase.py
        self.weigh(
            food=2.08,
            larva=0.64,
            card=2.53,
            ant=0.73,
            inner=1.86,
            site=0.74,
            point=-0.25,
            hunger=2.59,
            centipede=1.49,
            ferocity=0.51,
            head=0.63,
            thorax=-1.19,
            abdomen=-1.1,
            body=1.97,
            goal=0.76,
            event=0.19,
            explore=-0.04,
            forage=1.47,
            play=1.88,
            rest=2.82,
            end=3.09,
        )

"""Lives by battle: masses larvae and ants where others are, wins the hex and the point.

It marches into hexes that it can win with its strength and the cards in its hand, the Inner Meadow first.
Heads come first, ferocious cards are kept for battle, centipedes are hunted for their point and food.
"""

from marchsim.games.march.players import Heuristic


class Warlord(Heuristic):
    """Battle: victories and what they take count most."""

    def __init__(self):
        super().__init__()
        self.weigh(battle=[2.0, 2.2, 2.2, 2.3], invade=[0.7, 0.8, 0.8, 0.8], harm=0.3, march=0.4)
        # found by tests/tools/rebase.py
        self.weigh(
            food=1.08,
            larva=0.59,
            card=1.67,
            ant=0.23,
            inner=1.08,
            site=0.94,
            point=0.71,
            hunger=1.34,
            centipede=1.0,
            ferocity=0.36,
            head=0.73,
            thorax=-0.49,
            abdomen=-0.42,
            body=0.88,
            goal=0.64,
            event=0.26,
            explore=0.12,
            forage=0.7,
            play=0.53,
            rest=0.97,
            end=1.88,
        )

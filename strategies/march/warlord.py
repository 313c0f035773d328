"""Lives by battle: masses larvae and ants where others are, wins the hex and the point.

It marches into hexes that it can win with its strength and the cards in its hand, the Inner Meadow first.
Heads come first, ferocious cards are kept for battle, centipedes are hunted for their point and food.
"""

from marchsim.games.march.players import Heuristic


class Warlord(Heuristic):
    """Battle: victories and what they take count most."""

    def __init__(self):
        super().__init__()
        self.weigh(
            battle=[1.5, 1.7, 1.7, 1.8],
            invade=[0.5, 0.6, 0.6, 0.6],
            centipede=1.6,
            harm=0.3,
            head=0.8,
            ferocity=0.3,
            march=[0.3, 0.5, 0.5, 0.5],
            ant=0.3,
            card=1.1,
        )

"""Lives by battle: masses larvae and ants where others are, wins the hex and the point.

It raises a large brood in the first round, then marches into hexes that it can win with its strength and the
cards in its hand. Heads first, ferocious cards kept for battle, the Inner Meadow as a prize.
"""

from marchsim.games.march.heuristic import Heuristic


class Warlord(Heuristic):
    """Battle: victories and what they take count most."""

    def __init__(self):
        super().__init__()
        self.weigh(
            battle=[1.2, 1.8, 2.0, 2.0],
            invade=[0.0, 0.5, 0.7, 0.8],
            centipede=1.5,
            harm=0.35,
            head=0.7,
            ferocity=0.12,
            march=[0.0, 0.2, 0.3, 0.3],
            ant=0.15,
        )

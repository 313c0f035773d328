"""Holds the Meadow against the Centipede Horde rather than race for points of its own.

It hunts centipedes wherever its ants can win, keeps ants and ferocious cards for these battles, and rests as
soon as what it could still do is worth less than the card of the Horde that would follow. Against other
players it is a careful neighbour that fights seldom.
"""

from marchsim.games.march.heuristic import Heuristic


class Defender(Heuristic):
    """Defence: every point that the Horde does not gain counts."""

    def __init__(self):
        super().__init__()
        self.weigh(
            horde=1.5,
            centipede=1.8,
            ferocity=0.2,
            head=0.6,
            harm=0,
            battle=0.6,
            invade=-0.5,
            march=0.3,
            rest=0.6,
        )

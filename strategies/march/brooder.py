"""Raises larvae and fills its stores, since most larvae, food and cards score three points each at the end.

It takes larvae at a Royal Decree unless its ants would starve. It has few ants, and leaves the Inner Meadow
to others.
"""

from marchsim.games.march.players import Heuristic

CLAIMS = (
    ("larvae mean", "highest"),
    ("ants mean", "below"),
    ("points end", "highest"),
    ("inner mean", "below"),
)  # its games, held by tools/claims.py


class Brooder(Heuristic):
    """Values larvae, stores and the bonuses at the end above all."""

    def __init__(self):
        super().__init__()
        self.weigh(larva=[0.9, 0.8, 0.8, 0.8], end=4.4, ant=0.1)
        # found by tools/rebase.py
        self.weigh(
            food=1.6,
            card=2.49,
            inner=1.34,
            site=0.93,
            point=1.14,
            hunger=0.85,
            battle=1.64,
            centipede=2.1,
            harm=0.53,
            invade=0.53,
            ferocity=0.49,
            head=1.44,
            thorax=-0.24,
            abdomen=-0.04,
            body=1.52,
            goal=1.39,
            event=0.42,
            explore=-0.52,
            march=0.52,
            forage=1.18,
            play=1.07,
            rest=2.78,
        )
        self.weigh_among(
            2,
            food=1.44,
            card=2.83,
            inner=1.38,
            site=1.5,
            point=1.27,
            hunger=0.71,
            battle=1.36,
            centipede=1.99,
            harm=0.1,
            invade=0.6,
            ferocity=0.7,
            head=1.36,
            thorax=-0.04,
            abdomen=0.25,
            body=2.18,
            goal=2.29,
            event=1.38,
            explore=-0.12,
            march=0.32,
            forage=1.82,
            play=1.1,
            rest=2.59,
        )

    def decree(self, me, table):
        """Take larvae, unless ants would starve."""
        if me.larvae > 12:
            return None
        return "food" if me.hungry else "larvae"

"""Lives off the land: gathers food first, keeps its stores full, and fights only safe battles.

It feeds its ants before it breeds, and takes food sites while it is hungry. It begins the second round with a
new hex if all of its sites are taken. At the end it has many cards and much food.
"""

from marchsim.games.march.players import Heuristic

CLAIMS = (
    ("food mean", "above"),
    ("battles", "below"),
    ("hand end", "above"),
    ("ants_lost", "below"),
)  # its games, held by tools/claims.py


class Forager(Heuristic):
    """Values the yield of sites above all."""

    def __init__(self):
        super().__init__()
        self.weigh(food=[1.7, 1.6, 1.5, 1.3], site=1.4, hunger=1.6, end=1.9)
        # found by tools/rebase.py; by hand: battle, harm, invade
        self.weigh(
            larva=0.05,
            card=2.24,
            ant=1.52,
            inner=2.63,
            point=0.52,
            battle=0.9,
            centipede=0.48,
            harm=-0.4,
            invade=0.55,
            ferocity=0.87,
            head=1.75,
            thorax=-1.71,
            abdomen=0.01,
            body=2.14,
            goal=1.96,
            event=0.4,
            explore=-1.94,
            march=-0.39,
            forage=1.0,
            play=0.1,
            rest=2.91,
        )
        self.weigh_among(
            2,
            larva=0.9,
            card=2.68,
            ant=0.48,
            inner=1.52,
            point=0.08,
            battle=1.53,
            centipede=0.16,
            harm=-0.58,
            invade=0.4,
            ferocity=0.56,
            head=1.92,
            thorax=-0.68,
            abdomen=0.6,
            body=1.88,
            goal=2.51,
            event=1.22,
            explore=-2.0,
            march=0.53,
            forage=1.66,
            play=-0.2,
            rest=2.55,
        )

    def decree(self, me, table):
        """Feed first, then breed."""
        return "food" if me.hungry else None

    def action(self, me, table):
        """Begin the second round with a new hex if all own sites are taken and no ant goes hungry."""
        crowded = not any(one.empty for one in me.hexes)
        if table.round == 2 and me.acted == 0 and crowded and not me.hungry:
            return "explore"
        return None

    def inhabit(self, me, table):
        """Take a food site while hungry."""
        return "food" if me.hungry else None

"""Spreads over the Meadow: lays a new hex whenever it has food for it, preferably in the Inner Meadow.

Every hex has sites that nobody else can claim at once. It begins the first two rounds with Explore, and every
later round as long as the Great Tunnel has free places. It fights for a hex if that is worth more.
"""

from marchsim.games.march.players import Heuristic

CLAIMS = (
    ("explores", "highest"),
    ("explores 1", "above"),
    ("explores 2", "above"),
    ("inhabited mean", "above"),
)  # its games, held by tools/claims.py


class Explorer(Heuristic):
    """Values hexes and the Inner Meadow above all."""

    def __init__(self):
        super().__init__()
        self.weigh(explore=[4.6, 4.6, 3.8, 2.4], inner=1.6, march=0.4, battle=2.2)
        # found by tools/rebase.py; by hand: forage
        self.weigh(
            food=1.14,
            larva=0.32,
            card=2.11,
            ant=1.44,
            site=0.34,
            point=0.74,
            hunger=-0.04,
            centipede=0.35,
            harm=-0.52,
            invade=0.52,
            ferocity=-0.01,
            head=1.04,
            thorax=-1.44,
            abdomen=0.04,
            body=2.93,
            goal=2.03,
            event=1.11,
            forage=0.4,
            play=-0.23,
            rest=3.09,
            end=2.9,
        )
        self.weigh_among(
            2,
            food=2.31,
            larva=1.09,
            card=2.74,
            ant=1.48,
            site=0.77,
            point=0.64,
            hunger=1.14,
            centipede=-0.51,
            harm=-0.36,
            invade=1.74,
            ferocity=0.52,
            head=1.66,
            thorax=-1.21,
            abdomen=-0.56,
            body=2.92,
            goal=3.15,
            event=0.85,
            forage=1.4,
            play=0.37,
            rest=2.44,
            end=5.09,
        )

    def action(self, me, table):
        """Explore first, in the first two rounds and as long as the Great Tunnel has free places."""
        if me.acted == 0 and (table.round < 3 or table.hexes["great-tunnel"].exits > 0):
            return "explore"
        return None

    def place(self, me, table):
        """Fill the places around the Great Tunnel."""
        return "from great-tunnel"

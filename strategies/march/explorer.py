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
        # found by tools/rebase.py
        self.weigh(
            food=0.93,
            larva=0.11,
            card=2.42,
            ant=1.06,
            site=0.42,
            point=1.25,
            hunger=0.44,
            centipede=0.21,
            harm=-0.9,
            invade=0.25,
            ferocity=0.19,
            head=1.16,
            thorax=-1.98,
            abdomen=-0.46,
            body=2.51,
            goal=2.07,
            event=1.01,
            forage=0.59,
            play=-0.24,
            rest=2.79,
            end=2.88,
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

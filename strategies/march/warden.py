"""Holds the Inner Meadow: each hex beside the Great Tunnel scores in every Slumber for its controller.

In the first two rounds it explores from the Great Tunnel until the ring around it is closed. Then it opens a
round with a March if it controls fewer than three hexes of the ring. Its larvae emerge in the ring, and its
ants move up there after victories.
"""

from marchsim.games.march.players import Heuristic

CLAIMS = (
    ("points inner", "highest"),
    ("inner mean", "highest"),
    ("marches", "above"),
    ("battles", "above"),
)  # its games, held by tools/claims.py


class Warden(Heuristic):
    """Control of the Inner Meadow counts most."""

    def __init__(self):
        super().__init__()
        self.weigh(inner=[6.9, 6.9, 6.7, 6.2], ant=1.7, march=0.1, battle=1.8)
        # found by tools/rebase.py
        self.weigh(
            food=1.96,
            larva=0.42,
            card=3.86,
            site=0.57,
            point=-0.03,
            hunger=0.11,
            centipede=0.37,
            harm=1.01,
            invade=1.38,
            ferocity=0.7,
            head=1.56,
            thorax=-2.21,
            abdomen=-1.42,
            body=3.65,
            goal=1.72,
            event=0.17,
            explore=1.4,
            forage=1.95,
            play=0.7,
            rest=3.31,
            end=4.96,
        )
        self.weigh_among(
            2,
            food=3.95,
            larva=1.88,
            card=4.22,
            site=1.03,
            point=0.75,
            hunger=0.92,
            centipede=-0.34,
            harm=0.75,
            invade=0.66,
            ferocity=1.64,
            head=1.91,
            thorax=-0.54,
            abdomen=-2.51,
            body=2.79,
            goal=1.87,
            event=0.68,
            explore=-1.8,
            forage=2.44,
            play=0.35,
            rest=2.25,
            end=5.9,
        )

    def action(self, me, table):
        """Close the ring first. Then march for the hexes of the ring that others hold."""
        if me.acted == 0 and table.round < 3 and table.hexes["great-tunnel"].exits > 0:
            return "explore"
        if me.acted == 0 and table.round > 1 and me.inner < 3:
            return "march"
        return None

    def place(self, me, table):
        """Close the ring."""
        return "from great-tunnel"

    def emerge(self, me, table):
        """Let larvae emerge in the ring."""
        return table.offers("larva", where=lambda one: one.hex and one.hex.inner)

    def spoils(self, me, table):
        """Move up to places in the ring that a victory has cleared."""
        return table.offers(where=lambda one: one.hex and one.hex.inner)

"""Shares the Meadow and never invades: it goes to free places, and gives way if there are none.

It is handicapped on purpose: it seeks no battle, hardly marches, and lives off cards, evolutions and goals.
It defends its hexes only if that takes no march.
"""

from marchsim.games.march.players import Heuristic

CLAIMS = (
    ("battles", "lowest"),
    ("marches", "lowest"),
    ("ants_lost", "lowest"),
    ("hand mean", "above"),
)  # its games, held by tools/claims.py


class Pacifist(Heuristic):
    """Peace: it enters no hex to fight for it."""

    def __init__(self):
        super().__init__()
        self.weigh(invade=-20, battle=0.3, harm=0, ferocity=0.05, ant=0.5, explore=0.8)
        # found by tools/rebase.py
        self.weigh(
            food=0.41,
            larva=0.09,
            card=2.05,
            inner=1.85,
            site=0.34,
            point=1.62,
            hunger=0.61,
            centipede=1.72,
            head=0.64,
            thorax=-0.45,
            abdomen=0.14,
            body=0.97,
            goal=1.28,
            event=0.69,
            march=-0.39,
            forage=0.3,
            play=0.79,
            rest=2.45,
            end=2.47,
        )
        self.weigh_among(
            2,
            food=1.55,
            larva=0.59,
            card=2.4,
            inner=1.54,
            site=1.32,
            point=1.3,
            hunger=1.13,
            centipede=1.79,
            head=1.06,
            thorax=0.18,
            abdomen=0.02,
            body=1.09,
            goal=1.74,
            event=0.87,
            march=-0.83,
            forage=0.95,
            play=0.43,
            rest=1.09,
            end=2.87,
        )

"""Breeder: raises its brood.

Digs for further pupae tiles, and marches with great superiority alone.
"""

from marchsim.games.antwars.players import Plan


class Breeder(Plan):
    """Digs for further pupae tiles, and marches with great superiority alone."""

    def __init__(self):
        super().__init__()
        self.weigh(brood=12, dig=6, nerve=1.8)
        # found by tests/tools/rebase.py
        self.weigh(
            forage=3.81,
            bring=3.43,
            search=3.66,
            fetch=0.76,
            roam=5.26,
            party=4.23,
            prowl=4.27,
            hatch=4.11,
            garden=5.57,
            reach=5.37,
            defend=3.65,
            shut=0.1,
            guard=1.85,
            march=10.03,
            follow=3.71,
            resolve=-0.04,
            stake=0.4,
            wait=1.68,
            grudge=0.49,
        )
        self.weigh_among(2, resolve=0.15, stake=0.2, wait=0)

"""Breeder: raises its brood.

Digs for further pupae tiles, and marches with great superiority alone.
"""

from marchsim.games.antwars.players import Plan


class Breeder(Plan):
    """Digs for further pupae tiles, and marches with great superiority alone."""

    def __init__(self):
        super().__init__()
        self.weigh(brood=12, dig=6, thrift=2, nerve=1.8)
        # found by tests/tools/antplans.py
        self.weigh(
            forage=3.81,
            bring=3.43,
            search=5.5,
            fetch=0.76,
            roam=5.26,
            party=9,
            prowl=4.27,
            hatch=6,
            garden=5.57,
            reach=5.37,
            march=6,
            follow=0,
            defend=3.65,
            flee=20.0,
            shut=0.1,
            guard=0,
            resolve=-0.04,
            stake=2.5,
            elude=0.0,
            least=1.5,
            wait=1.68,
            grudge=0.49,
        )
        self.weigh_among(
            2,
            forage=5,
            search=3,
            reach=8,
            march=15,
            follow=3.71,
            defend=9,
            shut=15,
            guard=1.85,
            resolve=0.3,
            stake=0.2,
            elude=1.5,
            least=0.6,
            wait=0,
        )
        self.weigh_among(6, guard=1)

"""Breeder: raises its brood.

Digs for further pupae tiles and lays most of them.
"""

from marchsim.games.antwars.players import Plan

CLAIMS = (
    ("broods", "highest"),
    ("digs", "above"),
)  # its games, held by tools/antclaims.py


class Breeder(Plan):
    """Digs for further pupae tiles and lays most of them."""

    def __init__(self):
        super().__init__()
        self.weigh(brood=16, dig=8, thrift=2, hatch=5, rally=17)
        # by hand, after tools/antplans.py
        self.weigh(
            forage=3,
            bring=5,
            search=4,
            fetch=1,
            roam=6,
            party=5,
            prowl=4,
            garden=6,
            reach=5,
            follow=4,
            defend=4,
            sally=5,
            flee=20,
            shut=0,
            guard=1,
            guards=0,
            home=7,
            strike=1.3,
            resolve=0.3,
            march=10,
            wait=0,
            grudge=0,
        )

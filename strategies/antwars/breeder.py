"""Breeder: raises its brood.

Digs for further pupae tiles, hatches most, and marches with a large army.
"""

from marchsim.games.antwars.players import Plan

CLAIMS = (
    ("digs", "highest"),
    ("hatched", "above"),
    ("first march", "above"),
)  # its games, held by tools/antclaims.py


class Breeder(Plan):
    """Digs for further pupae tiles, hatches most, and marches with a large army."""

    def __init__(self):
        super().__init__()
        self.weigh(brood=12, dig=6, thrift=2, hatch=7, rally=17)
        # found by tools/antplans.py
        self.weigh(
            forage=3,
            bring=3.5,
            search=4,
            fetch=0.9,
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
            guard=2,
            guards=0,
            home=7,
            strike=1.3,
            resolve=0.3,
            march=10,
            wait=0,
            grudge=0,
        )

"""Besieger: lays siege.

Gathers a large army, opens gates with it, and waits near a Queen for the moment.
"""

from marchsim.games.antwars.players import Plan

CLAIMS = (
    ("army", "highest"),
    ("first march", "above"),
    ("hatched", "above"),
)  # its games, held by tools/antclaims.py


class Besieger(Plan):
    """Gathers a large army, opens gates with it, and waits near a Queen for the moment."""

    def __init__(self):
        super().__init__()
        self.weigh(rally=20, strike=1.6, home=9, follow=8)
        # by hand, after tools/antplans.py
        self.weigh(
            forage=3,
            bring=5,
            search=4,
            fetch=0.9,
            roam=6,
            party=5,
            prowl=4,
            hatch=5,
            brood=7,
            thrift=4,
            dig=4,
            garden=6,
            reach=5,
            defend=4,
            sally=5,
            flee=20,
            shut=0,
            guard=2,
            guards=0,
            resolve=0.3,
            march=10,
            wait=0,
            grudge=0,
        )
        self.weigh_among(2, rally=14, strike=1.3, home=7)

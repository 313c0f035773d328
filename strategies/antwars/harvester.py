"""Harvester: gathers.

Searches far and with many small parties, keeps stores, and marches late.
"""

from marchsim.games.antwars.players import Plan

CLAIMS = (
    ("searches", "above"),
    ("battles", "below"),
    ("first march", "above"),
)  # its games, held by tools/antclaims.py


class Harvester(Plan):
    """Searches far and with many small parties, keeps stores, and marches late."""

    def __init__(self):
        super().__init__()
        self.weigh(search=5.5, party=3, roam=8, thrift=7, wait=10)
        # by hand, after tools/antplans.py
        self.weigh(
            forage=3,
            bring=5,
            fetch=0.9,
            prowl=4,
            hatch=5,
            brood=7,
            dig=4,
            garden=6,
            reach=5,
            follow=4,
            defend=4,
            sally=5,
            flee=20,
            shut=0,
            guard=2,
            guards=0,
            rally=18,
            home=7,
            strike=1.3,
            resolve=0.3,
            march=10,
            grudge=0,
        )
        self.weigh_among(2, wait=4, rally=13)

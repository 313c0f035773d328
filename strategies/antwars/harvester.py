"""Harvester: gathers.

Searches far and with many small parties, keeps stores, and marches late.
"""

from marchsim.games.antwars.players import Plan

CLAIMS = (
    ("searches", "highest"),
    ("stored", "above"),
    ("first march", "above"),
)  # its games, held by tools/antclaims.py


class Harvester(Plan):
    """Searches far and with many small parties, keeps stores, and marches late."""

    def __init__(self):
        super().__init__()
        self.weigh(party=3, roam=8, thrift=7, wait=10)
        # found by tools/antplans.py
        self.weigh(
            forage=3,
            bring=3.5,
            search=4,
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
            rally=14,
            home=7,
            strike=1.3,
            resolve=0.3,
            march=10,
            grudge=0,
        )

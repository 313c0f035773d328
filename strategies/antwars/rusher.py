"""Rusher: strikes first.

Sets out with a small army in the first rounds, before others have grown.
"""

from marchsim.games.antwars.players import Plan

CLAIMS = (
    ("first march", "lowest"),
    ("army", "below"),
    ("marching", "highest"),
)  # its games, held by tools/antclaims.py


class Rusher(Plan):
    """Sets out with a small army in the first rounds, before others have grown."""

    def __init__(self):
        super().__init__()
        self.weigh(rally=12, march=12, wait=0)
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
            grudge=0,
        )

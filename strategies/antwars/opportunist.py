"""Opportunist: takes the weakest.

Goes a long way to the weakest Queen, however far others are, and only where it is sure.
"""

from marchsim.games.antwars.players import Plan

CLAIMS = (("looted", "above"), ("first march", "below"))  # its games, held by tools/antclaims.py


class Opportunist(Plan):
    """Goes a long way to the weakest Queen, however far others are, and only where it is sure."""

    def __init__(self):
        super().__init__()
        self.weigh(grudge=-8, strike=1.9)
        # found by tools/antplans.py
        self.weigh(
            forage=3,
            bring=3.5,
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
            rally=14,
            home=7,
            resolve=0.3,
            march=10,
            wait=0,
        )

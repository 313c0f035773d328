"""Opportunist: takes the weakest.

Goes a long way to the weakest Queen, however far others are, and only where it is sure.
"""

from marchsim.games.antwars.players import Plan

CLAIMS = (
    ("weakest", "highest"),
    ("first march", "above"),
)  # its games, held by tools/antclaims.py


class Opportunist(Plan):
    """Goes a long way to the weakest Queen, however far others are, and only where it is sure."""

    def __init__(self):
        super().__init__()
        self.weigh(grudge=-8, strike=1.9)
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
            rally=19,
            home=7,
            resolve=0.3,
            march=10,
            wait=0,
        )
        self.weigh_among(2, strike=2.5)

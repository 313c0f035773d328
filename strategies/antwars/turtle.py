"""Turtle: shuts its gate.

Keeps Majors with its Queen, closes its gate before a stronger stack, and marches late.
"""

from marchsim.games.antwars.players import Plan

CLAIMS = (
    ("majors", "highest"),
    ("shuts", "highest"),
    ("first march", "above"),
)  # its games, held by tools/antclaims.py


class Turtle(Plan):
    """Keeps Majors with its Queen, closes its gate before a stronger stack, and marches late."""

    def __init__(self):
        super().__init__()
        self.weigh(guards=4, guard=3, shut=8, wait=10, hatch=3.9, brood=12, dig=7, thrift=2)
        # by hand, after tools/antplans.py
        self.weigh(
            forage=3,
            bring=5,
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
            rally=14,
            home=7,
            strike=1.3,
            resolve=0.3,
            march=10,
            grudge=0,
        )
        self.weigh_among(2, wait=4, rally=13, guards=2)

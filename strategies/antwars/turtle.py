"""Turtle: shuts its gate.

Keeps a strong guard and nine pieces in store, closes its gate before a stronger stack, and marches late.
"""

from marchsim.games.antwars.players import Plan


class Turtle(Plan):
    """Keeps a strong guard and full stores, closes its gate before a stronger stack, and marches late."""

    def __init__(self):
        super().__init__()
        self.weigh(shut=8, guard=4, wait=10, thrift=9)
        # found by tests/tools/antplans.py
        self.weigh(
            forage=1.5,
            bring=3.79,
            search=3.57,
            fetch=0.71,
            roam=5.78,
            party=6,
            prowl=3.41,
            hatch=6,
            brood=12,
            dig=6,
            garden=6.42,
            reach=5.67,
            march=10,
            follow=3.19,
            defend=4.66,
            flee=20,
            nerve=1.92,
            resolve=-0.03,
            stake=1.39,
            elude=3,
            least=0.2,
            grudge=-0.46,
        )
        self.weigh_among(
            2,
            forage=2.6,
            bring=5,
            fetch=0.3,
            roam=6,
            party=4.43,
            hatch=3.55,
            brood=7,
            dig=0.14,
            march=9.02,
            defend=4,
            nerve=1.0,
            resolve=0.15,
            stake=0.2,
            elude=1.5,
            least=0.6,
        )
        self.weigh_among(3, search=4, fetch=1.5, nerve=3)
        self.weigh_among(5, search=4, nerve=5)
        self.weigh_among(6, reach=4, nerve=3, stake=2.5)

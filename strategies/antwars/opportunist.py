"""Opportunist: takes the weakest.

Goes a long way to the weakest Queen, however far others are.
"""

from marchsim.games.antwars.players import Plan


class Opportunist(Plan):
    """Goes a long way to the weakest Queen, however far others are."""

    def __init__(self):
        super().__init__()
        self.weigh(grudge=-8)
        # found by tests/tools/antplans.py
        self.weigh(
            forage=3.5,
            bring=3.07,
            search=4,
            fetch=0.97,
            roam=6.27,
            party=6,
            prowl=8,
            hatch=3.58,
            brood=12,
            thrift=7,
            dig=6,
            garden=5.87,
            reach=4.78,
            march=9.08,
            follow=0,
            defend=3.94,
            flee=20.0,
            shut=0.04,
            guard=1.61,
            nerve=4.01,
            resolve=0,
            stake=2.5,
            elude=1.5,
            least=1.0,
            wait=-6.24,
        )
        self.weigh_among(
            2,
            search=2,
            fetch=1,
            party=4.37,
            prowl=4.18,
            brood=0,
            thrift=4.0,
            dig=0,
            march=15,
            shut=4,
            guard=0,
            nerve=0.7,
            stake=0.2,
            elude=0.0,
            least=0.6,
            wait=0,
        )
        self.weigh_among(3, brood=7, thrift=4, defend=9, guard=0)
        self.weigh_among(5, reach=4, march=6)

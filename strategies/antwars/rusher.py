"""Rusher: strikes first.

Marches before all else, from the first round on, where others still gather.
"""

from marchsim.games.antwars.players import Plan


class Rusher(Plan):
    """Marches before all else, from the first round on, where others still gather."""

    def __init__(self):
        super().__init__()
        self.weigh(nerve=1.6, march=15, wait=0, elude=0, stake=0.8)
        # found by tests/tools/antplans.py
        self.weigh(
            forage=2.5,
            bring=3.23,
            search=4,
            fetch=0.16,
            roam=8,
            party=9,
            prowl=3.99,
            hatch=6,
            brood=12,
            thrift=4.0,
            dig=6,
            garden=5.9,
            reach=4,
            follow=3.35,
            defend=3.42,
            flee=20.0,
            shut=0.34,
            guard=2.25,
            resolve=-0.07,
            least=1.5,
            grudge=0.26,
        )
        self.weigh_among(
            2,
            forage=3.16,
            search=3.47,
            roam=4,
            party=6,
            hatch=2.96,
            brood=3.29,
            dig=-0.14,
            reach=5.07,
            follow=4,
            shut=4,
            guard=0,
            resolve=0,
            least=0.6,
        )
        self.weigh_among(3, party=6, least=0.2)
        self.weigh_among(6, forage=5, party=6)

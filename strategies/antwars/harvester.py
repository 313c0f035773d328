"""Harvester: gathers.

Searches far and with many small parties, keeps stores, and marches late.
"""

from marchsim.games.antwars.players import Plan


class Harvester(Plan):
    """Searches far and with many small parties, keeps stores, and marches late."""

    def __init__(self):
        super().__init__()
        self.weigh(party=3, roam=8, wait=8, thrift=7)
        # found by tests/tools/antplans.py
        self.weigh(
            forage=2.5,
            bring=3.81,
            search=3,
            fetch=0.37,
            prowl=3.91,
            hatch=3.69,
            brood=12,
            dig=6,
            garden=6.31,
            reach=4.88,
            march=10.11,
            follow=4.63,
            defend=3.18,
            flee=20.0,
            shut=15,
            guard=1.98,
            nerve=1.99,
            resolve=-0.1,
            stake=2.5,
            elude=1.5,
            least=1.0,
            grudge=0.11,
        )
        self.weigh_among(
            2,
            forage=3.52,
            search=3.65,
            brood=7,
            follow=4,
            shut=9,
            guard=2,
            nerve=5.0,
            resolve=0.05,
            stake=0.8,
            elude=0.0,
            least=0.2,
        )
        self.weigh_among(3, forage=3.52)
        self.weigh_among(5, hatch=6)
        self.weigh_among(6, forage=3.52, search=2, hatch=6, shut=0)

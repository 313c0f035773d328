"""Harvester: gathers.

Searches far and with many small parties, and marches when it is rich.
"""

from marchsim.games.antwars.players import Plan


class Harvester(Plan):
    """Searches far and with many small parties, and marches when it is rich."""

    def __init__(self):
        super().__init__()
        self.weigh(party=3, roam=8, wait=8)
        # found by tests/tools/rebase.py
        self.weigh(
            forage=3.52,
            bring=3.81,
            search=3.65,
            fetch=0.37,
            prowl=3.91,
            hatch=3.69,
            brood=3.73,
            dig=0.44,
            garden=6.31,
            reach=4.88,
            defend=3.18,
            shut=-0.78,
            guard=1.98,
            march=10.11,
            follow=4.63,
            nerve=1.99,
            resolve=-0.1,
            stake=-0.06,
            grudge=0.11,
        )
        self.weigh_among(2, nerve=1.0, resolve=0, stake=0.8)

"""Hunter: hunts animals.

Goes for Gloomys and spiders in large parties, for the protein that they leave.
"""

from marchsim.games.antwars.players import Plan


class Hunter(Plan):
    """Goes for Gloomys and spiders in large parties, for the protein that they leave."""

    def __init__(self):
        super().__init__()
        self.weigh(prowl=12, party=6)
        # found by tests/tools/antplans.py
        self.weigh(
            forage=2.66,
            bring=3.55,
            search=3.64,
            fetch=0.96,
            roam=6.08,
            hatch=6,
            brood=12,
            thrift=4,
            dig=6,
            garden=5.97,
            reach=4,
            march=6,
            follow=3.99,
            defend=0,
            flee=20.0,
            shut=-0.5,
            guard=1.65,
            nerve=2.57,
            resolve=-0.01,
            stake=2.5,
            elude=0.0,
            least=0.2,
            wait=3,
            grudge=0.14,
        )
        self.weigh_among(
            2,
            forage=2.5,
            bring=4,
            search=2,
            fetch=0.3,
            roam=4,
            hatch=3.77,
            brood=2.55,
            dig=-0.14,
            reach=5.06,
            march=15,
            follow=9,
            defend=3.54,
            shut=4,
            guard=0,
            nerve=1.3,
            resolve=0,
            stake=0.8,
            wait=10,
        )
        self.weigh_among(3, forage=1.5, reach=5.06, defend=3.54)
        self.weigh_among(5, nerve=5, elude=0.5)
        self.weigh_among(6, reach=5.06, defend=3.54)

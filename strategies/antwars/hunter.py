"""Hunter: hunts animals.

Goes for Gloomys and spiders in large parties, for the protein that they leave.
"""

from marchsim.games.antwars.players import Plan

CLAIMS = (
    ("animals", "highest"),
    ("battles", "above"),
    ("searches", "below"),
)  # its games, held by tools/antclaims.py


class Hunter(Plan):
    """Goes for Gloomys and spiders in large parties, for the protein that they leave."""

    def __init__(self):
        super().__init__()
        self.weigh(prowl=12, party=6)
        # found by tools/antplans.py
        self.weigh(
            forage=3,
            bring=3.5,
            search=4,
            fetch=0.9,
            roam=6,
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
            strike=1.3,
            resolve=0.3,
            march=10,
            wait=0,
            grudge=0,
        )

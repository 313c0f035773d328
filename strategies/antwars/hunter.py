"""Hunter: hunts.

Falls upon animals and weaker stacks near its home, in large parties.
"""

from marchsim.games.antwars.players import Plan

CLAIMS = (
    ("battles", "above"),
    ("animals", "above"),
)  # its games, held by tools/antclaims.py


class Hunter(Plan):
    """Falls upon animals and weaker stacks near its home, in large parties."""

    def __init__(self):
        super().__init__()
        self.weigh(prowl=12, sally=12, party=7, roam=7)
        # by hand, after tools/antplans.py
        self.weigh(
            forage=3,
            bring=5,
            search=4,
            fetch=0.9,
            hatch=5,
            brood=7,
            thrift=4,
            dig=4,
            garden=6,
            reach=5,
            follow=4,
            defend=4,
            flee=20,
            shut=0,
            guard=2,
            guards=0,
            rally=17,
            home=7,
            strike=1.3,
            resolve=0.3,
            march=10,
            wait=0,
            grudge=0,
        )

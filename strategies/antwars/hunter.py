"""Hunter: hunts animals and weak ants.

It attacks animals and weaker stacks near its home, in large parties, and roams far once its colony is large.
It digs galleries and searches them. Its army marches on the Queen with the fewest dice around her.
"""

from marchsim.games.antwars.players import Plan

CLAIMS = (
    ("battles", "above"),
    ("animals", "above"),
    ("marching", "above"),
    ("searches", "above"),
)  # its games, held by tools/antclaims.py


class Hunter(Plan):
    """Attacks animals, stray stacks and Queens without a guard."""

    def __init__(self):
        super().__init__()
        self.weigh(prowl=12, sally=12, party=7)
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
            guard=0,
            guards=0,
            rally=17,
            home=7,
            strike=1.3,
            resolve=0.3,
            march=10,
            wait=0,
            grudge=0,
        )
        self.weigh_among(2, rally=14)
        self.weigh_among(3, rally=14)

    def round_begins(self, me, table):
        """Choose the Queen with the smallest guard, and roam farther with a larger colony."""
        self.march_on(min(table.rivals, key=lambda rival: rival.dice(rival.nest), default=None))
        self.weigh(roam=9 if me.minors + me.majors > 14 else 6)

    def action(self, me, table):
        """Dig galleries to search, while there are few and the colony can pay for more."""
        return "dig" if me.tiles < 5 and me.funds > 2 else None

"""Harvester: gathers.

It searches far, with many small parties, and hatches when it has six pieces of food in store. It marches when
its colony is nearly as large as possible, and from round 30 on with fewer ants.
"""

from marchsim.games.antwars.players import Plan

CLAIMS = (
    ("found", "above"),
    ("army", "above"),
    ("first march", "above"),
)  # its games, held by tools/antclaims.py


class Harvester(Plan):
    """Searches far, with many small parties, and marches with a full colony."""

    def __init__(self):
        super().__init__()
        self.weigh(search=5.5, party=3, roam=8, thrift=7, wait=10)
        # by hand, after tools/antplans.py
        self.weigh(
            forage=3,
            bring=5,
            fetch=0.9,
            prowl=4,
            brood=7,
            dig=4,
            garden=6,
            reach=5,
            follow=4,
            defend=4,
            sally=5,
            flee=20,
            shut=0,
            guard=0,
            guards=0,
            home=7,
            strike=1.3,
            resolve=0.3,
            march=10,
            grudge=0,
        )
        self.weigh_among(2, wait=4, dig=0)

    def round_begins(self, me, table):
        """Hatch from a full store, and march with a full colony or late in the game."""
        many = len(table.players) > 2
        self.weigh(hatch=7 if me.food > 5 or not many else 1)
        self.weigh(rally=(22 if table.round < 30 else 15) if many else 12)

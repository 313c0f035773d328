"""Opportunist: attacks the weakest colony.

Each round it looks for the weakest colony that has a Queen, however far away, and marches on no other if it
can. It sets out with a small army if that colony is less than half as strong as itself, and otherwise only
with a large one. It digs one place for a brood of Majors. Its scouts go far, and it leaves animals and stray
stacks alone.
"""

from marchsim.games.antwars.players import Plan

CLAIMS = (
    ("weakest", "highest"),
    ("queens", "below"),
    ("battles", "below"),
    ("majors", "highest"),
)  # its games, held by tools/antclaims.py


class Opportunist(Plan):
    """Marches on the weakest colony, and only if it is sure to win."""

    def __init__(self):
        super().__init__()
        self.weigh(strike=1.5, grudge=0)
        # by hand, after tools/antplans.py
        self.weigh(
            forage=3,
            bring=5,
            search=4,
            fetch=0.9,
            roam=9,
            party=3,
            prowl=0,
            hatch=5,
            brood=7,
            thrift=4,
            dig=4,
            garden=6,
            reach=5,
            follow=4,
            defend=4,
            sally=0,
            flee=20,
            shut=0,
            guard=0,
            guards=0,
            home=7,
            resolve=0.3,
            march=10,
            wait=0,
        )
        self.weigh_among(2, party=5, roam=6, dig=0, strike=1.1)
        self.depth = 0  # tiles of its anthill once it has dug

    def round_begins(self, me, table):
        """Look for the weakest colony, and set out at once if it is less than half as strong."""
        weakest = min(table.rivals, key=lambda rival: rival.strength, default=None)
        self.march_on(weakest)
        if table.round == 1:
            self.depth = me.tiles + 1
        sure = 19 if len(table.players) > 2 else 12
        self.weigh(rally=12 if weakest is not None and 2 * weakest.strength < me.strength else sure)

    def action(self, me, table):
        """Dig a place, and raise Majors there."""
        if me.funds < 3 or me.majors > (3 if len(table.players) > 2 else 0):
            return None
        if me.tiles < self.depth:
            return "dig"
        lay = table.offers(tile="Pupa Major", where=lambda one: one.area.tile == "Gallery")
        enter = table.offers("explore", where=lambda one: one.to.tile == "Gallery" and one.to.colony is me)
        return [lay, enter]

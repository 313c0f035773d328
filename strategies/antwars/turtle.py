"""Turtle: a fortress.

In the first rounds it digs far down from its nest, for places to which its Queen can flee. It raises four
Majors to guard her, closes its gate against a stronger stack, and marches late.
"""

from marchsim.games.antwars.players import Plan

CLAIMS = (
    ("majors", "above"),
    ("shuts", "highest"),
    ("digs", "highest"),
)  # its games, held by tools/antclaims.py


class Turtle(Plan):
    """Digs a deep nest, keeps Majors around the Queen, and closes its gate."""

    def __init__(self):
        super().__init__()
        self.weigh(guards=4, guard=0, shut=8, wait=10, hatch=3.9, brood=12, dig=7, thrift=2)
        # by hand, after tools/antplans.py
        self.weigh(
            forage=3,
            bring=5,
            search=4,
            fetch=0.9,
            roam=6,
            party=5,
            prowl=4,
            garden=6,
            reach=5,
            follow=4,
            defend=4,
            sally=5,
            flee=20,
            rally=13,
            home=7,
            strike=1.3,
            resolve=0.3,
            march=10,
            grudge=0,
        )
        self.weigh_among(2, wait=4, guards=0, dig=0, strike=1.1)

    def round_begins(self, me, table):
        """Lay pupae tiles until the guard is complete."""
        self.weigh(brood=12 if me.majors < (4 if len(table.players) > 2 else 2) else 0)

    def action(self, me, table):
        """Dig down from the nest, except in games of two players, which are short."""
        nest = me.nest
        if nest is None or me.tiles > 6 or me.funds < 2 or table.left < 2 or len(table.players) == 2:
            return None
        return table.offers("dig", where=lambda one: one.area.number > nest.number)

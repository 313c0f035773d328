"""Besieger: lays siege to one colony after another.

It attacks the nearest colony until that colony's last Queen falls. The army camps before the gate, so that no
ant comes out to gather, and goes in when it has 13 dice. With two players it goes in with 12 dice, whoever
has the next turn. The colony gathers near its home, in large parties.
"""

from marchsim.games.antwars.players import Plan

CLAIMS = (
    ("army", "above"),
    ("marching", "above"),
    ("hatched", "above"),
)  # its games, held by tools/antclaims.py


class Besieger(Plan):
    """Blocks a neighbour's gate, and goes in when the camp is large."""

    def __init__(self):
        super().__init__()
        self.weigh(rally=20, strike=1.6, home=9, follow=8)
        # by hand, after tools/antplans.py
        self.weigh(
            forage=3,
            bring=5,
            search=4,
            fetch=0.9,
            roam=4,
            party=7,
            prowl=4,
            hatch=5,
            brood=7,
            thrift=4,
            dig=4,
            garden=6,
            reach=5,
            defend=4,
            sally=5,
            flee=20,
            shut=0,
            guard=0,
            guards=0,
            resolve=0.3,
            march=10,
            wait=0,
            grudge=0,
        )
        self.weigh_among(2, rally=16, strike=1.3, home=7, dig=0, moment=0)

    def round_begins(self, me, table):
        """Besiege the nearest colony that has a Queen."""
        self.march_on(min(table.rivals, key=lambda rival: me.exit.steps(rival.exit), default=None))

    def action(self, me, table):
        """Keep the camp before the gate or in it, until 13 dice are there (12 with two players)."""
        prey = self.prey(table)
        if prey is None or self.war(table) == "rally":
            return None
        enough = 13 if len(table.players) > 2 else 12
        camps = [camp for camp in (prey.exit, prey.gate) if 8 <= me.dice(camp) < enough]
        return table.offers(where=lambda one: one.area not in camps) if camps else None

"""Rusher: raids.

In the first rounds it sets out with a small army against the weaker of its two neighbours, before others have
grown. After round 20 it raids with a larger army. It empties the stores of a nest whose Queen has fallen.
"""

from marchsim.games.antwars.players import Plan

CLAIMS = (
    ("first march", "lowest"),
    ("army", "lowest"),
    ("stored", "below"),
)  # its games, held by tools/antclaims.py


class Rusher(Plan):
    """Strikes first, with a small army, and plunders stores."""

    def __init__(self):
        super().__init__()
        self.weigh(rally=12, march=12, wait=0)
        # by hand, after tools/antplans.py
        self.weigh(
            forage=3,
            bring=5,
            search=4,
            fetch=0.9,
            roam=6,
            party=5,
            prowl=4,
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
            guard=4,
            guards=0,
            home=7,
            strike=1.3,
            resolve=0.3,
            grudge=0,
        )
        self.weigh_among(2, guard=0, rally=8, dig=0)

    def round_begins(self, me, table):
        """Raid the weaker of the two nearest colonies, with a larger army after round 20."""
        near = sorted(table.rivals, key=lambda rival: me.exit.steps(rival.exit))[:2]
        self.march_on(min(near, key=lambda rival: rival.strength, default=None))
        if table.round == 21 and len(table.players) > 2:
            self.weigh(rally=16, strike=1.6)

    def action(self, me, table):
        """Take the stores of a nest whose Queen has fallen, before the army goes on."""
        fallen = [rival for rival in table.players if rival.fallen and me.ants(rival.gate)]
        if not fallen or me.fallen:
            return None
        return table.offers("explore", where=lambda one: one.to.colony in fallen and one.to.stored > 1)

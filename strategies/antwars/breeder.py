"""Breeder: raises its brood.

It digs for pupae tiles and lays them before it gathers. Some of the brood are Majors. Its army sets out early
if no rival has more ants. Otherwise it waits for more ants.
"""

from marchsim.games.antwars.players import Plan

CLAIMS = (
    ("broods", "above"),
    ("digs", "above"),
    ("found", "below"),
)  # its games, held by tools/antclaims.py


class Breeder(Plan):
    """Lays pupae tiles first, then breeds ants, and marches with the largest colony."""

    def __init__(self):
        super().__init__()
        self.weigh(brood=16, dig=8, thrift=2, hatch=5)
        # by hand, after tools/antplans.py
        self.weigh(
            forage=3,
            bring=5,
            search=4,
            fetch=1,
            roam=6,
            party=5,
            prowl=4,
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
            wait=0,
            grudge=0,
        )
        self.weigh_among(2, dig=0)

    def round_begins(self, me, table):
        """March early if no rival has more ants."""
        larger = any(rival.minors + rival.majors > me.minors + me.majors for rival in table.rivals)
        if len(table.players) > 2:
            self.weigh(rally=18 if larger else 13)
        else:
            self.weigh(rally=14 if larger else 12)

    def action(self, me, table):
        """Lay a second and a third pupae tile as soon as the colony can pay for them."""
        if me.tiles > 4 or me.funds < 2:
            return None
        return [table.offers(tile="Pupae Minor", where=lambda one: one.area.tile == "Gallery"), "dig"]

"""Lives by battle: it masses ants where others are, to win the hex and the point.

From the second round on it opens with a March if it has an army, and marches until nothing is left to fight
for. It plays a head before other cards. It loses more ants than any other strategy, and hardly completes a
body.
"""

from marchsim.games.march.players import Heuristic

CLAIMS = (
    ("battles", "highest"),
    ("marches", "highest"),
    ("ants_lost", "highest"),
    ("points battle", "above"),
    ("points bodies", "below"),
)  # its games, held by tools/claims.py


class Warlord(Heuristic):
    """Values victories, and the gains from them, above all."""

    def __init__(self):
        super().__init__()
        self.weigh(battle=[2.4, 2.6, 2.6, 2.6], invade=2.6, harm=0.8, point=0.8, march=[-0.6, 0.4, 0.4, 0.4])
        # found by tools/rebase.py
        self.weigh(
            food=1.27,
            larva=0.5,
            card=3.54,
            ant=1.82,
            inner=2.33,
            site=0.64,
            hunger=2.37,
            centipede=2.02,
            ferocity=0.8,
            head=1.03,
            thorax=-1.48,
            abdomen=-1.42,
            body=3.09,
            goal=1.86,
            event=0.22,
            explore=0.32,
            forage=2.01,
            play=1.92,
            rest=3.85,
            end=4.44,
        )
        self.weigh_among(
            2,
            food=1.65,
            larva=1.06,
            card=2.61,
            ant=0.05,
            inner=1.1,
            site=1.43,
            hunger=2.86,
            centipede=1.75,
            ferocity=0.75,
            head=1.11,
            thorax=-0.71,
            abdomen=-1.08,
            body=2.17,
            goal=1.31,
            event=0.77,
            explore=-1.23,
            forage=1.99,
            play=2.15,
            rest=2.56,
            end=3.59,
        )

    def action(self, me, table):
        """Open with a March if there is an army, and play a head before other cards."""
        if table.round > 1 and me.acted == 0 and me.army + me.larvae > 5:
            return "march"
        if me.evolved("head") == 0:
            return table.offers("play", kind="head", where=lambda one: one.card.cost < me.larvae)
        return None

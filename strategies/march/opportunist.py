"""Weighs everything and adapts to the standings: behind, it fights; ahead, it protects what it has.

Its weights are those of a balanced player who marches where something is to be had. At each Royal Decree it
looks at the scores: behind, it seeks battles and counts what others lose; ahead, it keeps out of trouble and
fills its stores for the end.
"""

from marchsim.games.march.players import Heuristic


class Opportunist(Heuristic):
    """Balance, and an eye on the score track."""

    def __init__(self):
        super().__init__()
        self.weigh(battle=1.5, harm=0.1, invade=0.15)  # until the first Royal Decree
        # found by tests/tools/rebase.py
        self.weigh(
            food=0.78,
            larva=0.24,
            card=2.77,
            ant=1.25,
            inner=2.44,
            site=0.76,
            point=1.85,
            hunger=1.26,
            centipede=0.22,
            ferocity=0.31,
            head=0.64,
            thorax=-1.22,
            abdomen=-1.41,
            body=2.41,
            goal=1.29,
            event=0.43,
            explore=-1.16,
            march=-3.59,
            forage=-0.45,
            play=0.79,
            rest=2.14,
            end=1.61,
        )
        self.weigh_among(
            2,
            food=2.47,
            larva=1.46,
            card=3.78,
            ant=1.39,
            inner=1.19,
            site=1.21,
            point=1.93,
            hunger=2.24,
            centipede=0.32,
            ferocity=0.61,
            head=1.19,
            thorax=-0.23,
            abdomen=-0.56,
            body=2.33,
            goal=2.0,
            event=0.88,
            explore=-3.62,
            march=-2.56,
            forage=0.52,
            play=0.31,
            rest=0.84,
            end=1.46,
        )

    def decree(self, me, table):
        """Take stock once a round, before the next one begins."""
        if table.leader is not me and table.leader.points > me.points:
            self.weigh(battle=1.9, harm=0.3, invade=0.5)
        else:
            self.weigh(battle=1.3, harm=0.1, invade=0.1, end=1.8)

"""Lives for its Colony Goals: finds them early, plays them as soon as they can be met, and keeps them met.

A goal scores in every Slumber that follows, so the first rounds belong to foraging and to exchanging other
cards for goals. Bodies and battles come second: they are welcome where they do not cost what a goal needs.
"""

from marchsim.games.march.players import Heuristic


class Zealot(Heuristic):
    """Goals: each Slumber in which one is met counts most."""

    def __init__(self):
        super().__init__()
        self.weigh(goal=[7.2, 7.2, 6.2, 4.9], card=[2.4, 2.4, 2.2, 1.6], forage=[1.2, 1.0, 0.7, 0.5])
        # found by tests/tools/rebase.py
        self.weigh(
            food=1.04,
            larva=0.2,
            ant=1.9,
            inner=2.27,
            site=0.98,
            point=2.79,
            hunger=1.68,
            battle=1.17,
            centipede=2.83,
            harm=-0.19,
            invade=2.91,
            ferocity=-0.02,
            head=1.82,
            thorax=-1.14,
            abdomen=0.55,
            body=3.12,
            event=1.03,
            explore=-0.41,
            march=-3.12,
            play=-0.9,
            rest=3.17,
            end=4.37,
        )
        self.weigh_among(
            2,
            food=1.35,
            larva=0.77,
            ant=2.15,
            inner=1.47,
            site=1.22,
            point=1.8,
            hunger=1.68,
            battle=1.71,
            centipede=3.09,
            harm=-0.9,
            invade=2.06,
            ferocity=0.79,
            head=1.85,
            thorax=-1.06,
            abdomen=0.3,
            body=3.23,
            event=1.31,
            explore=0.13,
            march=-2.76,
            play=-0.92,
            rest=2.94,
            end=5.21,
        )

"""Lives for its Colony Goals: finds them early, plays them as soon as they can be met, and keeps them met.

A goal scores in every Slumber that follows, so the first rounds belong to foraging and to exchanging other
cards for goals. Bodies and battles come second: they are welcome where they do not cost what a goal needs.
"""

from marchsim.games.march.players import Heuristic


class Zealot(Heuristic):
    """Goals: each Slumber in which one is met counts most."""

    def __init__(self):
        super().__init__()
        self.weigh(goal=[6.5, 6.5, 5.6, 4.4], card=[2.4, 2.4, 2.2, 1.6], forage=[1.2, 1.0, 0.7, 0.5])
        # found by tests/tools/rebase.py
        self.weigh(
            food=0.78,
            larva=0.42,
            ant=1.3,
            inner=2.21,
            site=0.99,
            point=2.71,
            hunger=1.65,
            battle=0.92,
            centipede=3.18,
            harm=-0.5,
            invade=2.64,
            ferocity=0.32,
            head=1.29,
            thorax=-0.54,
            abdomen=0.73,
            body=2.91,
            event=1.14,
            explore=-0.95,
            march=-2.54,
            play=-1.55,
            rest=2.56,
            end=4.38,
        )

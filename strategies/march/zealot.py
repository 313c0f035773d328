"""Lives for its Colony Goals: finds them early, plays them as soon as they can be met, and keeps them met.

A goal scores in every Slumber that follows, so the first rounds belong to foraging and to exchanging other
cards for goals. Bodies and battles come second: they are welcome where they do not cost what a goal needs.
"""

from marchsim.games.march.players import Heuristic


class Zealot(Heuristic):
    """Goals: each Slumber in which one is met counts most."""

    def __init__(self):
        super().__init__()
        self.weigh(goal=[3.2, 3.2, 2.6, 2.0], card=[1.8, 1.8, 1.6, 1.2], forage=[0.8, 0.7, 0.5, 0.4])
        # found by tests/tools/rebase.py
        self.weigh(
            food=1.34,
            larva=0.57,
            ant=0.31,
            inner=1.52,
            site=0.97,
            point=1.23,
            hunger=1.31,
            battle=1.38,
            centipede=1.45,
            harm=0.21,
            invade=0.14,
            ferocity=0.18,
            head=1.3,
            thorax=0.44,
            abdomen=0.32,
            body=0.59,
            event=0.55,
            explore=0.36,
            march=-0.21,
            play=0.18,
            rest=2.08,
            end=1.48,
        )

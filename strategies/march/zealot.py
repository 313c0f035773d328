"""Lives for its Colony Goals: finds them early, plays them as soon as they can be met, and keeps them met.

A goal scores in every Slumber that follows, so the first rounds belong to foraging and to exchanging other
cards for goals. Bodies and battles come second: they are welcome where they do not cost what a goal needs.
"""

from marchsim.games.march.players import Heuristic


class Zealot(Heuristic):
    """Goals: each Slumber in which one is met counts most."""

    def __init__(self):
        super().__init__()
        self.weigh(
            goal=[1.9, 1.9, 1.6, 1.3],
            card=[1.8, 1.7, 1.5, 1.1],
            forage=[0.9, 0.8, 0.6, 0.4],
            play=0.3,
            body=0.5,
            event=0.25,
            march=-0.1,
            harm=0,
        )

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
            food=0.75,
            larva=0.68,
            card=1.53,
            ant=0.36,
            inner=1.38,
            site=0.93,
            point=0.44,
            hunger=1.35,
            centipede=0.76,
            ferocity=0.13,
            head=0.81,
            thorax=-0.01,
            abdomen=-0.31,
            body=1.03,
            goal=1.09,
            event=0.62,
            explore=-0.61,
            march=-0.28,
            forage=0.55,
            play=-0.03,
            rest=0.83,
            end=1.92,
        )

    def decree(self, view):
        """Take stock once a round, before the next one begins."""
        if any(view.score[seat] > view.score[view.seat] for seat in range(view.players)):
            self.weigh(battle=1.9, harm=0.3, invade=0.5)
        else:
            self.weigh(battle=1.3, harm=0.1, invade=0.1, end=1.8)
        return super().decree(view)

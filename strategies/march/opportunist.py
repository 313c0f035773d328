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
            food=0.66,
            larva=0.32,
            card=2.21,
            ant=0.95,
            inner=2.26,
            site=0.67,
            point=0.99,
            hunger=2.14,
            centipede=-0.16,
            ferocity=0.47,
            head=0.83,
            thorax=-0.86,
            abdomen=-1.45,
            body=2.42,
            goal=1.84,
            event=0.62,
            explore=-1.69,
            march=-2.39,
            forage=-0.98,
            play=-0.22,
            rest=1.62,
            end=1.61,
        )

    def decree(self, view):
        """Take stock once a round, before the next one begins."""
        if any(view.score[seat] > view.score[view.seat] for seat in range(view.players)):
            self.weigh(battle=1.9, harm=0.3, invade=0.5)
        else:
            self.weigh(battle=1.3, harm=0.1, invade=0.1, end=1.8)
        return super().decree(view)

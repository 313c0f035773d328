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
        self.weigh(card=1.4, goal=0.5, ferocity=0.25)

    def decree(self, view):
        """Take stock once a round, before the next one begins."""
        if any(view.score[seat] > view.score[view.seat] for seat in range(view.players)):
            self.weigh(battle=1.6, harm=0.3, invade=0.5)
        else:
            self.weigh(battle=1.0, harm=0.1, invade=0.1, end=1.3)
        return super().decree(view)

"""Weighs like the actuary, but dares more when another player is about to win."""

from cant_stop.odds import alive, wins
from cant_stop.strategies.actuary import Actuary


class Chaser(Actuary):
    """Rolls on while it is alive enough if somebody needs one column only."""

    dare = 0.7  # the least chance of no bust with which it goes on when it is behind

    def go_on(self, view):
        others = [score for seat, score in enumerate(view.scores) if seat != view.seat]
        if max(others) == view.goal - 1 > view.scores[view.seat] and not wins(view):
            return "roll" if alive(view) >= self.dare else "stop"
        return super().go_on(view)

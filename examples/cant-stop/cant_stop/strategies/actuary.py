"""Weighs what a roll can win against what it can lose."""

from cant_stop.game import CantStopStrategy
from cant_stop.odds import alive, share, wins


class Actuary(CantStopStrategy):
    """Rolls while the expected gain exceeds the expected loss."""

    gain = 0.14  # what a roll gains that is no bust, in columns

    def move(self, view):
        own = view.markers[view.seat]

        def value(move):
            new = sum(c not in view.runners for c in set(move))
            worth = sum((1 + own[c] / view.lengths[c]) / view.lengths[c] for c in move)
            return worth - 0.05 * new, move

        return max(view.options, key=value)

    def go_on(self, view):
        if wins(view):
            return "stop"
        likely = alive(view)
        return "roll" if likely * self.gain > (1 - likely) * share(view) else "stop"

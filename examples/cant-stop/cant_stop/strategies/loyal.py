"""Prefers columns in which it is far ahead, and takes a few sure steps per turn."""

from cant_stop.game import CantStopStrategy
from cant_stop.odds import topped


class Loyal(CantStopStrategy):
    """Finishes what it began, and stops when it has topped a column."""

    steps = 5

    def move(self, view):
        own = view.markers[view.seat]
        return max(view.options, key=lambda move: (sum((own[c] + 1) / view.lengths[c] for c in move), move))

    def go_on(self, view):
        own = view.markers[view.seat]
        gained = sum(step - own[column] for column, step in view.runners.items())
        return "stop" if topped(view) or gained >= self.steps else "roll"

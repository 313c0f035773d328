"""Counts points for its runners, with more for rare columns, and stops at a number of points."""

from cant_stop.game import CantStopStrategy
from cant_stop.odds import topped, wins


class Counter(CantStopStrategy):
    """Needs no odds, so it can be played at a table."""

    stop_at = 28
    new_column = 2  # how many steps' worth of points a runner counts for being there
    all_odd = 2  # added if all runners are in odd columns, which come less often

    def weight(self, column):
        return 1 + abs(7 - column)

    def move(self, view):
        return min(view.options, key=lambda move: (self.cost(view, move), move))

    def cost(self, view, move):
        each = (self.weight(c) * (1 if c in view.runners else self.new_column) for c in set(move))
        return sum(each) / len(move)

    def go_on(self, view):
        if view.free and not topped(view):
            return "roll"
        own = view.markers[view.seat]
        more = self.new_column - 1
        points = sum(self.weight(c) * (step - own[c] + more) for c, step in view.runners.items())
        points += self.all_odd * all(c % 2 for c in view.runners)
        return "stop" if wins(view) or points >= self.stop_at else "roll"

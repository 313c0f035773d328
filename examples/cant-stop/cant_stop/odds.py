"""Chances of four dice, and the progress of a turn, for all strategies."""

from functools import cache
from itertools import product

from cant_stop.game import COLUMNS, pairings

ROLLS = [set().union(*pairings(dice)) for dice in product(range(1, 7), repeat=4)]


@cache
def chance(columns):
    """Return the chance that a roll has a pair with a sum in a frozenset of columns."""
    return sum(not columns.isdisjoint(sums) for sums in ROLLS) / len(ROLLS)


def alive(view):
    """Return the chance that the next roll is not a bust."""
    usable = view.runners if not view.free else [c for c in COLUMNS if c not in view.closed]
    return chance(frozenset(c for c in usable if view.runners.get(c, 0) < view.lengths[c]))


def share(view):
    """Return the progress of this turn in columns: 1.0 for all steps of one column."""
    own = view.markers[view.seat]
    return sum((step - own[column]) / view.lengths[column] for column, step in view.runners.items())


def topped(view):
    """Return the number of columns that the player would top by stopping now."""
    return sum(step == view.lengths[column] for column, step in view.runners.items())


def wins(view):
    """Return whether stopping now wins the game."""
    return view.scores[view.seat] + topped(view) >= view.goal

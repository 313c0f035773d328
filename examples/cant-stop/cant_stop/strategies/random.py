"""Answers by chance: the floor of any field."""

from cant_stop.game import CantStopStrategy


class Random(CantStopStrategy):
    """Picks an option."""

    def move(self, view):
        return self.pick(view.options)

    def go_on(self, view):
        return self.pick(view.options)

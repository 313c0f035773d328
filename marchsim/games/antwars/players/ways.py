"""The steps from each area to one goal. They pass through closed gates, since a siege opens them."""

from __future__ import annotations

from typing import Final

from marchsim.games.antwars import words as w
from marchsim.games.antwars.engine.view import View
from marchsim.kernel.compat import i64, vec

FAR: Final[i64] = 99
ANY: Final[i64] = 1_000  # more ants than there are


class Steps:
    """The steps from each area to the area `to`, computed for the ground after `dug` changes."""

    def __init__(self) -> None:
        self.n: vec[i64] = vec[i64]([FAR] * w.AREAS)
        self.to: i64 = w.NONE
        self.dug: i64 = -1
        self.queue: vec[i64] = vec[i64]([0] * w.AREAS)

    def count(self, v: View, goal: i64) -> None:
        """Compute the steps from each area to a goal, unless they are known already."""
        if self.to == goal and self.dug == v.dug:
            return
        self.to = goal
        self.dug = v.dug
        self.spread(v, goal, ANY)

    def count_around(self, v: View, goal: i64, most: i64) -> None:
        """Compute the steps around areas with more than `most` foes. The result is not cached."""
        self.dug = -1
        self.spread(v, goal, most)

    def spread(self, v: View, goal: i64, most: i64) -> None:
        """Spread outward from the goal, but not beyond areas with more than `most` foes."""
        board = v.board
        queue = self.queue
        steps = self.n
        for area in range(board.areas):
            steps[area] = FAR
        steps[goal] = 0
        queue[0] = goal
        head: i64 = 0
        end: i64 = 1
        while head < end:
            area = queue[head]
            head += 1
            if area != goal and v.crowd[area] - v.here[v.seat * w.AREAS + area] > most:
                continue
            for i in range(board.near_n[area]):
                other = board.near[area * w.NEAR + i]
                if steps[other] == FAR and v.tile[other] != w.SOLID:
                    steps[other] = steps[area] + 1
                    queue[end] = other
                    end += 1

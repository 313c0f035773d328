"""What is noted while a March is thought of: the most valuable steps, and the best hunt of a centipede."""

from __future__ import annotations

from typing import Final

from marchsim.games.march.words import HEXES, NONE
from marchsim.kernel.compat import i64, vec

MOST_STEPS: Final = 8  # steps of a March that are thought of
AFAR: Final = 99  # no way leads there


class BestSteps:
    """The most valuable steps of a March, best first."""

    def __init__(self) -> None:
        self.value: vec[i64] = vec[i64]([0] * MOST_STEPS)
        self.n: i64 = 0

    def add(self, value: i64) -> None:
        """Take in a step, if it is among the best."""
        if value <= 0:
            return
        i = self.n
        if i == MOST_STEPS:
            if value <= self.value[MOST_STEPS - 1]:
                return
            i = MOST_STEPS - 1
        else:
            self.n += 1
        while i > 0 and self.value[i - 1] < value:
            self.value[i] = self.value[i - 1]
            i -= 1
        self.value[i] = value

    def total(self, most: i64) -> i64:
        """Return the value of the best steps."""
        total: i64 = 0
        for i in range(most if most < self.n else self.n):
            total += self.value[i]
        return total


class Hunt:
    """The best hunt within reach: the hex of the centipede and what comes to it."""

    def __init__(self) -> None:
        self.target: i64 = NONE
        self.larvae: i64 = 0  # that emerge first, in `entry`
        self.entry: i64 = NONE
        self.ants: i64 = 0  # that walk, from the hexes with `take` above 0
        self.way: vec[i64] = vec[i64]([AFAR] * HEXES)  # steps from each hex to the target
        self.take: vec[i64] = vec[i64]([0] * HEXES)
        self.line: vec[i64] = vec[i64]([0] * HEXES)  # hexes yet to be looked at


NO_HUNT: Final = Hunt()  # of games without the Horde: nobody looks at it

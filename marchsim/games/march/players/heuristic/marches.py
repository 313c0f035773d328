"""The plans for a March: its most valuable steps, and the best hunt for a centipede."""

from __future__ import annotations

from typing import Final

from marchsim.games.march.words import HEXES, NONE
from marchsim.kernel.compat import i64, vec

ANYWHERE: Final = -2  # a larva that may emerge in any hex
AFAR: Final = 99  # no way leads there


class MarchPlan:
    """The plan for a March: the pieces that move, their destinations, and the first step."""

    def __init__(self) -> None:
        self.steps: i64 = 0  # steps left
        self.brood: i64 = 0  # larvae that may still emerge
        self.hatch: i64 = NONE  # where the first larva emerges
        self.source: i64 = NONE  # hex that the first ant leaves
        self.to: i64 = NONE  # hex that it enters
        self.before: i64 = 0  # steps left at the previous step
        self.turn: i64 = -1  # turn of that step
        self.stood: Final = vec[i64]([0] * HEXES)  # own ants in each hex at that step
        self.left: i64 = 0  # hexes that ants have left in this March, one bit each
        self.added: Final = vec[i64]([0] * HEXES)  # ants on their way to a hex
        self.idle: Final = vec[i64]([0] * HEXES)  # ants in a hex without a site, and not yet in the plan
        self.loss: Final = vec[i64]([0] * HEXES)  # loss if one of them leaves
        self.rate: Final = vec[i64]([0] * HEXES)  # gain per step of the next group, by order of laying
        # of the hex last considered
        self.walkers: i64 = 0  # idle ants beside it
        self.larvae: i64 = 0  # that may emerge in it
        self.through: i64 = 0  # and those that may come through the Great Tunnel
        # and of the group of ants for it
        self.net: i64 = 0
        self.group: i64 = 0
        self.walk: i64 = 0
        self.used: i64 = 0


class HuntPlan:
    """The best hunt within reach: the hex of the centipede, and the army against it."""

    def __init__(self) -> None:
        self.target: i64 = NONE
        self.larvae: i64 = 0  # that emerge first, in `entry`
        self.entry: i64 = NONE
        self.ants: i64 = 0  # that walk, from the hexes with `take` above 0
        self.way: Final = vec[i64]([AFAR] * HEXES)  # steps from each hex to the target
        self.take: Final = vec[i64]([0] * HEXES)
        self.line: Final = vec[i64]([0] * HEXES)  # hexes still to visit


NO_HUNT: Final = HuntPlan()  # of games without the Horde: nobody looks at it

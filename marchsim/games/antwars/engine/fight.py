"""The targets of a battle: groups with their life, and the dice aimed at them.

Implements ATF-06 and ATF-13.

A group is a kind of one colony (seat * 5 + kind), the Gloomys, or the spiders. `life` is the life of each
member, `hurt` the damage of all dice in the phase, and `mine` the damage by the colony that is aiming.
"""

from __future__ import annotations

from typing import Final

from marchsim.games.antwars import words as w
from marchsim.games.antwars.engine.board import Board
from marchsim.games.antwars.engine.panel import Animals, Panel
from marchsim.games.antwars.engine.state import State
from marchsim.kernel.compat import i64, vec

ALL_GROUPS: Final[i64] = 32


class Fight:
    """The targets of a battle. One object serves all battles of a game."""

    def __init__(self) -> None:
        self.n: vec[i64] = vec[i64]([0] * ALL_GROUPS)
        self.life: vec[i64] = vec[i64]([0] * (ALL_GROUPS * w.CROWD))
        self.hurt: vec[i64] = vec[i64]([0] * (ALL_GROUPS * w.CROWD))
        self.mine: vec[i64] = vec[i64]([0] * (ALL_GROUPS * w.CROWD))
        self.full: vec[i64] = vec[i64]([0] * ALL_GROUPS)  # life of one who is unhurt
        self.left: i64 = 0  # life of everybody when all recovered last
        self.queen: vec[i64] = vec[i64]([0] * (w.SEATS * w.CROWD))  # numbers of the Queens of a group
        self.struck: vec[i64] = vec[i64](
            [0] * ALL_GROUPS
        )  # seats that aimed at a group in the phase, one bit each
        self.rolled: vec[i64] = vec[i64]([0] * (w.SEATS * 7))  # dice of a seat that show each number

    def muster(self, s: State, board: Board, panels: list[Panel], animals: Animals, area: i64) -> None:
        """Add everyone in an area with full life, but Queens with their current life."""
        for group in range(ALL_GROUPS):
            self.n[group] = 0
            self.struck[group] = 0
        for seat in range(s.players):
            at = seat * w.AREAS + area
            if s.here[at] > 0:
                life = panels[s.species[seat]].life
                self.enter(seat * w.GROUPS + w.MINOR, s.minors[at], life[w.MINOR])
                self.enter(seat * w.GROUPS + w.MAJOR, s.majors[at], life[w.MAJOR])
                for number in range(w.QUEENS):
                    if s.queen_at[seat * w.QUEENS + number] == area:
                        group = seat * w.GROUPS + w.QUEEN
                        self.queen[seat * w.CROWD + self.n[group]] = number
                        self.enter(group, 1, s.queen_life[seat * w.QUEENS + number])
        home = board.home[area]
        if s.pupae[area] > 0:
            if s.tile[area] == w.PUPAE_MINOR:
                self.enter(home * w.GROUPS + w.PUPA_MINOR, s.pupae[area], animals.minor_life)
            else:
                self.enter(home * w.GROUPS + w.PUPA_MAJOR, s.pupae[area], animals.major_life)
        self.enter(w.GLOOMYS, s.gloomy[area], animals.gloomy_life)
        self.enter(w.SPIDERS, s.spider[area], animals.spider_life)
        self.recover()

    def enter(self, group: i64, n: i64, life: i64) -> None:
        """Add n members to a group."""
        first = group * w.CROWD + self.n[group]
        self.full[group] = life
        for i in range(n):
            self.life[first + i] = life
            self.hurt[first + i] = 0
            self.mine[first + i] = 0
        self.n[group] += n

    def fresh_aim(self) -> None:
        """Reset the aim of the last colony."""
        for group in range(ALL_GROUPS):
            first = group * w.CROWD
            for i in range(self.n[group]):
                self.mine[first + i] = 0

    def next_in(self, group: i64) -> i64:
        """The member of a group that the colony's next die hits. NONE if no member is alive (ATF-06)."""
        best: i64 = w.NONE
        least: i64 = 0
        first = group * w.CROWD
        for i in range(first, first + self.n[group]):
            left = self.life[i] - self.mine[i]
            if left > 0 and (best == w.NONE or left < least):
                best = i
                least = left
        return best

    def aim(self, seat: i64, group: i64, points: i64) -> None:
        """Aim a die of a colony at a group."""
        at = self.next_in(group)
        self.mine[at] += points
        self.hurt[at] += points
        self.struck[group] |= i64(1) << seat

    # spiders ------------------------------------------------------------------
    def standing(self) -> i64:
        """The number of living ants after the dice of the phase (ATF-08)."""
        count: i64 = 0
        for group in range(w.SEATS * w.GROUPS):
            if group % w.GROUPS <= w.QUEEN:
                first = group * w.CROWD
                for i in range(first, first + self.n[group]):
                    if self.life[i] > self.hurt[i]:
                        count += 1
        return count

    def ant(self, number: i64) -> i64:
        """The index of ant `number` among the living, in order of seats and kinds."""
        for group in range(w.SEATS * w.GROUPS):
            if group % w.GROUPS <= w.QUEEN:
                first = group * w.CROWD
                for i in range(first, first + self.n[group]):
                    if self.life[i] > self.hurt[i]:
                        if number == 0:
                            return i
                        number -= 1
        return w.NONE

    def weakest(self) -> i64:
        """The index of the living ant with the least life left."""
        best: i64 = w.NONE
        for group in range(w.SEATS * w.GROUPS):
            if group % w.GROUPS <= w.QUEEN:
                first = group * w.CROWD
                for i in range(first, first + self.n[group]):
                    left = self.life[i] - self.hurt[i]
                    if left > 0 and (best == w.NONE or left < self.life[best] - self.hurt[best]):
                        best = i
        return best

    def recover(self) -> bool:
        """Restore the full life of all but Queens (ATF-11). Returns whether any loss is permanent."""
        left: i64 = 0
        for group in range(ALL_GROUPS):
            queens = group < w.GLOOMYS and group % w.GROUPS == w.QUEEN
            first = group * w.CROWD
            for i in range(first, first + self.n[group]):
                if not queens:
                    self.life[i] = self.full[group]
                left += self.life[i]
        marked = left != self.left
        self.left = left
        return marked

    # the end of a phase ---------------------------------------------------------
    def fallen(self, group: i64) -> i64:
        """Apply the damage of the phase to a group and remove its dead. Returns their number.

        A group of Queens keeps its order. The dead are also removed from `queen`.
        """
        first = group * w.CROWD
        stay: i64 = 0
        n = self.n[group]
        for i in range(n):
            left = self.life[first + i] - self.hurt[first + i]
            self.hurt[first + i] = 0
            if left > 0:
                self.life[first + stay] = left
                if group % w.GROUPS == w.QUEEN and group < w.GLOOMYS:
                    at = group // w.GROUPS * w.CROWD
                    self.queen[at + stay] = self.queen[at + i]
                stay += 1
        self.n[group] = stay
        self.struck[group] = 0
        return n - stay

"""A plan's war: an army gathers in front of its gate, marches on a Queen, strikes, and returns home.

Distances are steps from each area to one goal. Ways lead through closed gates, since a siege can open them.
"""

from __future__ import annotations

from typing import Final

from marchsim.games.antwars import words as w
from marchsim.games.antwars.engine.view import View
from marchsim.games.antwars.players.weights import (
    W_GRUDGE,
    W_GUARD,
    W_GUARDS,
    W_HOME,
    W_MOMENT,
    W_RALLY,
    W_RESOLVE,
    W_STRIKE,
    W_WAIT,
)
from marchsim.kernel.compat import i64, vec

FAR: Final[i64] = 99
ANY: Final[i64] = 1_000  # more ants than there are


class Steps:
    """The number of steps from each area to the area `to`, computed again after any digging (`dug`)."""

    def __init__(self) -> None:
        self.n: Final = vec[i64]([FAR] * w.AREAS)
        self.to: i64 = w.NONE
        self.dug: i64 = -1
        self.queue: Final = vec[i64]([0] * w.AREAS)

    def count(self, v: View, goal: i64) -> None:
        """Compute the steps from each area to a goal, unless they are already known."""
        if self.to == goal and self.dug == v.dug:
            return
        self.to = goal
        self.dug = v.dug
        self.spread(v, goal, ANY)

    def count_around(self, v: View, goal: i64, most: i64) -> None:
        """Compute the steps on ways around areas with over `most` foes. Later calls compute them anew."""
        self.dug = -1
        self.spread(v, goal, most)

    def spread(self, v: View, goal: i64, most: i64) -> None:
        """Compute the steps from each area to the goal, on ways around areas with more than `most` foes."""
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


PEACE: Final = 0  # no army, or nobody whom it could kill
RALLY: Final = 1  # it gathers before its gate
MARCH: Final = 2  # it goes to two steps from a Queen, and waits there
STRIKE: Final = 3  # it goes in
RETREAT: Final = 4  # it comes home
PATIENCE: Final = 20  # rounds before a plan asks for less
REACH: Final[i64] = 2  # steps from a Queen at which an army waits
ONWARD: Final[i64] = 500  # cost of two and a half rounds: an army seldom turns to another prey
FAVOUR: Final[i64] = 5_000  # cost of 25 rounds: a script names the prey
STATES: Final = ("peace", "rally", "march", "strike", "retreat")


class Army:
    """The army of a colony, as its plan directs it. `look` updates it."""

    def __init__(self, view: View, weights: vec[i64]) -> None:
        self.view: Final = view
        self.w: Final = weights
        self.state: i64 = PEACE
        self.at: i64 = w.NONE  # where it is, or would gather
        self.minors: i64 = 0
        self.majors: i64 = 0
        self.nest: i64 = w.NONE
        self.prey: i64 = w.NOBODY  # whose Queen it goes for
        self.wanted: i64 = w.NOBODY  # the colony that a script names (`Plan.march_on`)
        self.prey_at: i64 = w.NONE
        self.odds_now: i64 = 0
        self.to_queens: Final[list[Steps]] = [Steps() for _ in range(int(w.SEATS * w.QUEENS))]
        self.to_exit: Final = Steps()
        self.to_prey: Final = Steps()
        self.rally: Final = self.to_exit.n  # steps to where it gathers
        self.hunt: Final = self.to_prey.n  # steps to the prey, around larger armies

    def look(self, own: vec[i64], own_n: i64, nest: i64) -> None:
        """Determine the state, the place and the target of the army in this turn."""
        v = self.view
        last = self.prey if self.state >= MARCH else i64(w.NOBODY)
        self.state = PEACE
        self.prey = w.NOBODY
        self.at = w.NONE
        self.nest = nest
        self.to_exit.count(v, v.board.exit[v.seat])
        if own_n == 0 or v.queen_n[v.seat] == 0 or 100 * v.round <= self.w[W_WAIT]:
            return
        out = self.largest_out(own, own_n)
        if out != w.NONE and 100 * self.dice_at(out) >= self.w[W_HOME]:
            self.take(out)
            self.find_prey(last)
            self.state = RETREAT if self.prey == w.NOBODY else MARCH
        else:
            self.gather(own, own_n)
        if self.state == MARCH:
            self.to_prey.count_around(v, self.prey_at, max(1, self.dice() // 2))
            if self.hunt[self.at] == FAR:
                self.to_prey.count_around(v, self.prey_at, ANY)
            if self.strikes():
                self.state = STRIKE

    def gather(self, own: vec[i64], own_n: i64) -> None:
        """Determine whether enough ants are at home to set out, and whether they have gathered outside."""
        v = self.view
        asked = self.w[W_RALLY] - self.w[W_RESOLVE] * max(0, v.round - PATIENCE)
        self.muster(own, own_n)
        all_dice = self.dice()
        if 100 * all_dice < max(asked, self.w[W_HOME]):
            return
        self.find_prey(w.NOBODY)
        if self.prey == w.NOBODY:
            return
        self.state = RALLY
        minors, majors, prey, prey_at = self.minors, self.majors, self.prey, self.prey_at
        self.take(self.at)
        if 10 * self.dice() >= 8 * all_dice or 100 * self.dice() >= max(asked, self.w[W_HOME]):
            self.find_prey(w.NOBODY)
            if self.prey != w.NOBODY:
                self.state = MARCH
                return
        self.minors, self.majors, self.prey, self.prey_at = minors, majors, prey, prey_at

    # the army ---------------------------------------------------------------
    def spare_minors(self, area: i64) -> i64:
        """The number of Minors that may leave an area. In the nest, up to a third of all Minors stay."""
        n = self.view.minors[self.view.seat * w.AREAS + area]
        if area == self.nest:
            n -= min(self.w[W_GUARD] // 100, self.view.minor_n[self.view.seat] // 3)
        return max(n, 0)

    def spare_majors(self, area: i64) -> i64:
        """The number of Majors that may leave an area. In the nest, some stay to guard the Queen."""
        n = self.view.majors[self.view.seat * w.AREAS + area]
        if area == self.nest:
            n -= self.w[W_GUARDS] // 100
        return max(n, 0)

    def guards_short(self) -> i64:
        """The number of Majors that are missing from the guard of the Queen. 0 or less if none is."""
        v = self.view
        return self.w[W_GUARDS] // 100 - v.majors[v.seat * w.AREAS + self.nest]

    def dice_at(self, area: i64) -> i64:
        """The number of dice of our ants that may leave an area."""
        return self.view.figures.dice(self.spare_minors(area), self.spare_majors(area), 0)

    def dice(self) -> i64:
        """The number of dice of the army."""
        return self.view.figures.dice(self.minors, self.majors, 0)

    def abroad(self, area: i64) -> bool:
        """Whether an area is neither in our anthill nor its exit."""
        v = self.view
        return v.board.home[area] != v.seat and area != v.board.exit[v.seat]

    def largest_out(self, own: vec[i64], own_n: i64) -> i64:
        """The area abroad where our ants that may leave have the most dice. NONE if there are none."""
        best: i64 = w.NONE
        most: i64 = 0
        for i in range(own_n):
            if self.abroad(own[i]):
                dice = self.dice_at(own[i])
                if dice > most:
                    most = dice
                    best = own[i]
        return best

    def take(self, area: i64) -> None:
        """Make the ants that may leave an area the army."""
        self.at = area
        self.minors = self.spare_minors(area)
        self.majors = self.spare_majors(area)

    def muster(self, own: vec[i64], own_n: i64) -> None:
        """Make all ants that may leave home the army. Its place is the exit."""
        self.at = self.view.board.exit[self.view.seat]
        self.minors = 0
        self.majors = 0
        for i in range(own_n):
            if not self.abroad(own[i]):
                self.minors += self.spare_minors(own[i])
                self.majors += self.spare_majors(own[i])

    # the prey ---------------------------------------------------------------
    def find_prey(self, last: i64) -> None:
        """Choose as prey the Queen that the army can kill soonest.

        The previous prey and a colony that a script names are preferred. If the weight `grudge` is
        positive, strong colonies are, too.
        """
        v = self.view
        self.prey = w.NOBODY
        self.prey_at = w.NONE
        best: i64 = 100_000
        own = v.figures.strength(v.seat)
        asked = self.needed_odds()
        for other in range(v.players):
            if other == v.seat or v.queen_n[other] == 0 or not self.can_enter(other):
                continue
            for number in range(w.QUEENS):
                at = other * w.QUEENS + number
                area = v.queen_at[at]
                if area == w.NONE:
                    continue
                odds = self.odds(other, area)
                if odds < asked:
                    continue
                steps = self.to_queens[at]
                steps.count(v, area)
                cost = 200 * self.rounds_to(other, steps.n[self.at]) + 10 * steps.n[self.at]
                if self.w[W_GRUDGE] != 0:
                    cost -= self.w[W_GRUDGE] * v.figures.strength(other) // (own + 1)
                if other == last:
                    cost -= ONWARD
                if other == self.wanted:
                    cost -= FAVOUR
                if cost < best:
                    best = cost
                    self.prey = other
                    self.prey_at = area
                    self.odds_now = odds

    def needed_odds(self) -> i64:
        """The odds required to attack, in hundredths. They fall in the course of the game."""
        v = self.view
        return max(self.w[W_STRIKE] - self.w[W_RESOLVE] * max(0, v.round - PATIENCE) // 10, 50)

    def can_enter(self, other: i64) -> bool:
        """Whether a colony's gate is open, or a siege by the army would open it (ATB-08)."""
        breach = self.view.rules.breach
        return self.view.open[other] == 1 or (breach > 0 and self.dice() >= breach)

    def odds(self, other: i64, area: i64) -> i64:
        """The expected damage to a colony's Queens in an area, in hundredths of their life.

        The first cycle of battle counts in full and the second counts half. The colony's Queens and Majors
        strike before the army's Minors (ATF-03).
        """
        v = self.view
        life: i64 = 0
        for number in range(w.QUEENS):
            if v.queen_at[other * w.QUEENS + number] == area:
                life += v.queen_life[other * w.QUEENS + number]
        if life == 0:
            return 0
        figures = v.figures
        at = other * w.AREAS + area
        before = figures.dice(0, 0, v.queens[at])
        beside = figures.dice(0, v.majors[at], 0)
        after = figures.dice(v.minors[at], 0, 0)
        panel = v.panels[v.species[v.seat]]
        each = 10 * panel.life[w.MINOR] + 14  # a die kills so many: 35 of this
        left = 100 * self.minors - 3500 * (before + beside) // each
        majors = figures.dice(0, self.majors, 0)
        points = 350 * majors + max(left, 0) * 7 // 2 * v.rules.dice_minor
        left -= 3500 * (before + beside + after) // each
        points += (350 * majors + max(left, 0) * 7 // 2 * v.rules.dice_minor) // 2
        return points // life

    def rounds_to(self, other: i64, steps: i64) -> i64:
        """The number of rounds until the army is two steps from a Queen.

        If the army waits until its target has acted, her colony also acts before ours in that round.
        """
        v = self.view
        n = v.players
        waits = max(0, (steps - REACH + 1) // 2)
        if not self.waits_for_turn():
            return waits
        for _ in range(n):
            first = (v.first + waits) % n
            if (other - first + n) % n < (v.seat - first + n) % n:
                return waits
            waits += 1
        return waits

    # the moment ---------------------------------------------------------------
    def later(self, other: i64) -> bool:
        """Whether a colony acts after ours in this round."""
        v = self.view
        n = v.players
        return (other - v.first + n) % n > (v.seat - v.first + n) % n

    def strikes(self) -> bool:
        """Whether the actions left suffice to reach the Queen.

        An army that waits for its target does not strike if her colony acts later in this round.
        """
        v = self.view
        if self.hunt[self.at] > max(v.left, 1):
            return False
        return not self.waits_for_turn() or not self.later(self.prey)

    def waits_for_turn(self) -> bool:
        """Whether the army waits until its target has acted. It never does if the order of play is fixed."""
        return self.w[W_MOMENT] > 0 and self.view.rules.first_player == 1

    def steps_on(self, area: i64, other: i64) -> bool:
        """Whether a step leads nearer to the target. Until the army strikes, it must end two steps away."""
        if self.hunt[other] >= self.hunt[area]:
            return False
        return self.state == STRIKE or self.hunt[other] >= REACH

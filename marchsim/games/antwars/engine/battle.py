"""Battles, one area after another. A battle has cycles of phases. Implements ATF-01 to ATF-13.

Each die is aimed at a group. A group is all Minors, Majors, Queens or pupae of one colony (number: seat * 5 +
kind), all Gloomys, or all spiders. For each member of a group, `life` is its life, `hurt` the damage by all
dice in the phase, and `mine` the damage by the colony that is aiming.
"""

from __future__ import annotations

from typing import Final

from marchsim.games.antwars import words as w
from marchsim.games.antwars.engine.board import Board
from marchsim.games.antwars.engine.movement import lay_down, settle
from marchsim.games.antwars.engine.moves import Play
from marchsim.games.antwars.engine.state import Animals, Panel, State
from marchsim.kernel.compat import append, i64, vec

ALL_GROUPS: Final[i64] = 32


class Fight:
    """The groups in a battle and their damage. One object serves all battles of a game."""

    def __init__(self) -> None:
        self.n: Final = vec[i64]([0] * ALL_GROUPS)
        self.life: Final = vec[i64]([0] * (ALL_GROUPS * w.CROWD))
        self.hurt: Final = vec[i64]([0] * (ALL_GROUPS * w.CROWD))
        self.mine: Final = vec[i64]([0] * (ALL_GROUPS * w.CROWD))
        self.full: Final = vec[i64]([0] * ALL_GROUPS)  # life of one who is unhurt
        self.left: i64 = 0  # life of everybody when all recovered last
        self.queen: Final = vec[i64]([0] * (w.SEATS * w.CROWD))  # numbers of the Queens of a group
        self.struck: Final = vec[i64](
            [0] * ALL_GROUPS
        )  # seats that aimed at a group in the phase, one bit each
        self.rolled: Final = vec[i64]([0] * (w.SEATS * 7))  # dice of a seat that show each number

    def muster(self, s: State, board: Board, panels: list[Panel], animals: Animals, area: i64) -> None:
        """Add all ants, pupae and animals of an area to the battle. All except Queens have full life."""
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
        """Add `n` members with this life to a group."""
        first = group * w.CROWD + self.n[group]
        self.full[group] = life
        for i in range(n):
            self.life[first + i] = life
            self.hurt[first + i] = 0
            self.mine[first + i] = 0
        self.n[group] += n

    def fresh_aim(self) -> None:
        """Set `mine` to 0 for all, so that the next colony can aim. `hurt` keeps the damage."""
        for group in range(ALL_GROUPS):
            first = group * w.CROWD
            for i in range(self.n[group]):
                self.mine[first + i] = 0

    def next_in(self, group: i64) -> i64:
        """The member of a group that the aiming colony's next die hits. NONE if all are dead (ATF-06)."""
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
        """Aim a die of a colony at a group. Its points are added to the damage of the member that it hits."""
        at = self.next_in(group)
        self.mine[at] += points
        self.hurt[at] += points
        self.struck[group] |= i64(1) << seat

    # spiders ------------------------------------------------------------------
    def standing(self) -> i64:
        """The number of ants that are still alive after the damage of the phase (ATF-08)."""
        count: i64 = 0
        for group in range(w.SEATS * w.GROUPS):
            if group % w.GROUPS <= w.QUEEN:
                first = group * w.CROWD
                for i in range(first, first + self.n[group]):
                    if self.life[i] > self.hurt[i]:
                        count += 1
        return count

    def ant(self, number: i64) -> i64:
        """The index of living ant number `number`, counted from 0 in the order of seats and kinds."""
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
        """The index of the living ant that has the least life left."""
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
        """Restore the full life of all except Queens (ATF-11).

        Returns whether the total life differs from that after the cycle before.
        """
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
        """Apply the damage of the phase to a group, and remove its dead. Returns the number of dead.

        The order of Queens does not change. Dead Queens are also removed from `queen`.
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


# Areas in order, cycles of phases, die by die
IDLE_MOST: Final[i64] = 20  # cycles in a row without a loss that end a battle with `recover` = cycle


def resolve_threats(g: Play) -> None:
    """Resolve each area with threats once, in the order of area numbers (ATF-02)."""
    g.begin_phase(w.BATTLES)
    fight: Fight | None = None
    for area in range(g.board.areas):
        if g.s.crowd[area] > 0 and contested(g, area):
            if fight is None:
                fight = Fight()
            battle(g, fight, area)
    settle(g)


def contested(g: Play, area: i64) -> bool:
    """Return whether any colony with ants in an area is threatened there (ATF-01, ATF-12)."""
    for seat in range(g.s.players):
        if g.s.here[seat * w.AREAS + area] > 0 and g.figures.threatened(seat, area):
            return True
    return False


def battle(g: Play, fight: Fight, area: i64) -> None:
    """Repeat cycles of phases until no colony in the area is threatened (ATF-03).

    A cycle in which no die is aimed ends the battle, too. If ants recover after each cycle, so do 20 cycles
    in a row without a loss (ATF-12).
    """
    s = g.s
    for seat in range(s.players):
        if s.here[seat * w.AREAS + area] > 0:
            g.count(seat, w.T_BATTLES, 1)
    g.begin_battle(area)
    fight.muster(s, g.board, g.panels, g.animals, area)
    cycle: i64 = 0
    aimed = True
    idle: i64 = 0
    while aimed and idle < IDLE_MOST and contested(g, area):
        cycle += 1
        g.begin_cycle(cycle)
        aimed = spiders_attack(g, fight, area)
        aimed = phase(g, fight, area, w.QUEEN) or aimed
        aimed = phase(g, fight, area, w.MAJOR) or aimed
        aimed = phase(g, fight, area, w.MINOR) or aimed
        if cycle == 1:
            fly(g, fight, area)
        if g.rules.recover == 1:
            idle = 0 if fight.recover() else idle + 1
    for index in range(s.players):
        lay_down(g, (s.first + index) % s.players, area, w.WHY_BATTLE)


# phases -------------------------------------------------------------------------
def spiders_attack(g: Play, fight: Fight, area: i64) -> bool:
    """Let the spiders attack first: each die hits a living ant (ATF-08). Returns whether they had dice."""
    dice = fight.n[w.SPIDERS] * g.animals.spider_dice
    for _ in range(dice):
        points = g.dice.points()
        standing = fight.standing()
        if standing == 0:
            break
        at = fight.ant(g.dice.target(standing)) if g.rules.spider_aim == 0 else fight.weakest()
        fight.hurt[at] += points
        group = at // w.CROWD
        g.note_sight(group // w.GROUPS, group % w.GROUPS, points)
    if dice > 0:
        end_phase(g, fight, area)
    return dice > 0


def phase(g: Play, fight: Fight, area: i64, kind: i64) -> bool:
    """Attack with all ants of a kind at once (ATF-04, ATF-05). Returns whether any die was aimed."""
    s = g.s
    rolls = False
    for index in range(s.players):
        seat = (s.first + index) % s.players
        if roll(g, fight, area, seat, kind) > 0:
            rolls = True
    if not rolls:
        return False
    aimed = False
    for index in range(s.players):
        seat = (s.first + index) % s.players
        if fight.n[seat * w.GROUPS + kind] > 0 and aim(g, fight, area, seat, kind):
            aimed = True
    end_phase(g, fight, area)
    return aimed


def roll(g: Play, fight: Fight, area: i64, seat: i64, kind: i64) -> i64:
    """Roll the dice of one kind of ants if their colony is threatened (ATF-04). Returns their number."""
    rolled = fight.rolled
    for points in range(7):
        rolled[seat * 7 + points] = 0
    n = fight.n[seat * w.GROUPS + kind]
    if n == 0 or not g.figures.threatened(seat, area):
        return 0
    dice = g.figures.dice(n, 0, 0)
    if kind == w.MAJOR:
        dice = g.figures.dice(0, n, 0)
    elif kind == w.QUEEN:
        dice = g.figures.dice(0, 0, n)
    if g.rules.dice_most > 0 and dice > g.rules.dice_most:
        dice = g.rules.dice_most
    for _ in range(dice):
        rolled[seat * 7 + g.dice.points()] += 1
    return dice


def aim(g: Play, fight: Fight, area: i64, seat: i64, kind: i64) -> bool:
    """Aim a colony's dice, the highest first. Returns whether any die found a target (ATF-05, ATF-06)."""
    fight.fresh_aim()
    pupae_too = g.rules.pupae_fight == 1 or g.figures.foes(seat, area)
    left: i64 = 0
    for points in range(1, 7):
        left += fight.rolled[seat * 7 + points]
    aimed = False
    points = 6
    while points > 0:
        for _ in range(fight.rolled[seat * 7 + points]):
            g.table.open(area, points, left, kind)
            offer_groups(g, fight, seat, pupae_too)
            if g.table.n == 0:
                g.note_vain(seat, left)
                return aimed
            choice = g.table.choose(seat, w.Q_AIM)
            target = w.part(choice, 0) * w.GROUPS + w.part(choice, 1)
            fight.aim(seat, target, points)
            g.note_aim(seat, w.part(choice, 0), w.part(choice, 1), points)
            aimed = True
            left -= 1
        points -= 1
    return aimed


def offer_groups(g: Play, fight: Fight, seat: i64, pupae_too: bool) -> None:
    """Offer each group that belongs to another owner and still has a living member (ATF-06)."""
    for group in range(ALL_GROUPS):
        if fight.n[group] == 0 or group // w.GROUPS == seat:
            continue
        if group < w.GLOOMYS and group % w.GROUPS >= w.PUPA_MAJOR and not pupae_too:
            continue
        if fight.next_in(group) != w.NONE:
            g.table.offer(w.option(w.O_GROUP, group // w.GROUPS, group % w.GROUPS, 0, 0))


def end_phase(g: Play, fight: Fight, area: i64) -> None:
    """Apply all damage of the phase at once, and remove the dead (ATF-05, ATF-07)."""
    for group in range(ALL_GROUPS):
        n = fight.n[group]
        if n == 0:
            continue
        struck = fight.struck[group]
        if group < w.GLOOMYS and group % w.GROUPS == w.QUEEN:
            hurt_queens(g, fight, group)
            g.slayers[group // w.GROUPS] = struck
        dead = fight.fallen(group)
        if dead > 0:
            remove(g, area, group, n, dead)
            credit(g, struck, group, dead)


def hurt_queens(g: Play, fight: Fight, group: i64) -> None:
    """Record, on the panel of a colony, the damage to its Queens in the phase (ATF-07)."""
    seat = group // w.GROUPS
    first = group * w.CROWD
    for i in range(fight.n[group]):
        if fight.hurt[first + i] > 0:
            left = fight.life[first + i] - fight.hurt[first + i]
            g.hurt_queen(seat, fight.queen[seat * w.CROWD + i], left, w.WHY_BATTLE)


def remove(g: Play, area: i64, group: i64, n: i64, dead: i64) -> None:
    """Remove a group's dead from the area, and leave their protein there (ATF-10)."""
    animals = g.animals
    seat = group // w.GROUPS
    kind = group % w.GROUPS
    protein = g.rules.ant_protein
    if group == w.GLOOMYS or group == w.SPIDERS:
        protein = animals.gloomy_protein if group == w.GLOOMYS else animals.spider_protein
        for _ in range(dead):
            g.set_animal(area, w.GLOOMY if group == w.GLOOMYS else i64(w.SPIDER), -1, w.WHY_BATTLE)
    elif kind <= w.MAJOR:
        g.place_ants(seat, area, kind, -dead, w.WHY_BATTLE)
    elif kind != w.QUEEN:
        g.set_pupae(area, n - dead, w.WHY_BATTLE)
        protein = animals.major_protein if kind == w.PUPA_MAJOR else animals.minor_protein
    g.find(w.NOBODY, area, w.PROTEIN, dead * protein, w.WHY_KILL)


def credit(g: Play, struck: i64, group: i64, dead: i64) -> None:
    """Credit the dead of a group to every colony that aimed at the group in the phase."""
    for seat in range(w.SEATS):
        if (struck >> seat) & 1:
            if group == w.GLOOMYS:
                g.count(seat, w.T_GLOOMYS, dead)
            elif group == w.SPIDERS:
                g.count(seat, w.T_SPIDERS, dead)
            elif group % w.GROUPS <= w.QUEEN:
                g.count(seat, w.T_KILLED, dead)


# Gloomys ------------------------------------------------------------------------
def fly(g: Play, fight: Fight, area: i64) -> None:
    """Move Gloomys that survived the first cycle to a free neighbour area, or else to the supply (ATF-09)."""
    board = g.board
    while g.s.gloomy[area] > 0:
        free: vec[i64] = vec[i64]()
        for i in range(board.near_n[area]):
            other = board.near[area * w.NEAR + i]
            if (
                g.figures.passes(area, other)
                and g.s.crowd[other] + g.s.gloomy[other] + g.s.spider[other] == 0
            ):
                free = append(free, other)
        n = i64(len(free))
        g.set_animal(area, w.GLOOMY, -1, w.WHY_FLIGHT if n > 0 else i64(w.WHY_LEFT))
        if n > 0:
            g.set_animal(
                free[0 if g.rules.gloomy_flight == 1 else g.dice.flight(n)], w.GLOOMY, 1, w.WHY_FLIGHT
            )
    fight.n[w.GLOOMYS] = 0

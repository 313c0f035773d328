"""What a plan sees in a position: ways home and to prey, the own largest stack, whose Queen it could kill.

It reads a view and decides nothing. Distances count steps over areas, through gates that are closed too (a
siege opens them).
"""

from __future__ import annotations

from typing import Final

from marchsim.games.antwars.engine.view import View
from marchsim.games.antwars.players.weights import W_GUARD, W_NERVE, W_RESOLVE, W_STAKE, WIDTH
from marchsim.games.antwars.words import (
    AREAS,
    MUSHROOMS,
    NEAR,
    NOBODY,
    NONE,
    PANTRY,
    PLACES,
    QUEENS,
    SOLID,
)
from marchsim.kernel.compat import i64, vec
from marchsim.tabletop.players.weights import Weights

FAR: Final[i64] = 99
PATIENCE: Final = 9  # rounds before a plan asks for less
ENDGAME: Final = 12  # last rounds in which it stakes all where it is behind


class Outlook:
    """The position as a plan sees it, brought up to date by `look`."""

    def __init__(self, view: View, weights: Weights) -> None:
        self.view = view
        self.weights = weights
        self.w: vec[i64] = vec[i64]([0] * WIDTH)
        self.home: vec[i64] = vec[i64]([FAR] * AREAS)  # steps to the Pantry
        self.hunt: vec[i64] = vec[i64]([FAR] * AREAS)  # steps to the prey
        self.queue: vec[i64] = vec[i64]([0] * AREAS)
        self.found: vec[i64] = vec[i64]([0] * AREAS)
        self.nest: i64 = NONE
        self.pantry: i64 = NONE
        self.gate: i64 = 0
        self.exit: i64 = 0
        self.prey: i64 = NOBODY  # whose Queen is marched on
        self.prey_at: i64 = NONE
        self.stack: i64 = NONE  # where most own dice stand, Queens apart
        self.stack_dice: i64 = 0

    def look(self) -> None:
        """Bring everything up to date."""
        v = self.view
        seat = v.seat
        self.weights.load(v.round, self.w)
        self.gate = v.board.gate[seat]
        self.exit = v.board.exit[seat]
        self.nest = self.nest_of(seat)
        self.pantry = NONE
        first = v.board.foraging + seat * PLACES
        for place in range(PLACES):
            if v.tile[first + place] == PANTRY and v.stored_n[first + place] < v.rules.pantry_room:
                self.pantry = first + place
                break
        goal = self.pantry if self.pantry != NONE else self.nest
        if goal != NONE:
            self.spread(goal, self.home)
        self.find_stack()
        self.find_prey()

    def nest_of(self, seat: i64) -> i64:
        """Return where a colony's first living Queen stands, or else a place with its pupae, or its gate."""
        v = self.view
        for number in range(QUEENS):
            if v.queen_at[seat * QUEENS + number] != NONE:
                return v.queen_at[seat * QUEENS + number]
        first = v.board.foraging + seat * PLACES
        for place in range(PLACES):
            if v.pupae[first + place] > 0:
                return first + place
        return v.board.gate[seat]

    def spread(self, goal: i64, into: vec[i64]) -> None:
        """Write the steps from each area to a goal."""
        v = self.view
        board = v.board
        queue = self.queue
        for area in range(board.areas):
            into[area] = FAR
        into[goal] = 0
        queue[0] = goal
        head: i64 = 0
        end: i64 = 1
        while head < end:
            area = queue[head]
            head += 1
            for i in range(board.near_n[area]):
                other = board.near[area * NEAR + i]
                if into[other] == FAR and v.tile[other] != SOLID:
                    into[other] = into[area] + 1
                    queue[end] = other
                    end += 1

    def by_chain(self, source: i64, steps: vec[i64]) -> i64:
        """Return the fewest of some steps among the areas that a Mobilization leads to (ATM-05, ATM-06)."""
        v = self.view
        board = v.board
        queue = self.queue
        found = self.found
        for area in range(board.areas):
            found[area] = 0
        found[source] = 1
        queue[0] = source
        head: i64 = 0
        end: i64 = 1
        best: i64 = FAR
        while head < end:
            area = queue[head]
            head += 1
            for i in range(board.near_n[area]):
                other = board.near[area * NEAR + i]
                if found[other] == 1 or v.here[v.seat * AREAS + other] == 0:
                    continue
                if not v.figures.passes(area, other):
                    continue
                found[other] = 1
                if steps[other] < best:
                    best = steps[other]
                if not v.figures.stops(v.seat, other):
                    queue[end] = other
                    end += 1
        return best

    # stacks -----------------------------------------------------------------
    def dice(self, seat: i64, area: i64) -> i64:
        """Return the dice of a colony's Minors and Majors in an area."""
        v = self.view
        at = seat * AREAS + area
        return v.figures.dice(v.minors[at], v.majors[at], 0)

    def spare(self, area: i64) -> i64:
        """Return the own dice in an area that may leave it: in the nest a guard stays."""
        dice = self.dice(self.view.seat, area)
        if area == self.nest:
            dice -= self.w[W_GUARD] // 100
        return dice if dice > 0 else i64(0)

    def find_stack(self) -> None:
        """Find the area with most own dice to spare."""
        v = self.view
        self.stack = NONE
        self.stack_dice = 0
        for area in range(v.board.areas):
            if v.here[v.seat * AREAS + area] > 0:
                dice = self.spare(area)
                if dice > self.stack_dice:
                    self.stack_dice = dice
                    self.stack = area

    def find_prey(self) -> None:
        """Find the nearest Queen that the largest stack could kill."""
        v = self.view
        self.prey = NOBODY
        self.prey_at = NONE
        if self.stack == NONE:
            return
        best: i64 = FAR
        ask = self.asks()
        for index in range(1, v.players):
            other = (v.seat + index) % v.players
            if v.queen_n[other] == 0:
                continue
            area = self.nest_of(other)
            if 350 * self.stack_dice < ask * self.holds(other, area):  # 3.5 points a die, in hundredths
                continue
            self.spread(area, self.hunt)
            if self.hunt[self.stack] < best:
                best = self.hunt[self.stack]
                self.prey = other
                self.prey_at = area
        if self.prey != NOBODY:
            self.spread(self.prey_at, self.hunt)

    def holds(self, other: i64, area: i64) -> i64:
        """Return what must be hit to kill a Queen, in points: her life, and what her side kills before."""
        v = self.view
        life: i64 = 0
        for number in range(QUEENS):
            if v.queen_at[other * QUEENS + number] == area:
                life += v.queen_life[other * QUEENS + number]
        at = other * AREAS + area
        struck = v.figures.dice(0, 0, v.queens[at]) + v.figures.dice(0, v.majors[at], 0)
        return life + struck * 3

    def asks(self) -> i64:
        """Return how strong a stack must be, in hundredths of what its prey holds."""
        v = self.view
        w = self.w
        ask = w[W_NERVE]
        if v.round > PATIENCE:
            ask -= w[W_RESOLVE] * (v.round - PATIENCE)
        if v.round > v.rules.rounds - ENDGAME and self.behind() and ask > w[W_STAKE]:
            ask = w[W_STAKE]
        return ask if ask > 20 else i64(20)

    def behind(self) -> bool:
        """Return whether another colony with a Queen is stronger."""
        v = self.view
        own = v.figures.strength(v.seat)
        for other in range(v.players):
            if other != v.seat and v.queen_n[other] > 0 and v.figures.strength(other) > own:
                return True
        return False

    def besieged(self) -> bool:
        """Return whether a larger stack than the guard of the nest is within four steps of it."""
        v = self.view
        own = v.figures.dice_in(v.seat, self.nest)
        for area in range(v.board.foraging):
            if self.home[area] <= 5:
                for other in range(v.players):
                    if other != v.seat and self.dice(other, area) > own:
                        return True
        return False

    # economy ----------------------------------------------------------------
    def value(self, piece: i64) -> i64:
        """Return what a piece is worth to the seat: what it pays for, or a leaf to who has a garden."""
        v = self.view
        worth = v.panels[v.species[v.seat]].worth[piece]
        if worth > 0:
            return 2 * worth
        return 3 if piece == 3 and self.gardens() else i64(0)

    def gardens(self) -> bool:
        """Return whether the seat has a Mushroom tile."""
        v = self.view
        first = v.board.foraging + v.seat * PLACES
        for place in range(PLACES):
            if v.tile[first + place] == MUSHROOMS:
                return True
        return False

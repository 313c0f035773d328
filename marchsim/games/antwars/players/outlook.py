"""A plan's evaluation of a position: ways home, our largest stack, threats to the Queen, and pieces.

The outlook reads a view. It computes distances again only after digging has changed the anthills. `army`
evaluates the war.
"""

from __future__ import annotations

from typing import Final

from marchsim.games.antwars import words as w
from marchsim.games.antwars.engine.view import View
from marchsim.games.antwars.players.army import FAR, Army, Steps
from marchsim.games.antwars.players.weights import W_DEFEND, W_FLEE, W_ROAM, W_SHUT, WIDTH
from marchsim.kernel.compat import i64, vec
from marchsim.tabletop.players.weights import Weights

NEARBY: Final = 5  # steps from home within which such a stack is a siege
GATHER: Final = 0  # what a move is for
HOME: Final = 1
HUNT: Final = 2
SPREAD: Final = 3
PROWL: Final = 4
FLEE: Final = 5
MUSTER: Final = 6
GUARD: Final = 7
LEAF_WORTH: Final = 5  # a leaf becomes three mushrooms, later; a piece that pays is worth 2


class Outlook:
    """The position as a plan evaluates it. `look` updates it."""

    def __init__(self, view: View, weights: Weights) -> None:
        self.view: Final = view
        self.weights = weights
        self.looked: i64 = -1  # at which action it was brought up to date last
        self.w: Final = vec[i64]([0] * WIDTH)
        self.values: Final = vec[i64]([0] * w.TYPES)
        self.to_home: Final = Steps()
        self.to_plot: Final = Steps()
        self.home: Final = self.to_home.n  # steps to the Pantry
        self.plot: Final = self.to_plot.n  # steps to where leaves belong
        self.army: Final = Army(view, self.w)
        self.own: Final = vec[i64]([0] * w.AREAS)  # the areas with own ants, in order
        self.own_n: i64 = 0
        self.foes: Final = vec[i64]([0] * w.AREAS)  # those with ants of others
        self.foes_n: i64 = 0
        self.funds: i64 = 0
        self.queue: Final = vec[i64]([0] * w.AREAS)
        self.found: Final = vec[i64]([0] * w.AREAS)  # the last search that came to an area
        self.searches: i64 = 0
        self.nest: i64 = w.NONE
        self.pantry: i64 = w.NONE
        self.gate: i64 = 0
        self.exit: i64 = 0
        self.galleries: i64 = 0  # tiles of the own anthill
        self.broods: i64 = 0
        self.garden: i64 = w.NONE
        self.field: i64 = w.NONE  # the place for leaves: a Mushroom tile, or a gallery that can become one
        self.stack: i64 = w.NONE  # where most own dice stand, Queens apart
        self.stack_dice: i64 = 0
        self.roams: i64 = 0  # steps from home within which it searches
        self.why: i64 = GATHER  # what the move that was rated last is for
        self.way: vec[i64] = self.home  # the steps that it makes fewer, where it goes home
        self.siege = False  # a stack that could kill the Queen is near
        self.to_queen: Final = Steps()
        self.peril = False  # rivals would kill the Queen in her nest before she can act again
        self.refuge: i64 = w.NONE  # where a Mobilization takes her out of it

    def look(self) -> None:
        """Update all parts of the outlook."""
        v = self.view
        self.weights.load(v.round, self.w)
        self.roams = self.w[W_ROAM] // 100 + 1
        self.gate = v.board.gate[v.seat]
        self.exit = v.board.exit[v.seat]
        self.nest = self.nest_of(v.seat)
        self.look_round()
        self.look_home()
        goal = self.pantry if self.pantry != w.NONE else self.nest
        self.to_home.count(self.view, goal)
        self.look_harvest()
        self.find_stack()
        self.army.look(self.own, self.own_n, self.nest)
        self.siege = (self.w[W_SHUT] > 0 or self.w[W_DEFEND] > 0) and self.besieged()
        if self.siege:
            self.to_queen.count(v, self.nest)
        self.look_for_refuge()

    def look_round(self) -> None:
        """Record the areas with our ants, the areas with ants of others, and the total that we can pay."""
        v = self.view
        crowd = v.crowd
        here = v.here
        first = v.seat * w.AREAS
        own: i64 = 0
        foes: i64 = 0
        for area in range(v.board.areas):
            all_here = crowd[area]
            if all_here > 0:
                mine = here[first + area]
                if mine > 0:
                    self.own[own] = area
                    own += 1
                if all_here > mine:
                    self.foes[foes] = area
                    foes += 1
        self.own_n = own
        self.foes_n = foes
        self.funds = v.figures.funds(v.seat) if v.species[v.seat] != w.NONE else 0

    def look_home(self) -> None:
        """Find the first Pantry with room and the place for leaves, and count the tiles of our anthill."""
        v = self.view
        self.pantry = w.NONE
        self.garden = w.NONE
        self.field = w.NONE
        self.galleries = 0
        self.broods = 0
        first = v.board.foraging + v.seat * w.PLACES
        for place in range(w.PLACES):
            area = first + place
            tile = v.tile[area]
            if tile == w.GALLERY:
                self.galleries += 1
                if self.field == w.NONE:
                    self.field = area
            elif tile == w.PUPAE_MINOR or tile == w.PUPAE_MAJOR:
                self.broods += 1
            elif tile == w.MUSHROOMS:
                self.garden = area
            elif tile == w.PANTRY and self.pantry == w.NONE and v.stored_n[area] < v.rules.pantry_room:
                self.pantry = area
        if self.garden != w.NONE:
            self.field = self.garden

    def look_harvest(self) -> None:
        """Determine the value of a piece of each type, and the distances to the place for leaves."""
        v = self.view
        if v.species[v.seat] == w.NONE:  # in the set-up
            return
        panel = v.panels[v.species[v.seat]]
        for piece in range(w.TYPES):
            self.values[piece] = 2 * panel.worth[piece]
        if panel.harvests == 1 and self.field != w.NONE:
            self.values[w.LEAF] = max(self.values[w.LEAF], LEAF_WORTH)
            self.to_plot.count(v, self.field)

    def nest_of(self, seat: i64) -> i64:
        """The area of a colony's first living Queen, or else of its first pupae, or else its gate."""
        v = self.view
        for number in range(w.QUEENS):
            if v.queen_at[seat * w.QUEENS + number] != w.NONE:
                return v.queen_at[seat * w.QUEENS + number]
        first = v.board.foraging + seat * w.PLACES
        for place in range(w.PLACES):
            if v.pupae[first + place] > 0:
                return first + place
        return v.board.gate[seat]

    # ways -------------------------------------------------------------------
    def by_chain(self, source: i64, steps: vec[i64]) -> i64:
        """The smallest of `steps` in any target of a Mobilization from `source`. FAR if it has no target."""
        best: i64 = FAR
        for at in range(1, self.reach(source)):
            best = min(best, steps[self.queue[at]])
        return best

    def nearest_by_chain(self, source: i64, army: Army) -> i64:
        """The area nearest to the army's target that a Mobilization reaches. NONE if it comes no nearer."""
        best: i64 = w.NONE
        for at in range(1, self.reach(source)):
            area = self.queue[at]
            if army.steps_on(source, area) and (best == w.NONE or army.hunt[area] < army.hunt[best]):
                best = area
        return best

    def reach(self, source: i64) -> i64:
        """Write to `queue` an area and all areas that a Mobilization reaches from it (ATM-05, ATM-06).

        The nearest come first. Returns the number of areas.
        """
        v = self.view
        board = v.board
        queue = self.queue
        found = self.found
        self.searches += 1
        search = self.searches
        found[source] = search
        queue[0] = source
        head: i64 = 0
        end: i64 = 1
        while head < end:
            area = queue[head]
            head += 1
            if area != source and v.figures.stops(v.seat, area):
                continue
            for i in range(board.near_n[area]):
                other = board.near[area * w.NEAR + i]
                if (
                    found[other] != search
                    and v.here[v.seat * w.AREAS + other] > 0
                    and v.figures.passes(area, other)
                ):
                    found[other] = search
                    queue[end] = other
                    end += 1
        return end

    def way_home(self, area: i64) -> vec[i64]:
        """The steps from each area to the place where ants in `area` should bring their load.

        If they carry nothing but leaves, it is the place for leaves, else home.
        """
        v = self.view
        at = v.seat * w.AREAS + area
        if self.values[w.LEAF] > 0 and self.field != w.NONE:
            if v.loaded[at] == v.load[(v.seat * w.TYPES + w.LEAF) * w.AREAS + area]:
                return self.plot
        return self.home

    # stacks -----------------------------------------------------------------
    def dice(self, seat: i64, area: i64) -> i64:
        """The number of dice of a colony's Minors and Majors in an area."""
        v = self.view
        at = seat * w.AREAS + area
        return v.figures.dice(v.minors[at], v.majors[at], 0)

    def spare(self, area: i64) -> i64:
        """The number of dice of our ants that may leave an area. In the nest, a guard stays."""
        return self.army.dice_at(area)

    def find_stack(self) -> None:
        """Find our largest stack: the area in which the ants that may leave have the most dice."""
        self.stack = w.NONE
        self.stack_dice = 0
        for i in range(self.own_n):
            dice = self.spare(self.own[i])
            if dice > self.stack_dice:
                self.stack_dice = dice
                self.stack = self.own[i]

    def holds(self, other: i64, area: i64) -> i64:
        """The damage that kills a colony's Queens in an area, plus an allowance for their defence.

        The allowance covers the attackers that Queens and Majors kill before Minors strike.
        """
        v = self.view
        life: i64 = 0
        for number in range(w.QUEENS):
            if v.queen_at[other * w.QUEENS + number] == area:
                life += v.queen_life[other * w.QUEENS + number]
        at = other * w.AREAS + area
        struck = v.figures.dice(0, 0, v.queens[at]) + v.figures.dice(0, v.majors[at], 0)
        return life + struck * 3

    def besieged(self) -> bool:
        """Whether a rival's ants near our home could kill our Queen."""
        v = self.view
        own = self.holds(v.seat, self.nest)
        for i in range(self.foes_n):
            area = self.foes[i]
            if self.home[area] <= NEARBY:
                for other in range(v.players):
                    if other != v.seat and 350 * self.dice(other, area) >= 100 * own:
                        return True
        return False

    # the Queen --------------------------------------------------------------
    def look_for_refuge(self) -> None:
        """Determine whether the Queen must leave her nest, and to which area a Mobilization can take her."""
        v = self.view
        self.refuge = w.NONE
        self.peril = (
            self.w[W_FLEE] > 0 and v.queens[v.seat * w.AREAS + self.nest] > 0 and self.exposed(self.nest)
        )
        if not self.peril:
            return
        for at in range(1, self.reach(self.nest)):
            if self.safe(self.queue[at]):
                self.refuge = self.queue[at]
                return

    def safe(self, area: i64) -> bool:
        """Whether the Queen may flee to an area: no foes are there, and no rival can come and kill her."""
        return not self.view.figures.foes(self.view.seat, area) and not self.exposed(area)

    def exposed(self, area: i64) -> bool:
        """Whether a rival colony may kill the Queen in an area before she can move on.

        The colony's ants in the area count. If it acts later in the round, ants that it can bring with two
        actions count, too: one stack from two steps away, or two stacks from neighbouring areas.
        """
        v = self.view
        holds = 100 * self.holds(v.seat, self.nest)
        for other in range(v.players):
            if other != v.seat and v.minor_n[other] + v.major_n[other] > 0:
                most = self.dice(other, area)
                if self.army.later(other):
                    most += self.coming(other, area)
                if 350 * most >= holds:
                    return True
        return False

    def coming(self, other: i64, area: i64) -> i64:
        """The largest number of dice that a colony can bring into an area with two actions."""
        v = self.view
        board = v.board
        first: i64 = 0
        second: i64 = 0
        farther: i64 = 0
        for i in range(board.near_n[area]):
            beside = board.near[area * w.NEAR + i]
            if not v.figures.passes(beside, area):
                continue
            dice = self.dice(other, beside)
            if dice > first:
                second = first
                first = dice
            elif dice > second:
                second = dice
            for j in range(board.near_n[beside]):
                beyond = board.near[beside * w.NEAR + j]
                if beyond != area and v.crowd[beyond] > 0 and v.figures.passes(beyond, beside):
                    farther = max(farther, self.dice(other, beyond))
        return max(first + second, farther)

    def crowd_dice(self, area: i64) -> i64:
        """The number of dice of all rivals' ants in an area."""
        v = self.view
        total: i64 = 0
        for other in range(v.players):
            if other != v.seat and v.here[other * w.AREAS + area] > 0:
                total += v.figures.dice_in(other, area)
        return total

    # prey of other kinds ------------------------------------------------------
    def can_kill(self, area: i64, other: i64) -> bool:
        """Whether ants that may leave `area` can kill the animals in `other`. False if rivals are there."""
        v = self.view
        if v.gloomy[other] + v.spider[other] == 0 or v.crowd[other] > v.here[v.seat * w.AREAS + other]:
            return False
        life = v.gloomy[other] * v.animals.gloomy_life
        if v.spider[other] > 0:  # it attacks, and stays until it is dead
            life += v.spider[other] * (v.animals.spider_life + 3 * v.animals.spider_dice)
        return 350 * self.spare(area) >= 100 * life

    # economy ----------------------------------------------------------------
    def lies(self, area: i64) -> i64:
        """The total value of the loose pieces in an area."""
        v = self.view
        total: i64 = 0
        if v.loose_n[area] > 0:
            for piece in range(w.TYPES):
                total += v.loose[piece * w.AREAS + area] * self.values[piece]
        return total

    def loot(self, area: i64) -> i64:
        """The total value of the pieces on a rival's tile that we may take (ATR-06)."""
        v = self.view
        total: i64 = 0
        if v.stored_n[area] > 0:
            for piece in range(w.TYPES):
                total += v.figures.lootable(v.seat, area, piece) * self.values[piece]
        return total

    def room(self, area: i64) -> i64:
        """The approximate number of pieces that our ants in an area can still pick up."""
        v = self.view
        at = v.seat * w.AREAS + area
        rules = v.rules
        most = v.minors[at] * rules.carry_minor + v.majors[at] * rules.carry_major
        return most + v.queens[at] * rules.carry_queen - v.loaded[at]

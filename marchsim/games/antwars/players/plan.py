"""A plan of simple heuristics, by weights: gather in a chain from nest to exit, hatch, march on a near Queen.

It is the policy of the trial by which the game's assumed numbers were set (docs/decisions.md, D-158): a
guard stays at home, a stack marches when it could kill a Queen, and from the 9th round on less superiority
is asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from marchsim.errors import StrategyError, nearest
from marchsim.games.antwars.engine.strategy import Strategy
from marchsim.games.antwars.engine.view import View
from marchsim.games.antwars.players.outlook import FAR, Outlook
from marchsim.games.antwars.players.weights import (
    DEFAULTS,
    W_BRING,
    W_BROOD,
    W_FORAGE,
    W_GARDEN,
    W_GUARD,
    W_HATCH,
    W_MARCH,
    W_PARTY,
    W_REACH,
    W_SEARCH,
    W_SHUT,
)
from marchsim.games.antwars.words import (
    AREAS,
    ENTRANCE,
    FIELD,
    GALLERY,
    LEAF,
    MUSHROOMS,
    NESTS,
    NOBODY,
    O_ALL,
    O_EXPLORE,
    O_FORAGE,
    O_HATCH,
    O_MOBILIZE,
    O_STOP,
    O_TRANSFORM,
    O_TYPE,
    PLACES,
    PUPAE_MINOR,
    Q_ACTION,
    Q_AIM,
    Q_APHIDS,
    Q_FORAGE,
    Q_FOUND,
    Q_HATCH,
    Q_KEEP,
    Q_LOAD,
    Q_MAJORS,
    Q_MINORS,
    Q_NEST,
    Q_PAY,
    Q_QUEENS,
    Q_RAID,
    Q_SPECIES,
    Q_STORE,
    Q_TARGET,
    QUEEN,
    TYPES,
    code_of,
    part,
)
from marchsim.kernel.compat import i64, mypyc_attr
from marchsim.tabletop.players.weights import Weights

NEVER: Final[i64] = -1_000_000
GATHER: Final = 0  # what a move is for
HOME: Final = 1
HUNT: Final = 2
SPREAD: Final = 3


@mypyc_attr(allow_interpreted_subclasses=True)
class Plan(Strategy):
    """A player that rates the options of every question by a few weights (`weights.TABLE`)."""

    def __init__(self) -> None:
        super().__init__()
        self.weights: Weights = DEFAULTS
        self.outlook: Outlook | None = None
        self.aim_of: i64 = GATHER  # what the move under way is for
        self.turn: i64 = -1

    # parameters -------------------------------------------------------------
    def weigh(self, **weights: object) -> None:
        """Set weights by name: a number for all rounds, or a list of numbers from the first round on."""
        if self.weights is DEFAULTS:
            self.weights = DEFAULTS.copy()
        for name, value in weights.items():
            self.weights.put(name, value)

    def configure(self, parameters: Mapping[str, object]) -> None:
        """Take `weights` of the configuration; raises StrategyError for anything unknown."""
        for name, value in parameters.items():
            if name != "weights" or not isinstance(value, Mapping):
                hint = nearest(name, ("weights",))
                raise StrategyError(f"{name}: the strategy takes weights = {{ guard = 2.0 }} alone.{hint}")
            self.weigh(**value)

    def adopt(self, other: Strategy) -> None:
        """Take over the weights of another plan."""
        if isinstance(other, Plan):
            self.weights = other.weights

    def begin(self, view: View) -> None:
        """Forget the last game."""
        self.outlook = Outlook(view, self.weights)

    def seen(self, view: View) -> Outlook:
        """Return the outlook of the game, brought up to date."""
        outlook = self.outlook
        if outlook is None:
            outlook = Outlook(view, self.weights)
            self.outlook = outlook
        outlook.look()
        return outlook

    # the frame --------------------------------------------------------------
    def otherwise(self, view: View) -> i64:
        """Rate each option of the question and take the best, of equals one by chance."""
        e = self.seen(view)
        question = view.question
        best: i64 = NEVER
        found: i64 = 0
        tied: i64 = 0
        for index in range(view.n):
            value = self.rate(e, question, view.option(index))
            if value > best:
                best = value
                found = index
                tied = 1
            elif value == best:
                tied += 1
                if self.rng.below(tied) == 0:
                    found = index
        if question == Q_ACTION:
            code = code_of(view.option(found))
            if code == O_EXPLORE or code == O_MOBILIZE:
                self.aim_of = self.purpose(e, code, part(view.option(found), 0))
        return found

    def rate(self, e: Outlook, question: i64, option: i64) -> i64:
        """Return what an option of a question is worth."""
        value = part(option, 0)
        if question == Q_ACTION:
            return self.rate_step(e, option)
        if question == Q_AIM:
            return rate_target(e, value, part(option, 1))
        if question == Q_MINORS or question == Q_MAJORS or question == Q_QUEENS:
            return self.rate_number(e, question, value)
        if question == Q_TARGET:
            return self.rate_goal(e, value)
        if question == Q_FORAGE:
            return rate_pick(e, option)
        if question == Q_FOUND:
            return e.value(value) * part(option, 1)
        if question == Q_LOAD or question == Q_STORE:
            return NEVER + 1 if option == O_STOP else e.value(value)
        if question == Q_KEEP:
            return -e.value(value)
        if question == Q_PAY:
            return e.view.figures.savings(e.view.seat, value) - 100 * e.view.figures.worth(e.view.seat, value)
        if question == Q_HATCH:
            return value
        if question == Q_NEST:
            return self.rate_place(e, value)
        if question == Q_RAID:
            return self.rate_raid(e, option)
        if question == Q_APHIDS:
            return -e.home[value]
        assert question >= Q_SPECIES
        return 0

    # actions ----------------------------------------------------------------
    def rate_step(self, e: Outlook, option: i64) -> i64:
        """Return what an action is worth; to stop is worth nothing."""
        code = code_of(option)
        area = part(option, 0)
        w = e.w
        if code == O_FORAGE:
            return w[W_FORAGE] if self.finds(e) > 0 else i64(-1)
        if code == O_HATCH:
            return w[W_HATCH] * (1 + e.view.pupae[area])
        if code == O_TRANSFORM:
            return self.rate_tile(e, area, part(option, 1))
        if code == O_EXPLORE:
            return self.rate_way(e, area, part(option, 1))
        if code == O_MOBILIZE:
            return self.rate_rally(e, area)
        return 0 if code == O_STOP else i64(-1)

    def finds(self, e: Outlook) -> i64:
        """Return the value of all pieces that could be picked up where own ants stand."""
        v = e.view
        total: i64 = 0
        for area in range(v.board.areas):
            at = v.seat * AREAS + area
            if v.here[at] > v.loaded[at] and v.loose_n[area] + v.stored_n[area] > 0:
                for piece in range(TYPES):
                    total += v.figures.offered(v.seat, area, piece) * e.value(piece)
        return total

    def rate_tile(self, e: Outlook, area: i64, tile: i64) -> i64:
        """Return what it is worth to transform a tile."""
        v = e.view
        seat = v.seat
        w = e.w
        if tile == ENTRANCE:
            if v.open[seat] == 0:
                shut = w[W_SHUT] > 0 and e.besieged()
                return i64(-1) if shut else w[W_REACH] + 1
            return w[W_SHUT] if w[W_SHUT] > 0 and e.besieged() and e.prey == NOBODY else i64(-1)
        if v.tile[area] != GALLERY:
            return -1
        if tile == PUPAE_MINOR:
            return w[W_BROOD] if v.figures.funds(seat) >= 6 and self.broods(e) < 3 else i64(-1)
        if tile == MUSHROOMS:
            leaves = v.load[(seat * TYPES + LEAF) * AREAS + area]
            return w[W_GARDEN] if leaves > 0 and not e.gardens() else i64(-1)
        return -1

    def broods(self, e: Outlook) -> i64:
        """Return how many Pupae Minor tiles the own anthill has."""
        v = e.view
        first = v.board.foraging + v.seat * PLACES
        count: i64 = 0
        for place in range(PLACES):
            if v.tile[first + place] == PUPAE_MINOR:
                count += 1
        return count

    def rate_way(self, e: Outlook, area: i64, other: i64) -> i64:
        """Return what an Exploration is worth: towards the prey, along the chain, or to search."""
        v = e.view
        w = e.w
        if self.hunts(e, area) and e.hunt[other] < e.hunt[area]:
            return w[W_MARCH] + 20
        if v.loaded[v.seat * AREAS + area] > 0 and e.home[other] < e.home[area]:
            return w[W_BRING] // 2
        if e.spare(area) < 2 and area == e.nest:
            return -1
        if v.board.home[other] == v.seat:
            return w[W_REACH] if v.board.home[area] == v.seat and self.on_chain(e, area, other) else i64(-1)
        if v.tile[other] != FIELD or v.figures.threatened(v.seat, other):
            return -1
        if other == e.exit:
            return w[W_REACH]
        if e.home[other] > 7:
            return -1
        if v.figures.unsearched(v.seat, other):
            return w[W_SEARCH] - 10 * e.home[other] + 5 * v.here[v.seat * AREAS + area]
        return w[W_SEARCH] // 2 if v.loose_n[other] > 0 else i64(-1)

    def on_chain(self, e: Outlook, area: i64, other: i64) -> bool:
        """Return whether a step leads from the nest over the Pantry to the gate."""
        if other == e.gate:
            return True
        return area == e.nest and other == e.pantry

    def rate_rally(self, e: Outlook, area: i64) -> i64:
        """Return what it is worth to mobilize from an area; where to is asked afterwards."""
        v = e.view
        w = e.w
        at = v.seat * AREAS + area
        if self.hunts(e, area):
            return w[W_MARCH] + 10 if e.hunt[area] - e.by_chain(area, e.hunt) >= 2 else i64(-1)
        if v.loaded[at] > 0 and e.home[area] > 0 and e.by_chain(area, e.home) < e.home[area]:
            return w[W_BRING] + 10 * (e.home[area] - e.by_chain(area, e.home)) - 10
        if (area == e.nest or area == e.pantry) and e.spare(area) >= 2 and self.linked(e):
            few = v.here[v.seat * AREAS + e.exit] <= w[W_PARTY] // 100
            return w[W_REACH] + 5 * e.spare(area) if few else i64(-1)
        return -1

    def linked(self, e: Outlook) -> bool:
        """Return whether own ants stand on the gate and before it, and the gate lies open."""
        v = e.view
        at = v.seat * AREAS
        return v.open[v.seat] == 1 and v.here[at + e.gate] > 0 and v.here[at + e.exit] > 0

    def hunts(self, e: Outlook, area: i64) -> bool:
        """Return whether the stack of an area is the one that marches on a Queen."""
        return e.prey != NOBODY and area == e.stack and area != e.prey_at

    # moves ------------------------------------------------------------------
    def purpose(self, e: Outlook, code: i64, area: i64) -> i64:
        """Return what a move from an area is for."""
        v = e.view
        if self.hunts(e, area):
            return HUNT
        loaded = v.loaded[v.seat * AREAS + area] > 0 and e.home[area] > 0
        if code == O_MOBILIZE:
            return HOME if loaded else i64(SPREAD)
        return HOME if loaded else i64(GATHER)

    def rate_goal(self, e: Outlook, area: i64) -> i64:
        """Return what a target of a Mobilization is worth."""
        if self.aim_of == HUNT:
            return -e.hunt[area]
        if self.aim_of == HOME:
            return -e.home[area]
        return 1 if area == e.exit else -(e.home[area] - e.home[e.exit]) * (e.home[area] - e.home[e.exit])

    def rate_number(self, e: Outlook, question: i64, n: i64) -> i64:
        """Return what a number of ants that go is worth: all but the guard on a hunt, a party to gather."""
        if question == Q_QUEENS:
            return -n
        v = e.view
        area = v.context(0)
        at = v.seat * AREAS + area
        most = v.minors[at] if question == Q_MINORS else v.majors[at]
        if area == e.nest:
            most -= e.w[W_GUARD] // 100 if question == Q_MINORS else i64(0)
        wanted = most
        if self.aim_of == GATHER or self.aim_of == SPREAD:
            party = e.w[W_PARTY] // 100
            if self.aim_of == SPREAD:
                party *= 2
            stays: i64 = 1 if v.board.home[area] == v.seat or area == e.exit else 0
            wanted = party - v.context(2)
            if area != e.nest and wanted > most - stays:
                wanted = most - stays
            elif wanted > most:
                wanted = most
        elif (
            self.aim_of == HUNT and area != e.nest and (area == e.gate or area == e.exit or area == e.pantry)
        ):
            wanted = most
        return -(n - wanted) if n >= wanted else n - wanted

    def rate_raid(self, e: Outlook, option: i64) -> i64:
        """Return what it is worth to explore on: on a hunt each step nearer, else where a search is due."""
        if option == O_STOP:
            return 0
        area = part(option, 0)
        other = part(option, 1)
        if self.aim_of == HUNT:
            return 1 if e.hunt[other] < e.hunt[area] else i64(-1)
        v = e.view
        searched = v.loose_n[area] == 0 and v.figures.unsearched(v.seat, other)
        return 1 if searched and e.home[other] <= 7 and v.tile[other] == FIELD else i64(-1)

    def rate_place(self, e: Outlook, area: i64) -> i64:
        """Return what a place of the set-up is worth: those of the fixed set-up first."""
        place = area - e.view.board.foraging - e.view.seat * PLACES
        for at in range(len(NESTS)):
            if NESTS[at] == place:
                return 10 - at
        return 0


def rate_pick(e: Outlook, option: i64) -> i64:
    """Return what it is worth to pick up a type, everything, or nothing."""
    code = code_of(option)
    if code == O_TYPE:
        return e.value(part(option, 0)) if e.value(part(option, 0)) > 0 else i64(-1)
    if code != O_ALL:
        return 0
    v = e.view
    area = v.context(0)
    for piece in range(TYPES):
        if v.figures.offered(v.seat, area, piece) > 0 and e.value(piece) == 0:
            return -1
    return FAR


def rate_target(e: Outlook, other: i64, group: i64) -> i64:
    """Return what a die at a group is worth: Queens first, then whom it kills, pupae last."""
    if other == 6:
        return 5
    if group == QUEEN:
        return 9
    if group > QUEEN:
        return 1
    kills = e.view.context(1) >= e.view.panels[e.view.species[other]].life[group]
    return 8 if kills else (i64(6) if group == 1 else i64(7))

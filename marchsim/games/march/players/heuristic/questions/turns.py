"""Ratings for the Worker Phase: the action, and the choices in Explore, March and their reactions."""

from __future__ import annotations

from typing import Final

from marchsim.games.march import words as w
from marchsim.games.march.players.heuristic.action_worth import (
    explore_worth,
    forage_worth,
    march_worth,
    mover,
    play_worth,
    rest_worth,
    spot_worth,
    turn_worth,
)
from marchsim.games.march.players.heuristic.campaign import (
    is_next,
    is_planned,
    note_step,
    plan_hunt,
    plan_steps,
)
from marchsim.games.march.players.heuristic.judgement import Judgement
from marchsim.games.march.players.heuristic.marches import ANYWHERE
from marchsim.games.march.players.heuristic.questions.rating import NEVER, Rating
from marchsim.games.march.players.heuristic.species_worth import species_action_worth
from marchsim.kernel.compat import i64

AT_ONCE: Final = 4  # ants that an effect may bring together
STEP_COST: Final = 2  # what a step to another hex must gain at least
RECALL_COST: Final = 5  # and an ant that is called back


class Action(Rating):
    """Takes the action with the highest value. To decline is worth 0."""

    def prepare(self, e: Judgement) -> None:
        if e.view.context(0) >= 0:  # a card grants it, which has been paid for and left the hand
            e.look_again()

    def rate(self, e: Judgement, option: i64) -> i64:
        code = w.code_of(option)
        if code == w.O_EXPLORE:
            return explore_worth(e)
        if code == w.O_MARCH:
            return march_worth(e)
        if code == w.O_FORAGE:
            return forage_worth(e)
        if code == w.O_PLAY:
            return play_worth(e, w.part(option, 0))
        if code == w.O_REST:
            return rest_worth(e)
        return species_action_worth(e, code) if code >= w.O_DANCE else i64(0)


class Step(Rating):
    """Takes the next step of the planned hunt or March. Without a plan, takes the best step or stops."""

    def prepare(self, e: Judgement) -> None:
        note_step(e)
        e.hunting = e.wary and e.plans and plan_hunt(e)
        e.ahead = e.view.context(0) - 1
        e.origin = -1
        e.marching = e.ahead > 0 and not e.hunting and e.plans and plan_steps(e)
        if e.marching and e.march.hatch != ANYWHERE:
            return
        if not e.marching and not e.wary:
            e.ahead = 0  # the plan is done: what is left is for steps that gain by themselves
        if e.ahead > 0 and not e.hunting:
            e.spread(e.ahead)

    def rate(self, e: Judgement, option: i64) -> i64:
        if e.hunting:
            return planned_step(e, option)
        if e.marching and not is_next(e, option):
            return NEVER
        code = w.code_of(option)
        hexno = w.part(option, 0)
        if code == w.O_PASS:
            return 1
        if code == w.O_LARVA:
            gain = e.reach[hexno] if e.ahead > 0 else e.more(hexno, 1)
            if e.telling is not None:
                e.term("what it may reach" if e.ahead > 0 else "there", gain)
                hatched(e)
            return gain - e.hatching
        to = w.part(option, 2)
        if to == hexno:
            return within(e, hexno, w.part(option, 1), w.part(option, 3))
        if not e.wary and (e.march.left >> to) & 1 > 0:
            return NEVER
        origin = option & 0xFFFFFF  # the place that it leaves
        if origin != e.origin:
            e.origin = origin
            e.origin_cost = e.leave(hexno, w.part(option, 1))
        if e.marching:
            return -e.origin_cost
        far = e.ahead > 0 and e.aim[to] != hexno
        gain = e.reach[to] if far else e.more(to, 1)
        if e.telling is not None:
            e.term("what it may reach" if far else "there", gain)
            e.term("leaving its place", -e.origin_cost)
            e.term("the effort", -STEP_COST)
        return gain - e.origin_cost - STEP_COST


def planned_step(e: Judgement, option: i64) -> i64:
    """The value of a step while a hunt is planned. Steps outside the hunt are never taken."""
    if not is_planned(e, option):
        return NEVER
    return i64(0) if w.code_of(option) == w.O_LARVA else -e.leave(w.part(option, 0), w.part(option, 1))


def within(e: Judgement, hexno: i64, slot: i64, to: i64) -> i64:
    """The gain from a step to an empty site of the same hex."""
    gain = e.worth(hexno, to)
    if slot < w.OUT:
        gain -= e.worth(hexno, slot)
    return gain


def hatched(e: Judgement) -> i64:
    """The cost (below 0) if a larva becomes an ant."""
    return e.term("a larva for an ant to be fed", -e.hatching)


def left(e: Judgement, hexno: i64, slot: i64) -> i64:
    """The loss (below 0) if one of the player's ants leaves its place in a hex."""
    return e.term("leaving its place", -e.leave(hexno, slot))


class Place(Rating):
    """Chooses the place that is worth most for the explored tile."""

    def rate(self, e: Judgement, option: i64) -> i64:
        hexno = w.part(option, 0)
        edge = w.part(option, 1)
        v = e.view
        column = v.column[hexno] + e.kit.edge_q[edge]
        row = v.row[hexno] + e.kit.edge_r[edge]
        there = spot_worth(e, v.context(0), column, row, (edge + 3) % 6)
        return there + e.term("leaving its place", -mover(e, hexno))


class Turn(Rating):
    """Turns a tile with its tunnels to the player's hexes and empty places, and away from other players."""

    def rate(self, e: Judgement, option: i64) -> i64:
        v = e.view
        return turn_worth(e, v.context(0), v.context(1), v.context(2), w.part(option, 0))


class MoveIn(Rating):
    """Moves into the explored hex each ant that is worth more there."""

    def rate(self, e: Judgement, option: i64) -> i64:
        return brought(e, option, e.view.context(0))


class Gather(Rating):
    """Moves each ant that is worth more at the destination. Without a destination, recalls idle ants."""

    def rate(self, e: Judgement, option: i64) -> i64:
        to = e.view.context(1)
        if to >= 0:
            return brought(e, option, to)
        if w.code_of(option) == w.O_PASS:
            return 0
        larva = e.term("a larva that is not fed", e.larva_price + e.upkeep)
        return larva + left(e, w.part(option, 0), w.part(option, 1)) + e.term("the effort", -RECALL_COST)


def brought(e: Judgement, option: i64, to: i64) -> i64:
    """The gain from an ant that an effect of a card moves to a hex."""
    if w.code_of(option) == w.O_PASS:
        return 1
    return e.term("an ant there", e.more(to, AT_ONCE)) + left(e, w.part(option, 0), w.part(option, 1))


class Inhabit(Rating):
    """Takes the site that is worth most."""

    def rate(self, e: Judgement, option: i64) -> i64:
        hexno = w.part(option, 0)
        site = w.part(option, 1)
        value = e.worth(hexno, site)
        if e.telling is not None and site == 0:
            e.term("what it yields", value - e.control(hexno))
            e.term("control", e.control(hexno))
        return value


class Emerge(Rating):
    """Places a larva in a hex where the ant is worth more than the larva costs."""

    def rate(self, e: Judgement, option: i64) -> i64:
        if w.code_of(option) == w.O_PASS:
            return 0
        most = min(max(e.view.context(0), 2), e.force)
        return e.term("an ant there", e.more(w.part(option, 0), most)) + hatched(e)


class Pay(Rating):
    """Pays with the least useful larva or ant."""

    def rate(self, e: Judgement, option: i64) -> i64:
        if w.code_of(option) == w.O_CHAMBER:
            return -e.larva_price
        fed = e.term("not to be fed", e.upkeep) + e.term("weight ant", -e.an_ant)
        return fed + left(e, w.part(option, 0), w.part(option, 1))

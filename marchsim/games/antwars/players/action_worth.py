"""The value of an action to a plan, in hundredths. The action to stop has the value 0."""

from __future__ import annotations

from typing import Final

from marchsim.games.antwars import words as w
from marchsim.games.antwars.players.army import FAR, MARCH, RALLY, REACH, RETREAT, STRIKE
from marchsim.games.antwars.players.outlook import (
    FLEE,
    GATHER,
    GUARD,
    HOME,
    HUNT,
    MUSTER,
    NEARBY,
    PROWL,
    SPREAD,
    Outlook,
)
from marchsim.games.antwars.players.weights import (
    W_BRING,
    W_BROOD,
    W_DEFEND,
    W_DIG,
    W_FETCH,
    W_FLEE,
    W_FOLLOW,
    W_FORAGE,
    W_GARDEN,
    W_GUARDS,
    W_HATCH,
    W_MARCH,
    W_PARTY,
    W_PROWL,
    W_REACH,
    W_SALLY,
    W_SEARCH,
    W_SHUT,
    W_THRIFT,
)
from marchsim.kernel.compat import i64

WANDER: Final[i64] = 10  # worth of a step outward that finds nothing, rather than to stop


def rate_step(e: Outlook, option: i64) -> i64:
    """The value of an action."""
    code = w.code_of(option)
    area = w.part(option, 0)
    if code == w.O_FORAGE:
        return finds(e) * e.w[W_FORAGE] // 2
    if code == w.O_HATCH:
        return hatches(e, area) * e.w[W_HATCH]
    if code == w.O_DIG:
        return rate_dig(e, area)
    if code == w.O_TRANSFORM:
        return rate_tile(e, area, w.part(option, 1))
    if code == w.O_EXPLORE:
        return rate_way(e, area, w.part(option, 1))
    if code == w.O_MOBILIZE:
        return rate_rally(e, area)
    return 0 if code == w.O_STOP else i64(-1)


# the nest -----------------------------------------------------------------------
def finds(e: Outlook) -> i64:
    """The total value of the pieces that our ants can pick up where they are, within their capacity."""
    v = e.view
    total: i64 = 0
    for i in range(e.own_n):
        area = e.own[i]
        if v.loose_n[area] + v.stored_n[area] == 0:
            continue
        room = e.room(area)
        for piece in range(w.TYPES):
            if room > 0 and e.values[piece] > 0:
                n = min(v.figures.offered(v.seat, area, piece), room)
                room -= n
                total += n * e.values[piece]
    return total


def hatches(e: Outlook, area: i64) -> i64:
    """The number of dice of the ants that can hatch in an area, as far as our funds allow."""
    v = e.view
    panel = v.panels[v.species[v.seat]]
    kind: i64 = w.MINOR if v.tile[area] == w.PUPAE_MINOR else w.MAJOR
    n = v.pupae[area]
    while n > 1 and panel.price(kind, n) > e.funds:
        n -= 1
    return v.figures.dice(n, 0, 0) if kind == w.MINOR else v.figures.dice(0, n, 0)


def rate_dig(e: Outlook, area: i64) -> i64:
    """The value of digging a place in our anthill. -1 if two galleries exist there, or if funds are low."""
    v = e.view
    weight = e.w
    if (
        weight[W_DIG] <= 0
        or v.board.home[area] != v.seat
        or e.galleries > 1
        or 100 * e.funds < weight[W_THRIFT]
    ):
        return -1
    return weight[W_DIG]


def rate_tile(e: Outlook, area: i64, tile: i64) -> i64:
    """The value of transforming a tile."""
    v = e.view
    weight = e.w
    if tile == w.ENTRANCE:
        if v.open[v.seat] == 0:
            return i64(-1) if e.siege and weight[W_SHUT] > 0 else weight[W_REACH] + 1
        return weight[W_SHUT] if e.siege and e.army.state < RALLY and weight[W_SHUT] > 0 else i64(-1)
    if v.tile[area] != w.GALLERY:
        return -1
    if tile == w.PUPAE_MINOR or tile == w.PUPAE_MAJOR:
        if 100 * e.funds < weight[W_THRIFT] or e.broods >= 4 or (tile == w.PUPAE_MAJOR) != prefers_majors(e):
            return -1
        return weight[W_BROOD]
    if tile == w.PANTRY:
        return weight[W_REACH] if e.pantry == w.NONE else i64(-1)
    if tile == w.MUSHROOMS and e.garden == w.NONE:
        leaves = v.load[(v.seat * w.TYPES + w.LEAF) * w.AREAS + area]
        return weight[W_GARDEN] if leaves > 0 else i64(-1)
    return -1


def prefers_majors(e: Outlook) -> bool:
    """Whether Majors should hatch rather than Minors.

    They should if guards are missing, if dice of Majors cost less, or if the supply of Minors runs out.
    """
    v = e.view
    panel = v.panels[v.species[v.seat]]
    if v.minor_n[v.seat] + v.rules.pupae_minor_per_area > v.rules.minors:
        return True
    if 100 * v.major_n[v.seat] < e.w[W_GUARDS]:
        return True
    return 2 * panel.price(w.MAJOR, 1) < panel.price(w.MINOR, 4)


# ways ---------------------------------------------------------------------------
def rate_way(e: Outlook, area: i64, other: i64) -> i64:
    """The value of an Exploration: toward prey, toward home, along our chain of ants, or to search."""
    v = e.view
    weight = e.w
    if e.peril and area == e.nest and v.queens[v.seat * w.AREAS + area] > 0 and e.safe(other):
        e.why = FLEE
        return weight[W_FLEE]
    value = rate_war(e, area, other)
    if value > 0 or (area == e.army.at and marches(e, area)):
        return value
    if fights(e, area):
        return -1
    value = rate_return(e, area, other)
    if e.spare(area) < 2 and area == e.nest:
        return value
    if e.can_kill(area, other) and e.home[other] <= e.roams:
        return better(e, value, weight[W_PROWL], PROWL)
    if weight[W_SALLY] > 0 and sallies(e, area, other):
        return better(e, value, weight[W_SALLY], PROWL)
    if other != e.exit and links(e, area):
        return value
    if v.board.home[other] == v.seat:
        return better(e, value, rate_inside(e, area, other), GATHER)
    if v.figures.threatened(v.seat, other):
        return value
    if v.tile[other] != w.FIELD:
        return better(e, value, rate_loot(e, area, other), GATHER)
    if other == e.exit and (area == e.gate or e.lies(area) == 0):
        return better(e, value, weight[W_REACH], GATHER)
    if e.home[other] > e.roams or e.room(area) <= 0:
        return value
    if v.figures.unsearched(v.seat, other):
        worth = weight[W_SEARCH] - 10 * e.home[other] + 5 * v.here[v.seat * w.AREAS + area]
        return better(e, value, worth, GATHER)
    lies = e.lies(other) * weight[W_FETCH] // 2
    if lies == 0 and e.home[other] > e.home[area]:
        lies = WANDER
    return better(e, value, lies, GATHER) if lies > 0 else value


def rate_inside(e: Outlook, area: i64, other: i64) -> i64:
    """The value of a step within our anthill: along our chain of ants, toward pieces, or to search."""
    v = e.view
    if v.figures.threatened(v.seat, other):
        return -1
    nearer = other == e.gate or (area != e.gate and e.home[other] < e.home[area] and e.lies(area) == 0)
    if v.board.home[area] == v.seat and nearer:
        return e.w[W_REACH]
    lies = e.lies(other)
    if lies > 0:
        return lies * e.w[W_FETCH] // 2
    dug = v.tile[other] == w.GALLERY and e.w[W_DIG] > 0
    return e.w[W_DIG] if dug and v.figures.unsearched(v.seat, other) else i64(-1)


def rate_loot(e: Outlook, area: i64, other: i64) -> i64:
    """The value of a step within a rival's anthill to pieces that we can take. -1 without such pieces."""
    v = e.view
    if v.board.home[area] != v.board.home[other] or e.room(area) <= 0:
        return -1
    found = e.loot(other) + e.lies(other)
    return found * e.w[W_FETCH] // 2 if found > 0 else i64(-1)


def rate_return(e: Outlook, area: i64, other: i64) -> i64:
    """The value of moving the ants of an area toward home, to deliver their load or to defend the nest.

    `other` is a neighbour, or NONE for the farthest area that a Mobilization reaches.
    """
    v = e.view
    at = v.seat * w.AREAS + area
    e.why = HOME
    value: i64 = -1
    if v.loaded[at] > 0:
        e.way = e.way_home(area)
        value = part_of_way(e, e.w[W_BRING] * v.loaded[at], area, other)
    if e.siege and area == e.stack and area != e.nest:
        way = e.way
        e.way = e.to_queen.n
        defence = part_of_way(e, e.w[W_DEFEND], area, other)
        if defence > value:
            return defence
        e.way = way
    return value


def part_of_way(e: Outlook, worth: i64, area: i64, other: i64) -> i64:
    """`worth` times the share of the remaining way that a move covers. -1 if the move comes no nearer.

    `e.way` has the remaining way, in steps, from each area. `other` is NONE for the best Mobilization.
    """
    before = e.way[area]
    if before <= 0 or before == FAR:
        return -1
    after = e.way[other] if other != w.NONE else e.by_chain(area, e.way)
    return worth * (before - after) // before if after < before else i64(-1)


def better(e: Outlook, value: i64, other: i64, why: i64) -> i64:
    """The larger of two values. If it is `other`, set the purpose of the move to `why`."""
    if other <= value:
        return value
    e.why = why
    return other


def rate_rally(e: Outlook, area: i64) -> i64:
    """The value of a Mobilization from an area. Its target is chosen in a later question."""
    v = e.view
    weight = e.w
    if area == e.nest and e.refuge != w.NONE:
        e.why = FLEE
        return weight[W_FLEE] + 10
    if to_guard(e, area):
        e.why = GUARD
        return weight[W_DEFEND] + 10
    value = rate_war(e, area, w.NONE)
    if value > 0:
        return value + 10
    if marches(e, area) or fights(e, area):
        return -1
    value = rate_return(e, area, w.NONE)
    if value >= 0:
        return value + 10
    e.why = SPREAD
    if shut_in(e):
        gathers = e.spare(area) > 0 and e.by_chain(area, e.army.rally) < e.army.rally[area]
        return weight[W_REACH] + 5 * e.spare(area) if gathers else i64(-1)
    if (area == e.nest or area == e.pantry or hatchery(e, area)) and e.spare(area) >= 2 and linked(e):
        few = v.here[v.seat * w.AREAS + e.exit] <= weight[W_PARTY] // 100
        outward = few and e.by_chain(area, e.army.rally) < e.army.rally[area]
        return weight[W_REACH] + 5 * e.spare(area) if outward else i64(-1)
    return -1


def to_guard(e: Outlook, area: i64) -> bool:
    """Whether our Queen's guard is too small, and Majors in an area of our anthill can reach her."""
    v = e.view
    if v.board.home[area] != v.seat or area == e.nest or v.majors[v.seat * w.AREAS + area] == 0:
        return False
    if e.army.guards_short() <= 0:
        return False
    for at in range(1, e.reach(area)):
        if e.queue[at] == e.nest:
            return True
    return False


def hatchery(e: Outlook, area: i64) -> bool:
    """Whether an area is a pupae tile of our anthill."""
    v = e.view
    return v.board.home[area] == v.seat and (v.tile[area] == w.PUPAE_MINOR or v.tile[area] == w.PUPAE_MAJOR)


def linked(e: Outlook) -> bool:
    """Whether our gate is open, and ants of ours are both on it and on the exit in front of it."""
    v = e.view
    at = v.seat * w.AREAS
    return v.open[v.seat] == 1 and v.here[at + e.gate] > 0 and v.here[at + e.exit] > 0


def links(e: Outlook, area: i64) -> bool:
    """Whether `area` is our gate or exit, and its single ant keeps our chain together.

    Only a colony with more than 5 Minors needs the chain.
    """
    v = e.view
    alone = v.here[v.seat * w.AREAS + area] == 1 and v.minor_n[v.seat] > 5
    return alone and (area == e.gate or area == e.exit)


def shut_in(e: Outlook) -> bool:
    """Whether foes or animals hold our gate or, if our ants are on the gate, our exit."""
    v = e.view
    at = v.seat * w.AREAS
    front = e.exit if v.here[at + e.gate] > 0 else e.gate
    return v.here[at + front] == 0 and v.figures.threatened(v.seat, front)


# war ----------------------------------------------------------------------------
def rate_war(e: Outlook, area: i64, other: i64) -> i64:
    """The value of a move to gather, march or return with the army. -1 if there is no such move.

    `other` is a neighbour, or NONE for the farthest area that a Mobilization reaches.
    """
    army = e.army
    if army.state == RALLY:
        if area == army.at or e.spare(area) <= 0 or army.abroad(area):
            return -1
        e.why = MUSTER
        after = army.rally[other] if other != w.NONE else e.by_chain(area, army.rally)
        return e.w[W_MARCH] + 5 * e.spare(area) if after < army.rally[area] else i64(-1)
    if army.state == RETREAT:
        if area != army.at or e.home[area] <= e.roams:
            return -1
        e.why = HOME
        e.way = e.home
        return e.w[W_MARCH] if part_of_way(e, e.w[W_MARCH], area, other) > 0 else i64(-1)
    if not marches(e, area):
        return -1
    e.why = HUNT
    if other == w.NONE:
        goal = e.nearest_by_chain(area, army)
        if goal == w.NONE:
            return -1
    elif not army.steps_on(area, other):
        return -1
    return e.w[W_MARCH] + 20 if area == army.at else e.w[W_FOLLOW]


def marches(e: Outlook, area: i64) -> bool:
    """Whether the ants of an area are the army, or carry nothing and should join it."""
    army = e.army
    if army.state != MARCH and army.state != STRIKE:
        return False
    if area == army.at:
        return True
    if e.w[W_FOLLOW] <= 0 or area == e.nest or army.hunt[area] <= REACH:
        return False
    return e.view.loaded[e.view.seat * w.AREAS + area] == 0 and e.spare(area) > 3


def sallies(e: Outlook, area: i64, other: i64) -> bool:
    """Whether our ants in `area` are strong enough to beat the foes in `other`, near our home."""
    v = e.view
    if v.crowd[other] <= v.here[v.seat * w.AREAS + other] or e.home[other] > NEARBY:
        return False
    return 2 * e.spare(area) >= 3 * e.crowd_dice(other)


def fights(e: Outlook, area: i64) -> bool:
    """Whether the ants of an area went there to fight. They stay for the battle of this round."""
    v = e.view
    if area == e.nest or not v.figures.threatened(v.seat, area):
        return False
    return e.can_kill(area, area) or sallies(e, area, area)

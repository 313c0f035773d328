"""The best targets of cards with code, and the cost of ants as payment.

Each function rates one target, and `best_*` finds the best one. The same ratings decide whether to play a
card and choose its target. The ants that pay for a card are chosen by `Judgement.leave`, which uses the same
values. So the payment never costs more than the price that was computed for the card. All values are in
hundredths of a colony point.
"""

from __future__ import annotations

from typing import Final

from marchsim.games.march.players.heuristic.judgement import LASTING, PAID, Judgement
from marchsim.games.march.players.heuristic.weights import W_BODY, W_HARM, W_HEAD, W_POINT
from marchsim.games.march.words import HEXES, NOBODY, SITES, TUNNEL
from marchsim.kernel.compat import i64


def ant_costs(e: Judgement) -> None:
    """Compute the costs (`costs`) of paying with the player's ants one after another, cheapest first."""
    v = e.view
    stamp: i64 = 0
    for seat in range(v.players):
        stamp += v.roamed[seat]
    if e.cost_version == e.version and e.cost_stamp == stamp:
        return
    e.cost_version = e.version
    e.cost_stamp = stamp
    e.cost_n = 0
    first = e.seat * HEXES
    laid = v.laid
    n = v.laid_n
    for i in range(n):
        hexno = laid[i]
        mine = e.ants[first + hexno]
        if mine == 0:
            continue
        crowd = e.crowd[hexno]
        if hexno == TUNNEL:
            add_costs(e, mine, 0)
        elif e.centipede[hexno] > 0 or (crowd > mine and crowd > e.sites[hexno]):
            add_deciding(e, hexno, mine)
        else:
            waiting = e.out[first + hexno]
            add_costs(e, waiting, 0)
            if waiting < mine:
                share: i64 = 100
                if hexno == e.doomed:
                    share = LASTING
                add_held(e, hexno, share, 0)


def add_deciding(e: Judgement, hexno: i64, mine: i64) -> None:
    """Add the costs of the player's ants in a contested hex, outskirts first, as `leave` rates them."""
    waiting = e.out[e.seat * HEXES + hexno]
    most = e.last_ant(hexno, mine, e.crowd[hexno])
    k: i64 = 0
    while k < mine and k < PAID:
        if k > 0:
            most = max(most, e.last_of(hexno, mine - k))
        if k >= waiting:
            share: i64 = 25
            if e.wary:
                share = 0
            add_held(e, hexno, share, most)
            return
        add_costs(e, 1, most)
        k += 1


def add_held(e: Judgement, hexno: i64, share: i64, more: i64) -> None:
    """Add the costs of the player's ants on sites: `share` percent of a site's value, plus `more`."""
    k = hexno * SITES
    for site in range(e.sites[hexno]):
        if e.owner[k + site] == e.seat:
            add_costs(e, 1, e.worth(hexno, site) * share // 100 + more)


def add_costs(e: Judgement, n: i64, value: i64) -> None:
    """Insert `value` into the sorted list of the lowest costs, once for each of `n` ants."""
    costs = e.costs
    while n > 0:
        n -= 1
        i = e.cost_n
        if i == PAID:
            i -= 1
            if value >= costs[i]:
                return
        else:
            e.cost_n = i + 1
        while i > 0 and costs[i - 1] > value:
            costs[i] = costs[i - 1]
            i -= 1
        costs[i] = value


# The best targets of coded cards
OTHERS: Final = 100  # value of an ant to another player
NOTHING: Final = -100000


def harm(e: Judgement, hexno: i64, ants: i64) -> i64:
    """The value to the player if others lose ants in a hex. It is higher if control of the hex scores."""
    value = (ants * OTHERS * e.w[W_HARM]) // 100
    if e.scoring[hexno] > 0:
        value += value // 2
    return value


# losses ------------------------------------------------------------------
def rate_losses(e: Judgement, hexno: i64, most: i64, divisor: i64) -> i64:
    """The value if each player loses ants in a tile: up to `most` or, if that is 0, one in `divisor`."""
    v = e.view
    total: i64 = 0
    mine = v.ants[e.seat * HEXES + hexno]
    own: i64 = 0
    for seat in range(v.players):
        ants = v.ants[seat * HEXES + hexno]
        lost = (ants + divisor - 1) // divisor if most == 0 else min(ants, most)
        if seat == e.seat:
            own = lost
        else:
            total += lost
    value = harm(e, hexno, total)
    if own > 0:
        value -= (
            own * e.an_ant
            + e.ants_worth(hexno, mine)
            - e.hold(hexno, mine - own, total >= v.crowd[hexno] - mine)
        )
    elif mine > 0 and total > 0:
        value += 40
    return value


def best_outbreak(e: Judgement, divisor: i64) -> i64:
    """The value of Fungal Outbreak on the best tile."""
    best: i64 = NOTHING
    for i in range(e.view.laid_n):
        hexno = e.view.laid[i]
        if hexno != TUNNEL and e.view.crowd[hexno] > 0:
            best = max(best, rate_losses(e, hexno, 0, divisor))
    return best


def best_sparrow(e: Judgement, ants: i64) -> i64:
    """The value of Sparrow Attack on the best tile."""
    best: i64 = NOTHING
    for i in range(e.view.laid_n):
        hexno = e.view.laid[i]
        if hexno != TUNNEL and e.view.holds(e.seat, hexno) > 0:
            best = max(best, rate_losses(e, hexno, ants, 1))
    return best


def rate_sneak(e: Judgement, hexno: i64) -> i64:
    """The value of Sneak Attack on a tile, whose battles are fought now."""
    v = e.view
    mine = v.ants[e.seat * HEXES + hexno]
    if mine == 0:
        return harm(e, hexno, v.crowd[hexno] // 2)
    value = e.ants_worth(hexno, mine)
    return value // 2 + 20 if value > 0 else value


def best_sneak(e: Judgement) -> i64:
    """The value of Sneak Attack on the best tile."""
    v = e.view
    best: i64 = NOTHING
    for i in range(v.laid_n):
        hexno = v.laid[i]
        crowd = v.crowd[hexno]
        if hexno == TUNNEL or crowd == 0:
            continue
        if v.centipede[hexno] > 0 or e.figures.contested(hexno):
            best = max(best, rate_sneak(e, hexno))
    return best


# centipedes --------------------------------------------------------------
def rate_shift(e: Judgement, source: i64, to: i64) -> i64:
    """The value of moving a centipede to another tile, where it battles."""
    v = e.view
    value: i64 = 0
    for seat in range(v.players):
        ants = v.ants[seat * HEXES + to]
        if ants > 0:
            strength = ants + e.defending[seat] + 1
            beaten: i64 = 0
            if strength < 32:
                beaten = 100 - e.facts.pair_at_most[strength]
            value += (beaten * e.w[W_POINT]) // 100
            if seat == e.seat:
                value -= ants * e.an_ant + (beaten * e.hold(to, ants, False)) // 100
            else:
                value += (beaten * harm(e, to, ants)) // 100
    if v.ants[e.seat * HEXES + source] > 0:
        value += 40
    return value


def best_hunt(e: Judgement) -> i64:
    """The value of moving a centipede in the best way."""
    v = e.view
    best: i64 = NOTHING
    for i in range(v.laid_n):
        hexno = v.laid[i]
        edge: i64 = 0
        while v.centipede[hexno] > 0 and edge < 6:
            to = v.beside[hexno * 6 + edge]
            edge += 1
            if to > TUNNEL and v.centipede[to] == 0:
                best = max(best, rate_shift(e, hexno, to))
    return best


def rate_centipede(e: Judgement, hexno: i64) -> i64:
    """The value of a new centipede in a tile. Ants of others there raise it, the player's own lower it."""
    v = e.view
    mine = v.ants[e.seat * HEXES + hexno]
    value = harm(e, hexno, v.crowd[hexno] - mine)
    if mine > 0:
        value += e.hunted(hexno, mine) - e.ants_worth(hexno, mine)
    return value


def rate_hole(e: Judgement, hexno: i64) -> i64:
    """The value of a new wormhole in a tile: a larva may enter, and the tile may count for a goal."""
    value: i64 = 0
    if e.view.larvae[e.seat] > 0:
        value = max(e.more(hexno, 1) - e.hatching, 0)
    return value + 5


def best_hole(e: Judgement) -> i64:
    """The value of Mysterious Hole with the best token on the best tile."""
    v = e.view
    best: i64 = 0
    if v.tokens == 0:
        return best
    for i in range(1, v.laid_n):
        hexno = v.laid[i]
        if v.wormhole[hexno] == 0:
            best = max(best, rate_hole(e, hexno))
        if v.centipede[hexno] == 0:
            best = max(best, rate_centipede(e, hexno))
    return best


# moves --------------------------------------------------------------------
def rate_swarm(e: Judgement, hexno: i64, most: i64) -> i64:
    """The value of Swarm into a hex, with up to `most` idle ants."""
    v = e.view
    mine = v.ants[e.seat * HEXES + hexno]
    free = min(e.force - v.larvae[e.seat] - v.out[e.seat * HEXES + hexno], most)
    now = e.ants_worth(hexno, mine)
    best: i64 = 0
    if free == 0:
        best = e.ants_worth(hexno, mine + 1) - now - 60
    k: i64 = 1
    while k <= free:
        best = max(best, e.ants_worth(hexno, mine + k) - now)
        k += 1
    return best


def best_swarm(e: Judgement, most: i64) -> i64:
    """The value of Swarm into the best hex."""
    best: i64 = 0
    for i in range(1, e.view.laid_n):
        best = max(best, rate_swarm(e, e.view.laid[i], most))
    return best


def best_prize(e: Judgement) -> i64:
    """The value of the best site that another player holds."""
    v = e.view
    best: i64 = 0
    for i in range(1, v.laid_n):
        hexno = v.laid[i]
        for k in range(e.kit.sites[hexno]):
            owner = v.site[hexno * SITES + k]
            if owner != NOBODY and owner != e.seat and v.centipede[hexno] == 0:
                best = max(best, e.worth(hexno, k))
    return best


def best_swap(e: Judgement) -> i64:
    """The value of exchanging an idle ant of the player for another player's ant on the best site."""
    if e.force - e.view.larvae[e.seat] == 0:
        return best_prize(e) - 100
    return best_prize(e)


def best_harvest(e: Judgement, times: i64) -> i64:
    """The value of collecting `times` times from the best site that the player holds."""
    v = e.view
    best: i64 = 0
    for i in range(1, v.laid_n):
        hexno = v.laid[i]
        for k in range(e.kit.sites[hexno]):
            if v.site[hexno * SITES + k] == e.seat:
                best = max(best, e.at_once(e.kit.resource[hexno * SITES + k]))
    return times * best


# bodies --------------------------------------------------------------------
def rate_radiation(e: Judgement, section: i64) -> i64:
    """The value if all players pass their top evolution of a section to the left."""
    v = e.view
    giver = (e.seat + v.players - 1) % v.players
    gain: i64 = 0
    if v.top(giver, section) >= 0:
        gain += 1
    if v.top(e.seat, section) >= 0:
        gain -= 1
    weight = e.w[W_HEAD + section]
    if weight < 0:  # it says how seldom to pay for one, not that one does harm
        weight = 0
    value = gain * (weight * e.horizon // 100 + 30)
    if e.figures.complete_bodies(e.seat, section, gain) > v.bodies[e.seat]:
        value += e.rules.body_points * e.w[W_BODY]
    return value


def best_radiation(e: Judgement) -> i64:
    """The value of Adaptive Radiation with the best section."""
    best: i64 = NOTHING
    for section in range(3):
        best = max(best, rate_radiation(e, section))
    return best

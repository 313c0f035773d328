"""The cost of the player's ants as payment for a card: the value of each in its place, lowest first.

All numbers are hundredths of a colony point. `Judgement.leave`, which chooses the paying ant, uses the same
values. So the payment never costs more than the price at which the card was chosen.
"""

from __future__ import annotations

from marchsim.games.march.players.heuristic.judgement import LASTING, PAID, Judgement
from marchsim.games.march.words import HEXES, SITES, TUNNEL
from marchsim.kernel.compat import i64


def ant_costs(e: Judgement) -> None:
    """Compute the losses if the player's ants leave their places one after another (`costs`)."""
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
    """Add the costs of the player's ants in a contested hex, outskirts first, as in `leave`."""
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
    """Add the costs of the player's ants on sites: `share` percent of each site's value, plus `more`."""
    k = hexno * SITES
    for site in range(e.sites[hexno]):
        if e.owner[k + site] == e.seat:
            add_costs(e, 1, e.worth(hexno, site) * share // 100 + more)


def add_costs(e: Judgement, n: i64, value: i64) -> None:
    """Insert `n` ants that cost `value` each among the lowest costs."""
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

"""Hunts: gathering an army against a centipede of the Horde, with its target, its sources and its gain.

All numbers are hundredths of a colony point.
"""

from __future__ import annotations

from typing import Final

from marchsim.games.march.players.heuristic.horde_threat import stand
from marchsim.games.march.players.heuristic.judgement import Judgement
from marchsim.games.march.players.heuristic.marches import AFAR
from marchsim.games.march.players.heuristic.weights import W_INVADE
from marchsim.games.march.words import HEXES, NONE, O_LARVA, O_STEP, TUNNEL, code_of, part
from marchsim.kernel.compat import i64

STRIDE: Final = 15  # what a step is worth that could go elsewhere
TOO_DEAR: Final = AFAR * 1000
AT_ONCE: Final = 20  # percent of a battle: what it is worth to fight it now and not at the end of the round
RESCUE: Final = 60  # percent of what ants are worth that leave a hopeless battle


def measure(e: Judgement, target: i64) -> None:
    """Compute each hex's distance from the target, in steps."""
    e.connect()
    hunt = e.hunt
    for i in range(HEXES):
        hunt.way[i] = AFAR
        hunt.take[i] = 0
    hunt.way[target] = 0
    hunt.line[0] = target
    n: i64 = 1
    i = 0
    while i < n:
        hexno = hunt.line[i]
        i += 1
        for k in range(hexno * 6, hexno * 6 + e.near_n[hexno]):
            other = e.near[k]
            if hunt.way[other] == AFAR:
                hunt.way[other] = hunt.way[hexno] + 1
                hunt.line[n] = other
                n += 1


def find_entry(e: Judgement) -> i64:
    """The hex nearest to the target where larvae may emerge: an inhabited one or the Great Tunnel."""
    way = e.hunt.way
    chosen: i64 = TUNNEL
    for i in range(e.view.laid_n):
        hexno = e.view.laid[i]
        if way[hexno] < way[chosen] and e.view.holds(e.seat, hexno) > 0:
            chosen = hexno
    return chosen


def gather(e: Judgement, target: i64, steps: i64, brood: i64) -> i64:
    """The gain of the best army within reach of a centipede. `e.hunt` receives its members.

    Up to `brood` larvae may emerge. The cheapest members come first, as long as the whole army gains.
    """
    measure(e, target)
    hunt = e.hunt
    hunt.target = target
    hunt.entry = find_entry(e)
    hunt.larvae = 0
    hunt.ants = 0
    mine = e.ants[e.seat * HEXES + target]
    now = expected(e, target, mine)
    best: i64 = 0
    if now > 0:
        best = (now * AT_ONCE) // 100
    best_larvae: i64 = 0
    best_ants: i64 = 0
    cost: i64 = 0
    while True:
        source = nearest(e, steps)
        price: i64 = TOO_DEAR
        if source >= 0:
            price = walker_price(e, source)
        hatch = hunt.larvae < brood and hunt.way[hunt.entry] < steps
        if hatch and e.hatching + STRIDE * (hunt.way[hunt.entry] + 1) < price:
            steps -= hunt.way[hunt.entry] + 1
            cost += e.hatching + STRIDE * (hunt.way[hunt.entry] + 1)
            hunt.larvae += 1
        elif source >= 0:
            steps -= hunt.way[source]
            cost += price
            hunt.take[source] += 1
            hunt.ants += 1
        else:
            break
        then = expected(e, target, mine + hunt.larvae + hunt.ants)
        value = then - now - cost + e.w[W_INVADE]
        if then > 0:
            value += (then * AT_ONCE) // 100
        if value > best:
            best = value
            best_larvae = hunt.larvae
            best_ants = hunt.ants
    hunt.larvae = best_larvae
    hunt.ants = best_ants
    return best


def nearest(e: Judgement, steps: i64) -> i64:
    """The hex whose ant costs least to bring within `steps`, or NONE."""
    hunt = e.hunt
    chosen: i64 = NONE
    least: i64 = TOO_DEAR
    for i in range(e.view.laid_n):
        hexno = e.view.laid[i]
        if hunt.way[hexno] > 0 and hunt.way[hexno] <= steps:
            if e.ants[e.seat * HEXES + hexno] > hunt.take[hexno]:
                price = walker_price(e, hexno)
                if price < least:
                    least = price
                    chosen = hexno
    return chosen


def walker_price(e: Judgement, hexno: i64) -> i64:
    """The cost of bringing one more ant from a hex."""
    strides = STRIDE * e.hunt.way[hexno]
    left = e.ants[e.seat * HEXES + hexno] - e.hunt.take[hexno]
    if hexno == TUNNEL:
        return strides
    return strides + e.ants_worth(hexno, left) - e.ants_worth(hexno, left - 1)


def expected(e: Judgement, hexno: i64, n: i64) -> i64:
    """The expected gain of `n` of the player's ants against a tile's centipede. 0 if `n` is 0."""
    if n <= 0:
        return 0
    return stand(e, hexno, n, e.free, e.free_of(hexno))


def seek(e: Judgement, steps: i64, brood: i64) -> i64:
    """Find the best hunt within a number of steps. Returns its gain, or 0 if there is none."""
    best: i64 = 0
    target: i64 = NONE
    for i in range(e.view.laid_n):
        hexno = e.view.laid[i]
        if e.centipede[hexno] > 0:
            value = gather(e, hexno, steps, brood)
            if value > best:
                best = value
                target = hexno
    if target >= 0 and target != e.hunt.target:
        gather(e, target, steps, brood)
    return best


def rescue(e: Judgement, steps: i64) -> i64:
    """The value of leading the player's ants out of hopeless battles within a number of steps."""
    total: i64 = 0
    for i in range(e.view.laid_n):
        hexno = e.view.laid[i]
        mine = e.ants[e.seat * HEXES + hexno]
        if e.centipede[hexno] > 0 and mine > 0 and mine <= steps:
            value = expected(e, hexno, mine)
            if value < 0:
                total -= value
                steps -= mine
    return (total * RESCUE) // 100


def hunting_worth(e: Judgement, steps: i64) -> i64:
    """The gain of a March against the Horde: the best hunt, or ants saved from hopeless battles."""
    gain = seek(e, steps, e.view.larvae[e.seat])
    saved = rescue(e, steps)
    return max(gain, saved)


def plan_hunt(e: Judgement) -> bool:
    """Plan the best hunt within the remaining steps. Return whether one of its steps is on offer."""
    v = e.view
    brood: i64 = 0
    for i in range(v.n):
        if code_of(v.option(i)) == O_LARVA:
            brood = v.larvae[e.seat]
    if seek(e, v.context(0), brood) <= 0:
        return False
    for i in range(v.n):
        if is_planned(e, v.option(i)):
            return True
    return False


def is_planned(e: Judgement, option: i64) -> bool:
    """Return whether a step belongs to the planned hunt: larvae first, then ants towards the target."""
    hunt = e.hunt
    code = code_of(option)
    hexno = part(option, 0)
    if hunt.larvae > 0:
        return code == O_LARVA and hexno == hunt.entry
    if code != O_STEP or hunt.ants == 0:
        return False
    return hunt.take[hexno] > 0 and hunt.way[part(option, 2)] < hunt.way[hexno]

"""Plans for a whole March: the steps of larvae and ants, the gain, and the first step.

A plan consists of groups of ants. The ants of a group win a site or a battle together. The group with the
highest gain per step comes first. Once a group has taken a step, its remaining steps gain more each, so the
next plan continues with the same group. A hunt is an army of larvae and ants against a centipede in a game
against the Horde. Gains are in hundredths of a colony point.
"""

from __future__ import annotations

from typing import Final

from marchsim.games.march.players.heuristic.horde_threat import stand
from marchsim.games.march.players.heuristic.judgement import LASTING, Judgement
from marchsim.games.march.players.heuristic.marches import AFAR, ANYWHERE
from marchsim.games.march.players.heuristic.weights import W_INVADE
from marchsim.games.march.words import HEXES, NOBODY, NONE, O_LARVA, O_STEP, SITES, TUNNEL, code_of, part
from marchsim.kernel.compat import i64

STRIDE: Final = 15  # value of a step for other uses
TOO_DEAR: Final = AFAR * 1000
AT_ONCE: Final = 20  # percent of a battle's gain, added for fighting it now and not at the end of the round
RESCUE: Final = 60  # percent of the value of ants that leave a hopeless battle


def measure(e: Judgement, target: i64) -> None:
    """Compute the distance of each hex from the target, in steps."""
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
    """The hex nearest to the target in which larvae may emerge: an inhabited one or the Great Tunnel."""
    way = e.hunt.way
    chosen: i64 = TUNNEL
    for i in range(e.view.laid_n):
        hexno = e.view.laid[i]
        if way[hexno] < way[chosen] and e.view.holds(e.seat, hexno) > 0:
            chosen = hexno
    return chosen


def gather(e: Judgement, target: i64, steps: i64, brood: i64) -> i64:
    """Find the best army that can reach a centipede, and return its gain. `e.hunt` receives the army.

    Up to `brood` larvae may emerge. Larvae and ants are added one by one, the cheapest first, and the army of
    the size with the highest gain is the best.
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
    """The hex whose next ant is the cheapest to bring to the target within `steps`, or NONE."""
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
    """The cost of bringing one more ant from a hex to the target."""
    strides = STRIDE * e.hunt.way[hexno]
    left = e.ants[e.seat * HEXES + hexno] - e.hunt.take[hexno]
    if hexno == TUNNEL:
        return strides
    return strides + e.ants_worth(hexno, left) - e.ants_worth(hexno, left - 1)


def expected(e: Judgement, hexno: i64, n: i64) -> i64:
    """The expected gain if `n` of the player's ants battle the centipede of a tile. 0 if `n` is 0."""
    if n <= 0:
        return 0
    return stand(e, hexno, n, e.free, e.free_of(hexno))


def seek(e: Judgement, steps: i64, brood: i64) -> i64:
    """Find the best hunt within a number of steps, and return its gain, or 0 if no hunt gains."""
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
    """The value of moving the player's ants out of hopeless battles, as far as `steps` allow."""
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
    """The gain of a March against the Horde: from the best hunt, or from ants saved from hopeless battles."""
    gain = seek(e, steps, e.view.larvae[e.seat])
    saved = rescue(e, steps)
    return max(gain, saved)


def plan_hunt(e: Judgement) -> bool:
    """Plan the best hunt for the remaining steps. Return whether one of its steps is on offer."""
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
    """Return whether an option is a step of the planned hunt: larvae first, then ants toward the target."""
    hunt = e.hunt
    code = code_of(option)
    hexno = part(option, 0)
    if hunt.larvae > 0:
        return code == O_LARVA and hexno == hunt.entry
    if code != O_STEP or hunt.ants == 0:
        return False
    return hunt.take[hexno] > 0 and hunt.way[part(option, 2)] < hunt.way[hexno]


# A March as a whole: the moves of larvae and ants, their gain, and the first step.
FINE: Final = 16  # gains per step are compared to a sixteenth
MOST: Final = 6  # ants that are brought to a battle together


def plan_whole(e: Judgement, steps: i64) -> i64:
    """Plan a March that has not begun yet, and return its gain."""
    e.march.left = 0
    e.march.before = 0
    return plan_march(e, steps, e.view.larvae[e.seat])


def plan_march(e: Judgement, steps: i64, brood: i64) -> i64:
    """Plan `steps` steps, of which larvae from the chamber may take up to `brood`. Return the gain."""
    m = e.march
    m.steps = steps
    m.brood = brood
    m.hatch = NONE
    m.source = NONE
    m.to = NONE
    e.connect()
    laid = e.view.laid
    n = e.view.laid_n
    first = e.seat * HEXES
    for i in range(n):
        hexno = laid[i]
        at = first + hexno
        m.added[hexno] = 0
        m.idle[hexno] = e.out[at]
        m.loss[hexno] = 0
        if e.out[at] > 0 and hexno != TUNNEL and (e.crowd[hexno] > e.ants[at] or e.centipede[hexno] > 0):
            m.loss[hexno] = e.last_ant(hexno, e.ants[at], e.crowd[hexno])
    for i in range(n):
        m.rate[i] = consider(e, laid[i])
    total: i64 = 0
    while m.steps > 0:
        best: i64 = 0
        chosen: i64 = NONE
        for i in range(n):
            if m.rate[i] > best:
                best = m.rate[i]
                chosen = i
        if chosen < 0:
            break
        rate = consider(e, laid[chosen])
        if rate >= best:
            total += m.net
            commit(e, laid[chosen])
            rate = consider(e, laid[chosen])
        m.rate[chosen] = rate
    if e.hatching < 0 and m.steps > 0 and m.brood > 0:  # anywhere an ant is worth more than a larva
        more = min(m.brood, m.steps)
        total -= more * e.hatching
        if m.hatch < 0:
            m.hatch = ANYWHERE
    return total


def consider(e: Judgement, hexno: i64) -> i64:
    """Compute the next group of ants for a hex. Return its gain per step, or 0 if it gains nothing."""
    if hexno == TUNNEL:
        return 0
    m = e.march
    m.larvae = 0
    m.through = 0
    m.walkers = 0
    count_sources(e, hexno)
    if m.walkers + m.larvae + m.through == 0:
        return 0
    own = e.ants[e.seat * HEXES + hexno]
    others = e.crowd[hexno] - own
    m.group = 1
    gain: i64 = 0
    if e.centipede[hexno] == 0 and (others == 0 or others + own + m.added[hexno] < e.sites[hexno]):
        gain = vacant(e, hexno, m.added[hexno])
    elif m.added[hexno] == 0 and enough(e) > 0:
        gain = e.battle_gain(hexno, own, others, enough(e))
        m.group = e.want[hexno]
        gain *= m.group
    else:
        return 0
    return ratio(e, hexno, gain)


def count_sources(e: Judgement, hexno: i64) -> None:
    """Count the pieces that may enter a hex: idle ants next to it, and larvae.

    Larvae emerge in the hex if the player inhabits it. Otherwise they emerge in the Great Tunnel if that is
    next to it.
    """
    m = e.march
    at = e.seat * HEXES + hexno
    if e.ants[at] > e.out[at]:  # it is inhabited
        m.larvae = m.brood
    first = hexno * 6
    for k in range(first, first + e.near_n[hexno]):
        other = e.near[k]
        if (m.left >> hexno) & 1 == 0:
            m.walkers += m.idle[other]
        if other == TUNNEL and m.larvae == 0:
            m.through = m.brood


def enough(e: Judgement) -> i64:
    """The number of ants that can join a battle in the remaining steps."""
    m = e.march
    most = m.walkers + m.larvae
    if most > m.steps:
        most = m.steps
    elif m.through > 0:  # two steps each
        more = (m.steps - most) >> 1
        most += min(more, m.through)
    return min(most, MOST)


def ratio(e: Judgement, hexno: i64, gain: i64) -> i64:
    """Compute the size and cost of a group. Return its gain per step, or 0 if it cannot reach the hex."""
    m = e.march
    walk = min(m.walkers, m.group)
    if e.hatching < 0 and m.larvae > 0:  # one more ant is worth more than the larva
        walk = m.group - m.larvae if m.group > m.larvae else i64(0)
    hatch = m.group - walk
    if hatch > m.larvae + m.through:
        return 0
    m.walk = walk
    m.used = m.group if m.larvae > 0 else walk + 2 * hatch
    if m.used > m.steps:
        return 0
    m.net = gain - hatch * e.hatching
    if walk > 0:
        m.net -= walkers(e, hexno, walk, False)
    return m.net * FINE // m.used if m.net > 0 else i64(0)


def vacant(e: Judgement, hexno: i64, taken: i64) -> i64:
    """The value of the best empty site in a tile, once the best `taken` are filled. 0 if none is left."""
    first = hexno * SITES
    ceiling: i64 = 1000000
    while True:
        best: i64 = 0
        alike: i64 = 0
        for site in range(e.sites[hexno]):
            if e.owner[first + site] == NOBODY:
                value = e.worth(hexno, site)
                if value < ceiling and value > best:
                    best = value
                    alike = 1
                elif value == best:
                    alike += 1
        if taken < alike or best == 0:
            return (best * LASTING) // 100 if hexno == e.doomed else best
        taken -= alike
        ceiling = best


def walkers(e: Judgement, hexno: i64, n: i64, take: bool) -> i64:
    """The loss if `n` idle ants beside a hex move into it. If `take` is set, add their steps to the plan."""
    m = e.march
    total: i64 = 0
    k = hexno * 6
    end = k + e.near_n[hexno]
    while k < end and n > 0:
        other = e.near[k]
        k += 1
        go = min(m.idle[other], n)
        if go > 0:
            total += go * m.loss[other]
            n -= go
            if take:
                m.idle[other] -= go
                if m.source < 0:
                    m.source = other
                    m.to = hexno
    return total


def commit(e: Judgement, hexno: i64) -> None:
    """Add the group that was computed last to the plan."""
    m = e.march
    hatch = m.group - m.walk
    m.steps -= m.used
    m.added[hexno] += m.group
    m.brood -= hatch
    if m.walk > 0:
        walkers(e, hexno, m.walk, True)
    if hatch > 0 and m.hatch < 0:
        m.hatch = hexno if m.used == m.group else i64(TUNNEL)


def plan_steps(e: Judgement) -> bool:
    """Plan the remaining steps of a March. Return whether the next planned step is on offer."""
    v = e.view
    brood: i64 = 0
    i: i64 = v.n if v.larvae[e.seat] == 0 else 0
    while i < v.n and brood == 0:
        if code_of(v.option(i)) == O_LARVA:
            brood = v.larvae[e.seat]
        i += 1
    if plan_march(e, v.context(0), brood) <= 0:
        return False
    for i in range(v.n):
        if is_next(e, v.option(i)):
            return True
    return False


def note_step(e: Judgement) -> None:
    """Record the hex that the last step left, so that no ant returns there in the same March."""
    m = e.march
    v = e.view
    steps = v.context(0)
    first = e.seat * HEXES
    goes_on = steps == m.before - 1 and v.turns == m.turn
    if not goes_on:
        m.left = 0
    for i in range(v.laid_n):
        hexno = v.laid[i]
        stand = e.ants[first + hexno]
        if goes_on and stand < m.stood[hexno]:
            m.left |= 1 << hexno
        m.stood[hexno] = stand
    m.before = steps
    m.turn = v.turns


def is_next(e: Judgement, option: i64) -> bool:
    """Return whether an option is the next step of the planned March: larvae come first, then ants."""
    m = e.march
    code = code_of(option)
    if m.hatch != NONE:
        return code == O_LARVA and (m.hatch == ANYWHERE or part(option, 0) == m.hatch)
    return code == O_STEP and part(option, 0) == m.source and part(option, 2) == m.to

"""How an army is brought together against a centipede of the Horde: where to, from where, and what it gains.

All numbers are hundredths of a colony point.
"""

from __future__ import annotations

from typing import Final

from marchsim.games.march.players.heuristic.ballot import Ballot
from marchsim.games.march.players.heuristic.horde import stand
from marchsim.games.march.players.heuristic.scene import Scene
from marchsim.games.march.players.heuristic.weights import W_ANT, W_INVADE
from marchsim.games.march.words import HEXES, NONE, O_LARVA, O_STEP, TUNNEL, code_of, part
from marchsim.kernel.compat import i64, vec

STRIDE: Final = 15  # what a step is worth that could go elsewhere
AFAR: Final = 99  # no way leads there
AT_ONCE: Final = 20  # percent of a battle: what it is worth to fight it now and not at the end of the round
RESCUE: Final = 60  # percent of what ants are worth that leave a hopeless battle


class Hunt:
    """The best hunt within reach: the hex of the centipede and what comes to it."""

    def __init__(self) -> None:
        self.value: i64 = 0
        self.target: i64 = NONE
        self.larvae: i64 = 0  # that emerge first, in `entry`
        self.entry: i64 = NONE
        self.ants: i64 = 0  # that walk, from the hexes with `take` above 0
        self.way: vec[i64] = vec[i64]([AFAR] * HEXES)  # steps from each hex to the target
        self.take: vec[i64] = vec[i64]([0] * HEXES)
        self.line: vec[i64] = vec[i64]([0] * HEXES)  # hexes yet to be looked at

    def measure(self, e: Scene, target: i64) -> None:
        """Work out how many steps each hex is away from the target."""
        e.connect()
        for i in range(HEXES):
            self.way[i] = AFAR
            self.take[i] = 0
        self.way[target] = 0
        self.line[0] = target
        n: i64 = 1
        i = 0
        while i < n:
            hexno = self.line[i]
            i += 1
            k = hexno * 6
            end = k + e.near_n[hexno]
            while k < end:
                other = e.near[k]
                k += 1
                if self.way[other] == AFAR:
                    self.way[other] = self.way[hexno] + 1
                    self.line[n] = other
                    n += 1

    def find_entry(self, e: Scene) -> i64:
        """Return where larvae may emerge nearest to the target: an inhabited hex or the Great Tunnel."""
        chosen: i64 = TUNNEL
        for i in range(e.view.laid_n):
            hexno = e.view.laid[i]
            if self.way[hexno] < self.way[chosen] and e.view.holds(e.seat, hexno) > 0:
                chosen = hexno
        return chosen

    def gather(self, e: Scene, target: i64, steps: i64, brood: i64) -> i64:
        """Return what the best army within reach of a centipede gains, and keep who it takes.

        `brood` larvae may emerge. Who costs least comes first; each must be worth it together with the rest.
        """
        self.measure(e, target)
        self.target = target
        self.entry = self.find_entry(e)
        self.larvae = 0
        self.ants = 0
        mine = e.ants[e.seat * HEXES + target]
        now = expected(e, target, mine)
        larva = e.larva_price + e.upkeep - e.w[W_ANT]
        best: i64 = 0
        if now > 0:
            best = (now * AT_ONCE) // 100
        best_larvae: i64 = 0
        best_ants: i64 = 0
        cost: i64 = 0
        while True:
            source = self.nearest(e, steps)
            price: i64 = AFAR * 1000
            if source >= 0:
                price = self.price(e, source)
            hatch = self.larvae < brood and self.way[self.entry] < steps
            if hatch and larva + STRIDE * (self.way[self.entry] + 1) < price:
                steps -= self.way[self.entry] + 1
                cost += larva + STRIDE * (self.way[self.entry] + 1)
                self.larvae += 1
            elif source >= 0:
                steps -= self.way[source]
                cost += price
                self.take[source] += 1
                self.ants += 1
            else:
                break
            then = expected(e, target, mine + self.larvae + self.ants)
            value = then - now - cost + e.w[W_INVADE]
            if then > 0:
                value += (then * AT_ONCE) // 100
            if value > best:
                best = value
                best_larvae = self.larvae
                best_ants = self.ants
        self.larvae = best_larvae
        self.ants = best_ants
        self.value = best
        return best

    def nearest(self, e: Scene, steps: i64) -> i64:
        """Return the hex from which an ant comes at the least price, or NONE."""
        chosen: i64 = NONE
        least: i64 = AFAR * 1000
        for i in range(e.view.laid_n):
            hexno = e.view.laid[i]
            if self.way[hexno] > 0 and self.way[hexno] <= steps:
                if e.ants[e.seat * HEXES + hexno] > self.take[hexno]:
                    price = self.price(e, hexno)
                    if price < least:
                        least = price
                        chosen = hexno
        return chosen

    def price(self, e: Scene, hexno: i64) -> i64:
        """Return what it costs that one more ant comes from a hex."""
        strides = STRIDE * self.way[hexno]
        left = e.ants[e.seat * HEXES + hexno] - self.take[hexno]
        if hexno == TUNNEL:
            return strides
        return strides + e.ants_worth(hexno, left) - e.ants_worth(hexno, left - 1)


def expected(e: Scene, hexno: i64, n: i64) -> i64:
    """Return what n own ants may expect of the centipede of a tile, or 0 without any."""
    if n <= 0:
        return 0
    return stand(e, hexno, n, e.free, e.free_of(hexno))


def seek(e: Scene, hunt: Hunt, steps: i64, brood: i64) -> i64:
    """Find the best hunt that so many steps allow; return what it gains, 0 if there is none."""
    best: i64 = 0
    target: i64 = NONE
    for i in range(e.view.laid_n):
        hexno = e.view.laid[i]
        if e.centipede[hexno] > 0:
            value = hunt.gather(e, hexno, steps, brood)
            if value > best:
                best = value
                target = hexno
    if target >= 0 and target != hunt.target:
        hunt.gather(e, target, steps, brood)
    return best


def rescue(e: Scene, steps: i64) -> i64:
    """Return what it is worth that so many steps lead own ants out of hopeless battles."""
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


def hunting_worth(e: Scene, hunt: Hunt, steps: i64) -> i64:
    """Return what a March gains against the Horde: the best hunt, or ants led out of hopeless battles."""
    gain = seek(e, hunt, steps, e.view.larvae[e.seat])
    saved = rescue(e, steps)
    return gain if gain > saved else saved


def stalk(e: Scene, hunt: Hunt, ballot: Ballot) -> bool:
    """Bid for the steps that the best hunt takes next; return whether there is one."""
    v = e.view
    brood: i64 = 0
    i: i64 = 0
    while i < v.n and brood == 0:
        if code_of(v.option(i)) == O_LARVA:
            brood = v.larvae[e.seat]
        i += 1
    if seek(e, hunt, v.context(0), brood) <= 0 or hunt.larvae + hunt.ants == 0:
        return False
    ballot.open()
    found = False
    for i in range(v.n):
        choice = v.option(i)
        code = code_of(choice)
        hexno = part(choice, 0)
        if hunt.larvae > 0:
            if code == O_LARVA and hexno == hunt.entry:
                ballot.bid(i, 0)
                found = True
        elif code == O_STEP and hunt.take[hexno] > 0 and hunt.way[part(choice, 2)] < hunt.way[hexno]:
            ballot.bid(i, -e.leave(hexno, part(choice, 1)))
            found = True
    return found

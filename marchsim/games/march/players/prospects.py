"""The value of a position at the end of a round, from points and holdings, and the chance to win.

All values are in hundredths of a colony point. The value of each thing depends on the rounds left. The values
were fitted to the winners of games between strong heuristics, with an earlier version of `python -m
tools.prospects`. The model is a conditional logit: chances are proportional to the exponentials of values. A
fit to today's heuristics plays worse (D-105), so it is not used.
"""

from __future__ import annotations

from typing import Final

from marchsim.games.march.engine.view import View
from marchsim.games.march.words import ABDOMEN, HEAD, HEXES, SEATS, SITES, THORAX, TUNNEL
from marchsim.kernel.compat import i64, vec
from marchsim.tabletop.vectors import vector

# name, from how many on the next one is worth something else, and what one is worth beyond each of these,
# by rounds to come from 1
THINGS: Final = (
    ("food", (0, 2, 4, 7), ((-28, 55, -44, -5), (114, -51, -26, 14), (239, -204, -24, 0))),
    ("larva", (0, 4, 8, 14), ((10, -12, 8, 4), (13, -15, 9, -5), (35, -22, -22, -4))),
    ("card", (0, 2, 4, 7), ((85, -86, -1, 6), (63, -41, -20, 44), (120, -35, -42, 9))),
    ("ant", (0, 3, 6, 9), ((28, -6, 2, -7), (85, -42, -4, 8), (107, -36, 33, 0))),
    ("inner hex", (0, 1, 2, 3), ((23, -8, 9, -17), (63, -36, -34, -44), (187, -114, -119, -18))),
    ("head", (0, 1), ((114, -59), (279, -102), (411, -141))),
    ("thorax", (0, 1), ((28, 13), (138, -19), (206, -8))),
    ("abdomen", (0, 1), ((79, -50), (149, -73), (211, -17))),
    ("goal", (0, 1), ((68, 0), (127, -40), (142, -17))),
    ("food site", (0,), ((6,), (19,), (43,))),
    ("larva site", (0,), ((7,), (16,), (17,))),
    ("larvae site", (0,), ((21,), (36,), (28,))),
    ("card site", (0,), ((24,), (46,), (44,))),
    ("point site", (0,), ((-16,), (-13,), (0,))),
    ("body", (0,), ((-90,), (-200,), (-108,))),
    ("inhabited hex", (0,), ((54,), (62,), (25,))),
    ("contested hex", (0,), ((-29,), (-20,), (-35,))),
    ("ant in the outskirts", (0,), ((-14,), (-20,), (-24,))),
    ("food ahead", (0,), ((40,), (3,), (16,))),
    ("larvae ahead", (0,), ((16,), (8,), (0,))),
    ("cards ahead", (0,), ((40,), (30,), (3,))),
)
SITE: Final = 9  # where the sites begin, in the order of their resources
HEX: Final = 15  # where what ants do in the Meadow begins
AHEAD: Final = 18  # where leads in food, larvae and cards over the best other begin
FAR: Final = 4  # a lead counts up to so much, and a lag; what is kept is the lead and FAR
MOST: Final = 24  # of a thing more than that are worth as much as that
ROWS: Final = 3  # with more rounds to come than these, all is as with these
SCALES: Final = (120, 175, 286, 390)  # by rounds to come, from 0
COMPANY: Final = (  # against the Horde, by rounds to come, from 1: what changes the margin by the end
    # centipede in a hex, one in the Great Tunnel; of a player on average: ant, inner hex, food, larva, card
    (-129, -101, 35, 162, 8, 12, 18),
    (-227, -207, 74, 379, 21, 18, 21),
    (-351, -317, 101, 547, 135, 14, 84),
)
CHANCE: Final = 10_000  # a chance of 1
FINE: Final = 32  # steps of the exponential in which a position falls behind by SCALES
EXPONENTS: Final = 8  # beyond this many times SCALES a position has no chance


def exponentials() -> list[int]:
    """2**20 exp(-k / FINE) for each k from 0 on, as integers that are the same on all machines."""
    found = [1 << 20]
    for _ in range(FINE * EXPONENTS):
        found.append(found[-1] * 4_162_825_044 >> 32)  # 2**32 exp(-1 / 32)
    return found


def worths() -> list[int]:
    """The value of n things of each kind, at index `(row * things + thing) * (MOST + 1) + n`."""
    found: list[int] = []
    for row in range(ROWS):
        for _, knots, slopes in THINGS:
            for n in range(MOST + 1):
                pairs = zip(knots, slopes[row], strict=True)
                found.append(sum(max(0, n - knot) * slope for knot, slope in pairs))
    return found


WORTH: Final = vector(worths())
FALLING: Final = vector(exponentials())


class Prospects:
    """Evaluates positions at the end of a round by tables that are computed once."""

    def __init__(self) -> None:
        self.stock: Final = vec[i64]([0] * (SEATS * len(THINGS)))  # of each seat; of a lead FAR more
        self.worth: Final = WORTH
        self.falling: Final = FALLING
        self.value: Final = vec[i64]([0] * SEATS)  # of each seat's position

    # what there is ------------------------------------------------------------
    def take_stock(self, view: View) -> None:
        """Count how many of each of THINGS every player has. `view` may be that of any seat."""
        stock = self.stock
        n: i64 = len(THINGS)
        for seat in range(view.players):
            at = seat * n
            stock[at] = view.food[seat]
            stock[at + 1] = view.larvae[seat]
            stock[at + 2] = view.hand_n[seat]
            stock[at + 3] = view.army[seat]
            stock[at + 4] = 0
            stock[at + 5] = view.evolution_n[seat * 3 + HEAD]
            stock[at + 6] = view.evolution_n[seat * 3 + THORAX]
            stock[at + 7] = view.evolution_n[seat * 3 + ABDOMEN]
            stock[at + 8] = view.goal_n[seat]
            for i in range(SITE, AHEAD):
                stock[at + i] = 0
            stock[at + 14] = view.bodies[seat]
            stock[at + AHEAD] = self.ahead(view.food, view.players, seat)
            stock[at + AHEAD + 1] = self.ahead(view.larvae, view.players, seat)
            stock[at + AHEAD + 2] = self.ahead(view.hand_n, view.players, seat)
        for i in range(view.laid_n):
            if view.laid[i] != TUNNEL and view.crowd[view.laid[i]] > 0:
                self.count_ants(view, view.laid[i])

    def ahead(self, store: vec[i64], players: i64, seat: i64) -> i64:
        """A player's lead in a store over the best other player, from 0 (-FAR or less) to 2 * FAR."""
        best: i64 = 0
        for other in range(players):
            if other != seat and store[other] > best:
                best = store[other]
        lead = min(store[seat] - best, FAR)
        return lead + FAR if lead > -FAR else i64(0)

    def count_ants(self, view: View, hexno: i64) -> None:
        """Add each player's holdings in a hex to its stock: sites, scoring control, ants in the outskirts."""
        stock = self.stock
        kit = view.kit
        n: i64 = len(THINGS)
        at = hexno * SITES
        for seat in range(view.players):
            ants = view.ants[seat * HEXES + hexno]
            if ants > 0:
                stock[seat * n + HEX] += 1
                if view.crowd[hexno] > ants:
                    stock[seat * n + HEX + 1] += 1
                stock[seat * n + HEX + 2] += view.out[seat * HEXES + hexno]
        for site in range(kit.sites[hexno]):
            holder = view.site[at + site]
            if holder >= 0:
                stock[holder * n + SITE + kit.resource[at + site] - 1] += 1
                if site == 0 and view.scoring[hexno] > 0:
                    stock[holder * n + 4] += 1

    # what it promises -----------------------------------------------------------
    def judge(self, view: View) -> None:
        """Compute the value of each seat. After the last round only points count, and ants break ties."""
        left = view.rules.rounds - view.round
        for seat in range(view.players):
            self.value[seat] = 100 * view.score[seat]
        if left <= 0:
            for seat in range(view.players):
                self.value[seat] += view.army[seat]
            return
        left = min(left, ROWS)
        self.take_stock(view)
        n: i64 = len(THINGS)
        for seat in range(view.players):
            at = (left - 1) * n * (MOST + 1)
            for i in range(n):
                has = self.stock[seat * n + i]
                self.value[seat] += self.worth[at + min(has, MOST)]
                at += MOST + 1

    def lead(self, view: View) -> i64:
        """The lead of the view's seat over the best other seat. In a solo game, the seat's own value."""
        self.judge(view)
        return self.lead_judged(view)

    def lead_judged(self, view: View) -> i64:
        """The lead of the view's seat in the position that was evaluated last."""
        best: i64 = 0
        for seat in range(view.players):
            if seat != view.seat and self.value[seat] > best:
                best = self.value[seat]
        return self.value[view.seat] - best

    def chance(self, view: View) -> i64:
        """The chance of the view's seat to win, from 0 to CHANCE."""
        self.judge(view)
        left = max(view.rules.rounds - view.round, 0)
        scale: i64 = SCALES[ROWS]
        if left < ROWS:
            scale = SCALES[left]
        best = self.value[0]
        for seat in range(1, view.players):
            best = max(best, self.value[seat])
        total: i64 = 0
        own: i64 = 0
        for seat in range(view.players):
            step = (best - self.value[seat]) * FINE // scale
            weight: i64 = 0
            if step <= FINE * EXPONENTS:
                weight = self.falling[step]
            total += weight
            if seat == view.seat:
                own = weight
        return CHANCE * own // total

    # against the Horde ------------------------------------------------------------
    def company(self, view: View) -> i64:
        """The change in the players' margin over the Horde that is expected from now to the end."""
        left = view.rules.rounds - view.round
        if left <= 0:
            return 0
        prices = COMPANY[min(left, ROWS) - 1]
        self.take_stock(view)
        n: i64 = len(THINGS)
        ants: i64 = 0
        inner: i64 = 0
        food: i64 = 0
        larvae: i64 = 0
        cards: i64 = 0
        for seat in range(view.players):
            food += self.stock[seat * n]
            larvae += self.stock[seat * n + 1]
            cards += self.stock[seat * n + 2]
            ants += self.stock[seat * n + 3]
            inner += self.stock[seat * n + 4]
        value = view.intruders * prices[1]
        for hexno in range(HEXES):
            value += view.centipede[hexno] * prices[0]
        each = ants * prices[2] + inner * prices[3] + food * prices[4] + larvae * prices[5]
        return value + (each + cards * prices[6]) // view.players

"""A player's judgement of the Meadow: the value of ants in each hex, of battles, and of paths.

All values are in hundredths of a colony point. The value of an ant in a contested hex is kept until ants or
prices there change.
"""

from __future__ import annotations

from typing import Final

from marchsim.games.march.engine.view import View
from marchsim.games.march.players.heuristic.card_facts import CardFacts
from marchsim.games.march.players.heuristic.horde_threat import fear, stand
from marchsim.games.march.players.heuristic.marches import NO_HUNT, HuntPlan, MarchPlan
from marchsim.games.march.players.heuristic.site_worth import SiteWorth
from marchsim.games.march.players.heuristic.weights import W_CENTIPEDE, W_POINT
from marchsim.games.march.words import HEXES, NOBODY, OUT, SIDES, SITES, TUNNEL
from marchsim.kernel.compat import i64, vec
from marchsim.tabletop.players.weights import Weights
from marchsim.tabletop.vectors import wipe

DECAY: Final = 12  # what each further step to a goal takes off
LASTING: Final = 50  # percent of what a site is worth where the next invasion comes
OUTWARD: Final = 1  # an exit to a place where control of a hex will not score
INWARD: Final = 2  # and to one where it may
UNKNOWN: Final = -1
PAID: Final = 4  # how many ants are thought of that may pay for a card
FAR: Final = 6  # how many ants at once are thought of in a battle


class Judgement(SiteWorth):
    """The position as a seat values it. Vectors are by hex or, for neighbours, by `hex * 6 + number`."""

    def __init__(self, view: View, facts: CardFacts, weights: Weights) -> None:
        super().__init__(view, facts, weights)
        # of the battle last met()
        self.hex: i64 = 0
        self.theirs: i64 = 0
        self.others: i64 = 0
        self.extra: i64 = 0  # own strength beside ants
        self.against: i64 = 0
        self.toll: i64 = 0  # ants that a victory costs
        self.edge: i64 = 0  # added to the lead: ferocity, and 1 for who wins draws
        self.facing = False  # the rival may lay a card
        # remembered by more()
        self.mark: Final = vec[i64]([-1] * HEXES)
        self.gain: Final = vec[i64]([0] * HEXES)
        self.want: Final = vec[i64]([1] * HEXES)  # how many ants together make that gain
        # remembered by battle_gain(), by `hex * (FAR + 1) + number of ants`
        self.battle_mark: Final = vec[i64]([-1] * HEXES)
        self.battle_far: Final = vec[i64]([0] * HEXES)  # up to how many ants it is known
        self.battle_now: Final = vec[i64]([0] * HEXES)  # what the own ants there are worth as they are
        self.battle_gains: Final = vec[i64]([0] * (HEXES * (FAR + 1)))
        self.battle_wants: Final = vec[i64]([0] * (HEXES * (FAR + 1)))
        # remembered by last_ant()
        self.last_mark: Final = vec[i64]([-1] * HEXES)
        self.last_stamp: Final = vec[i64]([-1] * HEXES)
        self.last_gain: Final = vec[i64]([0] * HEXES)
        # worked out by effect_worth.ant_costs()
        self.cost_version: i64 = -1
        self.cost_stamp: i64 = -1
        self.costs: Final = vec[i64]([0] * PAID)  # what is lost when own ants leave, the least first
        self.cost_n: i64 = 0  # how many of them there are, up to PAID
        # worked out by spread()
        self.reach: vec[i64] = vec[i64]([0] * HEXES)
        self.aim: vec[i64] = vec[i64]([0] * HEXES)  # the hex that `reach` leads to
        self.next: vec[i64] = vec[i64]([0] * HEXES)
        self.next_aim: vec[i64] = vec[i64]([0] * HEXES)
        # worked out by connect()
        self.connected: i64 = 0  # hexes that lay when it was
        self.near: Final = vec[i64]([0] * (HEXES * 6))  # hexes that tunnels join to a hex
        self.near_n: Final = vec[i64]([0] * HEXES)
        self.exits: Final = vec[i64]([0] * HEXES)  # OUTWARD, INWARD: tunnels to such empty places
        # remembered by action_worth.unknown_tile()
        self.unknown_mark: i64 = -1
        self.unknown: i64 = 0
        # while a question is rated
        self.best: i64 = 0  # of the options rated so far
        self.march: Final = MarchPlan()  # the one last planned
        self.hunt: Final = HuntPlan() if self.wary else NO_HUNT
        self.plans = True  # a plan may go before scores
        self.hunting = False  # a hunt is: its steps go before all others
        self.marching = False  # a March is: likewise
        self.ahead: i64 = 0  # steps that follow this one
        self.origin: i64 = -1  # place that the last rated step leaves
        self.origin_cost: i64 = 0  # cost of leaving it
        self.prize: i64 = 0  # stake of the question, the same for all options
        self.laid: i64 = UNKNOWN  # whether the rival has laid a card: 1, 0 or UNKNOWN
        self.unaided: i64 = 0  # expected gain of a battle if no card is laid

    def forget(self) -> None:
        """Forget the game, since another one begins in the same view."""
        super().forget()
        self.connected = 0
        self.march.before = 0
        wipe(self.march.stood, HEXES)
        wipe(self.relief, HEXES)  # a hex that is laid later in a turn is not known before the next look

    # ants ----------------------------------------------------------------
    def ants_worth(self, hexno: i64, n: i64) -> i64:
        """The value of `n` of the player's ants in a tile: for sites held and battles expected."""
        if n <= 0 or hexno == TUNNEL:
            return 0
        others = self.crowd[hexno] - self.ants[self.seat * HEXES + hexno]
        hunts = self.centipede[hexno] > 0
        if others == 0 and not hunts:  # all sites are the player's or empty
            n = min(n, SITES)
            return self.every[self.every_of(hexno) + n]
        if hunts:
            return self.hunted(hexno, n)
        if others + n <= self.sites[hexno]:
            return self.free[self.free_of(hexno) + n]
        self.meet(hexno, others)
        return self.fight(n)

    def last_of(self, hexno: i64, n: i64) -> i64:
        """The value of `n` of the player's ants in a tile, less the value of one ant fewer."""
        value = self.ants_worth(hexno, n)
        if n < 2:
            return value
        others = self.crowd[hexno] - self.ants[self.seat * HEXES + hexno]
        if others == 0:
            return value - self.ants_worth(hexno, n - 1)
        n -= 1  # the battle has been met, if there is one
        if self.centipede[hexno] > 0:
            return value - self.hunted(hexno, n)
        if others + n <= self.sites[hexno]:
            return value - self.free[self.free_of(hexno) + n]
        return value - self.fight(n)

    def main_rival(self, hexno: i64) -> i64:
        """The opponent in a battle in a hex: the controller or, failing that, the player with most ants.

        Of tied players, the next in turn order is the opponent.
        """
        at = hexno * SITES
        seat = self.owner[at]
        if seat >= 0 and seat != self.seat:
            return seat
        players = self.view.players
        most: i64 = 0
        chosen: i64 = NOBODY
        seat = self.seat + 1
        left = players - 1
        while left > 0:
            if seat == players:
                seat = 0
            at = seat * HEXES + hexno
            ants = self.ants[at]
            if ants > most:
                most = ants
                chosen = seat
            seat += 1
            left -= 1
        return chosen

    def odds(self, lead: i64, armed: bool) -> i64:
        """The chance, in percent, to win a battle with this lead. An `armed` opponent may lay a card."""
        if lead <= 0:
            return 0
        if not armed or lead >= 32:
            return 100
        return self.facts.at_most[lead - 1]

    def meet(self, hexno: i64, others: i64) -> None:
        """Find the opponent of a battle in a tile, and its strength, for calls of `fight`."""
        rival = self.main_rival(hexno)
        seat = self.seat
        at = rival * HEXES + hexno
        theirs = self.ants[at]
        self.hex = hexno
        self.theirs = theirs
        self.others = others
        edge: i64 = 0
        if self.muted[rival] == 0:
            edge = self.bite
        at = hexno * SITES
        if self.owner[at] == seat:
            self.extra = self.defending[seat]
            against = theirs + self.invading[rival]
            edge += 1
        else:
            self.extra = self.invading[seat]
            against = theirs + self.defending[rival]
        self.edge = edge
        self.against = against
        self.toll = self.figures.winner_losses(against)
        self.facing = self.armed[rival] > 0

    def fight(self, n: i64) -> i64:
        """The expected gain if `n` of the player's ants battle the opponent that `meet` found."""
        ant = self.an_ant
        against = self.against
        own = n + self.extra
        p = self.odds(own - against + self.edge, self.facing)
        if p == 0 and n <= against:  # certain to be lost, with every ant
            return -ant * n
        lost = min(self.toll, n - 1)
        left = min(n - lost, SITES)
        slain = min(self.theirs, own)
        prize = self.victory
        if slain >= self.others:
            at = self.every_of(self.hex) + left
            prize += self.every[at]
        else:
            at = self.free_of(self.hex) + left
            prize += self.free[at]
        win = (prize * self.battle_share + slain * self.slain_share) // 100 + self.any_battle - lost * ant
        if p == 100:
            return win
        kept = n - against
        if kept <= 0:
            return (p * win - (100 - p) * ant * n) // 100
        kept = min(kept, SITES)
        at = self.free_of(self.hex) + kept
        return (p * win + (100 - p) * (self.free[at] // 2 - ant * against)) // 100

    def fear(self) -> None:
        """Update the threat of the Horde."""
        fear(self)

    def hunted(self, hexno: i64, n: i64) -> i64:
        """The expected gain if `n` of the player's ants battle the centipede of a tile."""
        at = self.free_of(hexno)
        if self.wary:
            return stand(self, hexno, n, self.free, at)
        w = self.w
        a = self.facts
        strength = n + self.defending[self.seat] + self.fierce
        p: i64 = 100
        if strength < 32:
            p = a.pair_at_most[strength]
        lost = min(n - 1, 2)
        left = min(n - lost, SITES)
        prize = self.rules.centipede_points * w[W_POINT] + self.rules.centipede_food * self.food_price
        win = (prize * w[W_CENTIPEDE]) // 100 + self.free[at + left] - lost * self.an_ant
        n = min(n, 5)
        return (p * win - (100 - p) * self.an_ant * n) // 100

    def more(self, hexno: i64, most: i64) -> i64:
        """The value of one more of the player's ants in a hex, where up to `most` may come.

        If only a group can win, this is the group's value per ant.
        """
        if hexno == TUNNEL:
            return 0
        at = self.seat * HEXES + hexno
        mine = self.ants[at]
        crowd = self.crowd[hexno]
        centipede = self.centipede[hexno]
        if crowd == mine and centipede == 0:  # all sites are the player's or empty
            return self.next_site(hexno, mine)
        most = min(most, FAR)
        mark = (((self.version * 64 + mine) * 128 + crowd) * 8 + self.filled[hexno]) * 2 + centipede
        mark *= 8
        known = self.mark[hexno]
        if known == mark or known == mark + most:
            return self.gain[hexno]
        best: i64 = 0
        if centipede == 0 and crowd + most <= self.sites[hexno]:
            if mine < SITES:
                at = self.free_of(hexno) + mine
                best = self.free[at + 1] - self.free[at]
                if hexno == self.doomed:
                    best = (best * LASTING) // 100
            self.want[hexno] = 1
        else:
            most = max(most, 1)
            best = self.battle_gain(hexno, mine, crowd - mine, most)
            mark += most
        self.mark[hexno] = mark
        self.gain[hexno] = best
        return best

    def next_site(self, hexno: i64, mine: i64) -> i64:
        """The value of the next best site in a tile where the player has `mine` ants and is alone."""
        if mine >= SITES:
            return 0
        at = self.every_of(hexno) + mine
        every = self.every
        best = every[at + 1] - every[at]
        if hexno == self.doomed:
            return (best * LASTING) // 100
        return best

    def battle_gain(self, hexno: i64, mine: i64, others: i64, most: i64) -> i64:
        """The value of one more of the player's ants in a battle, where up to `most` may come.

        Also records the number of ants that should come (`want`). The result is kept until anything in the
        tile changes.
        """
        mark = self.stamp(hexno)
        if self.battle_mark[hexno] != mark:
            self.battle_mark[hexno] = mark
            self.more_in_battle(hexno, mine, others, 0, most)
        elif self.battle_far[hexno] < most:
            self.more_in_battle(hexno, mine, others, self.battle_far[hexno] + 1, most)
        at = hexno * (FAR + 1) + most
        self.want[hexno] = self.battle_wants[at]
        return self.battle_gains[at]

    def more_in_battle(self, hexno: i64, mine: i64, others: i64, first: i64, most: i64) -> None:
        """Compute the value of one more ant in a battle, if up to `most` ants may come.

        The same value is computed for each lower limit on ants to come, down to `first`.
        """
        hunts = self.centipede[hexno] > 0
        if not hunts:
            self.meet(hexno, others)
        room = self.sites[hexno] - others  # ants that share the tile in peace
        now: i64 = 0
        best: i64 = -1000000
        want: i64 = 1
        gains = self.battle_gains
        wants = self.battle_wants
        at = hexno * (FAR + 1)
        if first > 0:
            now = self.battle_now[hexno]
        if first > 1:
            best = gains[at + first - 1]
            want = wants[at + first - 1]
        k = first
        while k <= most:
            n = mine + k
            value: i64 = 0
            if n > 0:
                if hunts:
                    value = self.hunted(hexno, n)
                elif n <= room:
                    value = self.free[self.free_of(hexno) + n]
                else:
                    value = self.fight(n)
            if k == 0:
                now = value
            else:
                value -= now
                if value >= (best + 1) * k:  # on average more than the best so far
                    best = value if k == 1 else value // k
                    want = k
                gains[at + k] = best
                wants[at + k] = want
            k += 1
        self.battle_now[hexno] = now
        self.battle_far[hexno] = most

    def leave(self, hexno: i64, slot: i64) -> i64:
        """The loss if one of the player's ants leaves its place, below 0 if the player gains by it."""
        if hexno == TUNNEL:
            return 0
        at = self.seat * HEXES + hexno
        mine = self.ants[at]
        crowd = self.crowd[hexno]
        if (crowd > self.sites[hexno] and crowd > mine) or self.centipede[hexno] > 0:
            less = self.last_ant(hexno, mine, crowd)
            if slot < OUT and not self.wary:
                less += self.worth(hexno, slot) // 4
            return less
        if slot == OUT:
            return 0
        if self.out[at] > 0:
            return 1  # another moves up
        if hexno == self.doomed:
            return (self.worth(hexno, slot) * LASTING) // 100
        return self.worth(hexno, slot)

    def last_ant(self, hexno: i64, mine: i64, crowd: i64) -> i64:
        """The value of the player's ants in a contested tile, less the value of one ant fewer."""
        mark = ((self.version * 64 + mine) * 128 + crowd) * 2 + self.centipede[hexno]
        if self.last_mark[hexno] == mark:
            return self.last_gain[hexno]
        self.last_mark[hexno] = mark
        stamp = self.stamp(hexno)
        if self.last_stamp[hexno] != stamp:
            self.last_stamp[hexno] = stamp
            self.last_gain[hexno] = self.last_of(hexno, mine)
        return self.last_gain[hexno]

    def stamp(self, hexno: i64) -> i64:
        """A number that changes whenever the value of a hex may have changed."""
        return (((self.priced + self.tides) << 24) + self.stirred[hexno]) * 2 + self.centipede[hexno]

    # ways ------------------------------------------------------------------
    def connect(self) -> None:
        """Update the connections of hexes laid since the last call, and their tunnels to empty places."""
        v = self.view
        beside = v.beside
        n = v.laid_n
        while self.connected < n:
            hexno = v.laid[self.connected]
            self.connected += 1
            self.link(hexno)
            first = hexno * 6
            for k in range(first, first + 6):
                if beside[k] >= 0:
                    self.link(beside[k])

    def link(self, hexno: i64) -> None:
        """Update where the tunnels of a hex lead."""
        v = self.view
        joined = v.joined
        near = self.near
        first = hexno * 6
        at = first
        exits: i64 = 0
        for edge in range(SIDES):
            k = first + edge
            other = joined[k]
            if other >= 0:
                near[at] = other
                at += 1
            elif v.open[k] > 0 and v.beside[k] < 0:
                if self.may_score(hexno, edge):
                    exits |= INWARD
                else:
                    exits |= OUTWARD
        self.near_n[hexno] = at - first
        self.exits[hexno] = exits

    def may_score(self, hexno: i64, edge: i64) -> bool:
        """Return whether control of a new hex across an edge of this hex may score."""
        v = self.view
        column = v.column[hexno] + self.kit.edge_q[edge]
        return self.figures.place_scores(column, v.row[hexno] + self.kit.edge_r[edge])

    def spread(self, steps: i64) -> None:
        """For an ant in each hex with `steps` steps left, compute its value (`reach`) and target (`aim`)."""
        reach = self.reach
        aim = self.aim
        laid = self.view.laid
        n = self.view.laid_n
        most = min(steps + 1, self.force)
        for i in range(n):
            hexno = laid[i]
            reach[hexno] = self.more(hexno, most)
            aim[hexno] = hexno
        if steps > 0:
            self.connect()
            self.sweep()
        if steps > 1:
            self.sweep()

    def sweep(self) -> None:
        """Raise the value of each hex to that of its best neighbour less a step, if that is more."""
        reach = self.reach
        aim = self.aim
        later = self.next
        later_aim = self.next_aim
        near = self.near
        near_n = self.near_n
        laid = self.view.laid
        n = self.view.laid_n
        for i in range(n):
            hexno = laid[i]
            best = reach[hexno]
            to = aim[hexno]
            first = hexno * 6
            for k in range(first, first + near_n[hexno]):
                other = near[k]
                if reach[other] - DECAY > best:
                    best = reach[other] - DECAY
                    to = aim[other]
            later[hexno] = best
            later_aim[hexno] = to
        self.reach = later
        self.aim = later_aim
        self.next = reach
        self.next_aim = aim

"""The position as a player values it: prices of food, larvae and cards, sites, and ants in each hex.

All numbers are hundredths of a colony point. The prices are worked out once in each turn and phase
(`look`); the value of one more ant in a hex is remembered until the ants there change.
"""

from __future__ import annotations

from typing import Final

from marchsim.games.march.heuristic.almanac import Almanac
from marchsim.games.march.heuristic.weights import (
    W_ANT,
    W_BATTLE,
    W_CARD,
    W_CENTIPEDE,
    W_END,
    W_FOOD,
    W_HARM,
    W_HUNGER,
    W_INNER,
    W_INVADE,
    W_LARVA,
    W_POINT,
    W_SITE,
    WEIGHTS,
    Weights,
)
from marchsim.games.march.view import View
from marchsim.games.march.words import (
    ABDOMEN,
    CARD,
    FOOD,
    HEAD,
    HEXES,
    LARVA,
    LARVAE,
    NOBODY,
    OUT,
    POINT,
    QUEEN,
    SEATS,
    SITES,
    TUNNEL,
)
from marchsim.kernel.compat import i64, vec

CONTROL: Final = 10  # what holding the control site is worth in itself: it defends
DECAY: Final = 12  # what each further step to a goal takes off
FAR: Final = 8  # how many ants at once are thought of in a battle


class Scene:
    """What a seat sees and what it is worth to it. Vectors by hex, slot `hex * SITES + site` or seat."""

    def __init__(self, view: View, almanac: Almanac, weights: Weights) -> None:
        self.view = view
        self.kit = view.kit
        self.rules = view.rules
        self.seat: i64 = view.seat
        self.almanac = almanac
        self.weights = weights
        self.w: vec[i64] = vec[i64]([0] * WEIGHTS)
        self.round: i64 = 0
        self.turn: i64 = -1
        self.phase: i64 = -1
        self.version: i64 = 0
        # worked out by look()
        self.left: i64 = 0  # harvests and Slumbers to come
        self.horizon: i64 = 0  # the same in hundredths, the later the less
        self.bread: i64 = 0  # food that will be left over at the next feeding
        self.food_price: i64 = 0
        self.larva_price: i64 = 0
        self.card_price: i64 = 0
        self.upkeep: i64 = 0  # of an ant, to the end
        self.fierce: i64 = 0  # ferocity of the best card in hand
        self.force: i64 = 0  # ants that could be brought: larvae, ants in the Great Tunnel and outskirts
        self.yields: vec[i64] = vec[i64]([0] * 6)  # of a site, to the end, by resource
        self.invading: vec[i64] = vec[i64]([0] * SEATS)  # strength beside ants, by seat
        self.defending: vec[i64] = vec[i64]([0] * SEATS)
        self.armed: vec[i64] = vec[i64]([0] * SEATS)  # may lay a card against this player
        self.muted = vec[i64]([0] * SEATS)  # this player's head mutes the own cards
        # remembered by more()
        self.mark: vec[i64] = vec[i64]([-1] * HEXES)
        self.gain: vec[i64] = vec[i64]([0] * HEXES)
        self.reach: vec[i64] = vec[i64]([0] * HEXES)
        self.next: vec[i64] = vec[i64]([0] * HEXES)

    # prices -----------------------------------------------------------------
    def look(self) -> None:
        """Take in the position, if a turn or phase has begun since the last look."""
        v = self.view
        if v.turns == self.turn and v.phase == self.phase:
            return
        self.turn = v.turns
        self.phase = v.phase
        self.version += 1
        if v.round != self.round:
            self.round = v.round
            self.weights.load(v.round, self.w)
        left = self.rules.rounds - v.round + 1
        if v.phase >= QUEEN:
            left -= 1
        self.left = left
        self.horizon = left * (105 - 5 * left) if left < 10 else left * 55
        self.count_bread()
        self.set_prices()
        self.size_up()

    def mouths(self, seat: i64) -> i64:
        """Return how many ants a player will have to feed."""
        v = self.view
        total = v.army[seat]
        abdomen = v.top(seat, ABDOMEN)
        if abdomen >= 0:
            amounts = self.almanac
            total -= amounts.fasts[abdomen] * (v.players - 1)
            if amounts.tunnel_fasts[abdomen] > 0:
                total -= v.ants[seat * HEXES + TUNNEL]
        return total if total > 0 else 0

    def count_bread(self) -> None:
        """Work out how much food is left over when the ants have been fed with what sites will yield."""
        v = self.view
        seat = self.seat
        at = seat * HEXES
        ants = v.ants
        out = v.out
        laid = v.laid
        site = v.site
        resource = self.kit.resource
        crop: i64 = 0
        idle: i64 = 0
        n = v.laid_n
        i: i64 = 0
        while i < n:
            hexno = laid[i]
            i += 1
            if ants[at + hexno] == 0:
                continue
            idle += out[at + hexno]
            if ants[at + hexno] == out[at + hexno]:
                continue
            k = hexno * SITES
            last = k + self.kit.sites[hexno]
            while k < last:
                if site[k] == seat and resource[k] == FOOD:
                    crop += 1
                k += 1
        self.force = idle + v.larvae[seat]
        rate = self.rules.feed_rate + self.rules.abdomen_feeds * v.evolution_n[seat * 3 + ABDOMEN]
        if v.phase >= QUEEN:
            crop = 0  # the Harvest may be over; what is asked here is what to have next round
        self.bread = v.food[seat] + crop - (self.mouths(seat) + rate - 1) // rate

    def set_prices(self) -> None:
        """Work out what a food, a larva and a card are worth now: the less there is, the more."""
        v = self.view
        w = self.w
        seat = self.seat
        yields = self.yields
        rate = self.rules.feed_rate + self.rules.abdomen_feeds * v.evolution_n[seat * 3 + ABDOMEN]
        if self.left <= 1:
            food = self.bonus(v.food, 10) + w[W_FOOD] // 10
            larva = self.bonus(v.larvae, 6) + w[W_LARVA] // 10
            card = self.bonus(v.hand_n, 6) + w[W_CARD] // 6
        else:
            food = scarce(w[W_FOOD], v.food[seat], 2)
            larva = scarce(w[W_LARVA], v.larvae[seat], 4)
            card = scarce(w[W_CARD], v.hand_n[seat], 3)
        if self.bread < 0:
            food += (w[W_HUNGER] * 70) // 100
        elif self.bread == 0:
            food += (w[W_HUNGER] * 25) // 100
        self.food_price = food
        self.larva_price = larva
        self.card_price = card
        self.upkeep = (food * (100 + self.horizon)) // (200 * rate)
        h = (self.horizon * w[W_SITE]) // 100
        if self.left <= 1:
            yields[FOOD] = (food * w[W_SITE]) // 100
            yields[LARVA] = (larva * w[W_SITE]) // 100
            yields[CARD] = (card * w[W_SITE]) // 100
        else:
            yields[FOOD] = (w[W_FOOD] * h) // 100 + food - w[W_FOOD]
            yields[LARVA] = (w[W_LARVA] * h) // 100
            yields[CARD] = (w[W_CARD] * h) // 100
        yields[LARVAE] = 2 * yields[LARVA]
        yields[POINT] = (w[W_POINT] * self.horizon) // 100

    def bonus(self, stores: vec[i64], floor: i64) -> i64:
        """Return what one more of a store is worth for the bonuses of the end (END-01, END-02)."""
        best: i64 = 0
        other: i64 = 0
        while other < self.view.players:
            if other != self.seat and stores[other] > best:
                best = stores[other]
            other += 1
        lead = stores[self.seat] - best
        worth: i64 = floor
        if lead == -1:
            worth = 90
        elif lead == 0:
            worth = 130
        elif lead == 1:
            worth = 90
        elif lead == -2 or lead == 2:
            worth = 55
        elif lead == -3 or lead == 3:
            worth = 30
        return (worth * self.w[W_END] * self.rules.end_most) // 300

    def size_up(self) -> None:
        """Take in what each player has for battles beside its ants, and the own best card."""
        v = self.view
        a = self.almanac
        heads = self.rules.head_strength
        own = v.top(self.seat, HEAD)
        silent: i64 = 0 if own < 0 else a.silent[own]
        seat: i64 = 0
        while seat < v.players:
            strength = heads * v.evolution_n[seat * 3 + HEAD]
            head = v.top(seat, HEAD)
            self.invading[seat] = strength
            self.defending[seat] = strength
            self.muted[seat] = 0
            if head >= 0:
                self.invading[seat] += a.invades[head]
                self.defending[seat] += a.defends[head]
                self.muted[seat] = a.silent[head]
            self.armed[seat] = 1 if v.hand_n[seat] > 0 and silent == 0 else 0
            seat += 1
        best: i64 = 0
        i: i64 = 0
        while i < v.hand_n[self.seat]:
            ferocity = self.kit.ferocity[v.card(i)]
            if ferocity > best:
                best = ferocity
            i += 1
        self.fierce = best

    # sites -------------------------------------------------------------------
    def control(self, hexno: i64) -> i64:
        """Return what the control site of a hex is worth beside its resource."""
        if self.view.inner[hexno] == 0:
            return CONTROL
        return CONTROL + (self.horizon * self.rules.inner_points * self.w[W_INNER]) // 100

    def worth(self, hexno: i64, site: i64) -> i64:
        """Return what a site is worth to the end of the game."""
        value = self.yields[self.kit.resource[hexno * SITES + site]]
        return value + self.control(hexno) if site == 0 else value

    def hold(self, hexno: i64, n: i64, everything: bool) -> i64:
        """Return what the best n sites of a hex are worth: of those own or empty, or of `everything`."""
        owners = self.view.site
        resource = self.kit.resource
        yields = self.yields
        seat = self.seat
        sites = self.kit.sites[hexno]
        at = hexno * SITES
        total: i64 = 0
        taken: i64 = 0
        while n > 0:
            best: i64 = -1
            chosen: i64 = 0
            k: i64 = 0
            while k < sites:
                owner = owners[at + k]
                if (taken >> k) & 1 == 0 and (everything or owner in (seat, NOBODY)):
                    value = yields[resource[at + k]]
                    if k == 0:
                        value += self.control(hexno)
                    if value > best:
                        best = value
                        chosen = k
                k += 1
            if best < 0:
                break
            total += best
            taken |= 1 << chosen
            n -= 1
        return total

    # ants ----------------------------------------------------------------
    def ants_worth(self, hexno: i64, n: i64) -> i64:
        """Return what n own ants in a tile are worth: sites held, battles expected."""
        if n <= 0 or hexno == TUNNEL:
            return 0
        v = self.view
        others = v.crowd[hexno] - v.ants[self.seat * HEXES + hexno]
        if v.centipede[hexno] > 0:
            return self.hunted_worth(hexno, n)
        if others == 0 or others + n <= self.kit.sites[hexno]:
            return self.hold(hexno, n, False)
        return self.battle_worth(hexno, n, others)

    def main_rival(self, hexno: i64) -> i64:
        """Return whom a battle in a hex would be with: who is on the control site, else who has most ants."""
        v = self.view
        seat = v.site[hexno * SITES]
        if seat >= 0 and seat != self.seat:
            return seat
        most: i64 = 0
        chosen: i64 = NOBODY
        seat = 0
        while seat < v.players:
            if seat != self.seat and v.ants[seat * HEXES + hexno] > most:
                most = v.ants[seat * HEXES + hexno]
                chosen = seat
            seat += 1
        return chosen

    def odds(self, lead: i64, rival: i64) -> i64:
        """Return the chance in percent of a battle won with this lead in strength, draws lost."""
        if self.armed[rival] == 0:
            return 100 if lead > 0 else 0
        if lead <= 0:
            return 0
        return self.almanac.at_most[lead - 1] if lead < 32 else 100

    def battle_worth(self, hexno: i64, n: i64, others: i64) -> i64:
        """Return what n own ants in a contested tile may expect of its battle."""
        v = self.view
        w = self.w
        rival = self.main_rival(hexno)
        theirs = v.ants[rival * HEXES + hexno]
        own = n
        if v.site[hexno * SITES] == self.seat:
            own += self.defending[self.seat]
            against = theirs + self.invading[rival]
            lead = own - against + 1
        else:
            own += self.invading[self.seat]
            against = theirs + self.defending[rival]
            lead = own - against
        if self.muted[rival] == 0:
            lead += self.fierce
        p = self.odds(lead, rival)
        lost = against // self.rules.winner_loss_divisor
        if lost >= n:
            lost = n - 1
        slain = theirs if theirs < own else own
        prize = self.rules.battle_points * w[W_POINT] + self.hold(hexno, n - lost, slain >= others)
        win = (prize * w[W_BATTLE]) // 100 + w[W_INVADE] - lost * w[W_ANT] + (slain * w[W_HARM] * 60) // 100
        kept = n - against
        loss: i64 = -w[W_ANT] * (n if kept < 0 else against)
        if kept > 0:
            loss += self.hold(hexno, kept, False) // 2
        return (p * win + (100 - p) * loss) // 100

    def hunted_worth(self, hexno: i64, n: i64) -> i64:
        """Return what n own ants in a tile may expect of the battle against its centipede."""
        w = self.w
        a = self.almanac
        strength = n + self.defending[self.seat] + self.fierce
        p: i64 = a.pair_at_most[strength] if strength < 32 else 100
        lost: i64 = 2 if n > 2 else n - 1
        prize = self.rules.centipede_points * w[W_POINT] + self.rules.centipede_food * self.food_price
        win = (prize * w[W_CENTIPEDE]) // 100 + self.hold(hexno, n - lost, False) - lost * w[W_ANT]
        loss = -w[W_ANT] * (n if n < 5 else 5)
        return (p * win + (100 - p) * loss) // 100

    def more(self, hexno: i64, most: i64) -> i64:
        """Return what one more own ant in a hex is worth: on average where it takes several, up to `most`."""
        v = self.view
        mine = v.ants[self.seat * HEXES + hexno]
        if hexno == TUNNEL:
            return 0
        mark = (
            ((self.version * 64 + mine) * 64 + v.crowd[hexno]) * 8 + v.filled[hexno] * 2 + v.centipede[hexno]
        ) * 8 + most
        if self.mark[hexno] == mark:
            return self.gain[hexno]
        now = self.ants_worth(hexno, mine)
        best = self.ants_worth(hexno, mine + 1) - now
        if v.crowd[hexno] > mine or v.centipede[hexno] > 0:
            k: i64 = 2
            while k <= most:
                value = (self.ants_worth(hexno, mine + k) - now) // k
                if value > best:
                    best = value
                k += 1
        self.mark[hexno] = mark
        self.gain[hexno] = best
        return best

    def leave(self, hexno: i64, slot: i64) -> i64:
        """Return what is lost when an own ant leaves its place (below 0: it is better off elsewhere)."""
        if hexno == TUNNEL:
            return 0
        v = self.view
        mine = v.ants[self.seat * HEXES + hexno]
        crowd = v.crowd[hexno]
        if (crowd > self.kit.sites[hexno] and crowd > mine) or v.centipede[hexno] > 0:
            less = self.ants_worth(hexno, mine) - self.ants_worth(hexno, mine - 1)
            return less if slot == OUT else less + self.worth(hexno, slot) // 4
        if slot == OUT:
            return 0
        if v.out[self.seat * HEXES + hexno] > 0:
            return 1  # another moves up
        return self.worth(hexno, slot)

    def spread(self, steps: i64) -> None:
        """Work out for each hex what an ant there may reach in so many further steps (`reach`)."""
        v = self.view
        reach = self.reach
        later = self.next
        laid = v.laid
        n = v.laid_n
        most = steps + 1 if steps + 1 < self.force else self.force
        if most > FAR - 1:
            most = FAR - 1
        i: i64 = 0
        while i < n:
            reach[laid[i]] = self.more(laid[i], most)
            i += 1
        sweeps: i64 = 2 if steps > 2 else steps
        while sweeps > 0:
            i = 0
            while i < n:
                hexno = laid[i]
                best = reach[hexno]
                edge: i64 = 0
                while edge < 6:
                    other = v.neighbour(hexno, edge)
                    if other >= 0 and reach[other] - DECAY > best:
                        best = reach[other] - DECAY
                    edge += 1
                later[hexno] = best
                i += 1
            i = 0
            while i < n:
                reach[laid[i]] = later[laid[i]]
                i += 1
            sweeps -= 1

    # others ---------------------------------------------------------------
    def control_inner(self) -> i64:
        """Return what controlling a hex of the Inner Meadow to the end is worth."""
        return (self.horizon * self.rules.inner_points * self.w[W_INNER]) // 100

    def at_once(self, resource: i64) -> i64:
        """Return what collecting a resource once is worth."""
        if resource == FOOD:
            return self.food_price
        if resource == LARVA:
            return self.larva_price
        if resource == LARVAE:
            return 2 * self.larva_price
        return self.card_price if resource == CARD else self.w[W_POINT]

    def players_in(self, hexno: i64) -> i64:
        """Return how many players have ants in a hex."""
        count: i64 = 0
        seat: i64 = 0
        while seat < self.view.players:
            if self.view.ants[seat * HEXES + hexno] > 0:
                count += 1
            seat += 1
        return count

    def evolutions(self, seat: i64) -> i64:
        """Return how many evolutions a player has in play."""
        n = self.view.evolution_n
        return n[seat * 3] + n[seat * 3 + 1] + n[seat * 3 + 2]

    def beside(self, other: i64) -> bool:
        """Return whether a player sits next to this one."""
        players = self.view.players
        return other == (self.seat + 1) % players or other == (self.seat + players - 1) % players

    def most_of_others(self, stores: vec[i64], stride: i64, neighbours: bool) -> i64:
        """Return the most that any other player (or any neighbour) has of a store."""
        most: i64 = 0
        seat: i64 = 0
        while seat < self.view.players:
            if seat != self.seat and stores[seat * stride] > most and (not neighbours or self.beside(seat)):
                most = stores[seat * stride]
            seat += 1
        return most

    def most_evolutions(self) -> i64:
        """Return the most evolutions that a neighbour has in play."""
        most: i64 = 0
        seat: i64 = 0
        while seat < self.view.players:
            if seat != self.seat and self.beside(seat) and self.evolutions(seat) > most:
                most = self.evolutions(seat)
            seat += 1
        return most


def scarce(value: i64, stock: i64, enough: i64) -> i64:
    """Return the value of one more where there are `stock` already: more below `enough`, less above."""
    if stock < enough:
        return (value * (150 - (40 * stock) // enough)) // 100
    if stock < 2 * enough:
        return value
    if stock < 4 * enough:
        return (value * 75) // 100
    return (value * 50) // 100

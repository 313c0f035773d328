"""The prices of food, larvae, cards and sites to the player in a seat.

All prices are in hundredths of a colony point, and are computed once per turn and phase (`look`). A scarce
thing is worth more. In the last round only the bonuses at the end of the game count.
"""

from __future__ import annotations

from typing import Final

from marchsim.games.march import words as w
from marchsim.games.march.engine.state import PATH
from marchsim.games.march.engine.view import View
from marchsim.games.march.players.heuristic.card_facts import CardFacts
from marchsim.games.march.players.heuristic.weights import (
    W_ANT,
    W_BATTLE,
    W_CARD,
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
)
from marchsim.kernel.compat import i64, vec
from marchsim.tabletop.players.weights import Weights

LAST: Final = 35  # percent of its weight that an ant is worth in the last round: it scores nothing itself
NEAR: Final = vec[i64]([66, 56, 38, 20, 10, 4])  # percent of a bonus of the end, by steps from the most
BROOD: Final = 2  # larvae that can be spent in each round to come, beside the first
UNSURE: Final = 9  # percent of a battle, for each action that another player may still take


class Prices:
    """The prices of things to a seat, and the view that they depend on. Vectors are by seat or resource."""

    def __init__(self, view: View, facts: CardFacts, weights: Weights) -> None:
        self.view: Final = view
        self.kit: Final = view.kit
        self.figures: Final = view.figures
        self.ants: Final = view.ants
        self.crowd: Final = view.crowd
        self.out: Final = view.out
        self.filled: Final = view.filled
        self.scoring: Final = view.scoring
        self.centipede: Final = view.centipede
        self.stirred: Final = view.stirred
        self.sites: Final = view.kit.sites
        self.owner: Final = view.site
        self.resource: Final = view.kit.resource
        self.rules: Final = view.rules
        self.seat: i64 = view.seat
        self.facts = facts
        self.weights = weights
        self.w: Final = vec[i64]([0] * WEIGHTS)
        self.round: i64 = 0
        self.turn: i64 = -1
        self.phase: i64 = -1
        self.telling: list[tuple[str, int]] | None = (
            None  # terms of the option being rated, if they are wanted
        )
        self.version: i64 = 0  # rises with each turn and phase
        self.priced: i64 = 0  # number of times that values of sites or strengths of heads may have changed
        self.tides: i64 = 0  # number of times that anything else in battles has changed
        self.evolved: i64 = -1
        self.an_ant: i64 = 0  # value of an own ant, besides the site that it holds
        # the weights of a battle: see weigh_battles()
        self.any_battle: i64 = 0
        self.victory: i64 = 0
        self.battle_share: i64 = 0
        self.slain_share: i64 = 0
        # worked out by fear(), in a game against the Horde
        self.wary = view.rules.horde > 0
        self.relief: Final = vec[i64]([0] * w.HEXES)  # of the centipede of a hex destroyed
        self.room: i64 = 0  # of one more hex: a longer way to the Great Tunnel
        self.menace: i64 = 0  # of a battle that a centipede wins
        self.doomed: i64 = -1  # the hex that is invaded next, or NONE
        self.omen: i64 = 0  # of a card of the Horde (never `toll`: that is what a victory costs)
        # worked out by count_ants()
        self.roamed: i64 = -1
        self.idle: i64 = 0
        # worked out by look()
        self.each: Final = vec[i64]([0] * 6)  # yield of a site at a time, by resource
        self.left: i64 = 0  # harvests and Slumbers to come
        self.horizon: i64 = 0  # the same in hundredths, with later rounds counting less
        self.inner_price: i64 = 0  # of controlling a hex that scores, to the end
        self.laid: i64 = 0  # number of hexes laid, if far tunnels decide which hexes score
        self.rate: i64 = 1  # own ants that a food feeds
        self.bread: i64 = 0  # food that will be left over at the next feeding
        self.food_price: i64 = 0
        self.larva_price: i64 = 0
        self.card_price: i64 = 0
        self.upkeep: i64 = 0  # of an ant, to the end
        self.hatching: i64 = 0  # cost if a larva becomes an ant, which must be fed
        self.held: Final = vec[i64]([0] * 6)  # own ants on sites, by resource
        self.fierce: i64 = 0  # ferocity of the best card in hand
        self.bite: i64 = 0  # ferocity it adds to a planned battle, as it may be spent before
        self.force: i64 = 0  # available pieces: larvae, and ants in the Great Tunnel and outskirts
        self.yields: Final = vec[i64]([0] * 6)  # value of a site to the end, by resource
        self.invading: Final = vec[i64]([0] * w.SEATS)  # strength beside ants, by seat
        self.defending: Final = vec[i64]([0] * w.SEATS)
        self.armed: Final = vec[i64]([0] * w.SEATS)  # may lay a card against this player
        self.arms: i64 = 0  # the same in bits
        self.muted: Final = vec[i64]([0] * w.SEATS)  # this player's head mutes the own cards

    # terms ------------------------------------------------------------------
    def term(self, what: str, value: i64) -> i64:
        """Return `value`, a term of a rating, and record it under its name if an explanation is wanted."""
        if self.telling is not None:
            self.telling.append((what, int(value)))
        return value

    def retell(self) -> None:
        """Forget the terms recorded so far."""
        if self.telling is not None:
            self.telling.clear()

    # prices -----------------------------------------------------------------
    def forget(self) -> None:
        """Forget the game, since another one begins in the same view.

        `version`, `priced` and `tides` continue to rise, so values that were kept for an earlier number of
        these are not used again.
        """
        self.turn = -1
        self.phase = -1
        self.round = 0
        self.evolved = -1
        self.roamed = -1

    def look(self) -> None:
        """Update the prices if a turn or phase has begun since the last call."""
        v = self.view
        turn = v.turns
        phase = v.phase
        if turn != self.turn or phase != self.phase:
            self.turn = turn
            self.phase = phase
            self.look_again()

    def look_again(self) -> None:
        """Update the prices for a turn or phase that has begun."""
        v = self.view
        phase = self.phase
        self.version += 1
        priced = self.priced
        if self.evolved != v.evolved:
            self.evolved = v.evolved
            self.size_up_heads()
            self.rate = self.figures.feed_rate(self.seat)
            for kind in range(w.FOOD, w.POINT + 1):
                self.each[kind] = self.figures.site_yield(self.seat, kind)
            self.priced += 1
        if v.round != self.round:
            self.round = v.round
            self.weights.load(v.round, self.w)
            self.weigh_battles()
            self.priced += 1
        left = self.rules.rounds - v.round + 1
        if phase >= w.QUEEN:
            left -= 1
        if left != self.left:
            self.left = left
            self.priced += 1
        ant = self.w[W_ANT]
        if left <= 1:
            ant = (ant * LAST) // 100
        if ant != self.an_ant:
            self.an_ant = ant
            self.tides += 1
        if self.rules.inner_connected == PATH and self.laid != v.laid_n:
            self.laid = v.laid_n  # a tile may have joined others to the Great Tunnel
            self.priced += 1
        self.horizon = left * (105 - 5 * left) if left < 10 else left * 55
        self.inner_price = (self.horizon * self.rules.inner_points * self.w[W_INNER]) // 100
        if self.wary:
            self.fear()
            self.priced += 1
        self.count_bread()
        self.set_prices()
        if self.priced != priced:
            self.set_yields()
        self.size_up()
        self.foresee()

    def fear(self) -> None:
        """Update the threat of the Horde (`horde_threat.fear`). `Judgement` overrides this."""

    def weigh_battles(self) -> None:
        """Copy the weights of battles, which are used most often."""
        weight = self.w
        self.any_battle = weight[W_INVADE]
        self.victory = self.rules.battle_points * weight[W_POINT]
        self.slain_share = weight[W_HARM] * 60

    def count_bread(self) -> None:
        """Compute the food left after the next Harvest and feeding (`bread`). Below 0, food is missing."""
        v = self.view
        seat = self.seat
        if v.roamed[seat] != self.roamed:
            self.roamed = v.roamed[seat]
            self.count_ants()
        self.force = self.idle + v.larvae[seat]
        crop = self.held[w.FOOD] * self.each[w.FOOD]
        if self.phase >= w.QUEEN:
            crop = 0  # the Harvest may be over; what is asked here is what to have next round
        self.bread = (
            v.food[seat] + crop - (self.figures.mouths(seat, guests=False) + self.rate - 1) // self.rate
        )

    def count_ants(self) -> None:
        """Count the player's ants without a site, and its ants on sites by resource."""
        v = self.view
        seat = self.seat
        at = seat * w.HEXES
        ants = v.ants
        out = v.out
        laid = v.laid
        site = v.site
        resource = self.resource
        sites = self.sites
        held = self.held
        for i in range(6):
            held[i] = 0
        idle: i64 = 0
        n = v.laid_n
        for i in range(n):
            hexno = laid[i]
            mine = ants[at + hexno]
            if mine == 0:
                continue
            waiting = out[at + hexno]
            idle += waiting
            if mine == waiting:
                continue
            first = hexno * w.SITES
            for k in range(first, first + sites[hexno]):
                if site[k] == seat:
                    held[resource[k]] += 1
        self.idle = idle

    def set_prices(self) -> None:
        """Compute the present value of a food, a larva and a card. Scarce things are worth more."""
        v = self.view
        weight = self.w
        seat = self.seat
        between = self.left == 1 and self.phase >= w.QUEEN  # the last round is still to come
        if self.left <= 1:
            food = self.bonus(v.food, 1) + weight[W_FOOD] // 10
            larva = self.bonus(v.larvae, 2) + weight[W_LARVA] // 10
            card = self.bonus(v.hand_n, 1) + weight[W_CARD] // 6
            if between:  # it pays for actions first, and may count at the end
                food = (food + scarce(weight[W_FOOD], v.food[seat])) // 2
                larva = (larva + useful(weight[W_LARVA], v.larvae[seat], self.enough(), 10)) // 2
                card = (card + useful(weight[W_CARD], v.hand_n[seat], 1 + self.left, 13)) // 2
        else:
            food = scarce(weight[W_FOOD], v.food[seat])
            larva = useful(weight[W_LARVA], v.larvae[seat], self.enough(), 10)
            card = useful(weight[W_CARD], v.hand_n[seat], 1 + self.left, 13)
            brood = v.larvae[seat] - 3  # larvae that can pay for cards
            brood = min(brood, 8)
            if brood > 1:
                card += (card * (brood >> 1)) // 9
        if self.bread < 0:
            food += weight[W_HUNGER]
        elif self.bread == 0:
            food += (weight[W_HUNGER] * 25) // 100
        if food != self.food_price:
            self.priced += 1
        elif self.left <= 1 and (larva != self.larva_price or card != self.card_price):
            self.priced += 1  # before the last round, sites of larvae and cards have a worth of their own
        self.food_price = food
        self.larva_price = larva
        self.card_price = card
        self.upkeep = (food * (100 + self.horizon)) // (200 * self.rate)
        self.hatching = larva + self.upkeep - self.an_ant

    def set_yields(self) -> None:
        """Compute the value that a site of each resource has until the end, at the present prices."""
        weight = self.w
        yields = self.yields
        food = self.food_price
        h = (self.horizon * weight[W_SITE]) // 100
        if self.left <= 1:
            yields[w.FOOD] = (food * weight[W_SITE]) // 100
            yields[w.LARVA] = (self.larva_price * weight[W_SITE]) // 100
            yields[w.CARD] = (self.card_price * weight[W_SITE]) // 100
        else:
            yields[w.FOOD] = (weight[W_FOOD] * h) // 100 + food - weight[W_FOOD]
            yields[w.LARVA] = (weight[W_LARVA] * h) // 100
            yields[w.CARD] = (weight[W_CARD] * h) // 100
        yields[w.LARVAE] = yields[w.LARVA]
        yields[w.POINT] = (weight[W_POINT] * self.horizon) // 100
        each = self.each
        for kind in range(w.FOOD, w.POINT + 1):
            yields[kind] *= each[kind]

    def enough(self) -> i64:
        """The number of larvae that can still be spent. Any larvae beyond this are worth less and less."""
        return 1 + BROOD * self.left

    def brood_worth(self, n: i64) -> i64:
        """The value of `n` more larvae. Each one is worth less than the one before."""
        total: i64 = 0
        stock = self.view.larvae[self.seat]
        for more in range(n):
            total += useful(self.w[W_LARVA], stock + more, self.enough(), 10)
        return total

    def bonus(self, stores: vec[i64], width: i64) -> i64:
        """The value of one more thing in a store for a bonus at the end of the game (END-01, END-02).

        The final stores of others are unknown. One more thing counts most if the player has as many as the
        best of the others.
        """
        best: i64 = 0
        for other in range(self.view.players):
            if other != self.seat and stores[other] > best:
                best = stores[other]
        lead = stores[self.seat] - best
        lead = max(lead, -lead) // width
        return (NEAR[min(lead, len(NEAR) - 1)] * self.w[W_END] * self.rules.end_most) // (300 * width)

    def size_up(self) -> None:
        """Update which players may lay a card for ferocity, and the best card in the player's hand."""
        v = self.view
        hand_n = v.hand_n
        armed = self.armed
        may_lay: i64 = 1 - self.muted[self.seat]
        players = v.players
        arms: i64 = 0
        for seat in range(players):
            lays: i64 = 0
            if hand_n[seat] > 0:
                lays = may_lay
            armed[seat] = lays
            arms = 2 * arms + lays
        fierce = v.most_in_hand(self.kit.ferocity)
        if arms != self.arms or fierce != self.fierce:
            self.arms = arms
            self.fierce = fierce
            self.bite = fierce
            if fierce > 0:
                self.bite = fierce - 1
            self.tides += 1

    def foresee(self) -> None:
        """Estimate the actions of others before the battles. The more of them, the less a battle is worth."""
        v = self.view
        rested = v.rested
        food = v.food
        own = self.seat
        players = v.players
        if self.phase >= w.SOLDIER:
            players = 0
        actions: i64 = 0
        for other in range(players):
            if other != own and rested[other] == 0:
                more = min(food[other], 3)
                actions += more
        sure = max(100 - UNSURE * actions, 20)
        share = (self.w[W_BATTLE] * sure) // 100
        if share != self.battle_share:
            self.battle_share = share
            self.tides += 1

    def size_up_heads(self) -> None:
        """Update the effects that each player's heads have in battles."""
        for seat in range(self.view.players):
            self.invading[seat] = self.figures.head_strength(seat, invades=True, caste=True)
            self.defending[seat] = self.figures.head_strength(seat, invades=False, caste=True)
            muted: i64 = 0
            if self.figures.silences(seat):
                muted = 1
            self.muted[seat] = muted

    # others ---------------------------------------------------------------
    def at_once(self, resource: i64) -> i64:
        """The value of collecting a resource once."""
        each = self.larva_price
        if resource == w.FOOD:
            each = self.food_price
        elif resource == w.CARD:
            each = self.card_price
        elif resource == w.POINT:
            each = self.w[W_POINT]
        return each * self.each[resource]

    def beside(self, other: i64) -> bool:
        """Return whether a player sits next to this one."""
        players = self.view.players
        return other == (self.seat + 1) % players or other == (self.seat + players - 1) % players

    def most_of_others(self, stores: vec[i64], stride: i64, neighbours: bool) -> i64:
        """The largest store among the other players or, if `neighbours` is set, among the neighbours."""
        most: i64 = 0
        for seat in range(self.view.players):
            if seat != self.seat and stores[seat * stride] > most and (not neighbours or self.beside(seat)):
                most = stores[seat * stride]
        return most

    def most_evolutions(self) -> i64:
        """The largest number of evolutions that a neighbour of the player has in play."""
        most: i64 = 0
        for seat in range(self.view.players):
            if seat != self.seat and self.beside(seat) and self.view.evolutions(seat) > most:
                most = self.view.evolutions(seat)
        return most


def scarce(value: i64, stock: i64) -> i64:
    """The value of one more thing on top of `stock`. The larger the stock, the lower the value.

    The first two things are worth 150 % and 130 % of `value`, the next two 100 %, the next four 75 %, and all
    others 50 %.
    """
    if stock < 2:
        return (value * (150 - 20 * stock)) // 100
    if stock < 4:
        return value
    if stock < 8:
        return (value * 75) // 100
    return (value * 50) // 100


def useful(value: i64, stock: i64, enough: i64, each: i64) -> i64:
    """The value of one more thing on top of `stock`. It is low if the stock can no longer be spent.

    The first thing is worth 150 % of `value`. Each of the next two is worth `each` percentage points less
    than the one before. Later ones are worth 100 % until the stock exceeds `enough`. From there on, each is
    worth 20 percentage points less than the one before, down to 10 %.
    """
    if stock < 3:
        return (value * (150 - each * stock)) // 100
    beyond = stock - enough
    if beyond <= 0:
        return value
    return value // 10 if beyond > 4 else (value * (100 - 20 * beyond)) // 100

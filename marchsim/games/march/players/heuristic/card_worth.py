"""The value of a card to a player: played, paid for, or kept in the hand.

All values are in hundredths of a colony point.
"""

from __future__ import annotations

from typing import Final

from marchsim.games.march import words as w
from marchsim.games.march.amounts import (
    G_CARDS,
    G_FOOD,
    G_HARM,
    G_LARVAE,
    G_POINTS,
    G_STEPS,
    G_STRENGTH,
    GAINS,
)
from marchsim.games.march.engine.card import (
    X_APPETITE,
    X_FLIGHT,
    X_FRENZY,
    X_GIFTS,
    X_HARVEST,
    X_HOLE,
    X_HUNT,
    X_JOURNEY,
    X_OUTBREAK,
    X_PLAIN,
    X_RADIATION,
    X_SNEAK,
    X_SPARROW,
    X_STEAL,
    X_SWARM,
    X_TRAITOR,
)
from marchsim.games.march.players.heuristic.effect_worth import (
    ant_costs,
    best_harvest,
    best_hole,
    best_hunt,
    best_outbreak,
    best_radiation,
    best_sneak,
    best_sparrow,
    best_swap,
    best_swarm,
)
from marchsim.games.march.players.heuristic.judgement import Judgement
from marchsim.games.march.players.heuristic.weights import (
    W_BATTLE,
    W_BODY,
    W_EVENT,
    W_FEROCITY,
    W_GOAL,
    W_HARM,
    W_HEAD,
    W_POINT,
)
from marchsim.kernel.compat import i64

STEP: Final = 30  # average value of a step
STRENGTH: Final = 25  # value of a point of Army Strength in a round
SOME_DAY: Final = 30  # percent of a card's present gain: a card in the hand may never be played
PROMISE: Final = 30  # value of an unknown card in the hand, for each round to come
HELD: Final = 330  # cost of paying with an ant that the player does not have


def gains_worth(e: Judgement, card: i64) -> i64:
    """The value of all gains that a card gives once or, if it is an evolution, in one round."""
    a = e.facts
    at = card * GAINS
    end = at + a.gains[card]
    value: i64 = 0
    for k in range(at, end):
        kind = a.kinds[k]
        of = at + kind
        n = a.gain[of]
        if kind == G_FOOD:
            value += n * e.food_price
        elif kind == G_LARVAE:
            value += n * e.larva_price
        elif kind == G_CARDS:
            value += n * e.card_price
        elif kind == G_POINTS:
            value += n * e.w[W_POINT]
        elif kind == G_STEPS:
            value += n * STEP
        elif kind == G_HARM:
            value += (n * 30 * e.w[W_HARM]) // 100
        elif kind == G_STRENGTH:
            value += (n * STRENGTH * e.w[W_BATTLE]) // 100
        elif n > 0:
            value += inner_points(e, card, n) * 100 * e.w[W_POINT]
    return value // 100


def inner_points(e: Judgement, card: i64, share: i64) -> i64:
    """The points of a card that scores for the Inner Meadow hexes under the player's control.

    `share` is the number of points per hex, in hundredths.
    """
    points = e.figures.inner_controlled(e.seat) * share // 100
    most = e.kit.book[card].points_most
    return most if most > 0 and points > most else points


def worth(e: Judgement, card: i64) -> i64:
    """The gain from playing a card now, before its cost."""
    kind = e.kit.kind[card]
    if kind == w.EVOLUTION:
        use = e.term("in play to the end", use_worth(e, card))
        return use + e.term("for complete bodies", body_worth(e, e.kit.section[card]))
    value = gains_worth(e, card)
    if kind == w.GOAL:
        return e.term("its bonus", value) + e.term("as a goal", new_goal_worth(e, card))
    special = e.facts.special[card]
    if special != X_PLAIN:
        value += special_worth(e, card, special)
    return e.term("what it does", (value * e.w[W_EVENT]) // 100)


def special_worth(e: Judgement, card: i64, special: i64) -> i64:
    """The value of an event's effect if it depends on the position. `special` is the kind of effect."""
    if special == X_SWARM:
        return best_swarm(e, e.facts.main[card]) // 2
    if special == X_OUTBREAK:
        return best_outbreak(e, e.facts.main[card])
    if special == X_SNEAK:
        return best_sneak(e) // 2
    if special == X_SPARROW:
        return best_sparrow(e, e.facts.main[card])
    if special == X_HUNT:
        return best_hunt(e)
    if special == X_JOURNEY:
        if e.view.pile_n == 0:
            return 0
        return 60 + e.inner_price // 2
    if special == X_FRENZY:
        return frenzy_worth(e)
    if special == X_HOLE:
        return best_hole(e) // 2
    if special == X_APPETITE:
        return appetite_worth(e, card)
    if special == X_RADIATION:
        return best_radiation(e)
    if special == X_FLIGHT:
        return best_swap(e) // 2
    if special == X_HARVEST:
        return best_harvest(e, e.facts.main[card])
    if special == X_GIFTS:
        return gifts_worth(e, card)
    if special == X_STEAL:
        return 10
    return 0


def frenzy_worth(e: Judgement) -> i64:
    """The value of two actions in a row. It is higher if the phase may end before the next turn."""
    v = e.view
    if v.food[e.seat] == 0:
        return 0
    resting: i64 = 0
    for seat in range(v.players):
        resting += v.rested[seat]
    soon = resting + 1 >= e.figures.rests_to_end(capped=False) or v.final > 0
    if v.food[e.seat] == 1:
        return 60 if soon else 0
    return 250 if soon else 60


def appetite_worth(e: Judgement, card: i64) -> i64:
    """The value if all other players lose food, or larvae if they have no food (Strange Appetite)."""
    v = e.view
    most = e.facts.main[card]
    total: i64 = 0
    for seat in range(v.players):
        if seat == e.seat:
            continue
        if v.food[seat] > 0:
            lost = min(most, v.food[seat])
            total += lost * 90
            if v.food[seat] - lost < e.figures.food_due(seat, False):
                total += lost * 60
        else:
            total += 25 * min(v.larvae[seat], 2)
    return total // (v.players - 1) if v.players > 1 else 0


def gifts_worth(e: Judgement, card: i64) -> i64:
    """The value of the best two of three gifts (Royal Jelly)."""
    food = gift_worth(e, card, w.O_FOOD)
    larvae = gift_worth(e, card, w.O_LARVAE)
    cards = gift_worth(e, card, w.O_DRAW)
    least = min(food, larvae)
    return food + larvae + cards - min(least, cards)


def gift_worth(e: Judgement, card: i64, gift: i64) -> i64:
    """The value of one of a card's gifts. `gift` is its option code."""
    g = e.facts.gifts
    if gift == w.O_FOOD:
        return g[card * 3] * e.food_price
    if gift == w.O_LARVAE:
        return g[card * 3 + 1] * e.larva_price
    return g[card * 3 + 2] * e.card_price


# evolutions ---------------------------------------------------------------
def evolution_worth(e: Judgement, card: i64) -> i64:
    """The value of an evolution placed on its section: its use in play plus its part in complete bodies."""
    return use_worth(e, card) + body_worth(e, e.kit.section[card])


def use_worth(e: Judgement, card: i64) -> i64:
    """The value of an evolution in the rounds to come, less that of the evolution which it covers."""
    v = e.view
    section = e.kit.section[card]
    use = gains_worth(e, card)
    at = e.seat * 3 + section
    covered = v.topmost[at]
    special = traitor_worth(e, card)
    if covered >= 0:
        use -= gains_worth(e, covered)
        special -= traitor_worth(e, covered)
    if covered < 0 or use * e.horizon // 100 + special > 0:  # a worse one on top is worth nothing in itself
        use += e.w[W_HEAD + section]
    return (use * e.horizon) // 100 + special


def traitor_worth(e: Judgement, card: i64) -> i64:
    """The value of points for centipedes in the Meadow (Traitorous Head). 0 for all other evolutions."""
    if e.facts.special[card] != X_TRAITOR:
        return 0
    return centipedes(e) * e.w[W_POINT] * e.left // 2


def body_worth(e: Judgement, section: i64) -> i64:
    """The value of one more evolution of a section for complete bodies (PLY-07)."""
    v = e.view
    bodies = v.bodies[e.seat]
    first = e.seat * 3
    at = first + section
    if v.evolution_n[at] > bodies:
        return 0
    points = e.rules.body_points * e.w[W_BODY]
    missing: i64 = 0
    for other in range(3):
        at = first + other
        if other != section and v.evolution_n[at] <= bodies:
            missing += 1
            if in_hand(e, other):
                points += points // 5
    if missing == 0:
        return points
    soon: i64 = 60
    if e.left == 2:
        soon = 45
    elif e.left < 2:
        soon = 20
    if missing == 1:
        return (points * soon) // 100
    return (points * soon) // 200


def in_hand(e: Judgement, section: i64) -> bool:
    """Return whether the player has an evolution of a section in hand."""
    return e.view.has_in_hand(e.kit.section, section)


def centipedes(e: Judgement) -> i64:
    """The number of centipedes in the Meadow."""
    count: i64 = 0
    for i in range(e.view.laid_n):
        count += e.view.centipede[e.view.laid[i]]
    return count


# goals --------------------------------------------------------------------
def new_goal_worth(e: Judgement, goal: i64) -> i64:
    """The value of one more Colony Goal, less that of the worst one if the player must give one up."""
    v = e.view
    value = goal_worth(e, goal)
    if v.goal_n[e.seat] < e.rules.goals_most:
        return value
    worst: i64 = 100000
    for i in range(v.goal_n[e.seat]):
        worst = min(worst, goal_worth(e, v.goal(e.seat, i)))
    return value - worst if worst < 100000 else value


def goal_worth(e: Judgement, goal: i64) -> i64:
    """The value of a Colony Goal in the Slumbers to come. The less it still needs, the higher the value."""
    points = e.figures.goal_points(e.seat, goal)
    if points == 0 and e.kit.book[goal].points_per_wormhole > 0:
        if e.view.tokens > 0 and e.view.army[e.seat] > 0:
            points = e.kit.book[goal].points_per_wormhole
    gap = goal_gap(e, goal)
    return (points * slumbers(e, goal, gap) * e.w[W_GOAL]) // 100


def slumbers(e: Judgement, goal: i64, gap: i64) -> i64:
    """The expected number of future Slumbers at which a goal is met, times 100.

    `gap` is the number of things that are missing now.
    """
    gap = min(gap, 3)
    later = e.left - 1
    if e.kit.book[goal].need_hand > 0:
        if gap == 0:
            return 70 + 50 * later
        if gap == 1:
            return 45 + 45 * later
        return 30 + 40 * later if gap == 2 else 15 + 35 * later
    if e.kit.book[goal].points_per_wormhole > 0:
        return 60 + 50 * later
    if gap == 0:
        return 70 + 50 * later
    if gap == 1:
        return 25 + 28 * later
    return 10 + 17 * later if gap == 2 else 4 + 8 * later


def goal_gap(e: Judgement, goal: i64) -> i64:
    """The number of things that a player lacks for a goal, over all its conditions. 0 if it is met."""
    card = e.kit.book[goal]
    figures = e.figures
    v = e.view
    seat = e.seat
    gap: i64 = 0
    if card.need_hand > 0:
        gap += short(card.need_hand, v.hand_n[seat] - 1)
    if card.need_inner > 0:
        gap += short(card.need_inner, figures.inner_controlled(seat))
    if card.need_wins > 0:
        gap += short(card.need_wins, v.wins[seat])
    if card.need_outer > 0:
        gap += short(card.need_outer, figures.outer_inhabited(seat))
    if card.need_alone > 0:
        gap += short(card.need_alone, figures.alone_inhabited(seat))
    if card.need_chain > 0:
        gap += 1 + short(card.need_chain, figures.tiles_inhabited(seat))  # they are seldom all joined
    if card.need_single_larvae > 0:
        gap += short(card.need_single_larvae, figures.single_larva_sites(seat))
    if card.more_ants_in_tunnel > 0:
        gap += 1 + e.most_of_others(v.ants, w.HEXES, False) - v.ants[seat * w.HEXES + w.TUNNEL]
    if card.more_food > 0:
        gap += 1 + e.most_of_others(v.food, 1, True) - v.food[seat]
    if card.more_larvae > 0:
        gap += (3 + e.most_of_others(v.larvae, 1, True) - v.larvae[seat]) // 2
    if card.more_evolutions > 0:
        gap += 2 + e.most_evolutions() - v.evolutions(seat)
    if gap < 0:
        return 0
    return gap


def short(need: i64, have: i64) -> i64:
    """The amount by which `have` falls short of `need`. 0 if it does not."""
    if need > have:
        return need - have
    return 0


# paying and keeping --------------------------------------------------------
def price(e: Judgement, card: i64) -> i64:
    """The cost of paying for a card with the larvae and ants that the rating `Pay` would choose."""
    payment = e.kit.payment[card]
    due = e.kit.cost[card]
    larvae = e.view.larvae[e.seat]
    if payment == w.PAY_ANTS:
        larvae = 0
    ant = max(e.an_ant - e.upkeep, 5)
    if larvae >= due and e.larva_price <= ant:
        return due * e.larva_price
    if payment != w.PAY_LARVAE and (larvae == 0 or ant <= e.larva_price):
        if e.ants[e.seat * w.HEXES + w.TUNNEL] >= due:
            return due * ant
    ants: i64 = 0
    if payment != w.PAY_LARVAE:
        ant_costs(e)
        ants = e.cost_n
    paid: i64 = 0  # ants
    total: i64 = 0
    while due > 0:
        cost = ant + HELD
        if paid < ants:
            cost = ant + e.costs[paid]
        if larvae > 0 and e.larva_price <= cost:
            total += e.larva_price
            larvae -= 1
        else:
            total += cost
            paid += 1
        due -= 1
    return total


def unknown_worth(e: Judgement) -> i64:
    """The value of an unknown card in the hand, which is about the average of `keep` over the deck."""
    value = (e.facts.ferocity * e.w[W_FEROCITY] + e.horizon * PROMISE) // 100
    if e.left <= 1:
        value += e.card_price
    return value


def keep(e: Judgement, card: i64) -> i64:
    """The value of keeping a card in the hand."""
    value = keep_at_least(e, card)
    if e.left <= 1 and e.phase >= w.SOLDIER:
        return value
    net = worth(e, card) - price(e, card)
    e.retell()  # the terms of playing it are none of keeping it
    if net > 0:
        value += (net * SOME_DAY) // 100
    return value


def keep_at_least(e: Judgement, card: i64) -> i64:
    """A lower bound of `keep`: the value of a card that is never played."""
    value = e.kit.ferocity[card] * e.w[W_FEROCITY]
    if e.left > 1:
        return value
    return (value // 4 if e.phase >= w.SOLDIER else value) + e.card_price

"""The value of each action to a player: Explore, March, Forage, Play a Card, Rest.

All values are in hundredths of a colony point.
"""

from __future__ import annotations

from typing import Final

from marchsim.games.march import words as w
from marchsim.games.march.players.heuristic.campaign import hunting_worth, plan_whole
from marchsim.games.march.players.heuristic.card_worth import price, worth
from marchsim.games.march.players.heuristic.judgement import INWARD, Judgement
from marchsim.games.march.players.heuristic.weights import (
    W_EXPLORE,
    W_FORAGE,
    W_HARM,
    W_HUNGER,
    W_MARCH,
    W_PLAY,
    W_REST,
)
from marchsim.kernel.compat import i64

GIFT: Final = 30  # value of a larva to another player
LATER: Final = 35  # percent of the value of a new tile's other sites, which other players may take
WAITING: Final = 20  # percent of the food that a resting player may expect: the others may stop too
BEGINNER: Final = 50  # value of ending the phase and beginning the next one
CUT_OFF: Final = 25  # the same, for each turn that another player loses by it
NONE_YET: Final = -100000


def spent(e: Judgement, food: i64) -> i64:
    """The value (below 0) of the food that an action costs. Food counts more if the player will run short."""
    each = e.food_price
    if e.bread == 0:
        each += (e.w[W_HUNGER] * 45) // 100
    return e.term("the food it costs", -food * each)


# Explore -----------------------------------------------------------------
def tile_worth(e: Judgement, tile: i64, scores: bool) -> i64:
    """The value of exploring a tile. If `scores` is set, control of it scores."""
    best: i64 = 0
    rest: i64 = 0
    more: i64 = 0
    if scores:
        more = e.inner_price
    first = tile * w.SITES
    for k in range(first, first + e.sites[tile]):
        kind = e.resource[k]
        value = e.yields[kind] + more
        more = 0
        if value > best:
            rest += best
            best = value
        else:
            rest += value
    value = best + (rest * LATER) // 100
    if e.kit.icon[tile] == w.CENTIPEDE:
        return value // 3 - e.an_ant
    return value


def unknown_tile(e: Judgement) -> i64:
    """The average value of the tiles that may be drawn next.

    It is computed again only after site values, head strengths or the number of laid tiles may have changed.
    """
    mark = e.priced * (w.HEXES + 1) + e.view.laid_n
    if mark != e.unknown_mark:
        e.unknown_mark = mark
        e.unknown = average_tile(e)
    return e.unknown


def average_tile(e: Judgement) -> i64:
    """The average value of the tiles that may be drawn next. At first, these are starting tiles (SET-06)."""
    v = e.view
    kit = e.kit
    group_only = v.laid_n <= e.figures.starting_tiles()
    total: i64 = 0
    count: i64 = 0
    for tile in range(1, w.HEXES):
        if (
            v.placed[tile] == 0
            and kit.tile_enabled[tile] > 0
            and (kit.group[tile] == w.STARTING) == group_only
        ):
            total += tile_worth(e, tile, False)
            count += 1
    if count == 0:
        return 0
    return total // count


def mover(e: Judgement, hexno: i64) -> i64:
    """The loss if the least useful of the player's ants in a hex leaves it."""
    at = e.seat * w.HEXES + hexno
    if e.out[at] > 0:
        return e.leave(hexno, w.OUT)
    least: i64 = 100000
    at = hexno * w.SITES
    for site in range(e.sites[hexno]):
        if e.owner[at] == e.seat:
            least = min(least, e.leave(hexno, site))
        at += 1
    if e.view.larvae[e.seat] > 0 and least > 0 and least < 100000:
        return (least * 65) // 100  # a larva may take its place
    return least


def explore_worth(e: Judgement) -> i64:
    """The value of the action Explore."""
    tile = e.term("a tile as they come", unknown_tile(e))
    way = e.term("from the best place", way_out(e))
    room = e.term("room that the Horde takes", e.room)
    weight = e.term("weight explore", e.w[W_EXPLORE])
    return tile + way + room + weight + spent(e, e.rules.explore_cost)


def way_out(e: Judgement) -> i64:
    """The value of the best hex to explore from: points for control, less the loss of the ant's place."""
    e.connect()
    v = e.view
    laid = v.laid
    ants = v.ants
    exits = e.exits
    at = e.seat * w.HEXES
    n = v.laid_n
    best: i64 = NONE_YET
    for i in range(n):
        hexno = laid[i]
        ways = exits[hexno]
        if ways == 0 or ants[at + hexno] == 0:
            continue
        value = -mover(e, hexno)
        if ways == INWARD or (ways > INWARD and e.inner_price > 0):
            value += e.inner_price
        best = max(best, value)
    return best


def neighbour_worth(e: Judgement, column: i64, row: i64, side: i64) -> i64:
    """The value of the neighbour on one side of a place. The player's ants raise it, other ants lower it."""
    v = e.view
    other = v.grid[(row + e.kit.edge_r[side]) * w.GRID + column + e.kit.edge_q[side]]
    if other < 0:
        return 0
    mine = v.ants[e.seat * w.HEXES + other]
    value: i64 = -4 * (v.crowd[other] - mine)
    return value + 3 * mine


def turn_worth(e: Judgement, tile: i64, column: i64, row: i64, rotation: i64) -> i64:
    """The value of a rotation: high for tunnels to own ants and empty places, low for tunnels to others.

    If the tunnels make control of the hex score, the value of that control is added.
    """
    v = e.view
    mask = e.kit.turned(tile, rotation)
    value: i64 = 0
    if e.rules.inner_connected > 0 and e.figures.turn_scores(tile, column, row, rotation):
        value += e.inner_price
    for side in range(w.SIDES):
        if (mask >> side) & 1:
            other = v.grid[(row + e.kit.edge_r[side]) * w.GRID + column + e.kit.edge_q[side]]
            if other < 0:
                value += 6
            elif v.open[other * 6 + (side + 3) % 6] > 0:
                mine = v.ants[e.seat * w.HEXES + other]
                if mine > 0:
                    value += 8
                value -= 7 * (v.crowd[other] - mine)
                if other == w.TUNNEL:
                    value -= 4
    return value


def spot_worth(e: Judgement, tile: i64, column: i64, row: i64, edge: i64) -> i64:
    """The value of a place for a tile: high near the player's ants, low near those of others.

    The tile needs a tunnel across `edge`. If that is NONE, it may have any rotation.
    """
    beside: i64 = 0
    for side in range(w.SIDES):
        beside += neighbour_worth(e, column, row, side)
    there = tile_worth(e, tile, e.figures.tile_scores(tile, column, row, edge))
    return e.term("the tile", there) + e.term("its neighbours", beside)


# March --------------------------------------------------------------------
def march_worth(e: Judgement) -> i64:
    """The value of a March: its planned steps and, against the Horde, a hunt."""
    steps = e.figures.march_steps(e.seat, top=True)
    value = e.term("the steps planned", plan_whole(e, steps))
    if e.wary:
        value += e.term("a hunt of centipedes", hunting_worth(e, steps))
    return value + e.term("weight march", e.w[W_MARCH]) + spent(e, e.rules.march_cost)


# Forage, Play, Rest ----------------------------------------------------------
def forage_worth(e: Judgement) -> i64:
    """The value of Forage: the cards drawn, less the larvae that other players may gain."""
    value = e.term("new cards", forage_cards(e)) + larvae_for_others(e, e.rules.forage_reaction_larvae)
    return value + e.term("weight forage", e.w[W_FORAGE]) + spent(e, e.rules.forage_cost)


def forage_cards(e: Judgement) -> i64:
    """The value of the cards drawn in a Forage."""
    cards = e.figures.forage_cards(e.seat, top=True)
    if e.left <= 1:  # one card may win the bonus for the largest hand, the others add little
        return e.card_price + (cards - 1) * e.card_price // 3
    return cards * e.card_price


def larvae_for_others(e: Judgement, each: i64) -> i64:
    """The value (below 0) if every other player gains `each` larvae in reaction to an action."""
    gift = (GIFT * each * (e.view.players - 1) * e.w[W_HARM]) // 100
    return e.term("larvae for the others", -gift)


def play_worth(e: Judgement, card: i64) -> i64:
    """The value of playing a card from the hand, after its cost."""
    value = worth(e, card) + e.term("what pays for it", -price(e, card))
    value += e.term("weight play", e.w[W_PLAY])
    if e.left <= 1:
        value += e.term("a card less at the end", -e.card_price)
    return value


def rest_worth(e: Judgement) -> i64:
    """The value of Rest: larvae, food while others take turns, and perhaps the end of the phase.

    Against the Horde, the Horde's card that follows counts as well.
    """
    larvae = e.term("larvae", e.rules.rest_larvae * e.larva_price)
    horde = e.term("the card of the Horde that follows", e.omen)
    waiting = e.term("food while others take turns", rest_food(e))
    begins = e.term("to begin the next round", rest_last(e))
    rest = e.w[W_REST] if e.left > 1 else i64(0)  # after the last round there is nothing to save for
    return larvae + horde + waiting + begins + e.term("weight rest", rest)


def rest_food(e: Judgement) -> i64:
    """The value of the food that the player may gain while the others take their turns."""
    v = e.view
    resting: i64 = 0
    least: i64 = 100
    for seat in range(v.players):
        if v.rested[seat] > 0:
            resting += 1
        elif seat != e.seat:
            least = min(least, v.food[seat] + (v.hand_n[seat] + 1) // 2)
    if resting + 1 >= e.figures.rests_to_end(capped=False):
        return 0
    least = min(least, 3)
    return (least * e.rules.rest_food * e.food_price * WAITING) // 100


def rest_last(e: Judgement) -> i64:
    """The value of ending the phase by this Rest. 0 if the phase goes on.

    The player then begins the next round, and the others lose the turns that they had left.
    """
    if e.wary:
        return 0
    v = e.view
    resting: i64 = 1
    for seat in range(v.players):
        resting += v.rested[seat]
    if resting >= e.figures.rests_to_end(capped=False):
        return BEGINNER + turns_cut(e) * CUT_OFF // (e.view.players - 1 if e.view.players > 1 else 1)
    return 0


def turns_cut(e: Judgement) -> i64:
    """An estimate of the turns that others have left: two per food and one per card, up to six a player."""
    v = e.view
    total: i64 = 0
    for seat in range(v.players):
        if seat != e.seat and v.rested[seat] == 0:
            turns = 2 * v.food[seat] + v.hand_n[seat]
            total += min(turns, 6)
    return total

"""The value of the Primitive Species, and of their actions: dance, journey, genes and raid.

All values are in hundredths of a colony point.
"""

from __future__ import annotations

from typing import Final

from marchsim.games.march import words as w
from marchsim.games.march.players.heuristic.action_worth import larvae_for_others, spent, unknown_tile
from marchsim.games.march.players.heuristic.campaign import plan_whole
from marchsim.games.march.players.heuristic.card_worth import body_worth, evolution_worth, price
from marchsim.games.march.players.heuristic.judgement import Judgement
from marchsim.games.march.players.heuristic.weights import (
    W_BATTLE,
    W_EVENT,
    W_EXPLORE,
    W_HARM,
    W_HEAD,
    W_MARCH,
    W_PLAY,
    W_POINT,
)
from marchsim.kernel.compat import i64

NONE_YET: Final = -100000
CHANCE_EVENT: Final = 170  # what an event is worth that comes as it comes, free
CHANCE_STEPS: Final = 60  # and the steps that follow it


def species_action_worth(e: Judgement, code: i64) -> i64:
    """The value of a species' action, given by its option code from O_DANCE to O_RAID."""
    if code == w.O_DANCE:
        return dance_worth(e)
    if code == w.O_JOURNEY:
        return journey_worth(e)
    if code == w.O_GENES:
        return genes_worth(e)
    return raid_worth(e)


def dance_worth(e: Judgement) -> i64:
    """The value of Dance of Chaos: a random event and some steps, less the larvae that others may gain."""
    event = e.term("an event as they come", (CHANCE_EVENT * e.w[W_EVENT]) // 100)
    value = event + e.term("steps", CHANCE_STEPS) + larvae_for_others(e, e.rules.dance_reaction_larvae)
    return value + spent(e, e.rules.dance_cost)


# Journey of 6000 Steps -----------------------------------------------------
def journey_worth(e: Judgement) -> i64:
    """The value of the Journey from the best hex for it. All ants there leave for new hexes."""
    v = e.view
    tile = unknown_tile(e)
    best: i64 = NONE_YET
    for i in range(v.laid_n):
        hexno = v.laid[i]
        ants = v.ants[e.seat * w.HEXES + hexno]
        if ants == 0 or e.figures.open_tunnels(hexno) < e.rules.journey_hexes:
            continue
        entered = min(ants, e.rules.journey_hexes)
        value = entered * tile + (ants - entered) * tile // 3
        if hexno == w.TUNNEL:
            value += entered * e.inner_price
        else:
            value -= e.ants_worth(hexno, ants)
        best = max(best, value)
    value = e.term("new hexes for one left", best) + e.term("weight explore, twice", 2 * e.w[W_EXPLORE])
    return value + spent(e, e.rules.journey_cost)


# Double Spliced Genes --------------------------------------------------------
def genes_worth(e: Judgement) -> i64:
    """The value of Double Spliced Genes: one evolution at its cost, and another at no cost."""
    v = e.view
    best: i64 = NONE_YET
    for i in range(v.hand_n[e.seat]):
        card = v.card(i)
        if e.kit.kind[card] == w.EVOLUTION:
            best = max(best, laid_worth(e, card, False) - price(e, card) + free_worth(e, card))
    value = e.term("evolutions", best) + e.term("weight play", e.w[W_PLAY])
    return value + spent(e, e.rules.genes_cost)


def free_worth(e: Judgement, paid: i64) -> i64:
    """The value of the best evolution in hand that may follow at no cost after evolution `paid`."""
    v = e.view
    best: i64 = 0
    i: i64 = 0
    while i < v.hand_n[e.seat] and e.rules.genes_free_plays > 0:
        card = v.card(i)
        if card != paid and e.kit.kind[card] == w.EVOLUTION and e.kit.cost[card] <= e.kit.cost[paid]:
            best = max(best, laid_worth(e, card, False))
        i += 1
    return best


def laid_worth(e: Judgement, card: i64, beneath: bool) -> i64:
    """The value of an evolution on its section. If it is laid `beneath` others, it has no effect."""
    section = e.kit.section[card]
    if not beneath or e.view.evolution_n[e.seat * 3 + section] == 0:
        return evolution_worth(e, card)
    return body_worth(e, section)


# Raiding Party --------------------------------------------------------------
def raid_worth(e: Judgement) -> i64:
    """The value of Raiding Party: its planned steps, and the best battle in the present position."""
    v = e.view
    steps = e.figures.raid_steps(e.seat)
    prize: i64 = NONE_YET
    for i in range(v.laid_n):
        hexno = v.laid[i]
        if v.ants[e.seat * w.HEXES + hexno] == 0 or not e.figures.contested(hexno):
            continue
        for rival in range(v.players):
            if rival != e.seat and v.ants[rival * w.HEXES + hexno] > 0:
                prize = max(prize, rate_raid(e, hexno, rival))
    if prize == NONE_YET:
        prize = 0
    value = e.term("the steps planned", plan_whole(e, steps)) + e.term("the best battle", prize)
    return value + e.term("weight march", e.w[W_MARCH]) + spent(e, e.rules.raid_cost)


def rate_raid(e: Judgement, hexno: i64, rival: i64) -> i64:
    """The value of a battle as invader against a player in a tile, even if that player has no control."""
    v = e.view
    weight = e.w
    mine = v.ants[e.seat * w.HEXES + hexno]
    theirs = v.ants[rival * w.HEXES + hexno]
    own = mine + e.invading[e.seat]
    against = theirs + e.defending[rival]
    lead = own - against
    if e.muted[rival] == 0:
        lead += e.fierce
    p = e.odds(lead, e.armed[rival] > 0)
    lost = min(e.figures.winner_losses(against), mine - 1)
    slain = min(theirs, own)
    alone = v.crowd[hexno] - mine <= slain
    prize = e.rules.battle_points * weight[W_POINT] + e.hold(hexno, mine - lost, alone)
    win = (prize * weight[W_BATTLE] + slain * weight[W_HARM] * 60) // 100 - lost * e.an_ant
    kept = mine - against
    loss = e.hold(hexno, kept, False) // 2 - e.an_ant * (against if kept > 0 else mine)
    return (p * win + (100 - p) * loss) // 100 - e.hold(hexno, mine, False)


# which species ---------------------------------------------------------------
def species_worth(e: Judgement, species: i64) -> i64:
    """The value of playing a species. It depends on the weights of its advantages."""
    if species == w.CRAZY:
        return 40 * (e.w[W_EVENT] - 50)
    if species == w.NOMADIC:
        return e.w[W_EXPLORE]
    if species == w.MUTANT:
        return e.w[W_HEAD] - 30
    return e.w[W_BATTLE] - 110

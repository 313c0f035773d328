"""The threat of the Centipede Horde: its centipedes, its cards, and battles against it (HOR).

All values are in hundredths of a colony point. They are computed once per turn and phase, in games against
the Horde only.
"""

from __future__ import annotations

from typing import Final

from marchsim.games.march.players.heuristic.prices import Prices
from marchsim.games.march.players.heuristic.weights import W_CENTIPEDE, W_FEROCITY, W_HORDE, W_POINT
from marchsim.games.march.words import HEXES, NONE, SITES, SOLDIER, TUNNEL
from marchsim.kernel.compat import i64, vec

STRONGEST: Final = 31  # an Army Strength above this surely beats a centipede
FURY: Final = 6  # typical strength of a centipede's two cards


def fear(e: Prices) -> None:
    """Compute the value of destroying each centipede, of avoiding a card of the Horde, and of a new hex."""
    rules = e.rules
    point = e.w[W_HORDE]
    entry = point * rules.horde_tunnel_points * e.view.players
    stay = point * rules.horde_slumber_points * e.left
    jumps = cards_to_come(e) * e.facts.horde_jumps
    e.menace = point * rules.horde_battle_points
    everyone = entries(e, jumps, NONE)
    for i in range(e.view.laid_n):
        hexno = e.view.laid[i]
        e.relief[hexno] = 0
        if e.centipede[hexno] > 0:
            e.relief[hexno] = stay + (entry * (everyone - entries(e, jumps, hexno))) // 100
    e.omen = card_cost(e, jumps, stay, entry)
    hexes = e.view.laid_n
    e.doomed = next_invaded(e)
    e.room = (60 * entry * jumps) // (10000 * (hexes * (hexes + 1) + 1))


def next_invaded(e: Prices) -> i64:
    """The highest-numbered hex without a centipede, or NONE (HOR-03)."""
    hexno: i64 = HEXES - 1
    while hexno > TUNNEL:
        if e.view.placed[hexno] > 0 and e.centipede[hexno] == 0:
            return hexno
        hexno -= 1
    return NONE


def cards_to_come(e: Prices) -> i64:
    """An estimate of the Horde's cards still to come: two a round for each player, and one more a round."""
    players = e.view.players
    rounds = max(e.rules.rounds - e.view.round, 0)
    cards = rounds * (2 * players + 1)
    if e.phase < SOLDIER:
        cards += players
    return cards


def entries(e: Prices, jumps: i64, without: i64) -> i64:
    """The expected number of centipedes that `jumps` jumps bring into the Great Tunnel.

    Both numbers are in hundredths. The lowest centipede jumps first, and needs a jump for each lower hex
    without a centipede. The centipede in hex `without` is ignored.
    """
    free: i64 = 0
    way: i64 = 0
    total: i64 = 0
    for hexno in range(1, HEXES):
        if e.view.placed[hexno] > 0:
            if e.centipede[hexno] > 0 and hexno != without:
                way += free + 1
                total += (100 * jumps) // (jumps + 100 * way)
            else:
                free += 1
    return total


def card_cost(e: Prices, jumps: i64, stay: i64, entry: i64) -> i64:
    """The average cost to the players of a card of the Horde: an invasion, an advance or a rampage."""
    a = e.facts
    free: i64 = 0
    below: i64 = -1  # free hexes below the lowest centipede
    way: i64 = 0
    rampage: i64 = 0
    for hexno in range(1, HEXES):
        if e.view.placed[hexno] > 0:
            if e.centipede[hexno] > 0:
                if below < 0:
                    below = free
                way += free + 1
                if e.crowd[hexno] > 0:
                    rampage += rampage_cost(e, hexno)
            else:
                free += 1
    invasion = stay + entry
    if free > 0:
        way += free
        invasion = stay + (entry * jumps) // (jumps + 100 * way)
    advance = invasion  # a sentry
    if below >= 0 and a.horde_events > 0:
        share = (100 * a.horde_jumps) // (a.horde_events * (below + 1))
        advance = entry if share > 100 else (entry * share) // 100
    return (a.horde_invades * invasion + a.horde_events * advance + a.horde_goals * rampage) // 100


def rampage_cost(e: Prices, hexno: i64) -> i64:
    """The expected cost in a hex of the extra strength that a rampage gives to its centipede."""
    total: i64 = 0
    for seat in range(e.view.players):
        ants = e.ants[seat * HEXES + hexno]
        if ants > 0:
            strength = ants + e.defending[seat]
            if seat == e.seat:
                strength += e.fierce
            elif e.view.hand_n[seat] > 0:
                strength += 2
            lost = beaten(e, strength) - beaten(e, strength - e.rules.rampage_strength)
            total += (lost * (e.relief[hexno] + e.menace)) // 100
    return total


def beaten(e: Prices, strength: i64) -> i64:
    """The chance, in percent, that this Army Strength beats a centipede of the Horde."""
    if strength < 0:
        return 0
    strength = min(strength, STRONGEST)
    return e.facts.horde_pair[strength]


def stand(e: Prices, hexno: i64, n: i64, free: vec[i64], at: i64) -> i64:
    """The expected gain if `n` of the player's ants battle the centipede of a tile.

    `free[at + n]` is the total value of the best n sites that the player may then hold there.
    """
    w = e.w
    ant = e.an_ant
    plain = n + e.defending[e.seat]
    strength = plain + e.fierce
    p = beaten(e, strength)
    lost: i64 = FURY // e.rules.centipede_loss_divisor
    if strength < FURY:
        lost -= 1
    if lost >= n:
        lost = n - 1
    left = min(n - lost, SITES)
    prize = e.rules.centipede_points * w[W_POINT] + e.rules.centipede_food * e.food_price
    win = (prize * w[W_CENTIPEDE]) // 100 + e.relief[hexno] + free[at + left] - lost * ant
    slain = min(n, FURY + 1)
    value = (p * win - (100 - p) * (ant * slain + e.menace)) // 100
    return value - ((p - beaten(e, plain)) * e.fierce * w[W_FEROCITY]) // 100

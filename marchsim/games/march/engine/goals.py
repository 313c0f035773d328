"""Colony Goals: the points of each in Slumber, without side effects. Implements PLY-08 and QUE-09.

A goal is defined by numbers. All conditions that it names must hold (`components.amounts`).
"""

from __future__ import annotations

from marchsim.games.march.engine.moves.meadow import Play
from marchsim.games.march.engine.tunnels import longest_chain
from marchsim.games.march.words import HEXES, TUNNEL
from marchsim.kernel.compat import i64


def goal_points(g: Play, seat: i64, goal: i64) -> i64:
    """The colony points of a goal now: 0 unless all its conditions hold."""
    return g.figures.goal_points(seat, goal) if met(g, seat, goal) else i64(0)


def met(g: Play, seat: i64, goal: i64) -> bool:
    """Whether all conditions of a goal hold."""
    s = g.s
    card = g.cards[goal]
    if s.hand_n[seat] < card.need_hand or s.wins[seat] < card.need_wins:
        return False
    if card.need_inner > 0 and g.figures.inner_controlled(seat) < card.need_inner:
        return False
    if card.need_outer > 0 and g.figures.outer_inhabited(seat) < card.need_outer:
        return False
    if card.need_alone > 0 and g.figures.alone_inhabited(seat) < card.need_alone:
        return False
    if card.need_single_larvae > 0 and g.figures.single_larva_sites(seat) < card.need_single_larvae:
        return False
    if card.need_chain > 0 and longest_chain(g.s, seat) < card.need_chain:
        return False
    return exceeds_others(g, seat, goal)


def exceeds_others(g: Play, seat: i64, goal: i64) -> bool:
    """Whether a player has strictly more than its neighbours of the goal's quantity (TWO-06).

    Ants in the Great Tunnel are compared with those of every other player.
    """
    s = g.s
    card = g.cards[goal]
    for index in range(1, s.players):
        other = (seat + index) % s.players
        beside = index == 1 or index == s.players - 1
        if card.more_ants_in_tunnel > 0:
            if s.ants[seat * HEXES + TUNNEL] <= s.ants[other * HEXES + TUNNEL]:
                return False
        if not beside:
            continue
        if card.more_food > 0 and s.food[seat] <= s.food[other]:
            return False
        if card.more_larvae > 0 and s.larvae[seat] <= s.larvae[other]:
            return False
        if card.more_evolutions > 0 and s.evolutions(seat) <= s.evolutions(other):
            return False
    return True

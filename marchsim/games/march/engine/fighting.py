"""Common parts of battles against ants and centipedes: strength, ferocity, casualties, spoils.

Implements BAT-03, BAT-04, BAT-09 to BAT-11, BAT-16 and BAT-17.
"""

from __future__ import annotations

from marchsim.games.march import words as w
from marchsim.games.march.engine.legal import offer_hand, offer_within
from marchsim.games.march.engine.moments import ActiveCard
from marchsim.games.march.engine.moves.meadow import Play
from marchsim.kernel.compat import append, i64, vec


# strength -------------------------------------------------------------
def heads_count(g: Play) -> bool:
    """Whether heads add Army Strength now (BAT-17)."""
    return g.s.phase == w.SOLDIER or g.rules.heads_outside_soldier > 0


def army_strength(g: Play, seat: i64, hexno: i64, invades: bool) -> i64:
    """A player's Army Strength in a hex: ants, heads, and the bonus of the top head (BAT-03)."""
    return g.s.ants[seat * w.HEXES + hexno] + g.figures.head_strength(seat, invades, heads_count(g))


def battle_begins(g: Play, seat: i64) -> None:
    """Count a battle, and apply the species' and the head's effects at its start (BAT-16, PRI-09)."""
    g.note_battle(seat)
    g.score(seat, -g.mat(seat).battle_penalty, w.BY_BATTLE)
    head = g.s.top(seat, w.HEAD)
    if head >= 0:
        g.gain_food(seat, g.cards[head].battle_food, w.WHY_CARD, w.of_card(head))


def lay_ferocity(g: Play, seat: i64, hexno: i64, opponent: i64, own: i64, other: i64) -> vec[i64]:
    """Let a player lay as many cards face down for ferocity as the rules or its top head allow (BAT-04)."""
    s = g.s
    laid: vec[i64] = vec[i64]()
    most = g.rules.battle_cards
    head = s.top(seat, w.HEAD)
    if head >= 0 and g.cards[head].ferocity_cards > most:
        most = g.cards[head].ferocity_cards
    while len(laid) < most and s.hand_n[seat] > 0:
        g.table.open(hexno, opponent, own, other)
        g.table.offer(w.O_PASS)
        offer_hand(g, seat)
        choice = g.table.choose(seat, w.Q_FEROCITY)
        if choice == w.O_PASS:
            break
        card = w.part(choice, 0)
        g.lay_card(seat, card)
        own += g.kit.ferocity[card]
        laid = append(laid, card)
    return laid


def reveal_ferocity(g: Play, seat: i64, laid: vec[i64]) -> i64:
    """Turn up the cards that a player laid. Return the sum of their ferocity."""
    total: i64 = 0
    for i in range(len(laid)):
        total += g.kit.ferocity[laid[i]]
        g.events.add(w.E_FEROCITY, seat, laid[i], 0, 0, 0)
    return total


def clear_ferocity(g: Play, seat: i64, laid: vec[i64]) -> None:
    """Put the cards laid for ferocity face up on the discard pile (BAT-16)."""
    for i in range(len(laid)):
        g.discard_held(seat, laid[i], w.WHY_BATTLE)


def due_casualties(g: Play, seat: i64, hexno: i64, due: i64, lone_survivor: bool) -> i64:
    """The ants that a player loses, after Armored Head and then lone survivor (BAT-09, BAT-16)."""
    ants = g.s.ants[seat * w.HEXES + hexno]
    head = g.s.top(seat, w.HEAD)
    if head >= 0 and due < ants:
        due -= g.cards[head].spared
        due = max(due, 0)
    if lone_survivor and g.rules.lone_survivor > 0 and due >= ants:
        due = ants - 1
    return min(due, ants)


def victory_reward(g: Play, winner: i64, loser: i64) -> None:
    """Give the reward of the winner's top head (Amazon Head). A centipede has no larvae to lose."""
    head = g.s.top(winner, w.HEAD)
    if head < 0:
        return
    g.gain_larvae(winner, g.cards[head].win_larvae, w.WHY_CARD, w.of_card(head))
    if loser >= 0:
        g.lose_larvae(loser, g.cards[head].rival_loses_larvae, w.WHY_CARD, w.of_card(head))


def rearrange(g: Play, seat: i64, hexno: i64) -> None:
    """Let a winner move its ants in the hex onto empty sites (BAT-11).

    The player gets at most one move per site, which is enough for any arrangement.
    """
    s = g.s
    moves: i64 = 0
    while moves < g.kit.sites[hexno] and s.filled[hexno] < g.kit.sites[hexno]:
        g.table.open(hexno, 0, 0, 0)
        g.table.offer(w.O_PASS)
        offer_within(g, seat, hexno)
        choice = g.table.choose(seat, w.Q_SPOILS)
        if choice == w.O_PASS:
            return
        g.step(seat, hexno, w.part(choice, 1), hexno, w.part(choice, 3))
        moves += 1


def battle_over(g: Play, seat: i64, hexno: i64) -> None:
    """Let a top head act after a battle of the Soldier Phase (Trapjaw Head). Record the battle."""
    if g.s.phase != w.SOLDIER:
        return
    head = g.s.top(seat, w.HEAD)
    if head >= 0:
        card = g.cards[head]
        if isinstance(card, ActiveCard):
            card.battle_over(g, seat, hexno)
    g.note_fought(seat, hexno)

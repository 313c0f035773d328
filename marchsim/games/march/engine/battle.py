"""The Soldier Phase, and battles between two players. Implements SOL and BAT.

Centipede battles are in `centipedes`. Cards such as Sneak Attack call `resolve_hex`.
"""

from __future__ import annotations

from marchsim.games.march import words as w
from marchsim.games.march.engine import centipedes
from marchsim.games.march.engine.fighting import (
    army_strength,
    battle_begins,
    battle_over,
    clear_ferocity,
    due_casualties,
    lay_ferocity,
    rearrange,
    reveal_ferocity,
    victory_reward,
)
from marchsim.games.march.engine.legal import controller
from marchsim.games.march.engine.moments import ActiveCard, ActiveMat
from marchsim.games.march.engine.moves.meadow import Play
from marchsim.games.march.engine.steps import clockwise, lose_in, settle, settle_hex, walk
from marchsim.games.march.words import HEAD, HEXES, NONE, SOLDIER
from marchsim.kernel.compat import i64, vec


def resolve_hex(g: Play, hexno: i64) -> None:
    """Fight all battles of a hex: the centipede first, then the ants (SOL-02, CEN-09)."""
    if g.s.centipede[hexno] > 0 and g.s.crowd[hexno] > 0:
        centipedes.rampage(g, hexno, 0)
    ant_battles(g, hexno)


def ant_battles(g: Play, hexno: i64) -> None:
    """Fight the ant battles of a hex while it is contested, each pair at most once (BAT-12 to BAT-14)."""
    if not g.figures.contested(hexno):
        return
    s = g.s
    met: vec[i64] = vec[i64]([0] * (w.SEATS * w.SEATS))
    fights: vec[i64] = vec[i64]([0] * w.SEATS)
    while g.figures.contested(hexno):
        defender = controller(s, hexno)
        if defender < 0:
            return
        invader = next_invader(g, hexno, defender, met, fights)
        if invader < 0:
            return
        met[defender * w.SEATS + invader] = 1
        met[invader * w.SEATS + defender] = 1
        fights[defender] += 1
        fights[invader] += 1
        battle(g, hexno, invader, defender, defender)


def next_invader(g: Play, hexno: i64, defender: i64, met: vec[i64], fights: vec[i64]) -> i64:
    """The next invader not yet met, or NOBODY: first those without a battle here, then most ants."""
    s = g.s
    best: i64 = -1
    ties: i64 = 0
    chosen: i64 = w.NOBODY
    for seat in range(s.players):
        if seat != defender and s.ants[seat * w.HEXES + hexno] > 0 and met[defender * w.SEATS + seat] == 0:
            rank = s.ants[seat * w.HEXES + hexno]
            if fights[seat] == 0:
                rank += 1000
            if rank > best:
                best = rank
                ties = 1
                chosen = seat
            elif rank == best:
                ties += 1
    if ties < 2:
        return chosen
    g.table.open(hexno, 0, 0, 0)
    for index in range(1, s.players):
        seat = clockwise(g, defender, index)
        if s.ants[seat * w.HEXES + hexno] > 0 and met[defender * w.SEATS + seat] == 0:
            rank = s.ants[seat * w.HEXES + hexno]
            if fights[seat] == 0:
                rank += 1000
            if rank == best:
                g.table.offer(w.option(w.O_SEAT, seat, 0, 0, 0))
    return w.part(g.table.choose(defender, w.Q_INVADER), 0)


# one battle -------------------------------------------------------------
def battle(g: Play, hexno: i64, invader: i64, defender: i64, tie_winner: i64) -> None:
    """Fight a battle between two players in the order of BAT-16.

    `tie_winner` wins a tie by BAT-05. The ruleset may give ties to the other player instead.
    """
    g.events.add(w.E_BATTLE, invader, hexno, defender, 0, 0)
    battle_begins(g, invader)
    battle_begins(g, defender)
    invading = army_strength(g, invader, hexno, True)
    defending = army_strength(g, defender, hexno, False)
    nothing: vec[i64] = vec[i64]()
    laid_in = nothing
    laid_de = nothing
    if not g.figures.silences(defender):
        laid_in = lay_ferocity(g, invader, hexno, defender, invading, defending)
    if not g.figures.silences(invader):
        laid_de = lay_ferocity(g, defender, hexno, invader, defending, invading)
    decide(g, hexno, invader, defender, tie_winner, invading, defending, laid_in, laid_de)


def decide(
    g: Play,
    hexno: i64,
    invader: i64,
    defender: i64,
    tie_winner: i64,
    invading: i64,
    defending: i64,
    laid_in: vec[i64],
    laid_de: vec[i64],
) -> None:
    """Decide a battle once all cards are laid, and resolve its consequences."""
    fierce_in = reveal_ferocity(g, invader, laid_in)
    fierce_de = reveal_ferocity(g, defender, laid_de)
    g.events.add(w.E_STRENGTH, invader, invading, fierce_in, 0, 0)
    g.events.add(w.E_STRENGTH, defender, defending, fierce_de, 0, 0)
    lead = invading + fierce_in - defending - fierce_de
    winner = invader if lead > 0 else defender
    if lead == 0:
        winner = tie_winner
        if g.rules.defender_wins_ties == 0:
            winner = invader + defender - tie_winner
    loser = invader + defender - winner
    clear_ferocity(g, invader, laid_in)
    clear_ferocity(g, defender, laid_de)
    strength_won = invading if winner == invader else defending
    strength_lost = defending if winner == invader else invading
    casualties(g, hexno, winner, loser, strength_won, strength_lost)
    spoils(g, hexno, winner, loser)
    battle_over(g, invader, hexno)
    battle_over(g, defender, hexno)


def casualties(g: Play, hexno: i64, winner: i64, loser: i64, strength_won: i64, strength_lost: i64) -> None:
    """Fix both sides' casualties, then let the owners choose ants, clockwise (BAT-06 to BAT-10, GEN-04)."""
    due_loser = due_casualties(g, loser, hexno, strength_won, False)
    due_winner = due_casualties(g, winner, hexno, g.figures.winner_losses(strength_lost), True)
    g.events.add(w.E_OUTCOME, winner, loser, due_winner, due_loser, 0)
    for index in range(g.s.players):
        seat = clockwise(g, g.s.marker, index)
        if seat == winner:
            lose_in(g, seat, hexno, due_winner, w.WHY_BATTLE)
        elif seat == loser:
            lose_in(g, seat, hexno, due_loser, w.WHY_BATTLE)


def spoils(g: Play, hexno: i64, winner: i64, loser: i64) -> None:
    """Give the winner its point and its head's reward, let it move ants, then fill sites (BAT-11)."""
    g.note_victory(winner, False)
    g.score(winner, g.rules.battle_points, w.BY_BATTLE)
    victory_reward(g, winner, loser)
    rearrange(g, winner, hexno)
    settle_hex(g, hexno, winner)


def soldier_phase(g: Play) -> None:
    """Play the Soldier Phase: heads, battles by hex number, end of the phase (SOL-01 to SOL-05)."""
    s = g.s
    g.begin_phase(SOLDIER)
    for index in range(s.players):
        head_begins(g, clockwise(g, s.marker, index))
    battles_from(g, 1)


def battles_from(g: Play, first: i64) -> None:
    """Resolve the battles from hex `first` on, and the end of the phase."""
    s = g.s
    for hexno in range(first, HEXES):
        if s.crowd[hexno] > 0:
            resolve_hex(g, hexno)
    for index in range(s.players):
        seat = clockwise(g, s.marker, index)
        head = s.top(seat, HEAD)
        if head >= 0:
            card = g.cards[head]
            if isinstance(card, ActiveCard):
                card.soldier_phase_ends(g, seat)
            settle(g, s.marker)


def head_begins(g: Play, seat: i64) -> None:
    """Resolve a player's species and top head at the start of the phase, then fill sites (SOL-01, SOL-05)."""
    mat = g.mat(seat)
    if isinstance(mat, ActiveMat):
        mat.soldier_phase_begins(g, seat)
    head = g.s.top(seat, HEAD)
    if head < 0:
        return
    card = g.cards[head]
    if card.ant_steps > 0:
        walk(g, seat, card.ant_steps, False, False, NONE)
    if isinstance(card, ActiveCard):
        card.soldier_phase_begins(g, seat)
    settle(g, g.s.marker)

"""Battles against a centipede. Implements CEN, HOR-07 and HOR-08. Callers choose the order of hexes."""

from __future__ import annotations

from marchsim.games.march import words as w
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
from marchsim.games.march.engine.moves.meadow import Play
from marchsim.games.march.engine.steps import clockwise, lose_in, settle_hex
from marchsim.kernel.compat import append, i64, vec


def rampage(g: Play, hexno: i64, extra: i64) -> i64:
    """Let a hex's centipede battle each player there once, until it is destroyed (CEN-07, CEN-08).

    `extra` is the centipede's Army Strength besides its cards (HOR-05). Returns the number of battles that it
    won.
    """
    met: vec[i64] = vec[i64]([0] * w.SEATS)
    won: i64 = 0
    while g.s.centipede[hexno] > 0:
        prey = next_prey(g, hexno, met)
        if prey < 0:
            break
        met[prey] = 1
        if not hunt(g, hexno, prey, extra):
            won += 1
    return won


def next_prey(g: Play, hexno: i64, met: vec[i64]) -> i64:
    """The centipede's next opponent, or NOBODY: the player in control, else the one with most ants (CEN-07).

    Ties go clockwise from the marker. A head that befriends centipedes protects its player on its own tiles.
    """
    s = g.s
    ruler = controller(s, hexno)
    spared = friend(g, hexno)
    if ruler >= 0 and ruler != spared and met[ruler] == 0:
        return ruler
    chosen: i64 = w.NOBODY
    most: i64 = 0
    for index in range(s.players):
        seat = clockwise(g, s.marker, index)
        if met[seat] == 0 and seat != spared and s.ants[seat * w.HEXES + hexno] > most:
            most = s.ants[seat * w.HEXES + hexno]
            chosen = seat
    return chosen


def friend(g: Play, hexno: i64) -> i64:
    """The player whom the hex's centipede never battles (Traitorous Head), or NOBODY."""
    ruler = controller(g.s, hexno)
    if ruler < 0:
        return w.NOBODY
    head = g.s.top(ruler, w.HEAD)
    return ruler if head >= 0 and g.cards[head].befriends_centipedes() else w.NOBODY


def march_to_battle(g: Play, seat: i64) -> None:
    """Let a player who has marched battle one centipede in a tile with its ants, or none (HOR-07)."""
    s = g.s
    g.table.open(0, 0, 0, 0)
    g.table.offer(w.O_PASS)
    for hexno in range(1, w.HEXES):
        if s.centipede[hexno] > 0 and s.ants[seat * w.HEXES + hexno] > 0 and friend(g, hexno) != seat:
            g.table.offer(w.option(w.O_HUNT, hexno, 0, 0, 0))
    choice = g.table.choose(seat, w.Q_HUNT)
    if choice != w.O_PASS:
        hunt(g, w.part(choice, 0), seat, 0)


def hunt(g: Play, hexno: i64, seat: i64, extra: i64) -> bool:
    """Fight a battle between a centipede and a player (CEN-01 to CEN-06). Return whether the ants win.

    `extra` is the centipede's Army Strength besides its cards. If it wins, a Horde scores (HOR-10).
    """
    g.events.add(w.E_HUNT, seat, hexno, 0, 0, 0)
    battle_begins(g, seat)
    strength = army_strength(g, seat, hexno, False)
    drawn: vec[i64] = vec[i64]()
    total = extra
    card = draw_strength(g) if g.rules.centipede_cards > 0 else w.NONE
    if card >= 0:
        drawn = append(drawn, card)
        total += g.kit.ferocity[card]
    laid = lay_ferocity(g, seat, hexno, w.NOBODY, strength, total)
    fierce = reveal_ferocity(g, seat, laid)
    while len(drawn) < g.rules.centipede_cards and not g.figures.silences(seat):
        card = draw_strength(g)
        if card < 0:
            break
        drawn = append(drawn, card)
        total += g.kit.ferocity[card]
    g.events.add(w.E_STRENGTH, seat, strength, fierce, 0, 0)
    g.events.add(w.E_STRENGTH, w.NOBODY, total, 0, 0, 0)
    clear_ferocity(g, seat, laid)
    clear_drawn(g, drawn)
    lead = strength + fierce - total
    won = lead > 0 or (lead == 0 and g.rules.defender_wins_ties > 0)
    if won:
        beat_centipede(g, hexno, seat, total)
    else:
        due = due_casualties(g, seat, hexno, total, False)
        g.events.add(w.E_OUTCOME, w.NOBODY, seat, 0, due, 0)
        lose_in(g, seat, hexno, due, w.WHY_BATTLE)
        settle_hex(g, hexno, g.s.marker)
        if g.rules.horde > 0:
            g.score_horde(g.rules.horde_battle_points, w.H_BATTLE)
    battle_over(g, seat, hexno)
    return won


def draw_strength(g: Play) -> i64:
    """Turn up a card for a centipede, from the deck or the Horde's deck (HOR-08). NONE if none is left."""
    return g.draw_horde_strength() if g.rules.horde > 0 else g.reveal_card()


def clear_drawn(g: Play, drawn: vec[i64]) -> None:
    """Put the centipede's cards face up on the discard pile that they belong to."""
    for i in range(len(drawn)):
        if g.rules.horde > 0:
            g.discard_horde_card(drawn[i])
        else:
            g.discard_held(w.NOBODY, drawn[i], w.WHY_BATTLE)


def beat_centipede(g: Play, hexno: i64, seat: i64, total: i64) -> None:
    """Resolve a victory: remove the centipede, lose ants, gain food and a point, move ants (CEN-05)."""
    g.remove_centipede(hexno)
    due = due_casualties(g, seat, hexno, total // g.rules.centipede_loss_divisor, True)
    g.events.add(w.E_OUTCOME, seat, w.NOBODY, due, 0, 0)
    lose_in(g, seat, hexno, due, w.WHY_BATTLE)
    g.note_victory(seat, True)
    g.gain_food(seat, g.rules.centipede_food, w.WHY_BATTLE)
    g.score(seat, g.rules.centipede_points, w.BY_CENTIPEDE)
    victory_reward(g, seat, w.NOBODY)
    rearrange(g, seat, hexno)
    settle_hex(g, hexno, seat)

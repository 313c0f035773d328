"""The Soldier Phase: battles between two players, and battles against a centipede.

Implements SOL, BAT, CEN, HOR-07 and HOR-08. Cards such as Sneak Attack also call `resolve_hex`. If a rule
makes several centipedes battle, the code for that rule decides the order of their hexes.
"""

from __future__ import annotations

from marchsim.games.march import words as w
from marchsim.games.march.engine.legal import controller, offer_hand, offer_within
from marchsim.games.march.engine.moments import ActiveCard, ActiveMat
from marchsim.games.march.engine.moves.meadow import Play
from marchsim.games.march.engine.steps import clockwise, lose_in, settle, settle_hex, walk
from marchsim.games.march.words import HEAD, HEXES, NONE, SOLDIER
from marchsim.kernel.compat import append, i64, vec


# strength -------------------------------------------------------------
def heads_count(g: Play) -> bool:
    """Whether heads add to Army Strength in the present phase (BAT-17)."""
    return g.s.phase == w.SOLDIER or g.rules.heads_outside_soldier > 0


def army_strength(g: Play, seat: i64, hexno: i64, invades: bool) -> i64:
    """A player's Army Strength in a hex: its ants, its heads, and the bonus of its top head (BAT-03)."""
    return g.s.ants[seat * w.HEXES + hexno] + g.figures.head_strength(seat, invades, heads_count(g))


def battle_begins(g: Play, seat: i64) -> None:
    """Count a battle for a player, and apply the effects of its species and top head (BAT-16, PRI-09)."""
    g.note_battle(seat)
    g.score(seat, -g.mat(seat).battle_penalty, w.BY_BATTLE)
    head = g.s.top(seat, w.HEAD)
    if head >= 0:
        g.gain_food(seat, g.cards[head].battle_food, w.WHY_CARD, w.of_card(head))


def lay_ferocity(g: Play, seat: i64, hexno: i64, opponent: i64, own: i64, other: i64) -> vec[i64]:
    """Let a player lay cards face down for ferocity, as many as the rules or its head allow (BAT-04)."""
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
    """Turn up the cards that a player laid, and return the sum of their ferocity."""
    total: i64 = 0
    for i in range(len(laid)):
        total += g.kit.ferocity[laid[i]]
        g.events.add(w.E_FEROCITY, seat, laid[i], 0, 0, 0)
    return total


def clear_ferocity(g: Play, seat: i64, laid: vec[i64]) -> None:
    """Put the cards that were laid for ferocity face up on the discard pile (BAT-16)."""
    for i in range(len(laid)):
        g.discard_held(seat, laid[i], w.WHY_BATTLE)


def due_casualties(g: Play, seat: i64, hexno: i64, due: i64, lone_survivor: bool) -> i64:
    """The number of ants that a player really loses if the rules demand `due` (BAT-09, BAT-16).

    Armored Head spares some, unless all of the player's ants in the hex are due. If `lone_survivor` is set
    and the rules allow it, one ant survives.
    """
    ants = g.s.ants[seat * w.HEXES + hexno]
    head = g.s.top(seat, w.HEAD)
    if head >= 0 and due < ants:
        due -= g.cards[head].spared
        due = max(due, 0)
    if lone_survivor and g.rules.lone_survivor > 0 and due >= ants:
        due = ants - 1
    return min(due, ants)


def victory_reward(g: Play, winner: i64, loser: i64) -> None:
    """Let the winner gain larvae and the loser lose larvae, as the winner's top head says (Amazon Head).

    If the loser is a centipede, it loses nothing.
    """
    head = g.s.top(winner, w.HEAD)
    if head < 0:
        return
    g.gain_larvae(winner, g.cards[head].win_larvae, w.WHY_CARD, w.of_card(head))
    if loser >= 0:
        g.lose_larvae(loser, g.cards[head].rival_loses_larvae, w.WHY_CARD, w.of_card(head))


def rearrange(g: Play, seat: i64, hexno: i64) -> None:
    """Let the winner of a battle move its ants in the hex onto empty sites (BAT-11).

    The player may move once per site, which is enough for any arrangement.
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
    """After a battle of the Soldier Phase, let a player's top head act (Trapjaw Head). Record the battle."""
    if g.s.phase != w.SOLDIER:
        return
    head = g.s.top(seat, w.HEAD)
    if head >= 0:
        card = g.cards[head]
        if isinstance(card, ActiveCard):
            card.battle_over(g, seat, hexno)
    g.note_fought(seat, hexno)


# Battles against a centipede (CEN, HOR-07, HOR-08)
def rampage(g: Play, hexno: i64, extra: i64) -> i64:
    """Let the centipede of a hex battle each player there once, until it is destroyed (CEN-07, CEN-08).

    `extra` adds to the centipede's Army Strength (HOR-05). Returns the number of battles that it wins.
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
    """The centipede's next opponent: the controller, else the player with most ants (CEN-07), or NOBODY.

    Players are compared clockwise from the marker, and the first of a tie is chosen. A player whose head
    befriends centipedes is left out on tiles that it controls.
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
    """The player whom the centipede of a hex never battles (Traitorous Head), or NOBODY."""
    ruler = controller(g.s, hexno)
    if ruler < 0:
        return w.NOBODY
    head = g.s.top(ruler, w.HEAD)
    return ruler if head >= 0 and g.cards[head].befriends_centipedes() else w.NOBODY


def march_to_battle(g: Play, seat: i64) -> None:
    """After a March, let the player battle one centipede on a tile where it has ants, or pass (HOR-07)."""
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
    """Fight a battle between a centipede and a player (CEN-01 to CEN-06). Return whether the player wins.

    `extra` adds to the centipede's Army Strength. If the centipede wins, the Horde scores (HOR-10).
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
    """Turn up a card for a centipede and return it, or NONE if no card is left.

    In a game against the Horde it comes from the Centipede Deck (HOR-08).
    """
    return g.draw_horde_strength() if g.rules.horde > 0 else g.reveal_card()


def clear_drawn(g: Play, drawn: vec[i64]) -> None:
    """Put the cards that were turned up for a centipede on the discard pile of their deck."""
    for i in range(len(drawn)):
        if g.rules.horde > 0:
            g.discard_horde_card(drawn[i])
        else:
            g.discard_held(w.NOBODY, drawn[i], w.WHY_BATTLE)


def beat_centipede(g: Play, hexno: i64, seat: i64, total: i64) -> None:
    """Resolve a player's victory: remove the centipede, lose ants, gain food and points (CEN-05)."""
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


# The Soldier Phase (SOL), and battles between two players (BAT)
def resolve_hex(g: Play, hexno: i64) -> None:
    """Fight all battles in a hex: first those of its centipede, then those among ants (SOL-02, CEN-09)."""
    if g.s.centipede[hexno] > 0 and g.s.crowd[hexno] > 0:
        rampage(g, hexno, 0)
    ant_battles(g, hexno)


def ant_battles(g: Play, hexno: i64) -> None:
    """While a hex is contested, fight battles among ants, each pair of players once (BAT-12 to BAT-14)."""
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
    """The next player to invade, or NOBODY if the defender has met all others in the hex.

    Players without a battle here come first, then those with most ants. The defender decides a tie.
    """
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
    """Fight a battle between two players, in the order of BAT-16.

    `tie_winner` wins a tie by BAT-05. A parameter of the rules may give ties to the other player instead.
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
    """Decide a battle after all cards are laid, and resolve its consequences."""
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
    """Compute both sides' casualties, then let each choose its ants, clockwise (BAT-06 to BAT-10, GEN-04)."""
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
    """Give the winner its point and the reward of its head, let it move ants, and fill sites (BAT-11)."""
    g.note_victory(winner, False)
    g.score(winner, g.rules.battle_points, w.BY_BATTLE)
    victory_reward(g, winner, loser)
    rearrange(g, winner, hexno)
    settle_hex(g, hexno, winner)


def soldier_phase(g: Play) -> None:
    """Play the Soldier Phase: heads, then battles by hex number, then its end (SOL-01 to SOL-05)."""
    s = g.s
    g.begin_phase(SOLDIER)
    for index in range(s.players):
        head_begins(g, clockwise(g, s.marker, index))
    battles_from(g, 1)


def battles_from(g: Play, first: i64) -> None:
    """Fight the battles in hex `first` and all higher ones, then end the phase."""
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
    """Let a player's species and top head act at the start of the phase, then fill sites (SOL-01, SOL-05)."""
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

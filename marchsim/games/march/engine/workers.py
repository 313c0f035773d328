"""The Worker Phase: turns, rests, and the actions March, Forage and Play a Card with their reactions.

Implements WRK, RST, MAR, FOR, PLY-03, FIV-03, TWO-04, HOR-02, HOR-07 and HOR-14. `explore` has the action
Explore, and `species` the actions of species. Effects that grant actions call `take_action`.
"""

from __future__ import annotations

from marchsim.games.march import words as w
from marchsim.games.march.engine.battle import march_to_battle
from marchsim.games.march.engine.explore import explore
from marchsim.games.march.engine.horde import horde_turn
from marchsim.games.march.engine.legal import can_explore, can_step, offer_hand
from marchsim.games.march.engine.moments import ActiveCard, ActiveMat, resolve
from marchsim.games.march.engine.moves.meadow import Play
from marchsim.games.march.engine.plays import play_held, playable
from marchsim.games.march.engine.steps import clockwise, reacts, settle, walk
from marchsim.kernel.compat import i64


def worker_phase(g: Play) -> None:
    """Take turns, from the marker's holder on, until enough players rest (WRK-01, RST-04, FIV-03)."""
    g.begin_phase(w.WORKER)
    go_on(g)


def go_on(g: Play) -> None:
    """Take the turn of the marker's holder and all later ones, and end the Worker Phase (RST-05, RST-06)."""
    whole_turn(g, g.s.marker)
    after_turn(g)


def after_turn(g: Play) -> None:
    """Take all turns after the one that has just ended, and end the Worker Phase (RST-05, RST-06)."""
    s = g.s
    while not g.phase_over:
        g.pass_marker(clockwise(g, s.marker, 1))  # WRK-05
        whole_turn(g, s.marker)
    for seat in range(s.players):
        g.wake(seat)


def whole_turn(g: Play, seat: i64) -> None:
    """Take a turn, count it if it is a final turn (TWO-04), and turn up a card of the Horde (HOR-02).

    No card is turned up after the Rest that ends the phase, unless the rules say so. After a final turn with
    any other action, a card is turned up as usual (D-19).
    """
    final = g.s.final > 0
    take_turn(g, seat)
    close_turn(g, seat, final)


def close_turn(g: Play, seat: i64, final: bool) -> None:
    """Count a turn if it is a final one, then turn up a card of the Horde (HOR-02)."""
    if final and not g.phase_over:
        g.count_final_turn()
    ended_by_rest = g.phase_over and g.s.rested[seat] > 0
    if g.rules.horde > 0 and (not ended_by_rest or g.rules.horde_last_card > 0):
        horde_turn(g)


def take_turn(g: Play, seat: i64) -> None:
    """Let a player take a turn: an action or, if it is resting, another Rest (RST-03, RST-09)."""
    g.begin_turn(seat)
    if g.s.rested[seat] > 0:
        g.note_action(seat, w.O_REST, w.NONE)
        g.rest(seat)
    else:
        take_action(g, seat, w.NONE)


def may_rest(g: Play, seat: i64) -> bool:
    """Whether a player may rest: after its first action, or if it has neither cards nor food (RST-01).

    In a final turn a player may rest at once (TWO-04). A restless species may rest only without cards and
    food (PRI-03).
    """
    s = g.s
    if s.hand_n[seat] == 0 and s.food[seat] == 0:
        return True
    return g.mat(seat).restless == 0 and (s.acted[seat] > 0 or s.final > 0)


def take_action(g: Play, seat: i64, granted_by: i64) -> bool:
    """Let a player choose an action, and resolve it with its reactions. Return False if the player declines.

    Only an action granted by a card may be declined. `granted_by` is that card, or NONE. A player with no
    other option rests, so no player is ever out of the game (GEN-07, RST-01).
    """
    s = g.s
    table = g.table
    rules = g.rules
    explores = s.food[seat] >= rules.explore_cost and can_explore(g, seat)
    marches = s.food[seat] >= rules.march_cost and can_step(g, seat)
    table.open(granted_by, 0, 0, 0)
    if explores:
        table.offer(w.O_EXPLORE)
    if marches:
        table.offer(w.O_MARCH)
    if s.food[seat] >= rules.forage_cost and s.deck_n + s.discards_n > 0:
        table.offer(w.O_FORAGE)
    for i in range(s.hand_n[seat]):
        card = s.hand[seat * w.CARDS + i]
        if playable(g, seat, card):
            table.offer(w.option(w.O_PLAY, card, 0, 0, 0))
    mat = g.mat(seat)
    if isinstance(mat, ActiveMat) and mat.can_act(g, seat):
        table.offer(mat.action)
    if may_rest(g, seat) or table.n == 0:
        table.offer(w.O_REST)
    if granted_by >= 0:
        table.offer(w.O_PASS)
    choice = table.choose(seat, w.Q_ACTION)
    if choice == w.O_PASS:
        return False
    act(g, seat, w.code_of(choice), w.part(choice, 0))
    return True


def act(g: Play, seat: i64, code: i64, card: i64) -> None:
    """Resolve an action with its reactions (WRK-02, WRK-03)."""
    played: i64 = w.NONE
    if code == w.O_PLAY:
        played = card
    g.note_action(seat, code, played)
    if code == w.O_EXPLORE:
        explore(g, seat)
    elif code == w.O_MARCH:
        march(g, seat)
    elif code == w.O_FORAGE:
        forage(g, seat)
    elif code == w.O_PLAY:
        play_a_card(g, seat, card)
    elif code == w.O_REST:
        rest(g, seat)
    else:
        mat = g.mat(seat)
        if isinstance(mat, ActiveMat):
            mat.act(g, seat)


def rest(g: Play, seat: i64) -> None:
    """Let a player rest for the first time in a round (RST-02). The last Rest needed ends the phase (RST-04).

    If the rules grant final turns, as for two players, each other player first takes one more turn (TWO-04).
    """
    g.rest(seat)
    resting: i64 = 0
    for other in range(g.s.players):
        resting += g.s.rested[other]
    if resting < g.figures.rests_to_end(True) or g.s.final > 0:
        return
    g.gain_larvae(seat, g.rules.last_rest_bonus_larvae, w.WHY_REST)  # RST-07
    if g.rules.final_turn > 0 and g.s.players > 1:
        g.grant_final_turns(g.s.players - 1)
    else:
        g.end_worker_phase()


# March ----------------------------------------------------------------
def march(g: Play, seat: i64) -> None:
    """March: take steps (MAR-01 to MAR-03). Each other player may then move one ant (MAR-04)."""
    g.pay_food(seat, g.rules.march_cost, w.WHY_ACTION)
    walk(g, seat, g.figures.march_steps(seat, True), True, True, w.NONE)
    marched(g, seat)


def marched(g: Play, seat: i64) -> None:
    """Complete a March after its steps: fill sites, perhaps battle a centipede, and let the others react."""
    settle(g, seat)
    if g.rules.march_to_battle > 0:
        march_to_battle(g, seat)
    march_reactions(g, seat, 1)


def march_reactions(g: Play, seat: i64, first: i64) -> None:
    """Let other players move one ant each (MAR-04), beginning `first` places to the left of `seat`."""
    s = g.s
    for index in range(first, s.players):
        other = clockwise(g, seat, index)
        if reacts(g, index):
            thorax = s.top(other, w.THORAX)
            steps = g.rules.march_reaction_steps
            if thorax >= 0 and g.cards[thorax].react_march_steps > 0:
                steps = g.cards[thorax].react_march_steps
            if walk(g, other, steps, False, False, w.O_MARCH) > 0:
                settle(g, seat)


# Forage ----------------------------------------------------------------
def forage(g: Play, seat: i64) -> None:
    """Forage: draw cards (FOR-01). Each other player may then gain larvae (FOR-02)."""
    s = g.s
    g.pay_food(seat, g.rules.forage_cost, w.WHY_ACTION)
    cards = g.figures.forage_cards(seat, True)
    thorax = s.top(seat, w.THORAX)
    drawn: i64 = 0
    if thorax >= 0:
        card = g.cards[thorax]
        while isinstance(card, ActiveCard) and drawn < cards and drawn < card.forage_drops():
            card.drop_card(g, seat)
            drawn += 1
    g.draw_cards(seat, cards - drawn)
    for index in range(1, s.players):
        other = clockwise(g, seat, index)
        larvae = g.rules.forage_reaction_larvae
        thorax = s.top(other, w.THORAX)
        if thorax >= 0 and g.cards[thorax].react_forage_larvae > 0:
            larvae = g.cards[thorax].react_forage_larvae
        if reacts(g, index):
            gain_by_reaction(g, other, larvae, w.O_FORAGE)


def gain_by_reaction(g: Play, seat: i64, larvae: i64, action: i64) -> None:
    """Ask whether a player gains larvae in reaction to an action, if its supply has any (FOR-02)."""
    if larvae == 0 or g.s.supply[seat] == 0:
        return
    g.table.open(0, 0, 0, 0)
    g.table.offer(w.O_YES)
    g.table.offer(w.O_PASS)
    if g.table.choose(seat, w.Q_GAIN_LARVA) == w.O_YES:
        g.events.add(w.E_REACTION, seat, action, 0, 0, 0)
        g.gain_larvae(seat, larvae, w.WHY_REACTION)


# Play a Card ------------------------------------------------------------
def play_a_card(g: Play, seat: i64, card: i64) -> None:
    """Play a card from the hand, with its reactions. Some events take effect after the reactions (RST-08)."""
    g.take_from_hand(seat, card)
    play_held(g, seat, card, False, True)
    if g.phase_over:  # a Rest granted by its effect may have ended it (D-11)
        return
    play_reactions(g, seat)
    if g.kit.kind[card] == w.EVENT and g.cards[card].reactions_first():
        resolve(g, seat, card)


def play_reactions(g: Play, seat: i64) -> None:
    """Let each other player discard a card and draw one (PLY-03)."""
    s = g.s
    if g.rules.play_reaction_cards == 0:
        return
    for index in range(1, s.players):
        other = clockwise(g, seat, index)
        if reacts(g, index) and s.hand_n[other] > 0:
            g.table.open(0, 0, 0, 0)
            g.table.offer(w.O_PASS)
            offer_hand(g, other)
            choice = g.table.choose(other, w.Q_EXCHANGE_CARD)
            if choice != w.O_PASS:
                g.events.add(w.E_REACTION, other, w.O_PLAY, 0, 0, 0)
                g.discard(other, w.part(choice, 0), w.WHY_TRADE)
                g.draw_cards(other, g.rules.play_reaction_cards)

"""The actions March, Forage and Play a Card with their reactions. Holds MAR, FOR, PLY-03, RST-08, HOR-07."""

from __future__ import annotations

from marchsim.games.march import words as w
from marchsim.games.march.engine.centipedes import march_to_battle
from marchsim.games.march.engine.legal import offer_hand
from marchsim.games.march.engine.moments import ActiveCard, resolve
from marchsim.games.march.engine.moves.meadow import Play
from marchsim.games.march.engine.plays import play_held
from marchsim.games.march.engine.steps import clockwise, reacts, settle, walk
from marchsim.kernel.compat import i64


# March ----------------------------------------------------------------
def march(g: Play, seat: i64) -> None:
    """March: a number of steps, larvae first (MAR-01 to MAR-03); others may move one ant (MAR-04)."""
    g.lose_food(seat, g.rules.march_cost, w.WHY_ACTION)
    walk(g, seat, g.figures.march_steps(seat, True), True, True, w.NONE)
    marched(g, seat)


def marched(g: Play, seat: i64) -> None:
    """Fill sites after the steps of a March, and let the others react to it."""
    settle(g, seat)
    if g.rules.march_to_battle > 0:
        march_to_battle(g, seat)
    march_reactions(g, seat, 1)


def march_reactions(g: Play, seat: i64, first: i64) -> None:
    """Let the others move one ant each (MAR-04), from the one `first` places to the left on."""
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
    """Forage: draw cards (FOR-01); others may gain a larva (FOR-02)."""
    s = g.s
    g.lose_food(seat, g.rules.forage_cost, w.WHY_ACTION)
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
    """Let a player gain larvae in reaction to an action, if it has any in the supply (FOR-02)."""
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
    """Play a card from the hand with its reactions. Some events take effect only after them (RST-08)."""
    g.take_from_hand(seat, card)
    play_held(g, seat, card, False, True)
    if g.phase_over:  # a Rest granted by its effect may have ended it (D-11)
        return
    play_reactions(g, seat)
    if g.kit.kind[card] == w.EVENT and g.cards[card].reactions_first():
        resolve(g, seat, card)


def play_reactions(g: Play, seat: i64) -> None:
    """Let the others discard a card to draw one (PLY-03)."""
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

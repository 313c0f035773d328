"""Moves of cards: deck, hands, discards, and cards in play.

A card that is being resolved, revealed or laid in a battle is held aside, so every card is always somewhere.
"""

from __future__ import annotations

from typing import Final

from marchsim.games.march import words as w
from marchsim.games.march.engine.moves.stores import Stores
from marchsim.kernel.compat import i64, vec
from marchsim.kernel.rng import sort_by_key

SALT_RESHUFFLE: Final = 64


def take_out(cards: vec[i64], first: i64, n: i64, card: i64) -> None:
    """Remove a card from the `n` cards that begin at `first`. Later cards move up."""
    at = first
    while cards[at] != card:
        at += 1
    for later in range(at, first + n - 1):
        cards[later] = cards[later + 1]


class CardMoves(Stores):
    """The moves of cards."""

    # cards --------------------------------------------------------------
    def deal_key(self, salt: i64, card: i64) -> i64:
        """The sorting key of a card in the shuffle that `salt` names."""
        return self.chance.keyed(salt, self.kit.key_low[card], self.kit.key_high[card])

    def shuffle_deck(self, salt: i64) -> None:
        """Sort the deck by its cards' keys."""
        self.shuffle_cards(self.s.deck, self.s.deck_n, salt)

    def shuffle_cards(self, pile: vec[i64], n: i64, salt: i64) -> None:
        """Sort a pile by its cards' keys. Missing or new cards do not change the order of the others."""
        keys: vec[i64] = vec[i64]([0] * n)
        for i in range(n):
            keys[i] = self.deal_key(salt, pile[i])
        sort_by_key(pile, keys, n)

    def fill_deck(self, salt: i64) -> None:
        """Make the deck of all cards in the game (SET-04), except those of the Centipede Deck (HOR-01)."""
        s = self.s
        for card in range(self.kit.cards):
            of_the_horde = self.rules.horde > 0 and self.kit.centipede[card] > 0
            if self.kit.enabled[card] > 0 and not of_the_horde:
                s.deck[s.deck_n] = card
                s.deck_n += 1
        self.shuffle_deck(salt)

    def exchange_in_deck(self, one: i64, other: i64) -> None:
        """Swap two cards of the deck before the deal. There is no event, since the deck is hidden.

        Does nothing if one of them is not in the deck.
        """
        deck = self.s.deck
        first: i64 = w.NONE
        second: i64 = w.NONE
        for i in range(self.s.deck_n):
            if deck[i] == one:
                first = i
            elif deck[i] == other:
                second = i
        if first >= 0 and second >= 0:
            deck[first] = other
            deck[second] = one

    def refill_deck(self) -> None:
        """Shuffle the discard pile into a new deck if the deck is empty (FOR-03)."""
        s = self.s
        if s.deck_n > 0 or s.discards_n == 0:
            return
        for i in range(s.discards_n):
            s.deck[i] = s.discards[i]
        s.deck_n = s.discards_n
        s.discards_n = 0
        self.shuffle_deck(SALT_RESHUFFLE + s.reshuffles)
        s.reshuffles += 1
        self.events.add(w.E_RESHUFFLE, w.NOBODY, s.deck_n, 0, 0, 0)

    def draw_card(self, seat: i64, told: i64 = 0) -> i64:
        """Draw a card into a player's hand. Return it, or NONE if none is left (FOR-03)."""
        s = self.s
        self.refill_deck()
        if s.deck_n == 0:
            return w.NONE
        s.deck_n -= 1
        card = s.deck[s.deck_n]
        s.hand[seat * w.CARDS + s.hand_n[seat]] = card
        s.hand_n[seat] += 1
        if s.drawn[seat * w.CARDS + card] == 0:
            s.drawn[seat * w.CARDS + card] = s.round + 1
        self.events.add_told(w.E_DRAW, seat, card, 0, 0, told)
        return card

    def draw_cards(self, seat: i64, n: i64, told: i64 = 0) -> None:
        """Draw `n` cards, or as many as are left."""
        for _ in range(n):
            self.draw_card(seat, told)

    def reveal_card(self) -> i64:
        """Turn up the deck's top card and hold it aside. Return it, or NONE if none is left (CEN-10)."""
        s = self.s
        self.refill_deck()
        if s.deck_n == 0:
            return w.NONE
        s.deck_n -= 1
        card = s.deck[s.deck_n]
        self.hold(card)
        self.events.add(w.E_REVEAL, w.NOBODY, card, 0, 0, 0)
        return card

    def hold(self, card: i64) -> None:
        """Lay a card aside while it is resolved, revealed or in a battle."""
        self.s.limbo[self.s.limbo_n] = card
        self.s.limbo_n += 1

    def unhold(self, card: i64) -> None:
        """Remove a card from those held aside."""
        s = self.s
        take_out(s.limbo, 0, s.limbo_n, card)
        s.limbo_n -= 1

    def take_from_hand(self, seat: i64, card: i64) -> None:
        """Take a card out of a hand and hold it aside."""
        s = self.s
        take_out(s.hand, seat * w.CARDS, s.hand_n[seat], card)
        s.hand_n[seat] -= 1
        self.hold(card)

    def lay_card(self, seat: i64, card: i64) -> None:
        """Lay a card from the hand face down for ferocity. It has no event until it is revealed."""
        self.take_from_hand(seat, card)
        self.s.laid_down[seat * w.CARDS + card] += 1

    def take_from_discards(self, seat: i64, card: i64) -> None:
        """Take a card out of the discard pile and hold it aside."""
        s = self.s
        take_out(s.discards, 0, s.discards_n, card)
        s.discards_n -= 1
        self.hold(card)
        self.events.add(w.E_TAKE, seat, card, 0, 0, 0)

    def discard_held(self, seat: i64, card: i64, why: i64, told: i64 = 0) -> None:
        """Put a card that was held aside face up on the discard pile."""
        s = self.s
        self.unhold(card)
        s.discards[s.discards_n] = card
        s.discards_n += 1
        self.events.add_told(w.E_DISCARD, seat, card, why, 0, told)

    def discard(self, seat: i64, card: i64, why: i64, told: i64 = 0) -> None:
        """Discard a card from a hand."""
        s = self.s
        self.take_from_hand(seat, card)
        s.thrown[seat * w.CARDS + card] += 1
        self.discard_held(seat, card, why, told)

    # cards in play ---------------------------------------------------------
    def note_play(self, seat: i64, card: i64, free: bool) -> None:
        """Record that a player plays a card."""
        s = self.s
        if s.played[seat * w.CARDS + card] == 0:
            s.played[seat * w.CARDS + card] = s.round
        self.events.add(w.E_PLAY, seat, card, 1 if free else 0, 0, 0)

    def put_on_top(self, seat: i64, card: i64) -> None:
        """Lay an evolution on top of its body section (PLY-05)."""
        s = self.s
        at = seat * 3 + self.kit.section[card]
        s.evolution[at * w.CARDS + s.evolution_n[at]] = card
        s.evolution_n[at] += 1
        self.look_up(at)
        self.events.add(w.E_EVOLVE, seat, card, self.kit.section[card], 0, 0)

    def put_beneath(self, seat: i64, card: i64) -> None:
        """Lay an evolution beneath all others of its body section (PRI-08)."""
        s = self.s
        at = seat * 3 + self.kit.section[card]
        i = s.evolution_n[at]
        while i > 0:
            s.evolution[at * w.CARDS + i] = s.evolution[at * w.CARDS + i - 1]
            i -= 1
        s.evolution[at * w.CARDS] = card
        s.evolution_n[at] += 1
        self.look_up(at)
        self.events.add(w.E_BENEATH, seat, card, self.kit.section[card], 0, 0)

    def take_off_top(self, seat: i64, section: i64) -> i64:
        """Take the topmost evolution off a body section, hold it aside and return it."""
        s = self.s
        at = seat * 3 + section
        s.evolution_n[at] -= 1
        n = s.evolution_n[at]
        card = s.evolution[at * w.CARDS + n]
        self.look_up(at)
        self.hold(card)
        self.events.add(w.E_DEVOLVE, seat, card, section, 0, 0)
        return card

    def count_body(self, seat: i64) -> None:
        """Count one more complete ant body as scored (PLY-07)."""
        self.s.bodies[seat] += 1

    def put_goal(self, seat: i64, card: i64) -> None:
        """Put a Colony Goal in play (PLY-08)."""
        s = self.s
        s.goal[seat * w.CARDS + s.goal_n[seat]] = card
        s.goal_n[seat] += 1
        self.events.add(w.E_GOAL, seat, card, 0, 0, 0)

    def take_goal(self, seat: i64, card: i64) -> None:
        """Take a Colony Goal out of play and hold it aside (PLY-09)."""
        s = self.s
        take_out(s.goal, seat * w.CARDS, s.goal_n[seat], card)
        s.goal_n[seat] -= 1
        self.hold(card)
        self.events.add(w.E_DROP_GOAL, seat, card, 0, 0, 0)

    def shift_larvae(self, seat: i64, change: i64) -> None:
        """Change a player's larvae without an event. Only for a trial that is undone (GEN-03)."""
        self.s.larvae[seat] += change

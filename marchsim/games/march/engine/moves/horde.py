"""Moves of the Centipede Horde: its deck, its way into the Great Tunnel, and its points (HOR).

Its cards never mix with those of the players. Cards that are being resolved or in a battle are held aside.
"""

from __future__ import annotations

from typing import Final

from marchsim.games.march import words as w
from marchsim.games.march.engine.moves.cards import CardMoves
from marchsim.kernel.compat import i64

SALT_HORDE: Final = 1 << 20  # and the number of reshuffles


class HordeMoves(CardMoves):
    """The moves of the Horde."""

    # the Centipede Deck ----------------------------------------------------
    def fill_horde_deck(self) -> None:
        """Make the Centipede Deck of all cards in the game that have the centipede icon (HOR-01)."""
        s = self.s
        for card in range(self.kit.cards):
            if self.kit.enabled[card] > 0 and self.kit.centipede[card] > 0:
                s.horde_deck[s.horde_deck_n] = card
                s.horde_deck_n += 1
        self.shuffle_cards(s.horde_deck, s.horde_deck_n, SALT_HORDE)

    def refill_horde_deck(self) -> None:
        """Shuffle the Horde's discards into a new Centipede Deck if the deck is empty (HOR-01)."""
        s = self.s
        if s.horde_deck_n > 0 or s.horde_discards_n == 0:
            return
        for i in range(s.horde_discards_n):
            s.horde_deck[i] = s.horde_discards[i]
        s.horde_deck_n = s.horde_discards_n
        s.horde_discards_n = 0
        s.horde_reshuffles += 1
        self.shuffle_cards(s.horde_deck, s.horde_deck_n, SALT_HORDE + s.horde_reshuffles)
        self.events.add(w.E_HORDE_RESHUFFLE, w.NOBODY, s.horde_deck_n, 0, 0, 0)

    def take_horde_card(self) -> i64:
        """Hold the top card of the Centipede Deck aside, without an event. Return it, or NONE."""
        s = self.s
        self.refill_horde_deck()
        if s.horde_deck_n == 0:
            return w.NONE
        s.horde_deck_n -= 1
        card = s.horde_deck[s.horde_deck_n]
        self.hold(card)
        return card

    def draw_horde_strength(self) -> i64:
        """Turn up a card of the Centipede Deck for a centipede in battle (HOR-08). Return it, or NONE."""
        card = self.take_horde_card()
        if card >= 0:
            self.events.add(w.E_HORDE_CARD, w.NOBODY, card, 0, 0, 0)
        return card

    def discard_horde_card(self, card: i64) -> None:
        """Put a card that was held aside on the discards of the Centipede Deck."""
        s = self.s
        self.unhold(card)
        s.horde_discards[s.horde_discards_n] = card
        s.horde_discards_n += 1
        self.events.add(w.E_HORDE_DISCARD, w.NOBODY, card, 0, 0, 0)

    def meet_card(self, card: i64, kind: i64) -> None:
        """Turn up a card of the Centipede Deck. Its kind (a C_* number) determines the effect (HOR-02)."""
        self.s.horde_cards[kind] += 1
        self.events.add_told(w.E_MEET, self.s.active, card, 0, 0, 1 + kind)

    # centipedes ---------------------------------------------------------------
    def jump_centipede(self, hexno: i64, to: i64) -> None:
        """Move a centipede to a hex without one, or (if `to` is 0) to the Great Tunnel's entrance (HOR-04).

        Only tiles have tokens, so at the Great Tunnel the token returns to the supply (HOR-09).
        """
        s = self.s
        s.centipede[hexno] = 0
        if to == w.TUNNEL:
            s.tokens += 1
        else:
            s.centipede[to] = 1
        self.events.add(w.E_JUMP, w.NOBODY, hexno, to, 0, 0)

    def intrude(self) -> None:
        """Move a centipede into the Great Tunnel, where it stays (HOR-09)."""
        self.s.intruders += 1
        self.events.add(w.E_INTRUDE, w.NOBODY, self.s.intruders, 0, 0, 0)

    # points -----------------------------------------------------------------
    def score_horde(self, n: i64, source: i64) -> None:
        """Give the Horde colony points (HOR-10)."""
        s = self.s
        if n > 0:
            s.horde_score += n
            s.horde_points[source] += n
            self.events.add(w.E_HORDE, w.NOBODY, n, source, 0, 0)

    def end_horde(self, wins: bool) -> None:
        """Record the end of a game against the Horde (HOR-11)."""
        self.events.add(w.E_HORDE_END, w.NOBODY, self.s.horde_score, 1 if wins else 0, 0, 0)

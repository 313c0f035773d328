"""The uses of each card, computed once per variant from its amounts and its class (`amounts`).

`gain[card * GAINS + g]` is a card's gain of kind `g` in hundredths of a unit. An event or the bonus of a goal
gives it once, an evolution in each round in play. The odds of ferocity among all cards in the game are also
here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from marchsim.games.march.amounts import GAINS, VALUED
from marchsim.games.march.components.data import TYPES
from marchsim.games.march.engine.card import X_PLAIN, Card, Kit
from marchsim.games.march.words import CARDS, EVENT, EVOLUTION, GOAL, SECTIONS
from marchsim.kernel.compat import i64, vec

NONE_LAID: Final = 25  # percent: a player who may lay a card for ferocity lays none


class CardFacts:
    """The facts by which a player values the cards of a kit: gains, special values, odds of ferocity."""

    def __init__(self, kit: Kit) -> None:
        self.kit: Final = kit
        self.gain: Final = vec[i64]([0] * (CARDS * GAINS))
        self.gains: Final = vec[i64]([0] * CARDS)  # how many kinds of gain a card brings
        self.kinds: Final = vec[i64]([0] * (CARDS * GAINS))  # and which, from `card * GAINS` on
        self.special: Final = vec[i64]([X_PLAIN] * CARDS)
        self.main: Final = vec[i64]([0] * CARDS)  # the amount that measures a special worth
        self.gifts: Final = vec[i64]([0] * (CARDS * 3))
        self.cards: i64 = 0  # in the game
        self.at_most: Final = vec[i64]([0] * 32)  # percent: a laid card has at most so much ferocity
        self.pair_at_most: Final = vec[i64]([0] * 32)  # percent: two cards of the deck together
        self.ferocity: i64 = 0  # of a card on average, in hundredths
        # of the Centipede Deck: odds of one card and of two, shares of kinds (percent), jumps (hundredths)
        self.horde_one: Final = vec[i64]([0] * 32)
        self.horde_pair: Final = vec[i64]([0] * 32)
        self.horde_invades: i64 = 0
        self.horde_events: i64 = 0
        self.horde_goals: i64 = 0
        self.horde_jumps: i64 = 0
        for card in range(kit.cards):
            self.read(card, kit.book[card], kit.amounts[card])
        self.count_ferocity()
        self.count_horde()

    def read(self, card: i64, own: Card, amounts: Mapping[str, int]) -> None:
        """Compute the gains and the special value of a card."""
        section = self.kit.section[card]
        table = VALUED[SECTIONS[section] if section >= 0 else TYPES[self.kit.kind[card]]]
        for amount, number in amounts.items():
            if amount in table:
                which, share = table[amount]
                self.add(card, which, share * number)
        for amount, which, share in own.rated:
            self.add(card, which, share * (amounts.get(amount, 0) if amount else 1))
        self.list_kinds(card)
        self.special[card] = own.special
        self.main[card] = amounts.get(own.main, 0)
        self.gifts[card * 3] = amounts.get("food", 0)
        self.gifts[card * 3 + 1] = amounts.get("larvae", 0)
        self.gifts[card * 3 + 2] = amounts.get("cards", 0)

    def add(self, card: i64, which: i64, amount: i64) -> None:
        """Add an amount to a card's gain of kind `which`."""
        self.gain[card * GAINS + which] += amount

    def list_kinds(self, card: i64) -> None:
        """List the kinds of gain that a card has."""
        for which in range(GAINS):
            if self.gain[card * GAINS + which] != 0:
                self.kinds[card * GAINS + self.gains[card]] = which
                self.gains[card] += 1

    def count_ferocity(self) -> None:
        """Compute the odds of ferocity, in percent: of a card laid (or none), and of two cards drawn."""
        kit = self.kit
        count = [0] * 32
        cards = 0
        for card in range(kit.cards):
            if kit.enabled[card] > 0:
                count[min(31, kit.ferocity[card])] += 1
                cards += 1
        self.cards = cards
        if cards > 0:
            self.ferocity = 100 * sum(most * count[most] for most in range(32)) // cards
        for most in range(32):
            one = sum(count[: most + 1])
            pairs = sum(count[x] * count[y] for x in range(32) for y in range(32) if x + y <= most)
            self.at_most[most] = NONE_LAID + ((100 - NONE_LAID) * one) // cards if cards > 0 else 100
            self.pair_at_most[most] = (100 * pairs) // (cards * cards) if cards > 0 else 100

    def count_horde(self) -> None:
        """Compute the percentage of the Horde's cards with each effect, and the odds of their ferocity.

        The odds are that one card, or two together, have at most a given ferocity. `horde_jumps` is 100 times
        the mean ferocity of a card, in which only events count.
        """
        kit = self.kit
        cards = [card for card in range(kit.cards) if kit.enabled[card] > 0 and kit.centipede[card] > 0]
        if len(cards) < 2:
            for most in range(32):
                self.horde_one[most] = self.horde_pair[most] = 100
            return
        fierce = [int(kit.ferocity[card]) for card in cards]
        kinds = [int(kit.kind[card]) for card in cards]
        n = len(cards)
        self.horde_invades = 100 * kinds.count(EVOLUTION) // n
        self.horde_events = 100 * kinds.count(EVENT) // n
        self.horde_goals = 100 * kinds.count(GOAL) // n
        self.horde_jumps = 100 * sum(f for f, kind in zip(fierce, kinds, strict=True) if kind == EVENT) // n
        for most in range(32):
            one = sum(1 for f in fierce if f <= most)
            pairs = sum(1 for i in range(n) for j in range(n) if i != j and fierce[i] + fierce[j] <= most)
            self.horde_one[most] = 100 * one // n
            self.horde_pair[most] = 100 * pairs // (n * (n - 1))


class Shelf:
    """Keeps the last facts computed, so that all games of a variant share them."""

    def __init__(self) -> None:
        self.last: CardFacts | None = None

    def facts(self, kit: Kit) -> CardFacts:
        """The facts about a kit. They are computed only if the previous call was about another kit."""
        last = self.last
        if last is None or last.kit is not kit:
            last = CardFacts(kit)
            self.last = last
        return last


SHELF: Final = Shelf()

"""A world whose compensation is known: Dice Race whose winner is drawn by shares straight in handicaps.

A seat's share is 1 / players, its place's BIAS, and FOOD for each unit of food that it has more than the mean
of all seats. `luck` changes nothing. With three players all win alike if they begin with 1 food fewer, none,
and 1 more.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from marchsim.kernel.game import Outcome, Session, Variant
from marchsim.kernel.numbers import Handicap
from marchsim.tabletop.rules import overlays
from marchsim.tabletop.rules.overlays import chosen, rules_of
from marchsim.tabletop.rules.parameters import DESIGN, Book, number
from marchsim.tabletop.telling import rules as sheets
from tests import toy

FOOD, BIAS = 0.12, (0.12, 0.0, -0.12, 0.0, 0.0)
LEVEL = (-1, 0, 1)
HANDICAPS = {"food": Handicap("food_seat_", "food", "food"), "luck": Handicap("luck_seat_", "luck", "luck")}
BOOK = Book({
    "The race": toy.BOOK.chapters["The race"],
    "The Storm": toy.BOOK.chapters["The Storm"],
    "Handicaps": tuple(
        number(one.parameter(seat), 0, -3, 3, "RACE-03", "more at the start", DESIGN)
        for one in HANDICAPS.values()
        for seat in range(5)
    ),
})  # fmt: skip


class HeadStartSession(toy.ToySession):
    """Plays races, and then draws who has won: from the key of a seat, the same under all rules."""

    def play(
        self, game_id: int, deal_key: int, seat_keys: Sequence[int], strategies: Sequence[object]
    ) -> Outcome:
        """Play one game."""
        found = super().play(game_id, deal_key, seat_keys, strategies)
        if found.void:
            return found
        rules = self.variant.rules.values
        food = [rules[HANDICAPS["food"].parameter(seat)] for seat in range(self.count)]
        shares = [
            1 / self.count + BIAS[seat] + FOOD * (own - sum(food) / self.count)
            for seat, own in enumerate(food)
        ]
        drawn = Random(seat_keys[0]).random()
        winner = sum(drawn >= sum(shares[: seat + 1]) for seat in range(self.count - 1))
        ranks = tuple(1 + (seat != winner) for seat in range(self.count))
        return found._replace(winners=1 << winner, ranks=ranks)


class HeadStart(toy.ToyGame):
    """The game's door."""

    name = "head-start"
    title = "Head Start"
    handicaps = HANDICAPS

    def variant(self, name: str, preset: str, overlays_: Sequence[overlays.Overlay]) -> toy.ToyVariant:
        """Resolve a preset and overlays by the rules of this book."""
        for source, overlay in overlays_:
            overlays.check_keys(source, overlay, toy.KEYS, BOOK.parameters)
        combination, origin = chosen(toy.PRESETS, preset, overlays_)
        rules = rules_of(BOOK, toy.PRESETS, combination, origin)
        for source, overlay in overlays_:
            rules = rules.overlaid(source, overlay.get("rules", {}))
        return toy.ToyVariant(name, combination, rules, toy.CARDS)

    def rule_rows(self, variant: Variant, name: str) -> list[dict[str, Any]]:
        """Return the parameters of this book as rows."""
        return [sheets.row(toy.own(variant).rules, known) for known in BOOK.named(name)]

    def session(self, variant: Variant, players: int, record: str) -> Session:
        """Make a session."""
        return HeadStartSession(toy.own(variant), players, record)


GAME = HeadStart()

"""A game whose unknown numbers are known to the tests: Head Start, its handicaps as component numbers.

The first seat's share is 1/3 + 0.12 + 0.08 for each unit of food that it has more: with -3 to 3 it is more
than 45 % in 4 of 7 boxes, with -1 to 1 more than a third in all. `luck` changes nothing, the second seat's
food is printed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from marchsim.kernel.game import Variant
from marchsim.kernel.numbers import NUMBER, ComponentNumber
from tests import toy
from tests.studies.head_start import HeadStart


class Guessed(HeadStart):
    """The game's door."""

    name = "guessed"
    title = "Guessed"
    priors: Mapping[str, Mapping[str, Any]] = {"food": {"spread": 3, "low": -3}, "luck": {"spread": 3}}

    def component_numbers(self, variant: Variant) -> tuple[ComponentNumber, ...]:
        """Return the food of two seats, and the luck of all."""
        rules = toy.own(variant).rules.values

        def number(name: str, source: str = "assumed") -> ComponentNumber:
            kind = name.partition("_")[0]
            factor = f"{kind}.{name[-1]}"
            return ComponentNumber(
                ("rules", name), f"rules.{name}", kind, factor, NUMBER, rules[name], source, -3, 3
            )

        luck = tuple(number(f"luck_seat_{seat}") for seat in range(5))
        return (number("food_seat_0"), number("food_seat_1", "printed"), *luck)

    def overlay_to_look_up(self, variant: Variant, keys: tuple[str, ...]) -> str:
        """Return the keys."""
        return "\n".join(f"# {key}" for key in keys) + "\n"


GAME = Guessed()

"""The colony panels and the animals as the engine uses them, with traits as numbers.

Implements ATC-02, ATC-05 to ATC-07: everything special about a species is on its panel.
"""

from __future__ import annotations

from marchsim.games.antwars.words import MAJOR, MINOR, SEED, TYPES
from marchsim.kernel.compat import i64, vec


class Panel:
    """The panel of a species. `worth` is the value of a piece in payments by type (0: not accepted)."""

    def __init__(self, number: i64, name: str) -> None:
        self.number: i64 = number
        self.name = name
        self.queens: i64 = 1
        self.life: vec[i64] = vec[i64]([4, 8, 20])  # by kind of ant
        self.minors: i64 = 0
        self.majors: i64 = 0
        self.pupae_tiles: i64 = 1
        self.leaves: i64 = 0
        self.stored: i64 = 0
        self.minor_cost: i64 = 1
        self.minors_for_it: i64 = 1
        self.major_cost: i64 = 1
        self.pupae_minor_cost: i64 = 1
        self.pupa_major_cost: i64 = 1
        self.eats: vec[i64] = vec[i64]([0] * TYPES)
        self.worth: vec[i64] = vec[i64]([0] * TYPES)
        self.harvests: i64 = 0  # it may place Mushroom tiles
        self.raid_steps: i64 = 0
        self.aphid_sugar: i64 = 0

    def price(self, kind: i64, count: i64) -> i64:
        """The cost of hatching ants of a kind. A piece gives no change (ATC-03)."""
        if kind == MINOR:
            return (count + self.minors_for_it - 1) // self.minors_for_it * self.minor_cost
        assert kind == MAJOR
        return count * self.major_cost

    def value(self, piece: i64, seed_worth: i64, any_pays: bool) -> i64:
        """The value of a piece in payments, by diet (few species eat leaves, ATR-11), granaries and rules."""
        if not any_pays and self.eats[piece] == 0:
            return 0
        return seed_worth if piece == SEED else i64(1)


class Animals:
    """The animals: dice and life of spider and Gloomy, and the remains of spider, Gloomy and pupae."""

    def __init__(self) -> None:
        self.spider_dice: i64 = 3
        self.spider_life: i64 = 12
        self.spider_protein: i64 = 8
        self.gloomy_life: i64 = 6
        self.gloomy_protein: i64 = 4
        self.minor_life: i64 = 2  # of a minor pupa
        self.minor_protein: i64 = 1
        self.major_life: i64 = 4
        self.major_protein: i64 = 2

"""Larger or smaller starting resources for single seats, to compensate for the order of play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol, runtime_checkable


@dataclass(frozen=True)
class Handicap:
    """A resource of which a seat may have more or less at the start of a game.

    `prefix` and the number of the seat (0 plays first) form the name of a rule parameter. Its value is the
    number of extra units (negative: fewer). `one` and `many` name the unit (larva, larvae).
    """

    prefix: str
    one: str
    many: str

    def parameter(self, seat: int) -> str:
        """The name of the rule parameter for a seat."""
        return f"{self.prefix}{seat}"

    def words(self, units: int) -> str:
        """Describe a number of units in words: `1 larva more`, `2 larvae fewer`."""
        size = abs(units)
        return f"{size} {self.one if size == 1 else self.many} {'more' if units > 0 else 'fewer'}"


@runtime_checkable
class Handicapped(Protocol):
    """A game whose seats can start with more or less of some resources: `handicaps`, by name."""

    handicaps: Mapping[str, Handicap]

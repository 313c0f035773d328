"""All chance in a game: the deal of species, searches, the dice of battles, the flights of Gloomys.

Each purpose has its own random stream from the key of the deal, so that variants share as much as possible:
the n-th search of a seat shows the same faces, and a battle has the same dice in the same area and round,
whatever happened elsewhere.
"""

from __future__ import annotations

from typing import Final

from marchsim.games.antwars.words import SEATS
from marchsim.kernel.compat import append, i64, vec
from marchsim.kernel.rng import Stream
from marchsim.kernel.table import Fault

LANE: Final = 0xFFFFFFFF
SALT_DEAL: Final = 0x11D << 16
SALT_SEARCH: Final = 0x22D << 16
SALT_BATTLE: Final = 0x33D << 16
SALT_FLIGHT: Final = 0x44D << 16
SIX: Final = 6
BY_NAME: Final = 10  # added to a given side, so that a side is not taken for points


class Dice:
    """The dice of one game. Values in `given` are used first, in order, for scenarios and tests."""

    def __init__(self, key: int) -> None:
        self.deal: Stream = Stream(key)
        self.searches: list[Stream] = []
        for seat in range(int(SEATS)):
            self.searches.append(self._stream(SALT_SEARCH + seat, 0))
        self.battle: Stream = self._stream(SALT_BATTLE, 0)
        self.flights: Stream = self._stream(SALT_FLIGHT, 0)
        self.given: vec[i64] = vec[i64]()
        self.taken: i64 = 0
        self.fixed = False  # nothing falls but what is given

    def _stream(self, low: i64, high: i64) -> Stream:
        """A stream for one purpose. No two purposes of a game share one."""
        stream = Stream(0)
        stream.low = (self.deal.low ^ low) & LANE
        stream.high = (self.deal.high ^ high) & LANE
        return stream

    def give(self, value: i64) -> None:
        """Add a given value: a side (0 to 5, or more by BY_NAME), points (1 to 6), or an index."""
        self.given = append(self.given, value)

    def left(self) -> i64:
        """The number of unused given values."""
        return i64(len(self.given)) - self.taken

    def begin_battle(self, number: i64, area: i64) -> None:
        """Select the dice for the battle in an area in a round."""
        self.battle = self._stream(SALT_BATTLE + (number & 0xFF), area + 1)
        self.flights = self._stream(SALT_FLIGHT + (number & 0xFF), area + 1)

    def _falls(self) -> bool:
        """Return whether a given value is left. Raises Fault if none is and random values are not allowed."""
        if self.taken < len(self.given):
            return True
        if self.fixed:
            raise Fault("error", "the scenario has run out of dice; add a value to `dice`", -1)
        return False

    def _next(self, least: i64, most: i64, rolled: str) -> i64:
        """The next given value. Raises Fault for one that this roll cannot show."""
        value = self.given[self.taken]
        self.taken += 1
        if least <= value <= most:
            return value
        found = "the face of a search" if value >= BY_NAME else str(value)
        raise Fault("error", f"the scenario rolls {rolled} here, and its next die is {found}", -1)

    def side(self, seat: i64) -> i64:
        """The side of an Ant Wars die in a seat's search, 0 to 5."""
        if self._falls():
            if self.given[self.taken] >= BY_NAME:
                return self._next(BY_NAME, BY_NAME + SIX - 1, "a search") - BY_NAME
            return self._next(0, SIX - 1, "a search, with faces")
        return self.searches[seat].below(SIX)

    def points(self) -> i64:
        """The points of a standard die, 1 to 6."""
        if self._falls():
            return self._next(1, SIX, "points from 1 to 6")
        return self.battle.below(SIX) + 1

    def target(self, count: i64) -> i64:
        """The index of the ant, among `count`, that a spider's die hits."""
        if count == 1:
            return 0
        if self._falls():
            return self._next(0, count - 1, f"a spider's target (0 to {count - 1})")
        return self.battle.below(count)

    def flight(self, count: i64) -> i64:
        """The index of the area, among `count`, to which a Gloomy flies."""
        if count == 1:
            return 0
        if self._falls():
            return self._next(0, count - 1, f"the flight of a Gloomy (0 to {count - 1})")
        return self.flights.below(count)

    def order(self, item: i64) -> i64:
        """The random key by which an item is dealt (species)."""
        return self.deal.keyed(SALT_DEAL, item, 0)

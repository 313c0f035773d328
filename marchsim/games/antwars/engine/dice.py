"""All chance in a game: the deal of species, searches, the dice of battles, and the flights of Gloomys.

Each purpose has its own random stream, derived from the key of the deal, so that variants share as much
chance as possible. In every variant, the n-th search of a seat shows the same faces, and the battle in an
area in a round has the same dice.
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
    """The dice of one game. Values in `given`, from a scenario or a test, are used first and in order."""

    def __init__(self, key: int) -> None:
        self.deal: Final = Stream(key)
        self.searches: Final[list[Stream]] = []
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
        """Add a given value: a face of the Ant Wars die, the points of a standard die, or an index.

        A face is its index from 0 to 5, plus BY_NAME if a scenario gives it by name.
        """
        self.given = append(self.given, value)

    def left(self) -> i64:
        """The number of given values that have not been used."""
        return i64(len(self.given)) - self.taken

    def begin_battle(self, number: i64, area: i64) -> None:
        """Select the random stream for the battle in an area in one round."""
        self.battle = self._stream(SALT_BATTLE + (number & 0xFF), area + 1)
        self.flights = self._stream(SALT_FLIGHT + (number & 0xFF), area + 1)

    def _falls(self) -> bool:
        """Return whether a given value is left. If none is left and `fixed` is set, raises Fault."""
        if self.taken < len(self.given):
            return True
        if self.fixed:
            raise Fault("error", "the scenario has run out of dice; add a value to `dice`", -1)
        return False

    def _next(self, least: i64, most: i64, rolled: str) -> i64:
        """The next given value. Raises Fault if it is not a possible result of this roll."""
        value = self.given[self.taken]
        self.taken += 1
        if least <= value <= most:
            return value
        found = "the face of a search" if value >= BY_NAME else str(value)
        raise Fault("error", f"the scenario rolls {rolled} here, and its next die is {found}", -1)

    def side(self, seat: i64) -> i64:
        """The face of the Ant Wars die in a seat's search, as an index from 0 to 5."""
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
        """The index, below `count`, of the ant that a spider's die hits."""
        if count == 1:
            return 0
        if self._falls():
            return self._next(0, count - 1, f"a spider's target (0 to {count - 1})")
        return self.battle.below(count)

    def flight(self, count: i64) -> i64:
        """The index, below `count`, of the area to which a Gloomy flies."""
        if count == 1:
            return 0
        if self._falls():
            return self._next(0, count - 1, f"the flight of a Gloomy (0 to {count - 1})")
        return self.flights.below(count)

    def order(self, item: i64) -> i64:
        """A random key for an item. Species are dealt in the order of their keys."""
        return self.deal.keyed(SALT_DEAL, item, 0)

"""The boards for one number of players. They are the same in all games of a variant.

Implements ATB-01 to ATB-04: areas, their neighbours, and the exit of each seat.
"""

from __future__ import annotations

from typing import Final

from marchsim.games.antwars.words import AREAS, GATE, NEAR, NOBODY, PLACES, ROW, SEATS
from marchsim.kernel.compat import i64, vec


class Board:
    """Areas and their neighbours.

    Area `area` has `near_n[area]` neighbours. Neighbour i is `near[area * NEAR + i]`. `home` is the seat
    that owns the anthill of an area, or NOBODY for a hex of a foraging board.
    """

    def __init__(self, players: i64, hexes: list[tuple[int, int]], exits: list[int]) -> None:
        self.players: i64 = players
        self.foraging: i64 = len(hexes)
        self.areas: i64 = self.foraging + players * PLACES
        self.near: Final = vec[i64]([0] * (AREAS * NEAR))
        self.near_n: Final = vec[i64]([0] * AREAS)
        self.home: Final = vec[i64]([NOBODY] * AREAS)
        self.gate: Final = vec[i64]([0] * SEATS)
        self.exit: Final = vec[i64]([0] * SEATS)
        self.q: Final = vec[i64]([0] * AREAS)
        self.r: Final = vec[i64]([0] * AREAS)
        numbers = {at: area for area, at in enumerate(hexes)}
        for area, (q, r) in enumerate(hexes):
            self.q[area] = q
            self.r[area] = r
            beside = [(q + 1, r), (q, r + 1), (q - 1, r + 1), (q - 1, r), (q, r - 1), (q + 1, r - 1)]
            for at in beside:
                if at in numbers:
                    self._join(area, numbers[at])
        for seat in range(players):
            self._anthill(seat, exits[seat])
        for area in range(self.areas):
            self._sort(area)

    def _anthill(self, seat: i64, way_out: i64) -> None:
        """Lay an anthill board: 5 rows of 5 places. Odd rows are half a place to the right (ATB-03)."""
        first = self.foraging + seat * PLACES
        for place in range(PLACES):
            self.home[first + place] = seat
            for other in around(place):
                self._join(first + place, first + other)
        self.gate[seat] = first + GATE
        self.exit[seat] = way_out
        self._join(first + GATE, way_out)
        self._join(way_out, first + GATE)

    def _join(self, area: i64, other: i64) -> None:
        self.near[area * NEAR + self.near_n[area]] = other
        self.near_n[area] += 1

    def _sort(self, area: i64) -> None:
        first = area * NEAR
        found = sorted([self.near[first + i] for i in range(self.near_n[area])])
        for i in range(self.near_n[area]):
            self.near[first + i] = found[i]

    def place(self, seat: i64, place: i64) -> i64:
        """The number of the area at a place in a seat's anthill."""
        return self.foraging + seat * PLACES + place


def around(place: int) -> list[int]:
    """The neighbours of a place on an anthill board, as numbers of places."""
    x, y = place % ROW, place // ROW
    left = x - 1 if y % 2 == 0 else x
    beside = [(x - 1, y), (x + 1, y), (left, y - 1), (left + 1, y - 1), (left, y + 1), (left + 1, y + 1)]
    return [ROW * row + column for column, row in beside if 0 <= column < ROW and 0 <= row < ROW]

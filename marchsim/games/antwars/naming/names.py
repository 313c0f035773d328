"""The names of one variant's species, boards and players, for people.

An area of a foraging board is `hex 12`, a place of an anthill `red 7`, the Entrance `red gate`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from marchsim.games.antwars.engine.board import Board
from marchsim.games.antwars.words import GATE

COLOURS = ("red", "blue", "green", "yellow", "black", "white")
ANIMALS = "animals"


class Names:
    """Names by number: players by seat, species (ids in `species`, names in `titles`), and areas."""

    def __init__(self, species: Mapping[str, str], board: Board, players: Sequence[str]) -> None:
        self.players = tuple(players)
        self.species = tuple(species)
        self.titles = tuple(species.values())
        self.areas = tuple(self._area(board, area) for area in range(board.areas))

    def _area(self, board: Board, area: int) -> str:
        seat = board.home[area]
        if seat < 0:
            return f"hex {area}"
        place = area - board.place(seat, 0)
        return f"{COLOURS[seat]} gate" if place == GATE else f"{COLOURS[seat]} {place}"

    def who(self, seat: int) -> str:
        """The name of a player. Numbers beyond the seats are animals."""
        return self.players[seat] if 0 <= seat < len(self.players) else ANIMALS if seat >= 0 else ""

    def area(self, area: int) -> str:
        """The name of an area."""
        return self.areas[area] if 0 <= area < len(self.areas) else "everywhere"

"""The view of a seat: the whole position, which is public (ATG-03), and the present question.

It shares the state's vectors, which you may read but not write. Indexes are those of `state`: `area`, `seat *
AREAS + area`, `(seat * TYPES + type) * AREAS + area`, `type * AREAS + area`, `seat * QUEENS + number`.
"""

from __future__ import annotations

from typing import Final

from marchsim.games.antwars.engine.moves import Play
from marchsim.games.antwars.engine.state import State
from marchsim.kernel.compat import i64
from marchsim.tabletop.players.seats import Seen


class View(Seen):
    """The game as one seat sees it. `figures` has the derived quantities."""

    def __init__(self, g: Play, seat: i64) -> None:
        super().__init__(g.table, seat)
        state = g.s
        self._state: Final = state
        self.board: Final = g.board
        self.panels: Final = g.panels
        self.animals: Final = g.animals
        self.rules: Final = g.rules
        self.figures: Final = g.figures
        self.players: i64 = state.players
        self.tile: Final = state.tile
        self.pupae: Final = state.pupae
        self.loose: Final = state.loose
        self.loose_n: Final = state.loose_n
        self.stored: Final = state.stored
        self.stored_n: Final = state.stored_n
        self.scent: Final = state.scent
        self.gloomy: Final = state.gloomy
        self.spider: Final = state.spider
        self.crowd: Final = state.crowd
        self.minors: Final = state.minors
        self.majors: Final = state.majors
        self.queens: Final = state.queens
        self.here: Final = state.here
        self.queen_at: Final = state.queen_at
        self.queen_life: Final = state.queen_life
        self.load: Final = state.load
        self.loaded: Final = state.loaded
        self.species: Final = state.species
        self.open: Final = state.open
        self.minor_n: Final = state.minor_n
        self.major_n: Final = state.major_n
        self.queen_n: Final = state.queen_n
        self.pupae_n: Final = state.pupae_n
        self.tile_n: Final = state.tile_n
        self.fell: Final = state.fell
        self.pieces: Final = state.pieces
        self.tiles: Final = state.tiles

    def copy_to(self, state: State) -> None:
        """Copy the position, which is public, into a state in which to try moves."""
        self._state.copy_to(state)

    @property
    def round(self) -> i64:
        """The number of the round, from 1. It is 0 in the set-up."""
        return self._state.round

    @property
    def dug(self) -> i64:
        """The number of times that a place became solid or ceased to be so. Distances change only then."""
        return self._state.dug

    @property
    def first(self) -> i64:
        """The first player of the round."""
        return self._state.first

    @property
    def active(self) -> i64:
        """The player whose turn it is."""
        return self._state.active

    @property
    def left(self) -> i64:
        """The number of actions left in the turn."""
        return self._state.left

    @property
    def turns(self) -> i64:
        """The number of turns taken in this game so far."""
        return self._state.turns

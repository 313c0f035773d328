"""The view of a seat: the whole position, which is public (ATG-03), and the present question.

It shares the state's vectors, which you may read but not write. Indexes are those of `state`: `area`, `seat *
AREAS + area`, `(seat * TYPES + type) * AREAS + area`, `type * AREAS + area`, `seat * QUEENS + number`.
"""

from __future__ import annotations

from marchsim.games.antwars.engine.moves import Play
from marchsim.games.antwars.engine.state import State
from marchsim.kernel.compat import i64, vec
from marchsim.tabletop.players.seats import Seen


class View(Seen):
    """The game as one seat sees it. `figures` has the derived quantities."""

    def __init__(self, g: Play, seat: i64) -> None:
        super().__init__(g.table, seat)
        state = g.s
        self._state = state
        self.board = g.board
        self.panels = g.panels
        self.animals = g.animals
        self.rules = g.rules
        self.figures = g.figures
        self.players: i64 = state.players
        self.tile: vec[i64] = state.tile
        self.pupae: vec[i64] = state.pupae
        self.loose: vec[i64] = state.loose
        self.loose_n: vec[i64] = state.loose_n
        self.stored: vec[i64] = state.stored
        self.stored_n: vec[i64] = state.stored_n
        self.scent: vec[i64] = state.scent
        self.gloomy: vec[i64] = state.gloomy
        self.spider: vec[i64] = state.spider
        self.crowd: vec[i64] = state.crowd
        self.minors: vec[i64] = state.minors
        self.majors: vec[i64] = state.majors
        self.queens: vec[i64] = state.queens
        self.here: vec[i64] = state.here
        self.queen_at: vec[i64] = state.queen_at
        self.queen_life: vec[i64] = state.queen_life
        self.load: vec[i64] = state.load
        self.loaded: vec[i64] = state.loaded
        self.species: vec[i64] = state.species
        self.open: vec[i64] = state.open
        self.minor_n: vec[i64] = state.minor_n
        self.major_n: vec[i64] = state.major_n
        self.queen_n: vec[i64] = state.queen_n
        self.pupae_n: vec[i64] = state.pupae_n
        self.tile_n: vec[i64] = state.tile_n
        self.fell: vec[i64] = state.fell
        self.pieces: vec[i64] = state.pieces
        self.tiles: vec[i64] = state.tiles

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

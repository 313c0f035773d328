"""Moves of time and of pieces: rounds, phases, turns, and finding, taking, storing, paying and losing pieces.

Each move changes one thing and records its event, as described in the package.
"""

from __future__ import annotations

from marchsim.games.antwars import words as w
from marchsim.games.antwars.engine.board import Board
from marchsim.games.antwars.engine.dice import Dice
from marchsim.games.antwars.engine.figures import Figures
from marchsim.games.antwars.engine.panel import Animals, Panel
from marchsim.games.antwars.engine.state import State
from marchsim.games.antwars.rules.ruleset import Ruleset
from marchsim.kernel.columns import Events
from marchsim.kernel.compat import i64, vec
from marchsim.kernel.table import Table


class Pieces:
    """The part of a game that every move needs, with the moves of time and pieces."""

    def __init__(
        self,
        state: State,
        board: Board,
        panels: list[Panel],
        animals: Animals,
        rules: Ruleset,
        table: Table,
        dice: Dice,
    ) -> None:
        self.s = state
        self.board = board
        self.panels = panels  # by species
        self.animals = animals
        self.rules = rules
        self.table = table
        self.dice = dice
        self.figures = Figures(state, board, panels, rules)
        self.events = Events()
        # what a study arranges: two species that change places in the deal
        self.exchanged: i64 = w.NOBODY
        self.exchanged_for: i64 = w.NOBODY
        self.slayers: vec[i64] = vec[i64]([0] * w.SEATS)  # whose dice felled its last Queen: a bit each
        # room in which chapters reckon; nothing in it outlasts a decision
        self.loads: vec[i64] = vec[i64]([0] * w.TYPES)
        self.reached: vec[i64] = vec[i64]([0] * w.AREAS)
        self.queue: vec[i64] = vec[i64]([0] * w.AREAS)
        self.own: vec[i64] = vec[i64]([0] * w.AREAS)  # where the colony that is asked has ants
        self.own_n: i64 = 0

    def panel(self, seat: i64) -> Panel:
        """The panel of a seat's species."""
        return self.panels[self.s.species[seat]]

    def count(self, seat: i64, tally: i64, n: i64) -> None:
        """Add n to a tally of the round."""
        self.s.tally[seat * w.TALLIES + tally] += n

    # time -----------------------------------------------------------------
    def open_box(self) -> None:
        """Fill the supply (ATR-03, ATD-08) and record the number of players."""
        s = self.s
        for piece in range(w.TYPES):
            s.pieces[piece] = self.rules.pieces
        s.gloomys = self.rules.supply_gloomy
        s.spiders = self.rules.supply_spider
        self.events.add(w.E_SETUP, w.NOBODY, s.players, self.board.foraging, 0, 0)

    def begin_round(self, number: i64, first: i64) -> None:
        """Begin a round (ATT-01)."""
        s = self.s
        s.round = number
        s.first = first
        for i in range(s.players * w.TALLIES):
            s.tally[i] = 0
        self.events.add(w.E_ROUND, w.NOBODY, number, first, 0, 0)

    def begin_phase(self, phase: i64) -> None:
        """Begin a phase."""
        self.s.phase = phase
        self.events.add(w.E_PHASE, w.NOBODY, phase, 0, 0, 0)

    def begin_turn(self, seat: i64) -> None:
        """Begin a player's turn with all its actions (ATT-03)."""
        self.s.active = seat
        self.s.turns += 1
        self.s.left = self.rules.actions
        self.events.add(w.E_TURN, seat, self.s.turns, 0, 0, 0)

    def skip_turn(self, seat: i64) -> None:
        """Record that a colony without ants and pupae takes no turn (ATT-02)."""
        self.events.add(w.E_SKIP, seat, 0, 0, 0, 0)

    def note_action(self, seat: i64, code: i64, first: i64, second: i64, tally: i64) -> None:
        """Record an action and reduce the number of actions left."""
        self.s.left -= 1
        self.count(seat, tally, 1)
        self.events.add(w.E_ACTION, seat, code, first, second, 0)

    def end_turn(self) -> None:
        """Give up the actions that are left."""
        self.s.left = 0

    def note_face(self, seat: i64, area: i64, face: i64) -> None:
        """Record the face of an Ant Wars die."""
        self.events.add(w.E_FACE, seat, area, face, 0, 0)

    def end_game(self) -> None:
        """End the game."""
        self.s.phase = w.OVER

    def note_end(self, seat: i64, score: i64, rank: i64) -> None:
        """Record a player's score and rank."""
        self.events.add(w.E_END, seat, score, rank, 0, 0)

    # pieces ---------------------------------------------------------------
    def find(self, seat: i64, area: i64, piece: i64, n: i64, why: i64) -> None:
        """Place pieces from the supply in an area, as many as there are (ATG-02)."""
        s = self.s
        n = min(n, s.pieces[piece])
        if n > 0:
            s.pieces[piece] -= n
            s.loose[piece * w.AREAS + area] += n
            s.loose_n[area] += n
            if seat >= 0:
                self.count(seat, w.T_FOUND, n)
            self.events.add(w.E_FOUND, seat, area, piece, n, why)

    def take(self, seat: i64, area: i64, piece: i64, n: i64) -> None:
        """Load a colony's ants with loose pieces in their area (ATR-04)."""
        s = self.s
        s.loose[piece * w.AREAS + area] -= n
        s.loose_n[area] -= n
        self._burden(seat, area, piece, n)
        self.events.add(w.E_TAKE, seat, area, piece, n, 0)

    def loot(self, seat: i64, area: i64, piece: i64, n: i64) -> None:
        """Load a colony's ants with stored pieces in their area (ATR-06)."""
        self._unstore(area, piece, n)
        self._burden(seat, area, piece, n)
        if self.board.home[area] != seat:
            self.count(seat, w.T_LOOTED, n)
        self.events.add(w.E_LOOT, seat, area, piece, n, 0)

    def store(self, seat: i64, area: i64, piece: i64, n: i64) -> None:
        """Store pieces of ants on the tile below them (ATR-07, ATR-10)."""
        s = self.s
        self._burden(seat, area, piece, -n)
        s.stored[piece * w.AREAS + area] += n
        s.stored_n[area] += n
        self.count(seat, w.T_STORED, n)
        self.events.add(w.E_STORE, seat, area, piece, n, 0)

    def drop(self, seat: i64, area: i64, piece: i64, n: i64, why: i64) -> None:
        """Lay down pieces that ants carried."""
        s = self.s
        self._burden(seat, area, piece, -n)
        s.loose[piece * w.AREAS + area] += n
        s.loose_n[area] += n
        self.events.add(w.E_DROP, seat, area, piece, n, why)

    def spill(self, area: i64, piece: i64, n: i64, why: i64) -> None:
        """Turn pieces stored on a tile into loose ones in its area."""
        s = self.s
        self._unstore(area, piece, n)
        s.loose[piece * w.AREAS + area] += n
        s.loose_n[area] += n
        self.events.add(w.E_SPILL, self.board.home[area], area, piece, n, why)

    def stock(self, seat: i64, area: i64, piece: i64, n: i64, why: i64) -> None:
        """Store pieces from the supply on a tile, as many as there are."""
        s = self.s
        n = min(n, s.pieces[piece])
        if n > 0:
            s.pieces[piece] -= n
            s.stored[piece * w.AREAS + area] += n
            s.stored_n[area] += n
            self.events.add(w.E_STOCK, seat, area, piece, n, why)

    def pay(self, seat: i64, area: i64, piece: i64, n: i64, why: i64) -> None:
        """Move pieces stored on a tile to the supply (ATR-08, ATR-12)."""
        self._unstore(area, piece, n)
        self.s.pieces[piece] += n
        self.count(seat, w.T_PAID, n)
        self.events.add(w.E_PAY, seat, area, piece, n, why)

    def bring(self, seat: i64, area: i64, other: i64, piece: i64, n: i64) -> None:
        """Move pieces along with their carriers (ATM-07)."""
        self._burden(seat, area, piece, -n)
        self._burden(seat, other, piece, n)
        self.events.add(w.E_BRING, seat, area, other, piece, n)

    def _burden(self, seat: i64, area: i64, piece: i64, n: i64) -> None:
        s = self.s
        s.load[(seat * w.TYPES + piece) * w.AREAS + area] += n
        s.loaded[seat * w.AREAS + area] += n
        s.load_n[seat] += n

    def _unstore(self, area: i64, piece: i64, n: i64) -> None:
        s = self.s
        s.stored[piece * w.AREAS + area] -= n
        s.stored_n[area] -= n

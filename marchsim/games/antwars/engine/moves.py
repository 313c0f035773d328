"""The moves. Only they write to the State, and each changes one thing and records its event.

Moves decide nothing and ask no player. `legal` lists the options, and the chapters apply consequences.
"""

from __future__ import annotations

from typing import Final

from marchsim.games.antwars import words as w
from marchsim.games.antwars.engine.board import Board
from marchsim.games.antwars.engine.dice import Dice
from marchsim.games.antwars.engine.figures import Figures
from marchsim.games.antwars.engine.state import Animals, Panel, State
from marchsim.games.antwars.rules.ruleset import Ruleset
from marchsim.kernel.columns import Events
from marchsim.kernel.compat import i64, vec
from marchsim.kernel.table import Table


class Play:
    """The game in progress: state, board, rules, panels, table, dice, events, and all moves."""

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
        self.s: Final = state
        self.board: Final = board
        self.panels: Final = panels  # by species
        self.animals: Final = animals
        self.rules: Final = rules
        self.table: Final = table
        self.dice = dice
        self.figures: Final = Figures(state, board, panels, rules)
        self.events = Events()
        # what a study arranges: two species that change places in the deal
        self.exchanged: i64 = w.NOBODY
        self.exchanged_for: i64 = w.NOBODY
        self.slayers: Final = vec[i64]([0] * w.SEATS)  # whose dice felled its last Queen: a bit each
        # room in which chapters reckon; nothing in it outlasts a decision
        self.loads: vec[i64] = vec[i64]([0] * w.TYPES)
        self.reached: Final = vec[i64]([0] * w.AREAS)
        self.queue: Final = vec[i64]([0] * w.AREAS)
        self.own: Final = vec[i64]([0] * w.AREAS)  # where the colony that is asked has ants
        self.own_n: i64 = 0

    def panel(self, seat: i64) -> Panel:
        """The panel of a seat's species."""
        return self.panels[self.s.species[seat]]

    def count(self, seat: i64, tally: i64, n: i64) -> None:
        """Add n to a tally of the round."""
        self.s.tally[seat * w.TALLIES + tally] += n

    # time -----------------------------------------------------------------
    def open_box(self) -> None:
        """Fill the supply (ATR-03, ATD-08), and record the number of players."""
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
        """Begin a player's turn, with the full number of actions (ATT-03)."""
        self.s.active = seat
        self.s.turns += 1
        self.s.left = self.rules.actions
        self.events.add(w.E_TURN, seat, self.s.turns, 0, 0, 0)

    def skip_turn(self, seat: i64) -> None:
        """Record that a colony without ants and pupae skips its turn (ATT-02)."""
        self.events.add(w.E_SKIP, seat, 0, 0, 0, 0)

    def note_action(self, seat: i64, code: i64, first: i64, second: i64, tally: i64) -> None:
        """Record an action, and subtract it from the actions left in the turn."""
        self.s.left -= 1
        self.count(seat, tally, 1)
        self.events.add(w.E_ACTION, seat, code, first, second, 0)

    def end_turn(self) -> None:
        """End the turn by giving up the actions that are left."""
        self.s.left = 0

    def note_face(self, seat: i64, area: i64, face: i64) -> None:
        """Record the face that an Ant Wars die shows."""
        self.events.add(w.E_FACE, seat, area, face, 0, 0)

    def end_game(self) -> None:
        """End the game."""
        self.s.phase = w.OVER

    def note_end(self, seat: i64, score: i64, rank: i64) -> None:
        """Record a player's score and rank."""
        self.events.add(w.E_END, seat, score, rank, 0, 0)

    # pieces ---------------------------------------------------------------
    def find(self, seat: i64, area: i64, piece: i64, n: i64, why: i64) -> None:
        """Place up to `n` pieces from the supply in an area, as far as the supply lasts (ATG-02)."""
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
        """Load a colony's ants with loose pieces of the area where they are (ATR-04)."""
        s = self.s
        s.loose[piece * w.AREAS + area] -= n
        s.loose_n[area] -= n
        self._burden(seat, area, piece, n)
        self.events.add(w.E_TAKE, seat, area, piece, n, 0)

    def loot(self, seat: i64, area: i64, piece: i64, n: i64) -> None:
        """Load a colony's ants with pieces stored in the area where they are (ATR-06)."""
        self._unstore(area, piece, n)
        self._burden(seat, area, piece, n)
        if self.board.home[area] != seat:
            self.count(seat, w.T_LOOTED, n)
        self.events.add(w.E_LOOT, seat, area, piece, n, 0)

    def store(self, seat: i64, area: i64, piece: i64, n: i64) -> None:
        """Move pieces from the ants that carry them to the store of the tile below (ATR-07, ATR-10)."""
        s = self.s
        self._burden(seat, area, piece, -n)
        s.stored[piece * w.AREAS + area] += n
        s.stored_n[area] += n
        self.count(seat, w.T_STORED, n)
        self.events.add(w.E_STORE, seat, area, piece, n, 0)

    def drop(self, seat: i64, area: i64, piece: i64, n: i64, why: i64) -> None:
        """Lay down pieces that ants carry. The pieces are then loose in the area."""
        s = self.s
        self._burden(seat, area, piece, -n)
        s.loose[piece * w.AREAS + area] += n
        s.loose_n[area] += n
        self.events.add(w.E_DROP, seat, area, piece, n, why)

    def spill(self, area: i64, piece: i64, n: i64, why: i64) -> None:
        """Turn pieces stored on a tile into loose pieces of the area."""
        s = self.s
        self._unstore(area, piece, n)
        s.loose[piece * w.AREAS + area] += n
        s.loose_n[area] += n
        self.events.add(w.E_SPILL, self.board.home[area], area, piece, n, why)

    def stock(self, seat: i64, area: i64, piece: i64, n: i64, why: i64) -> None:
        """Store up to `n` pieces from the supply on a tile, as far as the supply lasts."""
        s = self.s
        n = min(n, s.pieces[piece])
        if n > 0:
            s.pieces[piece] -= n
            s.stored[piece * w.AREAS + area] += n
            s.stored_n[area] += n
            self.events.add(w.E_STOCK, seat, area, piece, n, why)

    def pay(self, seat: i64, area: i64, piece: i64, n: i64, why: i64) -> None:
        """Return stored pieces from a tile to the supply (ATR-08, ATR-12)."""
        self._unstore(area, piece, n)
        self.s.pieces[piece] += n
        self.count(seat, w.T_PAID, n)
        self.events.add(w.E_PAY, seat, area, piece, n, why)

    def bring(self, seat: i64, area: i64, other: i64, piece: i64, n: i64) -> None:
        """Move pieces together with the ants that carry them (ATM-07)."""
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

    # colonies ---------------------------------------------------------------
    def fill_tiles(self) -> None:
        """Fill the supply of tiles (ATD-08)."""
        tiles = self.s.tiles
        rules = self.rules
        tiles[w.GALLERY] = rules.supply_gallery
        tiles[w.PANTRY] = rules.supply_pantry
        tiles[w.PUPAE_MINOR] = rules.supply_pupae_minor
        tiles[w.PUPAE_MAJOR] = rules.supply_pupa_major
        tiles[w.MUSHROOMS] = rules.supply_mushroom
        tiles[w.ENTRANCE] = self.s.players

    def lead(self, seat: i64, species: i64) -> None:
        """Give a seat its species (ATS-01)."""
        self.s.species[seat] = species
        self.events.add(w.E_SPECIES, seat, species, 0, 0, 0)

    def note_fall(self, seat: i64, why: i64) -> None:
        """Record that a colony has lost its last Queen (ATE-01)."""
        s = self.s
        s.fell[seat] = s.round
        if why != w.WHY_BATTLE:
            self.slayers[seat] = 0
        s.famine_last = 1 if why == w.WHY_FAMINE else i64(0)
        self.events.add(w.E_FALL, seat, s.round, why, 0, 0)

    def leave(self, seat: i64) -> None:
        """Remove a colony from the game (ATT-07)."""
        self.s.gone[seat] = 1
        self.events.add(w.E_GONE, seat, self.s.round, 0, 0, 0)

    # ants -------------------------------------------------------------------
    def place_ants(self, seat: i64, area: i64, kind: i64, n: i64, why: i64) -> None:
        """Place `n` Minors or Majors in an area. A negative number removes ants."""
        s = self.s
        at = seat * w.AREAS + area
        if kind == w.MINOR:
            s.minors[at] += n
            s.minor_n[seat] += n
        else:
            assert kind == w.MAJOR
            s.majors[at] += n
            s.major_n[seat] += n
        s.here[at] += n
        s.crowd[area] += n
        if n < 0:
            self.count(seat, w.T_LOST, -n)
        self.events.add(w.E_ANTS, seat, area, kind, n, why)

    def place_queen(self, seat: i64, number: i64, area: i64, life: i64, why: i64) -> None:
        """Place a Queen in an area, and set her life."""
        s = self.s
        s.queen_at[seat * w.QUEENS + number] = area
        s.queen_life[seat * w.QUEENS + number] = life
        s.queen_n[seat] += 1
        self._stand(seat, area, 1)
        self.events.add(w.E_QUEEN, seat, area, number, life, why)

    def _stand(self, seat: i64, area: i64, n: i64) -> None:
        """Update the counts of an area that `n` Queens have entered, or left if `n` is negative."""
        s = self.s
        at = seat * w.AREAS + area
        s.queens[at] += n
        s.here[at] += n
        s.crowd[area] += n

    def hurt_queen(self, seat: i64, number: i64, life: i64, why: i64) -> None:
        """Set the life of a Queen. If it is 0, remove her (ATF-07, ATE-01)."""
        s = self.s
        at = seat * w.QUEENS + number
        area = s.queen_at[at]
        s.queen_life[at] = max(life, 0)
        self.events.add(w.E_QUEEN, seat, area, number, s.queen_life[at], why)
        if life <= 0:
            s.queen_at[at] = w.NONE
            s.queen_n[seat] -= 1
            self._stand(seat, area, -1)
            if why == w.WHY_BATTLE or why == w.WHY_FAMINE:
                self.count(seat, w.T_LOST, 1)
            if s.queen_n[seat] == 0:
                self.note_fall(seat, why)

    def move(self, seat: i64, area: i64, other: i64, minors: i64, majors: i64) -> None:
        """Move Minors and Majors from one area to another."""
        if minors + majors == 0:
            return
        s = self.s
        at = seat * w.AREAS + area
        to = seat * w.AREAS + other
        n = minors + majors
        s.minors[at] -= minors
        s.minors[to] += minors
        s.majors[at] -= majors
        s.majors[to] += majors
        s.here[at] -= n
        s.here[to] += n
        s.crowd[area] -= n
        s.crowd[other] += n
        self.events.add(w.E_MOVE, seat, area, other, minors, majors)

    def move_queen(self, seat: i64, number: i64, other: i64) -> None:
        """Move a Queen to another area (ATM-08)."""
        area = self.s.queen_at[seat * w.QUEENS + number]
        self.s.queen_at[seat * w.QUEENS + number] = other
        self._stand(seat, area, -1)
        self._stand(seat, other, 1)
        self.events.add(w.E_MOVE_QUEEN, seat, area, other, number, 0)

    def set_scent(self, seat: i64, area: i64, on: bool) -> None:
        """Place a colony's pheromone marker in an area, or remove it if not `on` (ATM-03)."""
        scent = self.s.scent
        bit = i64(1) << seat
        if on:
            if scent[area] & bit == 0:
                scent[area] |= bit
                self.events.add(w.E_SCENT, seat, area, 1, 0, 0)
        elif scent[area] & bit:
            scent[area] &= ~bit
            self.events.add(w.E_SCENT, seat, area, 0, 0, 0)

    # tiles ------------------------------------------------------------------
    def lay_tile(self, seat: i64, area: i64, tile: i64, why: i64) -> None:
        """Lay a tile in an area, and return the old one to the supply. If `tile` is SOLID, lay none."""
        s = self.s
        before = s.tile[area]
        assert before != w.FIELD
        if before != w.SOLID:
            s.tiles[before] += 1
        if tile != w.SOLID:
            s.tiles[tile] -= 1
        home = self.board.home[area]
        if before != w.SOLID and before != w.ENTRANCE:
            s.tile_n[home] -= 1
        if tile != w.SOLID and tile != w.ENTRANCE:
            s.tile_n[home] += 1
        if before == w.SOLID or tile == w.SOLID:
            s.dug += 1
        s.tile[area] = tile
        s.waiting -= s.spent[area]
        s.spent[area] = 0
        self.events.add(w.E_TILE, seat, area, tile, before, why)

    def mark_spent(self, area: i64, why: i64) -> None:
        """Mark a tile as useless until the supply has a gallery to replace it (ATR-14)."""
        s = self.s
        s.waiting += 1 - s.spent[area]
        s.spent[area] = 1
        self.events.add(w.E_TILE, self.board.home[area], area, s.tile[area], s.tile[area], why)

    def turn_gate(self, seat: i64, by: i64, why: i64) -> None:
        """Turn a colony's Entrance over, which opens or closes it (ATD-09, ATB-08)."""
        s = self.s
        s.open[seat] = 1 - s.open[seat]
        self.events.add(w.E_GATE, by, self.board.gate[seat], s.open[seat], why, 0)

    def set_pupae(self, area: i64, n: i64, why: i64) -> None:
        """Set the number of pupae on a tile."""
        s = self.s
        home = self.board.home[area]
        before = s.pupae[area]
        if n != before:
            s.pupae[area] = n
            s.pupae_n[home] += n - before
            self.events.add(w.E_PUPAE, home, area, n, before, why)

    # animals ----------------------------------------------------------------
    def set_animal(self, area: i64, kind: i64, n: i64, why: i64) -> None:
        """Add `n` Gloomys or spiders to an area. A negative number removes them."""
        s = self.s
        if kind == w.GLOOMY:
            s.gloomy[area] += n
            s.gloomys -= n
        else:
            s.spider[area] += n
            s.spiders -= n
        self.events.add(w.E_ANIMAL, w.NOBODY, area, kind, n, why)

    # battles ----------------------------------------------------------------
    def begin_battle(self, area: i64) -> None:
        """Record the start of a battle."""
        self.dice.begin_battle(self.s.round, area)
        self.events.add(w.E_BATTLE, w.NOBODY, area, 0, 0, 0)

    def begin_cycle(self, number: i64) -> None:
        """Record the start of a battle's cycle (ATF-03)."""
        self.events.add(w.E_CYCLE, w.NOBODY, number, 0, 0, 0)

    def note_aim(self, seat: i64, other: i64, group: i64, points: i64) -> None:
        """Record the target of a die (ATF-05)."""
        self.events.add(w.E_AIM, seat, other, group, points, 0)

    def note_vain(self, seat: i64, dice: i64) -> None:
        """Record the number of dice that had no target."""
        self.events.add(w.E_VAIN, seat, dice, 0, 0, 0)

    def note_sight(self, seat: i64, kind: i64, points: i64) -> None:
        """Record the ant that a spider's die hits (ATF-08)."""
        self.events.add(w.E_SIGHT, w.NOBODY, seat, kind, points, 0)

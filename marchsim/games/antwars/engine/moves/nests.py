"""Moves of ants, tiles, pupae, animals and battles, and the game in progress.

Each move changes one thing and records its event, as described in the package.
"""

from __future__ import annotations

from marchsim.games.antwars import words as w
from marchsim.games.antwars.engine.moves.pieces import Pieces
from marchsim.kernel.compat import i64


class Play(Pieces):
    """The game in progress: state, board, rules, panels, table, dice, events and all moves."""

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
        """Place Minors or Majors in an area. A negative n removes them."""
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
        """Place a Queen in an area with her life."""
        s = self.s
        s.queen_at[seat * w.QUEENS + number] = area
        s.queen_life[seat * w.QUEENS + number] = life
        s.queen_n[seat] += 1
        self._stand(seat, area, 1)
        self.events.add(w.E_QUEEN, seat, area, number, life, why)

    def _stand(self, seat: i64, area: i64, n: i64) -> None:
        """Count Queens who enter an area or leave it."""
        s = self.s
        at = seat * w.AREAS + area
        s.queens[at] += n
        s.here[at] += n
        s.crowd[area] += n

    def hurt_queen(self, seat: i64, number: i64, life: i64, why: i64) -> None:
        """Set the life of a Queen and remove her at 0 (ATF-07, ATE-01)."""
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
        """Place a pheromone marker of a colony in an area, or remove it (ATM-03)."""
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
        """Lay a tile in an area and return the old one to the supply. SOLID only removes the old one."""
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
        """Mark a tile that becomes a gallery when the supply has one. It has no use until then (ATR-14)."""
        s = self.s
        s.waiting += 1 - s.spent[area]
        s.spent[area] = 1
        self.events.add(w.E_TILE, self.board.home[area], area, s.tile[area], s.tile[area], why)

    def turn_gate(self, seat: i64, by: i64, why: i64) -> None:
        """Turn a colony's Entrance over (ATD-09, ATB-08)."""
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
        """Add a Gloomy or a spider to an area (1) or remove it (-1)."""
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
        """Record dice without a target."""
        self.events.add(w.E_VAIN, seat, dice, 0, 0, 0)

    def note_sight(self, seat: i64, kind: i64, points: i64) -> None:
        """Record the target of a spider's die (ATF-08)."""
        self.events.add(w.E_SIGHT, w.NOBODY, seat, kind, points, 0)

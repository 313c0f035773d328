"""Quantities derived from a position. Rules and players share them. This module never changes the state.

Implements ATB-05, ATF-01, ATM-02, ATT-05, ATR-05, ATR-08 and ATE-05: passages, threats, searches, territory,
loads, payments and strength.
"""

from __future__ import annotations

from typing import Final

from marchsim.games.antwars import words as w
from marchsim.games.antwars.engine.board import Board
from marchsim.games.antwars.engine.state import Panel, State
from marchsim.games.antwars.rules.ruleset import Ruleset
from marchsim.kernel.compat import i64, vec


class Figures:
    """All quantities that follow from a state under some rules, computed on demand."""

    def __init__(self, state: State, board: Board, panels: list[Panel], rules: Ruleset) -> None:
        self.s: Final = state
        self.board: Final = board
        self.panels: Final = panels
        self.rules: Final = rules
        self.rest: Final = vec[i64]([0] * w.TYPES)

    # areas ------------------------------------------------------------------
    def passes(self, area: i64, other: i64) -> bool:
        """Return whether ants can pass to a neighbour. Solid places and closed gates block them (ATB-05)."""
        if self.s.tile[other] == w.SOLID or self.s.tile[area] == w.SOLID:
            return False
        home = self.board.home[area]
        there = self.board.home[other]
        if home == there:
            return True
        return self.s.open[home if home >= 0 else there] == 1

    def territory(self, seat: i64, area: i64) -> bool:
        """Return whether an area is a colony's territory (ATT-05)."""
        if self.s.here[seat * w.AREAS + area] > 0:
            return True
        return self.rules.territory == 1 and (self.s.scent[area] >> seat) & 1 == 1

    def alien_pupae(self, seat: i64, area: i64) -> bool:
        """Return whether an area has pupae of another colony."""
        return self.s.pupae[area] > 0 and self.board.home[area] != seat

    def foes(self, seat: i64, area: i64) -> bool:
        """Return whether an area has ants of other colonies, a Gloomy or a spider."""
        s = self.s
        return s.crowd[area] > s.here[seat * w.AREAS + area] or s.gloomy[area] > 0 or s.spider[area] > 0

    def threatened(self, seat: i64, area: i64) -> bool:
        """Return whether a colony is threatened in an area (ATF-01)."""
        if self.foes(seat, area):
            return True
        return self.rules.pupae_fight == 1 and self.alien_pupae(seat, area)

    def usable(self, seat: i64, area: i64) -> bool:
        """Return whether a colony's ants in an area can act and leave: no threat locks them (ATT-06)."""
        return self.rules.locked == 0 or not self.threatened(seat, area)

    def unsearched(self, seat: i64, area: i64) -> bool:
        """Return whether exploring an area includes a search (ATM-02)."""
        s = self.s
        tile = s.tile[area]
        if tile != w.FIELD and tile != w.GALLERY and self.rules.search_tiles == 0:
            return False
        if s.loose_n[area] > 0 or s.stored_n[area] > 0 or s.scent[area] != 0:
            return False
        return not self.threatened(seat, area)

    def stops(self, seat: i64, area: i64) -> bool:
        """Return whether a Mobilization ends when it enters an area (ATM-06)."""
        if self.s.loose_n[area] > 0 or self.foes(seat, area):
            return True
        if self.rules.stores_stop == 1 and self.s.stored_n[area] > 0:
            return True
        if self.s.pupae[area] == 0:
            return False
        return self.rules.pupae_stop == 0 or self.board.home[area] != seat

    def capacity(self, tile: i64, seat: i64) -> i64:
        """The number of pupae that a tile of a colony can hold (ATH-01, ATH-04)."""
        most: i64 = 0
        if tile == w.PUPAE_MINOR:
            most = self.rules.pupae_minor_per_area
        elif tile == w.PUPAE_MAJOR:
            most = self.rules.pupae_major_per_area
        if self.rules.pupae_per_queen == 1:
            most *= self.s.queen_n[seat]
        return most

    def digs_from(self, seat: i64, area: i64) -> bool:
        """Return whether a colony can dig or demolish from an area: a gallery with free ants (ATD-01)."""
        tile = self.s.tile[area]
        if (
            tile == w.SOLID
            or tile == w.FIELD
            or tile == w.ENTRANCE
            or (self.rules.gallery_means == 1 and tile != w.GALLERY)
        ):
            return False
        return self.s.here[seat * w.AREAS + area] > 0 and self.usable(seat, area)

    def empty(self, area: i64) -> bool:
        """Return whether a tile is empty: it has no ants, pieces, pupae or animals (ATD-04)."""
        s = self.s
        if s.crowd[area] > 0 or s.loose_n[area] > 0 or s.stored_n[area] > 0 or s.pupae[area] > 0:
            return False
        return s.gloomy[area] == 0 and s.spider[area] == 0

    # loads ------------------------------------------------------------------
    def fits(self, loads: vec[i64], minors: i64, majors: i64, queens: i64) -> bool:
        """Return whether these ants can carry the given number of pieces of each type (ATR-05).

        The ants with the largest capacity are loaded first. Each takes a full load of one type if
        possible, and single pieces otherwise.
        """
        rest = self.rest
        total: i64 = 0
        for piece in range(w.TYPES):
            rest[piece] = loads[piece]
            total += loads[piece]
        rules = self.rules
        if rules.carry_queen >= rules.carry_major:
            total = self._given(self._given(total, queens, rules.carry_queen), majors, rules.carry_major)
        else:
            total = self._given(self._given(total, majors, rules.carry_major), queens, rules.carry_queen)
        return self._given(total, minors, rules.carry_minor) <= 0

    def _given(self, total: i64, ants: i64, each: i64) -> i64:
        """Load some ants, each with up to `each` pieces. Returns how many of `total` pieces are left."""
        if total <= 0 or ants == 0 or each == 0:
            return total
        rest = self.rest
        for piece in range(w.TYPES):
            full = min(rest[piece] // each, ants)
            rest[piece] -= full * each
            total -= full * each
            ants -= full
        while ants > 0 and total > 0:
            most: i64 = 0
            for piece in range(w.TYPES):
                if rest[piece] > rest[most]:
                    most = piece
            total -= rest[most]
            rest[most] = 0
            ants -= 1
        return total

    def loads(self, seat: i64, area: i64, into: vec[i64]) -> None:
        """Write to `into` the number of pieces of each type that a colony's ants in an area carry."""
        load = self.s.load
        for piece in range(w.TYPES):
            into[piece] = load[(seat * w.TYPES + piece) * w.AREAS + area]

    def carries(self, seat: i64, area: i64, loads: vec[i64]) -> bool:
        """Return whether a colony's ants in an area can carry the given pieces."""
        s = self.s
        at = seat * w.AREAS + area
        return self.fits(loads, s.minors[at], s.majors[at], s.queens[at])

    def offered(self, seat: i64, area: i64, piece: i64) -> i64:
        """The number of pieces of a type that can be foraged in an area, loose or stored (ATR-06)."""
        return self.s.loose[piece * w.AREAS + area] + self.lootable(seat, area, piece)

    def lootable(self, seat: i64, area: i64, piece: i64) -> i64:
        """The number of stored pieces of a type that a colony may forage in an area."""
        s = self.s
        stored = s.stored[piece * w.AREAS + area]
        if stored == 0:
            return 0
        if self.board.home[area] != seat:
            return stored if self.rules.loot == 1 else i64(0)
        if s.tile[area] == w.PANTRY:
            return stored if self.rules.unload == 1 else i64(0)
        return stored if piece != w.LEAF else i64(0)

    # stores -----------------------------------------------------------------
    def worth(self, seat: i64, piece: i64) -> i64:
        """The value of a piece when a colony pays with it (ATC-03)."""
        panel = self.panels[self.s.species[seat]]
        return panel.worth[piece]

    def pays(self, seat: i64, area: i64, piece: i64) -> i64:
        """The number of pieces of a type that a colony can pay with from one of its tiles (ATR-08)."""
        s = self.s
        tile = s.tile[area]
        if tile == w.PANTRY or (
            tile == w.MUSHROOMS and piece == w.MUSHROOM and self.rules.mushrooms_pay == 1
        ):
            return s.stored[piece * w.AREAS + area]
        return 0

    def savings(self, seat: i64, piece: i64) -> i64:
        """The total number of pieces of a type that a colony can pay with."""
        first = self.board.foraging + seat * w.PLACES
        total: i64 = 0
        for place in range(w.PLACES):
            if self.s.stored_n[first + place] > 0:
                total += self.pays(seat, first + place, piece)
        return total

    def funds(self, seat: i64) -> i64:
        """The total value that a colony can pay."""
        s = self.s
        panel = self.panels[s.species[seat]]
        first = self.board.foraging + seat * w.PLACES
        total: i64 = 0
        for place in range(w.PLACES):
            area = first + place
            if s.stored_n[area] > 0:
                for piece in range(w.TYPES):
                    if panel.worth[piece] > 0:
                        total += self.pays(seat, area, piece) * panel.worth[piece]
        return total

    def food(self, seat: i64) -> i64:
        """The number of stored pieces of a colony's diet (ATE-05)."""
        s = self.s
        panel = self.panels[s.species[seat]]
        first = self.board.foraging + seat * w.PLACES
        total: i64 = 0
        for place in range(w.PLACES):
            if s.stored_n[first + place] > 0:
                for piece in range(w.TYPES):
                    if panel.eats[piece] > 0:
                        total += s.stored[piece * w.AREAS + first + place]
        return total

    # strength ---------------------------------------------------------------
    def dice(self, minors: i64, majors: i64, queens: i64) -> i64:
        """The number of dice that these ants roll in one cycle (ATF-04)."""
        rules = self.rules
        return minors * rules.dice_minor + majors * rules.dice_major + queens * rules.dice_queen

    def dice_in(self, seat: i64, area: i64) -> i64:
        """The number of dice that a colony's ants in an area roll in one cycle."""
        at = seat * w.AREAS + area
        return self.dice(self.s.minors[at], self.s.majors[at], self.s.queens[at])

    def score(self, seat: i64) -> i64:
        """The score of a colony in the records: its strength, or 0 if it has no Queen (ATE-06)."""
        return self.strength(seat) if self.s.queen_n[seat] > 0 else i64(0)

    def besieger(self, seat: i64) -> i64:
        """The first other colony with enough dice at a colony's exit to open the gate, or NOBODY (ATB-08)."""
        if self.rules.breach == 0:
            return w.NOBODY
        for other in range(self.s.players):
            if other != seat and self.dice_in(other, self.board.exit[seat]) >= self.rules.breach:
                return other
        return w.NOBODY

    def queens_life(self, seat: i64) -> i64:
        """The total life of a colony's Queens."""
        total: i64 = 0
        for number in range(w.QUEENS):
            total += self.s.queen_life[seat * w.QUEENS + number]
        return total

    def strength(self, seat: i64) -> i64:
        """A colony's strength (ATE-05)."""
        s = self.s
        if self.rules.strength == 1:
            return self.dice(s.minor_n[seat], s.major_n[seat], s.queen_n[seat])
        life = self.panels[s.species[seat]].life
        return s.minor_n[seat] * life[w.MINOR] + s.major_n[seat] * life[w.MAJOR] + self.queens_life(seat)

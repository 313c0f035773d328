"""The state of a game: flat vectors of fixed size, which views can share, and the panels of the colonies.

All of the state is public. Any number of ants and pieces can be in an area (ATB-06). Implements ATC-02 and
ATC-05 to ATC-07: a panel has everything that is special about a species, with its traits as numbers.
"""

from __future__ import annotations

from typing import Final

from marchsim.games.antwars.words import (
    AREAS,
    FIELD,
    MAJOR,
    MINOR,
    NONE,
    QUEENS,
    SEATS,
    SEED,
    SETUP,
    TALLIES,
    TILES,
    TYPES,
)
from marchsim.kernel.compat import i64, vec
from marchsim.tabletop.vectors import copy_all, shared, zeros


class Panel:
    """The panel of a species. `worth` has the value of each type of piece in payments, 0 if not accepted."""

    def __init__(self, number: i64, name: str) -> None:
        self.number: i64 = number
        self.name = name
        self.queens: i64 = 1
        self.life: Final = vec[i64]([4, 8, 20])  # by kind of ant
        self.minors: i64 = 0
        self.majors: i64 = 0
        self.pupae_tiles: i64 = 1
        self.leaves: i64 = 0
        self.stored: i64 = 0
        self.minor_cost: i64 = 1
        self.minors_for_it: i64 = 1
        self.major_cost: i64 = 1
        self.pupae_minor_cost: i64 = 1
        self.pupa_major_cost: i64 = 1
        self.eats: Final = vec[i64]([0] * TYPES)
        self.worth: Final = vec[i64]([0] * TYPES)
        self.harvests: i64 = 0  # it may place Mushroom tiles
        self.raid_steps: i64 = 0
        self.aphid_sugar: i64 = 0

    def price(self, kind: i64, count: i64) -> i64:
        """The cost of hatching `count` ants of a kind. A payment gives no change (ATC-03)."""
        if kind == MINOR:
            return (count + self.minors_for_it - 1) // self.minors_for_it * self.minor_cost
        assert kind == MAJOR
        return count * self.major_cost

    def value(self, piece: i64, seed_worth: i64, any_pays: bool) -> i64:
        """The value of a piece in payments. It depends on the diet, granaries and the rules (ATR-11)."""
        if not any_pays and self.eats[piece] == 0:
            return 0
        return seed_worth if piece == SEED else i64(1)


class Animals:
    """The animals: dice and life of spider and Gloomy, and the protein that a dead animal or pupa leaves."""

    def __init__(self) -> None:
        self.spider_dice: i64 = 3
        self.spider_life: i64 = 12
        self.spider_protein: i64 = 8
        self.gloomy_life: i64 = 6
        self.gloomy_protein: i64 = 4
        self.minor_life: i64 = 2  # of a minor pupa
        self.minor_protein: i64 = 1
        self.major_life: i64 = 4
        self.major_protein: i64 = 2


class State:
    """The complete state of a game."""

    def __init__(self, players: i64, foraging: i64) -> None:
        public: list[vec[i64]] = []
        self.players: i64 = players
        self.round: i64 = 0
        self.phase: i64 = SETUP
        self.first: i64 = 0
        self.active: i64 = 0
        self.turns: i64 = 0
        self.left: i64 = 0  # actions left of the turn
        self.famine_last: i64 = 0  # 1: the last Queen that fell did so by famine
        self.dug: i64 = 0  # how often a solid place became a tile, or a tile a solid place
        self.waiting: i64 = 0  # tiles that are `spent`
        # areas
        self.tile: Final = shared(public, zeros(AREAS))
        # 1: it shall be a gallery as soon as there is one (ATR-14)
        self.spent: Final = shared(public, zeros(AREAS))
        self.pupae: Final = shared(public, zeros(AREAS))
        self.loose: Final = shared(public, zeros(TYPES * AREAS))
        self.loose_n: Final = shared(public, zeros(AREAS))
        self.stored: Final = shared(public, zeros(TYPES * AREAS))
        self.stored_n: Final = shared(public, zeros(AREAS))
        self.scent: Final = shared(public, zeros(AREAS))  # pheromones: bit s for seat s
        self.gloomy: Final = shared(public, zeros(AREAS))
        self.spider: Final = shared(public, zeros(AREAS))
        self.crowd: Final = shared(public, zeros(AREAS))  # ants of all colonies
        # ants
        self.minors: Final = shared(public, zeros(SEATS * AREAS))
        self.majors: Final = shared(public, zeros(SEATS * AREAS))
        self.queens: Final = shared(public, zeros(SEATS * AREAS))
        self.here: Final = shared(public, zeros(SEATS * AREAS))  # ants of a colony in an area
        self.queen_at: Final = shared(public, vec[i64]([NONE] * (SEATS * QUEENS)))
        self.queen_life: Final = shared(public, zeros(SEATS * QUEENS))
        # what ants carry, by colony, type and area
        self.load: Final = shared(public, zeros(SEATS * TYPES * AREAS))
        self.loaded: Final = shared(public, zeros(SEATS * AREAS))
        # colonies
        self.species: Final = shared(public, vec[i64]([NONE] * SEATS))
        self.open: Final = shared(public, zeros(SEATS))
        self.minor_n: Final = shared(public, zeros(SEATS))
        self.major_n: Final = shared(public, zeros(SEATS))
        self.queen_n: Final = shared(public, zeros(SEATS))
        self.pupae_n: Final = shared(public, zeros(SEATS))
        self.load_n: Final = shared(public, zeros(SEATS))
        self.tile_n: Final = shared(public, zeros(SEATS))  # tiles of its anthill, the Entrance apart
        self.fell: Final = shared(public, zeros(SEATS))  # round in which its last Queen fell, 0: she lives
        self.gone: Final = shared(public, zeros(SEATS))
        self.tally: Final = shared(public, zeros(SEATS * TALLIES))  # of the round
        # the supply
        self.pieces: Final = shared(public, zeros(TYPES))
        self.tiles: Final = shared(public, zeros(TILES))
        self.gloomys: i64 = 0
        self.spiders: i64 = 0
        for area in range(foraging):
            self.tile[area] = FIELD
        self.public: Final = public

    def ants(self, seat: i64) -> i64:
        """The number of ants of a colony."""
        return self.minor_n[seat] + self.major_n[seat] + self.queen_n[seat]

    def copy_to(self, other: State) -> None:
        """Copy the state into another one that has the same players and boards."""
        other.round = self.round
        other.phase = self.phase
        other.first = self.first
        other.active = self.active
        other.turns = self.turns
        other.left = self.left
        other.famine_last = self.famine_last
        other.dug = self.dug
        other.waiting = self.waiting
        other.gloomys = self.gloomys
        other.spiders = self.spiders
        copy_all(self.public, other.public)

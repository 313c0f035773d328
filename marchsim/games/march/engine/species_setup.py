"""The nest mats at the set-up: forced, dealt or chosen. Holds the dealing of mats from PRI-01.

Mats are sorted by their keys under any rules, so one deal has one order of mats.
"""

from __future__ import annotations

from typing import Final

from marchsim.games.march.engine.moves.meadow import Play
from marchsim.games.march.engine.steps import clockwise
from marchsim.games.march.words import COMMON, CRAZY, O_SPECIES, Q_SPECIES, SEATS, SPECIES, option, part
from marchsim.kernel.compat import append, i64, vec
from marchsim.kernel.rng import sort_by_key

SALT_MATS: Final = 4
ALL_COMMON: Final = 0  # rules.species
CHOOSE: Final = 1


def deal_mats(g: Play) -> None:
    """Give each player its species, from the starting player on. Skipped where all play the common one.

    A seat with a forced species takes it. The others are dealt a mat each and play its species, or choose
    between that and the Common Meadow Ant.
    """
    if g.rules.species == ALL_COMMON and not any_forced(g):
        return
    mats = shuffled_mats(g)
    dealt: i64 = 0
    for index in range(g.s.players):
        seat = clockwise(g, g.s.marker, index)
        species = g.rules.species_seat[seat] - 1
        if species < 0:
            species = COMMON
            if g.rules.species != ALL_COMMON:
                species = mats[dealt]
                dealt += 1
            if g.rules.species == CHOOSE:
                species = choose_species(g, seat, species)
        g.take_mat(seat, species)


def any_forced(g: Play) -> bool:
    """Whether a seat in this game has a forced species."""
    for seat in range(g.s.players):
        if g.rules.species_seat[seat] > 0:
            return True
    return False


def shuffled_mats(g: Play) -> vec[i64]:
    """The species of the mats that no seat is forced to take, in the order of dealing.

    With five players there is a fifth mat, which has the Common Meadow Ant alone.
    """
    mats: vec[i64] = vec[i64]()
    keys: vec[i64] = vec[i64]()
    for species in range(COMMON if g.s.players >= SEATS else CRAZY, SPECIES):
        seat: i64 = 0
        while seat < g.s.players and g.rules.species_seat[seat] - 1 != species:
            seat += 1
        if seat == g.s.players:
            mats = append(mats, species)
            keys = append(keys, g.chance.keyed(SALT_MATS, species, 0))
    sort_by_key(mats, keys, len(mats))
    return mats


def choose_species(g: Play, seat: i64, dealt: i64) -> i64:
    """Let a player choose between the species of its mat and the Common Meadow Ant. Return its choice."""
    g.table.open(0, 0, 0, 0)
    g.table.offer(option(O_SPECIES, dealt, 0, 0, 0))
    if dealt != COMMON:
        g.table.offer(option(O_SPECIES, COMMON, 0, 0, 0))
    return part(g.table.choose(seat, Q_SPECIES), 0)

"""Loads of ants: how pieces are carried, laid down and stored.

Implements ATM-07, ATR-07, ATR-09 and ATR-10. The module also turns tiles that wait for a gallery into
galleries as soon as the supply has some (ATR-14).
"""

from __future__ import annotations

from marchsim.games.antwars import words as w
from marchsim.games.antwars.engine.moves import Play
from marchsim.kernel.compat import i64, vec


def take_along(g: Play, seat: i64, area: i64, other: i64, minors: i64, majors: i64, queens: i64) -> None:
    """Choose the pieces that moving ants carry along, and move these pieces (ATM-07).

    The ants themselves move later. The player chooses the pieces if the ants cannot carry all, or if
    the rules always allow a choice (`loads_along`).
    """
    if g.s.loaded[seat * w.AREAS + area] == 0:
        return
    along: vec[i64] = vec[i64]([0] * w.TYPES)
    g.figures.loads(seat, area, g.loads)
    if g.rules.loads_along == 0 and g.figures.fits(g.loads, minors, majors, queens):
        g.figures.loads(seat, area, along)
    else:
        while True:
            piece = next_along(g, seat, area, other, along, minors, majors, queens)
            if piece == w.NONE:
                break
            along[piece] += 1
    for piece in range(w.TYPES):
        if along[piece] > 0:
            g.bring(seat, area, other, piece, along[piece])


def next_along(
    g: Play, seat: i64, area: i64, other: i64, along: vec[i64], minors: i64, majors: i64, queens: i64
) -> i64:
    """Ask for the next type of piece to carry along. Returns NONE if none is left or the player stops."""
    g.table.open(area, other, 0, 0)
    for piece in range(w.TYPES):
        if g.s.load[(seat * w.TYPES + piece) * w.AREAS + area] > along[piece]:
            along[piece] += 1
            if g.figures.fits(along, minors, majors, queens):
                g.table.offer(w.option(w.O_TYPE, piece, 0, 0, 0))
            along[piece] -= 1
    if g.table.n == 0:
        return w.NONE
    if g.rules.loads_along == 1:
        g.table.offer(w.O_STOP)
    choice = g.table.choose(seat, w.Q_LOAD)
    return w.NONE if choice == w.O_STOP else w.part(choice, 0)


def lay_down(g: Play, seat: i64, area: i64, why: i64) -> None:
    """Lay down the pieces that a colony's ants can no longer carry. The player chooses them (ATR-09)."""
    s = g.s
    at = seat * w.AREAS + area
    while s.loaded[at] > 0:
        g.figures.loads(seat, area, g.loads)
        if s.here[at] > 0 and g.figures.carries(seat, area, g.loads):
            return
        if s.here[at] == 0:
            for piece in range(w.TYPES):
                if g.loads[piece] > 0:
                    g.drop(seat, area, piece, g.loads[piece], why)
            return
        g.table.open(area, 0, 0, 0)
        offer_loads(g, seat, area)
        g.drop(seat, area, w.part(g.table.choose(seat, w.Q_KEEP), 0), 1, why)


def offer_loads(g: Play, seat: i64, area: i64) -> None:
    """Offer the types of pieces that a colony's ants carry in an area."""
    for piece in range(w.TYPES):
        if g.s.load[(seat * w.TYPES + piece) * w.AREAS + area] > 0:
            g.table.offer(w.option(w.O_TYPE, piece, 0, 0, 0))


def settle(g: Play) -> None:
    """Store pieces that can be stored without Foraging, and renew waiting tiles (ATR-07, ATR-10, ATR-14)."""
    s = g.s
    for index in range(s.players):
        seat = (s.first + index) % s.players
        if s.load_n[seat] > 0:
            first = g.board.foraging + seat * w.PLACES
            for place in range(w.PLACES):
                if s.loaded[seat * w.AREAS + first + place] > 0:
                    unload(g, seat, first + place)
    if s.waiting > 0 and s.tiles[w.GALLERY] > 0:
        renew(g)


def unload(g: Play, seat: i64, area: i64) -> None:
    """Store the ants' loads on the tile below them, as far as the tile has room."""
    s = g.s
    if s.tile[area] == w.PANTRY and g.rules.unload == 0:
        store(g, seat, area)
    elif s.tile[area] == w.MUSHROOMS and s.spent[area] == 0:
        leaves = s.load[(seat * w.TYPES + w.LEAF) * w.AREAS + area]
        if leaves > 0:
            g.store(seat, area, w.LEAF, leaves)


def store(g: Play, seat: i64, area: i64) -> None:
    """Store pieces in a Pantry. The player chooses which ones if there is not room for all (ATR-07)."""
    s = g.s
    at = seat * w.AREAS + area
    if g.rules.pantry_room - s.stored_n[area] >= s.loaded[at]:
        g.figures.loads(seat, area, g.loads)
        for piece in range(w.TYPES):
            if g.loads[piece] > 0:
                g.store(seat, area, piece, g.loads[piece])
        return
    while s.stored_n[area] < g.rules.pantry_room and s.loaded[at] > 0:
        g.table.open(area, g.rules.pantry_room - s.stored_n[area], 0, 0)
        offer_loads(g, seat, area)
        g.store(seat, area, w.part(g.table.choose(seat, w.Q_STORE), 0), 1)


def renew(g: Play) -> None:
    """Turn waiting tiles into galleries, in the order of area numbers, while the supply has any (ATR-14)."""
    s = g.s
    for area in range(g.board.foraging, g.board.areas):
        if s.spent[area] == 1 and s.tiles[w.GALLERY] > 0:
            g.lay_tile(g.board.home[area], area, w.GALLERY, w.WHY_BROOD)


def become_gallery(g: Play, seat: i64, area: i64) -> None:
    """Turn a tile into a gallery, or mark it to wait for one.

    The pieces on it become loose (ATR-13, ATR-14, ATH-05).
    """
    g.set_pupae(area, 0, w.WHY_BROOD)
    spill_all(g, area)
    if g.s.tiles[w.GALLERY] > 0:
        g.lay_tile(seat, area, w.GALLERY, w.WHY_BROOD)
    else:
        g.mark_spent(area, w.WHY_BROOD)


def spill_all(g: Play, area: i64) -> None:
    """Turn all pieces stored on a tile into loose pieces (ATD-07)."""
    for piece in range(w.TYPES):
        n = g.s.stored[piece * w.AREAS + area]
        if n > 0:
            g.spill(area, piece, n, w.WHY_LEFT)

"""Foraging: pieces are placed on ants. Holds ATR-04 to ATR-06."""

from __future__ import annotations

from marchsim.games.antwars.engine.legal import can_forage, can_store, can_take
from marchsim.games.antwars.engine.loads import settle, store
from marchsim.games.antwars.engine.moves import Play
from marchsim.games.antwars.words import (
    ALL_AREAS,
    AREAS,
    NONE,
    O_ALL,
    O_STOP,
    O_TYPE,
    Q_FORAGE,
    TYPES,
    code_of,
    option,
    part,
)
from marchsim.kernel.compat import i64


def forage(g: Play, seat: i64, where: i64) -> None:
    """Forage in all areas of a colony, by number, or in one; at least one piece in all (ATR-04, ATT-04)."""
    taken: i64 = 0
    area = next_area(g, seat, -1, where)
    while area != NONE:
        after = next_area(g, seat, area, where)
        taken += forage_area(g, seat, area, taken == 0 and after == NONE)
        area = after
    settle(g)


def next_area(g: Play, seat: i64, before: i64, where: i64) -> i64:
    """Return the next area where a colony can forage, or NONE."""
    for area in range(before + 1, g.board.areas):
        if (where == ALL_AREAS or area == where) and g.s.here[seat * AREAS + area] > 0:
            if can_forage(g, seat, area):
                return area
    return NONE


def forage_area(g: Play, seat: i64, area: i64, must: bool) -> i64:
    """Forage in an area: store where that takes a Foraging, else pick up; return how many pieces moved."""
    if can_store(g, seat, area):
        before = g.s.loaded[seat * AREAS + area]
        store(g, seat, area)
        return before - g.s.loaded[seat * AREAS + area]
    taken: i64 = 0
    while True:
        g.table.open(area, taken, 0, 0)
        whole = offer_pieces(g, seat, area)
        if g.table.n == 0:
            return taken
        if whole and g.table.n > 0:
            g.table.offer(O_ALL)
        if taken > 0 or not must:
            g.table.offer(O_STOP)
        choice = g.table.choose(seat, Q_FORAGE)
        if choice == O_STOP:
            return taken
        if code_of(choice) == O_TYPE:
            pick_up(g, seat, area, part(choice, 0), 1)
            taken += 1
            continue
        for piece in range(TYPES):
            n = g.figures.offered(seat, area, piece)
            if n > 0:
                pick_up(g, seat, area, piece, n)
                taken += n
        return taken


def offer_pieces(g: Play, seat: i64, area: i64) -> bool:
    """Offer each type of which another piece can be carried; return whether all that lies there can be."""
    for piece in range(TYPES):
        if g.figures.offered(seat, area, piece) > 0 and can_take(g, seat, area, piece):
            g.table.offer(option(O_TYPE, piece, 0, 0, 0))
    g.figures.loads(seat, area, g.loads)
    for piece in range(TYPES):
        g.loads[piece] += g.figures.offered(seat, area, piece)
    return g.figures.carries(seat, area, g.loads)


def pick_up(g: Play, seat: i64, area: i64, piece: i64, n: i64) -> None:
    """Put pieces of a type on ants: those that lie loose first, then stored ones."""
    loose = g.s.loose[piece * AREAS + area]
    if loose > n:
        loose = n
    if loose > 0:
        g.take(seat, area, piece, loose)
    if n > loose:
        g.loot(seat, area, piece, n - loose)

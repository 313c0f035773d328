"""Foraging: loading ants with pieces. Implements ATR-04 to ATR-06."""

from __future__ import annotations

from marchsim.games.antwars import words as w
from marchsim.games.antwars.engine.legal import can_forage, can_store, can_take
from marchsim.games.antwars.engine.loads import settle, store
from marchsim.games.antwars.engine.moves import Play
from marchsim.kernel.compat import i64


def forage(g: Play, seat: i64, where: i64) -> None:
    """Forage in all areas of a colony in order, or in one, for at least one piece (ATR-04, ATT-04)."""
    taken: i64 = 0
    area = next_area(g, seat, -1, where)
    while area != w.NONE:
        after = next_area(g, seat, area, where)
        taken += forage_area(g, seat, area, taken == 0 and after == w.NONE)
        area = after
    settle(g)


def next_area(g: Play, seat: i64, before: i64, where: i64) -> i64:
    """The next area in which a colony can forage, or NONE."""
    for area in range(before + 1, g.board.areas):
        if (where == w.ALL_AREAS or area == where) and g.s.here[seat * w.AREAS + area] > 0:
            if can_forage(g, seat, area):
                return area
    return w.NONE


def forage_area(g: Play, seat: i64, area: i64, must: bool) -> i64:
    """Forage in an area: store where storing takes a Foraging, else pick up. Returns the pieces moved."""
    if can_store(g, seat, area):
        before = g.s.loaded[seat * w.AREAS + area]
        store(g, seat, area)
        return before - g.s.loaded[seat * w.AREAS + area]
    taken: i64 = 0
    while True:
        g.table.open(area, taken, 0, 0)
        whole = offer_pieces(g, seat, area)
        if g.table.n == 0:
            return taken
        if whole and g.table.n > 0:
            g.table.offer(w.O_ALL)
        if taken > 0 or not must:
            g.table.offer(w.O_STOP)
        choice = g.table.choose(seat, w.Q_FORAGE)
        if choice == w.O_STOP:
            return taken
        if w.code_of(choice) == w.O_TYPE:
            pick_up(g, seat, area, w.part(choice, 0), 1)
            taken += 1
            continue
        for piece in range(w.TYPES):
            n = g.figures.offered(seat, area, piece)
            if n > 0:
                pick_up(g, seat, area, piece, n)
                taken += n
        return taken


def offer_pieces(g: Play, seat: i64, area: i64) -> bool:
    """Offer each type that an ant can still carry. Returns whether the ants can carry all pieces at once."""
    for piece in range(w.TYPES):
        if g.figures.offered(seat, area, piece) > 0 and can_take(g, seat, area, piece):
            g.table.offer(w.option(w.O_TYPE, piece, 0, 0, 0))
    g.figures.loads(seat, area, g.loads)
    for piece in range(w.TYPES):
        g.loads[piece] += g.figures.offered(seat, area, piece)
    return g.figures.carries(seat, area, g.loads)


def pick_up(g: Play, seat: i64, area: i64, piece: i64, n: i64) -> None:
    """Load ants with pieces of a type, loose ones before stored ones."""
    loose = min(g.s.loose[piece * w.AREAS + area], n)
    if loose > 0:
        g.take(seat, area, piece, loose)
    if n > loose:
        g.loot(seat, area, piece, n - loose)

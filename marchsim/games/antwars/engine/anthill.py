"""Dig, Demolish, Transform and Hatch, with payment.

Implements ATD-01 to ATD-09, ATH-02, ATH-03, ATH-05, ATC-03 and ATR-08.
"""

from __future__ import annotations

from marchsim.games.antwars import words as w
from marchsim.games.antwars.engine.legal import most_hatched, tile_price
from marchsim.games.antwars.engine.loads import become_gallery, settle, spill_all
from marchsim.games.antwars.engine.movement import occupied
from marchsim.games.antwars.engine.moves import Play
from marchsim.games.antwars.engine.turn_start import lay_pupae
from marchsim.kernel.compat import i64


def dig(g: Play, seat: i64, area: i64) -> None:
    """Place a new gallery (ATD-01)."""
    pay(g, seat, g.rules.gallery_cost)
    g.lay_tile(seat, area, w.GALLERY, w.WHY_ACTION)
    settle(g)


def demolish(g: Play, seat: i64, area: i64) -> None:
    """Return an empty tile to the supply and remove its pheromones (ATD-04)."""
    for other in range(g.s.players):
        g.set_scent(other, area, False)
    g.lay_tile(seat, area, w.SOLID, w.WHY_ACTION)
    settle(g)


def transform(g: Play, seat: i64, area: i64, tile: i64) -> None:
    """Replace a tile with another, or turn the Entrance over (ATD-05 to ATD-07, ATD-09)."""
    if tile == w.ENTRANCE:
        g.turn_gate(seat, seat, w.WHY_ACTION)
        return
    pay(g, seat, tile_price(g, g.panel(seat), tile))
    g.set_pupae(area, 0, w.WHY_ACTION)
    spill_all(g, area)
    g.lay_tile(seat, area, tile, w.WHY_ACTION)
    if (tile == w.PUPAE_MINOR or tile == w.PUPAE_MAJOR) and g.rules.tile_with_pupae == 1:
        g.set_pupae(area, g.figures.capacity(tile, seat), w.WHY_ACTION)
    settle(g)


def hatch(g: Play, seat: i64, area: i64) -> None:
    """Pay to turn pupae into ants. Without a Queen the tile becomes a gallery (ATH-02, ATH-05)."""
    s = g.s
    kind: i64 = w.MINOR if s.tile[area] == w.PUPAE_MINOR else w.MAJOR
    most = most_hatched(g, seat, area, g.figures.funds(seat))
    g.table.open(area, 0, 0, 0)
    for n in range(1, most + 1):
        g.table.offer(w.option(w.O_COUNT, n, 0, 0, 0))
    n = w.part(g.table.choose(seat, w.Q_HATCH), 0)
    pay(g, seat, g.panel(seat).price(kind, n))
    g.set_pupae(area, s.pupae[area] - n, w.WHY_ACTION)
    g.place_ants(seat, area, kind, n, w.WHY_ACTION)
    g.count(seat, w.T_HATCHED, n)
    occupied(g, seat, area)
    if s.queen_n[seat] == 0:
        become_gallery(g, seat, area)
    elif g.rules.lay == 1:
        lay_pupae(g, seat, area)
    settle(g)


# paying -------------------------------------------------------------------------
def pay(g: Play, seat: i64, cost: i64) -> None:
    """Pay with stored pieces, one by one. The player chooses their types (ATC-03, ATR-08)."""
    while cost > 0:
        g.table.open(cost, 0, 0, 0)
        for piece in range(w.TYPES):
            if g.figures.worth(seat, piece) > 0 and g.figures.savings(seat, piece) > 0:
                g.table.offer(w.option(w.O_TYPE, piece, 0, 0, 0))
        piece = w.part(g.table.choose(seat, w.Q_PAY), 0)
        spend(g, seat, piece)
        cost -= g.figures.worth(seat, piece)


def spend(g: Play, seat: i64, piece: i64) -> None:
    """Pay a piece: from a Mushroom tile if it has one, else from the lowest Pantry by number (D-152)."""
    s = g.s
    first = g.board.foraging + seat * w.PLACES
    source = first
    found = False
    for place in range(w.PLACES):
        area = first + place
        if s.stored[piece * w.AREAS + area] > 0 and g.figures.pays(seat, area, piece) > 0:
            if not found or (s.tile[area] == w.MUSHROOMS and s.tile[source] != w.MUSHROOMS):
                source = area
                found = True
    g.pay(seat, source, piece, 1, w.WHY_ACTION)

"""The start of a turn: Mushrooms, pupae and traits. Implements ATT-02, ATR-12, ATR-13, ATH-03 and ATH-04."""

from __future__ import annotations

from marchsim.games.antwars import words as w
from marchsim.games.antwars.engine.loads import become_gallery, settle
from marchsim.games.antwars.engine.moves import Play
from marchsim.kernel.compat import i64


def start_turn(g: Play, seat: i64) -> None:
    """Carry out the start of a turn in its order (ATT-02)."""
    first = g.board.foraging + seat * w.PLACES
    for place in range(w.PLACES):
        if g.s.tile[first + place] == w.MUSHROOMS and g.s.spent[first + place] == 0:
            grow(g, seat, first + place)
    for place in range(w.PLACES):
        lay_pupae(g, seat, first + place)
    herd(g, seat)
    settle(g)


def grow(g: Play, seat: i64, area: i64) -> None:
    """Turn a leaf into mushrooms. A tile without one becomes a gallery (ATR-12, ATR-13)."""
    s = g.s
    if s.stored[w.LEAF * w.AREAS + area] > 0:
        g.pay(seat, area, w.LEAF, 1, w.WHY_TRAIT)
        g.stock(seat, area, w.MUSHROOM, g.rules.mushrooms_per_leaf, w.WHY_TRAIT)
    elif g.rules.mushroom_tile_stays == 0 or s.stored_n[area] == 0:
        become_gallery(g, seat, area)


def lay_pupae(g: Play, seat: i64, area: i64) -> None:
    """Fill a pupae tile if a living Queen lays there (ATH-03)."""
    s = g.s
    tile = s.tile[area]
    if tile != w.PUPAE_MINOR and tile != w.PUPAE_MAJOR:
        return
    if s.queen_n[seat] == 0 or s.spent[area] == 1:
        return
    if g.rules.lay_reach == 1 and s.queens[seat * w.AREAS + area] == 0:
        return
    most = g.figures.capacity(tile, seat)
    if s.pupae[area] < most:
        g.set_pupae(area, most, w.WHY_TRAIT)


def herd(g: Play, seat: i64) -> None:
    """Let the player place the aphids' sugar in an unthreatened foraging area with its ants (ATT-02)."""
    sugar = g.panel(seat).aphid_sugar
    if sugar == 0 or g.s.pieces[w.SUGAR] == 0:
        return
    g.table.open(sugar, 0, 0, 0)
    for area in range(g.board.foraging):
        if g.s.here[seat * w.AREAS + area] > 0 and not g.figures.threatened(seat, area):
            g.table.offer(w.option(w.O_AREA, area, 0, 0, 0))
    if g.table.n > 0:
        g.find(seat, w.part(g.table.choose(seat, w.Q_APHIDS), 0), w.SUGAR, sugar, w.WHY_TRAIT)

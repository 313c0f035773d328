"""The options of each action, written to the game's list of options. This module never changes the state.

Implements ATT-03 and ATT-04 (an action needs an effect), ATM-01, ATM-05, ATD-01 to ATD-06, ATH-02, ATR-04.
"""

from __future__ import annotations

from marchsim.games.antwars import words as w
from marchsim.games.antwars.engine.moves import Play
from marchsim.games.antwars.engine.state import Panel
from marchsim.kernel.compat import i64


def offer_actions(g: Play, seat: i64) -> None:
    """Offer every action that has an effect, and the option to stop (ATT-03, ATT-04)."""
    table = g.table
    find_own(g, seat)
    offer_foraging(g, seat)
    funds = g.figures.funds(seat)
    offer_hatches(g, seat, funds)
    offer_digging(g, seat, funds)
    offer_transforms(g, seat, funds)
    offer_marches(g, seat)
    table.offer(w.O_STOP)


def find_own(g: Play, seat: i64) -> None:
    """Write to `g.own` the areas that hold a colony's ants, in the order of area numbers."""
    here = g.s.here
    own = g.own
    n: i64 = 0
    for area in range(g.board.areas):
        if here[seat * w.AREAS + area] > 0:
            own[n] = area
            n += 1
    g.own_n = n


# foraging and hatching -------------------------------------------------------
def offer_foraging(g: Play, seat: i64) -> None:
    """Offer Foraging in all areas at once, and in each single area (ATR-04)."""
    for i in range(g.own_n):
        area = g.own[i]
        if can_forage(g, seat, area):
            if g.rules.forage_scope == 0:
                g.table.offer(w.option(w.O_FORAGE, w.ALL_AREAS, 0, 0, 0))
                return
            g.table.offer(w.option(w.O_FORAGE, area, 0, 0, 0))


def can_forage(g: Play, seat: i64, area: i64) -> bool:
    """Whether a colony's ants in an area can pick up or store pieces by Foraging."""
    s = g.s
    if s.loose_n[area] == 0 and s.stored_n[area] == 0 and s.loaded[seat * w.AREAS + area] == 0:
        return False
    if not g.figures.usable(seat, area):
        return False
    if can_store(g, seat, area):
        return True
    for piece in range(w.TYPES):
        if g.figures.offered(seat, area, piece) > 0 and can_take(g, seat, area, piece):
            return True
    return False


def can_store(g: Play, seat: i64, area: i64) -> bool:
    """Return whether Foraging would store any pieces in an area (ATR-07 with `unload` = forage)."""
    s = g.s
    if g.rules.unload == 0 or s.loaded[seat * w.AREAS + area] == 0:
        return False
    return g.board.home[area] == seat and s.tile[area] == w.PANTRY and s.stored_n[area] < g.rules.pantry_room


def can_take(g: Play, seat: i64, area: i64, piece: i64) -> bool:
    """Return whether a colony's ants in an area can carry one more piece of a type."""
    loads = g.loads
    g.figures.loads(seat, area, loads)
    loads[piece] += 1
    return g.figures.carries(seat, area, loads)


def offer_hatches(g: Play, seat: i64, funds: i64) -> None:
    """Offer Hatching in each area of the player's anthill that has pupae (ATH-02, ATB-07)."""
    if g.s.pupae_n[seat] == 0 or (g.s.queen_n[seat] == 0 and g.rules.queenless_hatch == 1):
        return
    first = g.board.foraging + seat * w.PLACES
    for place in range(w.PLACES):
        if most_hatched(g, seat, first + place, funds) > 0:
            g.table.offer(w.option(w.O_HATCH, first + place, 0, 0, 0))


def most_hatched(g: Play, seat: i64, area: i64, funds: i64) -> i64:
    """The largest number of ants that a colony can hatch in an area.

    The pupae in the area, the colony's funds and the limit on its size restrict the number (ATC-04).
    """
    s = g.s
    n = s.pupae[area]
    if n == 0 or not g.figures.usable(seat, area):
        return 0
    kind: i64 = w.MINOR if s.tile[area] == w.PUPAE_MINOR else w.MAJOR
    room = g.rules.minors - s.minor_n[seat] if kind == w.MINOR else g.rules.majors - s.major_n[seat]
    n = min(n, room)
    panel = g.panel(seat)
    while n > 0 and panel.price(kind, n) > funds:
        n -= 1
    return max(n, 0)


# tiles ------------------------------------------------------------------------
def offer_digging(g: Play, seat: i64, funds: i64) -> None:
    """Offer each place to dig, and each tile to demolish, beside the player's ants (ATD-01 to ATD-04)."""
    s = g.s
    board = g.board
    digs = s.ants(seat) >= s.tile_n[seat] and s.tiles[w.GALLERY] > 0 and funds >= g.rules.gallery_cost
    n = find_beside(g, seat)
    found = g.queue
    for i in range(n):
        area = found[i]
        if s.tile[area] == w.SOLID and digs and (g.rules.dig_where == 0 or board.home[area] == seat):
            g.table.offer(w.option(w.O_DIG, area, 0, 0, 0))
    for i in range(n):
        area = found[i]
        tile = s.tile[area]
        if tile != w.SOLID and tile != w.ENTRANCE and tile != w.MUSHROOMS and g.figures.empty(area):
            g.table.offer(w.option(w.O_DEMOLISH, area, 0, 0, 0))


def find_beside(g: Play, seat: i64) -> i64:
    """Write to `g.queue` the places beside galleries with the player's ants, in order.

    Returns their number. They are few, so an insertion sort is fast enough.
    """
    board = g.board
    found = g.queue
    n: i64 = 0
    for i in range(g.own_n):
        area = g.own[i]
        if g.figures.digs_from(seat, area):
            for k in range(board.near_n[area]):
                other = board.near[area * w.NEAR + k]
                if board.home[other] == board.home[area]:
                    at = n
                    while at > 0 and found[at - 1] > other:
                        at -= 1
                    if at == 0 or found[at - 1] != other:
                        for move in range(n - at):
                            found[n - move] = found[n - move - 1]
                        found[at] = other
                        n += 1
    return n


def offer_transforms(g: Play, seat: i64, funds: i64) -> None:
    """For each tile of the anthill with the player's ants, offer each tile that can replace it.

    Implements ATD-05, ATD-06 and ATD-09.
    """
    s = g.s
    panel = g.panel(seat)
    first = g.board.foraging + seat * w.PLACES
    for place in range(w.PLACES):
        area = first + place
        if s.here[seat * w.AREAS + area] == 0 or not g.figures.usable(seat, area):
            continue
        if s.tile[area] == w.ENTRANCE:
            if not held_open(g, seat):
                g.table.offer(w.option(w.O_TRANSFORM, area, w.ENTRANCE, 0, 0))
            continue
        for tile in range(w.GALLERY, w.TILES):
            if tile != s.tile[area] and can_become(g, seat, panel, tile, funds):
                g.table.offer(w.option(w.O_TRANSFORM, area, tile, 0, 0))


def held_open(g: Play, seat: i64) -> bool:
    """Return whether a siege keeps a colony from closing its Entrance (ATB-08)."""
    return g.s.open[seat] == 1 and g.rules.siege_holds == 1 and g.figures.besieger(seat) != w.NOBODY


def can_become(g: Play, seat: i64, panel: Panel, tile: i64, funds: i64) -> bool:
    """Return whether a Transform can place this kind of tile (ATD-05, ATD-06, ATR-10)."""
    s = g.s
    if s.tiles[tile] == 0 or (tile == w.MUSHROOMS and panel.harvests == 0):
        return False
    if (tile == w.PUPAE_MINOR or tile == w.PUPAE_MAJOR) and s.queen_n[seat] == 0:
        return False
    return tile_price(g, panel, tile) <= funds


def tile_price(g: Play, panel: Panel, tile: i64) -> i64:
    """The cost of a tile (ATD-03, ATD-06)."""
    if tile == w.PUPAE_MINOR:
        return panel.pupae_minor_cost
    if tile == w.PUPAE_MAJOR:
        return panel.pupa_major_cost
    if tile == w.GALLERY:
        return g.rules.gallery_cost
    return g.rules.pantry_cost if tile == w.PANTRY else i64(0)


# moving -----------------------------------------------------------------------
def offer_marches(g: Play, seat: i64) -> None:
    """Offer each Exploration, then each area from which ants can mobilize (ATM-01, ATM-05)."""
    for i in range(g.own_n):
        if g.figures.usable(seat, g.own[i]):
            offer_explorations(g, seat, g.own[i])
    for i in range(g.own_n):
        if g.figures.usable(seat, g.own[i]) and leads_on(g, seat, g.own[i]):
            g.table.offer(w.option(w.O_MOBILIZE, g.own[i], 0, 0, 0))


def leads_on(g: Play, seat: i64, area: i64) -> bool:
    """Return whether a Mobilization from an area has a target: a neighbour in the territory."""
    board = g.board
    for i in range(board.near_n[area]):
        other = board.near[area * w.NEAR + i]
        if g.figures.territory(seat, other) and g.figures.passes(area, other):
            return True
    return False


def offer_explorations(g: Play, seat: i64, area: i64) -> None:
    """Offer an Exploration from an area to each neighbour outside the territory (ATM-01)."""
    board = g.board
    for i in range(board.near_n[area]):
        other = board.near[area * w.NEAR + i]
        if not g.figures.territory(seat, other) and g.figures.passes(area, other):
            g.table.offer(w.option(w.O_EXPLORE, area, other, 0, 0))


def reach(g: Play, seat: i64, source: i64) -> None:
    """Write to `g.reached` the areas that a Mobilization from `source` can reach (ATM-05, ATM-06)."""
    s = g.s
    board = g.board
    reached = g.reached
    queue = g.queue
    for area in range(board.areas):
        reached[area] = 0
    queue[0] = source
    head: i64 = 0
    end: i64 = 1
    while head < end:
        area = queue[head]
        head += 1
        for i in range(board.near_n[area]):
            other = board.near[area * w.NEAR + i]
            if other == source or reached[other] == 1:
                continue
            if not g.figures.territory(seat, other) or not g.figures.passes(area, other):
                continue
            reached[other] = 1
            if s.here[seat * w.AREAS + other] > 0 and not g.figures.stops(seat, other):
                queue[end] = other
                end += 1


def offer_targets(g: Play, seat: i64, source: i64) -> None:
    """Offer the targets of a Mobilization from `source`, in the order of area numbers."""
    reach(g, seat, source)
    for area in range(g.board.areas):
        if g.reached[area] == 1:
            g.table.offer(w.option(w.O_AREA, area, 0, 0, 0))

"""Legal options: tests of a position, and the options of the questions that the base rules ask.

The functions read the state, and write nothing but the options on offer. Implements MEA, EXP-07, MAR-02 and
the conditions of the actions. Cards that ask questions of their own list the options themselves.
"""

from __future__ import annotations

from typing import Final

from marchsim.games.march import words as w
from marchsim.games.march.engine.moves.meadow import Play
from marchsim.games.march.engine.state import State, inhabits
from marchsim.kernel.compat import append, i64, vec

PLACES: Final = w.OUT + 1  # of an ant in a hex: sites and outskirts
SLOT: Final = 1 << 16  # of an option: one more in value 1


# the position -----------------------------------------------------------
def controller(s: State, hexno: i64) -> i64:
    """The player on the control site of a hex (MEA-11), or NOBODY."""
    return s.site[hexno * w.SITES]


def connected(s: State, hexno: i64, edge: i64) -> i64:
    """The hex to which a tunnel leads across an edge (MEA-04), or NONE."""
    return s.joined[hexno * 6 + edge]


def distance(s: State, one: i64, two: i64) -> i64:
    """The distance between two hexes on the grid, in places, regardless of tunnels."""
    dq = s.column[one] - s.column[two]
    dr = s.row[one] - s.row[two]
    total = dq + dr
    total = max(total, -total)
    dq = max(dq, -dq)
    dr = max(dr, -dr)
    dq = max(dq, dr)
    return max(total, dq)


def trapped(g: Play, seat: i64, hexno: i64) -> bool:
    """Whether another player's Weaver Thorax prevents a player's ants from leaving a tile."""
    s = g.s
    if g.trappers == 0 or hexno == w.TUNNEL:
        return False
    topmost = s.topmost
    for other in range(s.players):
        thorax = topmost[other * 3 + w.THORAX]
        if thorax >= 0 and other != seat and inhabits(s, other, hexno) and g.cards[thorax].traps > 0:
            return True
    return False


def thorax_flight(g: Play, seat: i64) -> i64:
    """The distance that the player's ants may fly in one step (Flying Thorax). 0 if they cannot fly."""
    card = g.s.top(seat, w.THORAX)
    if card < 0:
        return 0
    return g.cards[card].flight


def thorax_digs(g: Play, seat: i64) -> bool:
    """Whether the player's ants may step to an adjacent hex without a tunnel (Tunneling Thorax)."""
    card = g.s.top(seat, w.THORAX)
    return card >= 0 and g.cards[card].digs > 0


# steps ----------------------------------------------------------------
def offer_larvae(g: Play, seat: i64, tiles_only: bool) -> None:
    """Offer each hex in which a player may place a larva: those it inhabits, and the Great Tunnel (MEA-18).

    If `tiles_only` is set, the Great Tunnel is left out.
    """
    s = g.s
    if s.larvae[seat] == 0:
        return
    laid = s.laid
    ants = s.ants
    out = s.out
    at = seat * w.HEXES
    table = g.table
    options = table.room(s.laid_n)
    n = table.n
    for i in range(s.laid_n):
        hexno = laid[i]
        if ants[at + hexno] > out[at + hexno] or (hexno == w.TUNNEL and not tiles_only):
            options[n] = w.option(w.O_LARVA, hexno, 0, 0, 0)
            n += 1
    table.n = n


def offer_moves(g: Play, seat: i64, hexno: i64, targets: vec[i64], first: i64, end: i64) -> None:
    """From each place where the player has ants in a hex, offer a step to each of the given hexes.

    The given hexes are `targets[first:end]`, apart from any NONE among them.
    """
    s = g.s
    site = s.site
    out = s.out[seat * w.HEXES + hexno]
    held = s.ants[seat * w.HEXES + hexno] - out
    slots: i64 = 0  # the places, three bits each
    places: i64 = 0
    slot: i64 = 0
    while places < held:  # one site for each of the player's ants
        if site[hexno * w.SITES + slot] == seat:
            slots |= slot << (3 * places)
            places += 1
        slot += 1
    if out > 0:
        slots |= w.OUT << (3 * places)
        places += 1
    table = g.table
    options = table.room((end - first) * places)
    n = table.n
    while first < end:
        to = targets[first]
        first += 1
        if to < 0:
            continue
        step = w.option(w.O_STEP, hexno, 0, to, w.OUT)
        left = slots
        last = n + places
        while n < last:
            options[n] = step + (left & 7) * SLOT
            left >>= 3
            n += 1
    table.n = n


def offer_within(g: Play, seat: i64, hexno: i64) -> None:
    """Offer the steps of a player's ants onto empty sites of the same hex (MAR-02, MEA-17)."""
    s = g.s
    for to in range(g.kit.sites[hexno]):
        if s.site[hexno * w.SITES + to] == w.NOBODY:
            for slot in range(g.kit.sites[hexno]):
                if s.site[hexno * w.SITES + slot] == seat:
                    g.table.offer(w.option(w.O_STEP, hexno, slot, hexno, to))
            if s.out[seat * w.HEXES + hexno] > 0:
                g.table.offer(w.option(w.O_STEP, hexno, w.OUT, hexno, to))


def steps_to(g: Play, hexno: i64, to: i64, flight: i64, ways: vec[i64]) -> bool:
    """Whether an ant may step from one hex to another (MEA-04, MEA-05, Flying and Tunneling Thorax).

    `ways` has the hexes across each edge: `State.beside` for ants that need no tunnels, else `State.joined`.
    """
    s = g.s
    if s.wormhole[hexno] > 0 and s.wormhole[to] > 0:
        return True
    apart = distance(s, hexno, to)
    if apart <= flight:
        return True
    if apart != 1:
        return False
    for edge in range(w.SIDES):
        if ways[hexno * 6 + edge] == to:
            return True
    return False


def offer_ant_steps(g: Play, seat: i64) -> None:
    """Offer every step that the player's ants may take."""
    s = g.s
    flight = thorax_flight(g, seat)
    ways = s.beside if thorax_digs(g, seat) else s.joined
    laid = s.laid
    ants = s.ants
    sites = g.kit.sites
    filled = s.filled
    for i in range(s.laid_n):
        hexno = laid[i]
        if ants[seat * w.HEXES + hexno] == 0:
            continue
        if filled[hexno] < sites[hexno]:
            offer_within(g, seat, hexno)
        if g.trappers > 0 and trapped(g, seat, hexno):
            continue
        if flight > 0 or s.wormhole[hexno] > 0:
            reach = in_reach(g, hexno, flight, ways)
            offer_moves(g, seat, hexno, reach, 0, len(reach))
        else:
            offer_moves(g, seat, hexno, ways, hexno * 6, hexno * 6 + 6)


def in_reach(g: Play, hexno: i64, flight: i64, ways: vec[i64]) -> vec[i64]:
    """The hexes that one step can reach, also by flight or a wormhole.

    They are in the order in which they were laid.
    """
    s = g.s
    reach: vec[i64] = vec[i64]()
    for i in range(s.laid_n):
        if s.laid[i] != hexno and steps_to(g, hexno, s.laid[i], flight, ways):
            reach = append(reach, s.laid[i])
    return reach


def can_step(g: Play, seat: i64) -> bool:
    """Whether a player has a step to take (MAR-06). The options on offer stay as they are."""
    return g.s.larvae[seat] > 0 or can_step_ant(g, seat)


def can_step_ant(g: Play, seat: i64) -> bool:
    """Whether some ant of the player has a step to take. The options on offer stay as they are."""
    s = g.s
    if s.army[seat] == 0:
        return False
    free = thorax_flight(g, seat) > 0 or thorax_digs(g, seat)
    for i in range(s.laid_n):
        hexno = s.laid[i]
        if s.ants[seat * w.HEXES + hexno] == 0:
            continue
        if s.filled[hexno] < g.kit.sites[hexno]:
            return True
        if trapped(g, seat, hexno):
            continue
        if (free and s.laid_n > 1) or leads_out(g, hexno):
            return True
    return False


def leads_out(g: Play, hexno: i64) -> bool:
    """Whether a tunnel or a wormhole leads from a hex to another hex."""
    s = g.s
    for edge in range(w.SIDES):
        if connected(s, hexno, edge) >= 0:
            return True
    if s.wormhole[hexno] == 0:
        return False
    for i in range(s.laid_n):
        if s.laid[i] != hexno and s.wormhole[s.laid[i]] > 0:
            return True
    return False


# tiles ----------------------------------------------------------------
def offer_places(g: Play, seat: i64) -> None:
    """Offer each open tunnel of each hex from which the player may explore (EXP-02, EXP-07)."""
    s = g.s
    laid = s.laid
    ants = s.ants
    for i in range(s.laid_n):
        hexno = laid[i]
        if ants[seat * w.HEXES + hexno] > 0 and not trapped(g, seat, hexno):
            offer_tunnels(g, hexno)


def offer_tunnels(g: Play, hexno: i64) -> None:
    """Offer each tunnel of a hex that leads to an empty place."""
    open_ = g.s.open
    beside = g.s.beside
    for edge in range(w.SIDES):
        if open_[hexno * 6 + edge] > 0 and beside[hexno * 6 + edge] < 0:
            g.table.offer(w.option(w.O_PLACE, hexno, edge, 0, 0))


def can_explore(g: Play, seat: i64) -> bool:
    """Whether a tile and an open tunnel for it are left (EXP-07). The options on offer stay as they are."""
    s = g.s
    laid = s.laid
    ants = s.ants
    open_ = s.open
    beside = s.beside
    for i in range(s.laid_n if s.pile_n == 0 else 0, s.laid_n):
        hexno = laid[i]
        if ants[seat * w.HEXES + hexno] == 0:
            continue
        for edge in range(w.SIDES):
            if open_[hexno * 6 + edge] > 0 and beside[hexno * 6 + edge] < 0:
                if trapped(g, seat, hexno):
                    break
                return True
    return False


def offer_turns(g: Play, tile: i64, joined_edge: i64) -> None:
    """Offer the rotations of a tile that have a tunnel on `joined_edge` (EXP-03).

    If that is NONE, offer all. Of rotations with the same tunnels, only the first is offered.
    """
    for rotation in range(w.SIDES):
        mask = g.kit.turned(tile, rotation)
        if joined_edge < 0 or (mask >> joined_edge) & 1:
            earlier: i64 = 0
            while earlier < rotation and g.kit.turned(tile, earlier) != mask:
                earlier += 1
            if earlier == rotation:
                g.table.offer(w.option(w.O_TURN, rotation, 0, 0, 0))


def offer_spots(g: Play) -> None:
    """Offer every empty place adjacent to a hex (MEA-01)."""
    s = g.s
    for i in range(s.laid_n):
        hexno = s.laid[i]
        for edge in range(w.SIDES):
            if s.beside[hexno * 6 + edge] < 0:
                column = s.column[hexno] + g.kit.edge_q[edge]
                row = s.row[hexno] + g.kit.edge_r[edge]
                spot = w.option(w.O_SPOT, column, row, 0, 0)
                j: i64 = 0
                while j < g.table.n and g.table.options[j] != spot:
                    j += 1
                if j == g.table.n:
                    g.table.offer(spot)


# cards ----------------------------------------------------------------
def offer_hand(g: Play, seat: i64) -> None:
    """Offer every card in a player's hand."""
    table = g.table
    n = table.n
    hand = g.s.hand
    held = g.s.hand_n[seat]
    options = table.room(held)
    for i in range(held):
        options[n + i] = w.option(w.O_CARD, hand[seat * w.CARDS + i], 0, 0, 0)
    table.n = n + held


# sites and ants --------------------------------------------------------
def offer_sites(g: Play, hexno: i64, owner: i64) -> None:
    """Offer the sites of a hex that `owner` occupies, or the empty sites if it is NOBODY."""
    for site in range(g.kit.sites[hexno]):
        if g.s.site[hexno * w.SITES + site] == owner:
            g.table.offer(w.option(w.O_SITE, hexno, site, 0, 0))


def some_slot(g: Play, seat: i64, hexno: i64) -> i64:
    """The place of one of a player's ants in a hex: a site if the player has one, else the outskirts."""
    for site in range(g.kit.sites[hexno]):
        if g.s.site[hexno * w.SITES + site] == seat:
            return site
    return w.OUT


def offer_ants(g: Play, seat: i64, hexno: i64) -> None:
    """Offer a player's ants in a hex, with one option for all ants in the same place."""
    s = g.s
    held = s.ants[seat * w.HEXES + hexno]
    if held == 0:
        return
    out = s.out[seat * w.HEXES + hexno]
    held -= out
    table = g.table
    options = table.room(PLACES)
    n = table.n
    ant = w.option(w.O_ANT, hexno, 0, seat, 0)
    site = s.site
    at = hexno * w.SITES
    slot: i64 = 0
    while held > 0:  # one site for each of the player's ants
        if site[at + slot] == seat:
            options[n] = ant + slot * SLOT
            n += 1
            held -= 1
        slot += 1
    if out > 0:
        options[n] = ant + w.OUT * SLOT
        n += 1
    table.n = n


def offer_all_ants(g: Play, seat: i64) -> None:
    """Offer a player's ants in the whole Meadow, including the Great Tunnel."""
    laid = g.s.laid
    ants = g.s.ants
    for i in range(g.s.laid_n):
        if ants[seat * w.HEXES + laid[i]] > 0:
            offer_ants(g, seat, laid[i])

"""The turns of a round: the start of a turn, actions in the anthill and outside, and hunger.

Implements ATT-01 to ATT-04, ATG-04 (hunger), ATR-04 to ATR-06, ATR-08, ATR-12, ATR-13, ATD-01 to ATD-09,
ATH-02 to ATH-05 and ATC-03.
"""

from __future__ import annotations

from typing import Final

from marchsim.games.antwars import words as w
from marchsim.games.antwars.engine.legal import (
    can_forage,
    can_store,
    can_take,
    most_hatched,
    offer_actions,
    tile_price,
)
from marchsim.games.antwars.engine.movement import (
    become_gallery,
    explore,
    lay_down,
    mobilize,
    occupied,
    settle,
    spill_all,
    store,
)
from marchsim.games.antwars.engine.moves import Play
from marchsim.kernel.compat import i64, vec


def start_turn(g: Play, seat: i64) -> None:
    """Carry out the steps at the start of a turn in order (ATT-02)."""
    first = g.board.foraging + seat * w.PLACES
    for place in range(w.PLACES):
        if g.s.tile[first + place] == w.MUSHROOMS and g.s.spent[first + place] == 0:
            grow(g, seat, first + place)
    for place in range(w.PLACES):
        lay_pupae(g, seat, first + place)
    herd(g, seat)
    settle(g)


def grow(g: Play, seat: i64, area: i64) -> None:
    """Turn a leaf on a Mushroom tile into mushrooms. A tile without a leaf becomes a gallery (ATR-12, 13)."""
    s = g.s
    if s.stored[w.LEAF * w.AREAS + area] > 0:
        g.pay(seat, area, w.LEAF, 1, w.WHY_TRAIT)
        g.stock(seat, area, w.MUSHROOM, g.rules.mushrooms_per_leaf, w.WHY_TRAIT)
    elif g.rules.mushroom_tile_stays == 0 or s.stored_n[area] == 0:
        become_gallery(g, seat, area)


def lay_pupae(g: Play, seat: i64, area: i64) -> None:
    """Fill a pupae tile if a living Queen can lay pupae there (ATH-03)."""
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
    """Let the player choose the area in which the colony gets the aphids' sugar (ATT-02).

    It must be a foraging area in which the colony has ants and is not threatened.
    """
    sugar = g.panel(seat).aphid_sugar
    if sugar == 0 or g.s.pieces[w.SUGAR] == 0:
        return
    g.table.open(sugar, 0, 0, 0)
    for area in range(g.board.foraging):
        if g.s.here[seat * w.AREAS + area] > 0 and not g.figures.threatened(seat, area):
            g.table.offer(w.option(w.O_AREA, area, 0, 0, 0))
    if g.table.n > 0:
        g.find(seat, w.part(g.table.choose(seat, w.Q_APHIDS), 0), w.SUGAR, sugar, w.WHY_TRAIT)


# Foraging: loading ants with pieces (ATR-04 to ATR-06)
def forage(g: Play, seat: i64, where: i64) -> None:
    """Forage in one area, or in all areas of a colony. At least one piece must move (ATR-04, ATT-04)."""
    taken: i64 = 0
    area = next_area(g, seat, -1, where)
    while area != w.NONE:
        after = next_area(g, seat, area, where)
        taken += forage_area(g, seat, area, taken == 0 and after == w.NONE)
        area = after
    settle(g)


def next_area(g: Play, seat: i64, before: i64, where: i64) -> i64:
    """The next area in which a colony can forage. NONE if there is none."""
    for area in range(before + 1, g.board.areas):
        if (where == w.ALL_AREAS or area == where) and g.s.here[seat * w.AREAS + area] > 0:
            if can_forage(g, seat, area):
                return area
    return w.NONE


def forage_area(g: Play, seat: i64, area: i64, must: bool) -> i64:
    """Forage in an area: store pieces if that takes Foraging, else pick up. Returns the number moved."""
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
    """Offer each type of piece in an area, if the ants there can carry one more of this type.

    Returns whether the ants can carry all pieces of the area at once.
    """
    for piece in range(w.TYPES):
        if g.figures.offered(seat, area, piece) > 0 and can_take(g, seat, area, piece):
            g.table.offer(w.option(w.O_TYPE, piece, 0, 0, 0))
    g.figures.loads(seat, area, g.loads)
    for piece in range(w.TYPES):
        g.loads[piece] += g.figures.offered(seat, area, piece)
    return g.figures.carries(seat, area, g.loads)


def pick_up(g: Play, seat: i64, area: i64, piece: i64, n: i64) -> None:
    """Load ants with pieces of a type: loose ones first, then stored ones."""
    loose = min(g.s.loose[piece * w.AREAS + area], n)
    if loose > 0:
        g.take(seat, area, piece, loose)
    if n > loose:
        g.loot(seat, area, piece, n - loose)


# Dig, Demolish, Transform and Hatch, with payment
def dig(g: Play, seat: i64, area: i64) -> None:
    """Place a new gallery (ATD-01)."""
    pay(g, seat, g.rules.gallery_cost)
    g.lay_tile(seat, area, w.GALLERY, w.WHY_ACTION)
    settle(g)


def demolish(g: Play, seat: i64, area: i64) -> None:
    """Return an empty tile to the supply, and remove its pheromones (ATD-04)."""
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
    """Pay to turn pupae into ants. If no Queen lives, the tile becomes a gallery (ATH-02, ATH-05)."""
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
    """Pay with stored pieces, one at a time. The player chooses the type of each (ATC-03, ATR-08)."""
    while cost > 0:
        g.table.open(cost, 0, 0, 0)
        for piece in range(w.TYPES):
            if g.figures.worth(seat, piece) > 0 and g.figures.savings(seat, piece) > 0:
                g.table.offer(w.option(w.O_TYPE, piece, 0, 0, 0))
        piece = w.part(g.table.choose(seat, w.Q_PAY), 0)
        spend(g, seat, piece)
        cost -= g.figures.worth(seat, piece)


def spend(g: Play, seat: i64, piece: i64) -> None:
    """Pay a piece from a Mushroom tile, or else from the Pantry with the lowest number (D-152)."""
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


# The turns
# the tally that counts an action, by O_*
TALLIED: Final = vec[i64](
    [0, w.T_FORAGE, w.T_HATCH, w.T_DIG, w.T_DEMOLISH, w.T_TRANSFORM, w.T_EXPLORE, w.T_MOBILIZE]
)


def play_turns(g: Play) -> None:
    """Play every player's turn, clockwise from the first player (ATT-01)."""
    s = g.s
    g.begin_phase(w.TURNS)
    for index in range(s.players):
        take_turn(g, (s.first + index) % s.players)


def take_turn(g: Play, seat: i64) -> None:
    """Play a player's turn: its start, its actions and its end (ATT-02, ATT-03)."""
    s = g.s
    if s.ants(seat) + s.pupae_n[seat] == 0:
        g.skip_turn(seat)
        return
    g.begin_turn(seat)
    start_turn(g, seat)
    act(g, seat)
    if g.rules.upkeep > 0:
        feed(g, seat)


def act(g: Play, seat: i64) -> None:
    """Play the remaining actions of the turn. The player may stop at any time (ATT-03, ATT-04)."""
    while g.s.left > 0:
        g.table.open(g.s.left, 0, 0, 0)
        offer_actions(g, seat)
        choice = g.table.choose(seat, w.Q_ACTION)
        if choice == w.O_STOP:
            g.end_turn()
            return
        perform(g, seat, w.code_of(choice), w.part(choice, 0), w.part(choice, 1))


def perform(g: Play, seat: i64, code: i64, area: i64, second: i64) -> None:
    """Perform an action."""
    g.note_action(seat, code, area, second, TALLIED[code])
    if code == w.O_FORAGE:
        forage(g, seat, area)
    elif code == w.O_HATCH:
        hatch(g, seat, area)
    elif code == w.O_DIG:
        dig(g, seat, area)
    elif code == w.O_DEMOLISH:
        demolish(g, seat, area)
    elif code == w.O_TRANSFORM:
        transform(g, seat, area, second)
    elif code == w.O_EXPLORE:
        explore(g, seat, area, second)
    else:
        assert code == w.O_MOBILIZE
        mobilize(g, seat, area)


# hunger -------------------------------------------------------------------------
def feed(g: Play, seat: i64) -> None:
    """Pay one piece for every `upkeep` ants. Remove one ant for each missing piece (ATG-04)."""
    due = g.s.ants(seat) // g.rules.upkeep
    while due > 0 and g.figures.funds(seat) > 0:
        pay(g, seat, 1)
        due -= 1
    while due > 0 and starve(g, seat):
        due -= 1
    settle(g)


def starve(g: Play, seat: i64) -> bool:
    """Remove a Minor, or else a Major, from the last area that has one. Returns whether there was one."""
    s = g.s
    kind: i64 = w.MINOR if s.minor_n[seat] > 0 else w.MAJOR
    if kind == w.MAJOR and s.major_n[seat] == 0:
        return False
    area = g.board.areas - 1
    while (s.minors[seat * w.AREAS + area] if kind == w.MINOR else s.majors[seat * w.AREAS + area]) == 0:
        area -= 1
    g.place_ants(seat, area, kind, -1, w.WHY_HUNGER)
    lay_down(g, seat, area, w.WHY_HUNGER)
    return True

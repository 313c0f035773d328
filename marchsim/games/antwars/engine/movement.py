"""Movement of ants with their loads: Exploration, which may include a search, and Mobilization.

Implements ATM-01 to ATM-08, ATR-01 to ATR-03, ATR-07, ATR-09 and ATR-10, and the trait raid. Tiles that wait
for a gallery become galleries as soon as the supply has some (ATR-14).
"""

from __future__ import annotations

from marchsim.games.antwars import words as w
from marchsim.games.antwars.engine.legal import offer_explorations, offer_targets
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


# Exploration, searches and Mobilization
def search(g: Play, seat: i64, area: i64) -> None:
    """Roll the dice, ask the player to choose a type, and place the pieces found (ATR-01, ATR-02)."""
    rules = g.rules
    g.count(seat, w.T_SEARCH, 1)
    shown: vec[i64] = vec[i64]([0] * w.FACES)
    for _ in range(rules.search_dice):
        face = rules.dice_faces[g.dice.side(seat)]
        shown[face] += 1
        g.note_face(seat, area, face)
    g.table.open(area, 0, 0, 0)
    for piece in range(w.TYPES):
        if shown[piece] > 0:
            g.table.offer(w.option(w.O_TYPE, piece, shown[piece], 0, 0))
    if g.table.n > 0:
        piece = w.part(g.table.choose(seat, w.Q_FOUND), 0)
        n = shown[piece]
        if g.s.tile[area] == w.FIELD:
            n *= rules.foraging_factor
        g.find(seat, area, piece, n, w.WHY_SEARCH)
    if shown[w.GLOOMY] >= rules.gloomy_faces and g.s.gloomys > 0:
        g.set_animal(area, w.GLOOMY, 1, w.WHY_SEARCH)
    if shown[w.SPIDER] >= rules.spider_faces and g.s.spiders > 0:
        g.set_animal(area, w.SPIDER, 1, w.WHY_SEARCH)


# Exploration and Mobilization
class Group:
    """Ants of one colony that leave an area together. Bit i of `who` is set if Queen i is among them."""

    def __init__(self) -> None:
        self.minors: i64 = 0
        self.majors: i64 = 0
        self.queens: i64 = 0
        self.who: i64 = 0


def explore(g: Play, seat: i64, area: i64, other: i64) -> None:
    """Explore an area and, with the trait raid, optionally further areas (ATM-01)."""
    venture(g, seat, area, other)
    steps = g.panel(seat).raid_steps
    while steps > 0 and not g.figures.threatened(seat, other):
        g.table.open(other, steps, 0, 0)
        offer_explorations(g, seat, other)
        if g.table.n == 0:
            return
        g.table.offer(w.O_STOP)
        choice = g.table.choose(seat, w.Q_RAID)
        if choice == w.O_STOP:
            return
        area = other
        other = w.part(choice, 1)
        venture(g, seat, area, other)
        steps -= 1


def venture(g: Play, seat: i64, area: i64, other: i64) -> None:
    """Move ants out of the territory. Search the new area if it is unsearched (ATM-01, ATM-02)."""
    group = chosen_group(g, seat, area, other)
    fresh = g.figures.unsearched(seat, other)
    go(g, seat, area, other, group, True)
    if fresh:
        search(g, seat, other)
    settle(g)


def mobilize(g: Play, seat: i64, area: i64) -> None:
    """Move ants within the territory (ATM-05, ATM-06)."""
    g.table.open(area, 0, 0, 0)
    offer_targets(g, seat, area)
    other = w.part(g.table.choose(seat, w.Q_TARGET), 0)
    go(g, seat, area, other, chosen_group(g, seat, area, other), g.rules.pheromones_by == 1)
    settle(g)


def go(g: Play, seat: i64, area: i64, other: i64, group: Group, scents: bool) -> None:
    """Move a group with its loads. With `scents`, place a pheromone if no ants stay (ATM-03, ATM-07)."""
    take_along(g, seat, area, other, group.minors, group.majors, group.queens)
    g.move(seat, area, other, group.minors, group.majors)
    for number in range(w.QUEENS):
        if (group.who >> number) & 1:
            g.move_queen(seat, number, other)
    lay_down(g, seat, area, w.WHY_LEFT)
    if scents and g.s.here[seat * w.AREAS + area] == 0:
        g.set_scent(seat, area, True)
    occupied(g, seat, other)


def occupied(g: Play, seat: i64, area: i64) -> None:
    """Remove all pheromones from an area that ants have entered (ATM-03)."""
    if g.s.scent[area] == 0:
        return
    for other in range(g.s.players):
        if other == seat or g.rules.pheromone_ends == 1:
            g.set_scent(other, area, False)


# who goes ----------------------------------------------------------------------
def chosen_group(g: Play, seat: i64, area: i64, other: i64) -> Group:
    """Ask how many Minors, Majors and Queens move. At least one ant must move (ATM-01, ATM-08)."""
    s = g.s
    at = seat * w.AREAS + area
    minors, majors, queens = s.minors[at], s.majors[at], s.queens[at]
    group = Group()
    least: i64 = 1 if majors + queens == 0 else 0
    group.minors = how_many(g, seat, area, other, w.Q_MINORS, 0, least, minors)
    least = 1 if group.minors + queens == 0 else 0
    group.majors = how_many(g, seat, area, other, w.Q_MAJORS, group.minors, least, majors)
    so_far = group.minors + group.majors
    group.queens = how_many(g, seat, area, other, w.Q_QUEENS, so_far, 1 if so_far == 0 else i64(0), queens)
    group.who = which_queens(g, seat, area, other, group.queens)
    return group


def how_many(
    g: Play, seat: i64, area: i64, other: i64, question: i64, so_far: i64, least: i64, most: i64
) -> i64:
    """Ask for a number of ants of one kind, from `least` to `most`."""
    if most == 0:
        return 0
    g.table.open(area, other, so_far, 0)
    for n in range(least, most + 1):
        g.table.offer(w.option(w.O_COUNT, n, 0, 0, 0))
    return w.part(g.table.choose(seat, question), 0)


def which_queens(g: Play, seat: i64, area: i64, other: i64, n: i64) -> i64:
    """The Queens that move, one bit each.

    The player chooses them, unless all Queens in the area move or all have the same life (ATC-07).
    """
    s = g.s
    there: vec[i64] = vec[i64]([0] * w.QUEENS)
    count: i64 = 0
    alike = True
    known: i64 = w.NONE
    for number in range(w.QUEENS):
        if s.queen_at[seat * w.QUEENS + number] == area:
            there[number] = 1
            count += 1
            life = s.queen_life[seat * w.QUEENS + number]
            alike = alike and (known == w.NONE or life == known)
            known = life
    who: i64 = 0
    while n > 0:
        g.table.open(area, other, n, 0)
        for number in range(w.QUEENS):
            if there[number] == 1:
                g.table.offer(w.option(w.O_QUEEN, number, 0, 0, 0))
        picked = (
            w.part(g.table.options[0], 0)
            if alike or n == count
            else w.part(g.table.choose(seat, w.Q_QUEEN), 0)
        )
        there[picked] = 0
        who |= i64(1) << picked
        n -= 1
        count -= 1
    return who

"""Exploration, which may include a search, and Mobilization.

Implements ATM-01 to ATM-08, ATR-01 to ATR-03, and the trait raid.
"""

from __future__ import annotations

from marchsim.games.antwars import words as w
from marchsim.games.antwars.engine.legal import offer_explorations, offer_targets
from marchsim.games.antwars.engine.loads import lay_down, settle, take_along
from marchsim.games.antwars.engine.moves import Play
from marchsim.kernel.compat import i64, vec


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

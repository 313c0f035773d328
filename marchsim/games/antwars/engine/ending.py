"""The end of a round and of the game. Implements ATB-08, ATF-11, ATE-01 to ATE-08 and ATT-07."""

from __future__ import annotations

from typing import Final

from marchsim.games.antwars import words as w
from marchsim.games.antwars.engine.loads import lay_down
from marchsim.games.antwars.engine.moves import Play
from marchsim.kernel.compat import i64

LAST_QUEEN: Final = 0
NO_QUEEN: Final = 1
ROUNDS: Final = 2
FAMINE: Final = 3
STRONGEST: Final = 1  # values of `cap_win`
SHARED: Final = 2


def end_battles(g: Play) -> None:
    """Heal Queens, break gates and apply the famine, in this order (ATF-11, ATB-08, ATE-08)."""
    if g.rules.queen_heals > 0:
        heal(g)
    break_gates(g)
    if g.rules.famine > 0 and g.s.round >= g.rules.famine:
        starve_weakest(g)


def heal(g: Play) -> None:
    """Restore some life of each Queen (ATF-11)."""
    s = g.s
    for seat in range(s.players):
        full = g.panel(seat).life[w.QUEEN]
        for number in range(w.QUEENS):
            at = seat * w.QUEENS + number
            if s.queen_at[at] != w.NONE and s.queen_life[at] < full:
                life = s.queen_life[at] + g.rules.queen_heals
                g.hurt_queen(seat, number, min(life, full), w.WHY_HEAL)


def break_gates(g: Play) -> None:
    """Open each closed Entrance that another colony besieges with enough dice (ATB-08)."""
    for seat in range(g.s.players):
        if g.s.open[seat] == 0:
            other = g.figures.besieger(seat)
            if other != w.NOBODY:
                g.turn_gate(seat, other, w.WHY_SIEGE)


def starve_weakest(g: Play) -> None:
    """Reduce the life of the weakest colony's Queens, if several colonies have Queens (ATE-08)."""
    s = g.s
    if with_queens(g) < 2:
        return
    weakest: i64 = w.NOBODY
    for index in range(s.players):
        seat = (s.first + index) % s.players
        if s.queen_n[seat] > 0 and (weakest == w.NOBODY or compare(g, seat, weakest) <= 0):
            weakest = seat
    for number in range(w.QUEENS):
        area = s.queen_at[weakest * w.QUEENS + number]
        if area != w.NONE:
            life = s.queen_life[weakest * w.QUEENS + number]
            g.hurt_queen(weakest, number, life - g.rules.famine_life, w.WHY_FAMINE)
            lay_down(g, weakest, area, w.WHY_FAMINE)


def with_queens(g: Play) -> i64:
    """The number of colonies with a living Queen."""
    count: i64 = 0
    for seat in range(g.s.players):
        if g.s.queen_n[seat] > 0:
            count += 1
    return count


def is_over(g: Play) -> bool:
    """Return whether the game ends with this round (ATE-02 to ATE-04)."""
    return with_queens(g) < 2 or g.s.round >= g.rules.rounds


def remove_queenless(g: Play) -> None:
    """Remove colonies without Queens from the game, if the rules say so (ATT-07)."""
    s = g.s
    if g.rules.queenless == 0:
        return
    for seat in range(s.players):
        if s.queen_n[seat] == 0 and s.gone[seat] == 0:
            take_away(g, seat)
            g.leave(seat)


def take_away(g: Play, seat: i64) -> None:
    """Remove a colony's ants, pupae and pheromones from the boards. The loads stay where the ants were."""
    s = g.s
    for area in range(g.board.areas):
        at = seat * w.AREAS + area
        g.set_scent(seat, area, False)
        if s.loaded[at] > 0:
            g.figures.loads(seat, area, g.loads)
            for piece in range(w.TYPES):
                if g.loads[piece] > 0:
                    g.drop(seat, area, piece, g.loads[piece], w.WHY_REMOVED)
        if s.minors[at] > 0:
            g.place_ants(seat, area, w.MINOR, -s.minors[at], w.WHY_REMOVED)
        if s.majors[at] > 0:
            g.place_ants(seat, area, w.MAJOR, -s.majors[at], w.WHY_REMOVED)
        if g.board.home[area] == seat:
            g.set_pupae(area, 0, w.WHY_REMOVED)


# who is ahead -------------------------------------------------------------------
def compare(g: Play, seat: i64, other: i64) -> i64:
    """Compare two colonies by strength: 1 if the first is stronger, -1 if weaker, 0 if equal (ATE-05)."""
    figures = g.figures
    ahead = figures.strength(seat) - figures.strength(other)
    if ahead == 0:
        ahead = figures.queens_life(seat) - figures.queens_life(other)
    if ahead == 0:
        ahead = figures.food(seat) - figures.food(other)
    return 1 if ahead > 0 else (i64(-1) if ahead < 0 else i64(0))


def before(g: Play, seat: i64, other: i64) -> bool:
    """Return whether a colony ranks before another (ATE-06)."""
    s = g.s
    alive = s.queen_n[seat] > 0
    if alive != (s.queen_n[other] > 0):
        return alive
    if not alive and s.fell[seat] != s.fell[other]:
        return s.fell[seat] > s.fell[other]
    return compare(g, seat, other) > 0


def rank(g: Play, seat: i64) -> i64:
    """A colony's rank: 1 plus the number of colonies that rank before it (ATE-06).

    A colony of rank 1 has not always won. See `wins`.
    """
    better: i64 = 1
    for other in range(g.s.players):
        if other != seat and before(g, other, seat):
            better += 1
    return better


def wins(g: Play, seat: i64) -> bool:
    """Return whether a colony wins the finished game, alone or with others (ATE-02 to ATE-04)."""
    if with_queens(g) > 1 and g.rules.cap_win != STRONGEST:
        return g.rules.cap_win == SHARED and g.s.queen_n[seat] > 0
    return rank(g, seat) == 1


def decided_by(g: Play) -> i64:
    """The criterion that decided a finished game (ATE-07)."""
    alive = with_queens(g)
    if alive > 1:
        return ROUNDS
    if g.s.famine_last == 1:
        return FAMINE
    return LAST_QUEEN if alive == 1 else i64(NO_QUEEN)

"""A colony's chance to win at a position, from living Queens, its dice and the rounds left.

Among colonies with a Queen, a colony's share is proportional to a power of its dice, as in a conditional
logit model of the winner (`python -m tools.antprospects`: 2 to 4 in most rounds). Nobody wins at the cap, so
the chance falls when too few rounds are left for all other Queens to fall.
"""

from __future__ import annotations

from typing import Final

from marchsim.games.antwars.engine.ending import wins
from marchsim.games.antwars.engine.moves import Play
from marchsim.games.antwars.words import OVER
from marchsim.kernel.compat import i64

NOBODY: Final = 0  # a value of `cap_win`
WHOLE: Final[i64] = 10_000
POWER: Final = 3
SCALE: Final[i64] = 100  # of the dice of the largest colony: powers stay within 64 bits
PACE: Final[i64] = 15  # rounds for each living Queen, in which a game is decided


def chance(g: Play, seat: i64) -> i64:
    """A seat's chance to win, or its share of the win of a finished game, in ten thousandths."""
    if g.s.phase == OVER:
        return won(g, seat)
    most: i64 = 1
    alive: i64 = 0
    for other in range(g.s.players):
        most = max(most, dice(g, other))
        if g.s.queen_n[other] > 0:
            alive += 1
    total: i64 = 0
    own: i64 = 0
    for other in range(g.s.players):
        value = powered(dice(g, other) * SCALE // most)
        total += value
        if other == seat:
            own = value
    if total == 0:
        return 0
    part = WHOLE * own // total
    needed = PACE * alive
    left = g.rules.rounds - g.s.round
    return part if left >= needed or g.rules.cap_win != NOBODY else part * left // needed


def won(g: Play, seat: i64) -> i64:
    """A seat's share of the win of a finished game, in ten thousandths."""
    if not wins(g, seat):
        return 0
    winners: i64 = 0
    for other in range(g.s.players):
        if wins(g, other):
            winners += 1
    return WHOLE // winners


def dice(g: Play, seat: i64) -> i64:
    """Ten times a colony's dice, plus a part for its Queens' life and stored food. 0 without a Queen."""
    s = g.s
    if s.queen_n[seat] == 0:
        return 0
    ants = g.figures.dice(s.minor_n[seat], s.major_n[seat], s.queen_n[seat])
    return 10 * ants + g.figures.queens_life(seat) + 3 * g.figures.food(seat)


def powered(value: i64) -> i64:
    """The power of a colony's dice that is proportional to its chance."""
    found: i64 = 1
    for _ in range(POWER):
        found *= value
    return found

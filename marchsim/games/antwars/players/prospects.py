"""How a position stands: a colony's chance to win, from what it has.

The powers are those that a conditional logit gives for the winner by the logarithm of strength (`python -m
tools.antprospects`): about 2.7 through most of a game of 30 rounds, over 5 in the last.
"""

from __future__ import annotations

from typing import Final

from marchsim.games.antwars.engine.ending import wins
from marchsim.games.antwars.engine.moves import Play
from marchsim.games.antwars.words import OVER
from marchsim.kernel.compat import i64

WHOLE: Final[i64] = 10_000
POWER: Final[i64] = 3
LAST_POWER: Final[i64] = 6  # where the cap is near: then the strongest wins
LAST: Final[i64] = 4  # rounds
SCALE: Final[i64] = 100  # of the worth of the strongest: powers stay within 64 bits


def chance(g: Play, seat: i64) -> i64:
    """Return a seat's chance to win in ten thousandths: what it won, or its part of powers of strength."""
    if g.s.phase == OVER:
        return won(g, seat)
    most: i64 = 1
    for other in range(g.s.players):
        most = max(most, worth(g, other))
    total: i64 = 0
    own: i64 = 0
    for other in range(g.s.players):
        value = powered(g, worth(g, other) * SCALE // most)
        total += value
        if other == seat:
            own = value
    return WHOLE * own // total if total > 0 else i64(0)


def won(g: Play, seat: i64) -> i64:
    """Return a seat's part of the win of a game that is over, in ten thousandths."""
    if not wins(g, seat):
        return 0
    winners: i64 = 0
    for other in range(g.s.players):
        if wins(g, other):
            winners += 1
    return WHOLE // winners


def worth(g: Play, seat: i64) -> i64:
    """Return what a colony has: strength, and a life for each piece in store; nothing without a Queen."""
    return g.figures.strength(seat) + g.figures.food(seat) if g.s.queen_n[seat] > 0 else i64(0)


def powered(g: Play, value: i64) -> i64:
    """Return the power of a worth by which it counts in the present round."""
    power = LAST_POWER if g.rules.rounds - g.s.round <= LAST else POWER
    found: i64 = 1
    for _ in range(power):
        found *= value
    return found

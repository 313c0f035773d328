"""The Soldier Phase: head effects, then the contested hexes in the order of their numbers. Holds SOL."""

from __future__ import annotations

from marchsim.games.march.engine.battle import resolve_hex
from marchsim.games.march.engine.moments import ActiveCard, ActiveMat
from marchsim.games.march.engine.moves.meadow import Play
from marchsim.games.march.engine.steps import clockwise, settle, walk
from marchsim.games.march.words import HEAD, HEXES, NONE, SOLDIER
from marchsim.kernel.compat import i64


def soldier_phase(g: Play) -> None:
    """Resolve the start, the battles by hex number and the end of the phase (SOL-01 to SOL-05)."""
    s = g.s
    g.begin_phase(SOLDIER)
    for index in range(s.players):
        head_begins(g, clockwise(g, s.marker, index))
    battles_from(g, 1)


def battles_from(g: Play, first: i64) -> None:
    """Resolve the battles from a hex on, and the end of the phase."""
    s = g.s
    for hexno in range(first, HEXES):
        if s.crowd[hexno] > 0:
            resolve_hex(g, hexno)
    for index in range(s.players):
        seat = clockwise(g, s.marker, index)
        head = s.top(seat, HEAD)
        if head >= 0:
            card = g.cards[head]
            if isinstance(card, ActiveCard):
                card.soldier_phase_ends(g, seat)
            settle(g, s.marker)


def head_begins(g: Play, seat: i64) -> None:
    """Resolve a player's species and top head at the start of the phase, then fill sites (SOL-01, SOL-05)."""
    mat = g.mat(seat)
    if isinstance(mat, ActiveMat):
        mat.soldier_phase_begins(g, seat)
    head = g.s.top(seat, HEAD)
    if head < 0:
        return
    card = g.cards[head]
    if card.ant_steps > 0:
        walk(g, seat, card.ant_steps, False, False, NONE)
    if isinstance(card, ActiveCard):
        card.soldier_phase_begins(g, seat)
    settle(g, g.s.marker)

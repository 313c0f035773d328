"""Chains of tunnels: the scoring hexes of the Inner Meadow, and a player's longest chain.

The functions have no side effects. Implements MEA-10, MEA-11, MEA-19 and TWO-05.
"""

from __future__ import annotations

from typing import Final

from marchsim.games.march.engine.state import State, inhabits
from marchsim.games.march.words import HEXES, SIDES, TUNNEL
from marchsim.kernel.compat import append, i64, vec

EDGE: Final = 1  # inner_connected: joined to the Great Tunnel by the common edge
PATH: Final = 2  # inner_connected: joined by any chain of tunnels


def scores(s: State, hexno: i64, asked: i64) -> i64:
    """1 if control of a hex scores, else 0: an inner hex, connected as `asked` (QUE-08, TWO-05)."""
    if s.inner[hexno] == 0:
        return 0
    if asked == EDGE:
        return i64(1) if joined(s, hexno, TUNNEL) else i64(0)
    if asked == PATH:
        return reach(s, hexno, -1)[TUNNEL]
    return 1


def joined(s: State, hexno: i64, other: i64) -> bool:
    """Whether a tunnel directly joins two hexes."""
    for at in range(hexno * SIDES, hexno * SIDES + SIDES):
        if s.joined[at] == other:
            return True
    return False


def reach(s: State, start: i64, seat: i64) -> vec[i64]:
    """A mark for each hex that a chain of tunnels joins to `start`.

    With a seat, a chain stays on tiles that the seat inhabits, outside the Great Tunnel. With -1 it is free.
    """
    marks: vec[i64] = vec[i64]([0] * HEXES)
    queue: vec[i64] = vec[i64]()
    queue = append(queue, start)
    marks[start] = 1
    i: i64 = 0
    while i < len(queue):
        first = queue[i] * SIDES
        i += 1
        for at in range(first, first + SIDES):
            other = s.joined[at]
            if other >= 0 and marks[other] == 0 and (seat < 0 or inhabits(s, seat, other)):
                marks[other] = 1
                queue = append(queue, other)
    return marks


def longest_chain(s: State, seat: i64) -> i64:
    """The number of tiles in the largest connected set that a player inhabits (Extensive Tunnel)."""
    best: i64 = 0
    seen: vec[i64] = vec[i64]([0] * HEXES)
    for hexno in range(1, HEXES):
        if seen[hexno] == 0 and inhabits(s, seat, hexno):
            marks = reach(s, hexno, seat)
            size: i64 = 0
            for other in range(1, HEXES):
                size += marks[other]
                seen[other] += marks[other]
            best = max(best, size)
    return best

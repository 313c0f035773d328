"""What chains of tunnels join: the Inner Meadow that scores, and the longest chain of a player. Pure.

Holds MEA-10, MEA-11, MEA-19 and TWO-05.
"""

from __future__ import annotations

from typing import Final

from marchsim.games.march.engine.legal import connected, controller, inhabits
from marchsim.games.march.engine.moves.meadow import Play
from marchsim.games.march.words import HEXES, SIDES, TUNNEL
from marchsim.kernel.compat import append, i64, vec

EDGE: Final = 1  # inner_connected: joined to the Great Tunnel by the common edge
PATH: Final = 2  # inner_connected: joined by any chain of tunnels


def inner_scoring(g: Play, seat: i64) -> i64:
    """Return how many Inner Meadow hexes that a player controls count in Slumber (QUE-08)."""
    count: i64 = 0
    for hexno in range(1, HEXES):
        if g.s.inner[hexno] > 0 and controller(g.s, hexno) == seat and counts(g, hexno):
            count += 1
    return count


def counts(g: Play, hexno: i64) -> bool:
    """Return whether an Inner Meadow hex is connected as the ruleset asks (QUE-08, TWO-05)."""
    if g.rules.inner_connected == EDGE:
        return joined(g, hexno, TUNNEL)
    if g.rules.inner_connected == PATH:
        reached = reach(g, hexno, -1)
        return reached[TUNNEL] > 0
    return True


def joined(g: Play, hexno: i64, other: i64) -> bool:
    """Return whether a tunnel joins two hexes directly."""
    for edge in range(SIDES):
        if connected(g.s, hexno, edge) == other:
            return True
    return False


def reach(g: Play, start: i64, seat: i64) -> vec[i64]:
    """Return a mark for each hex that chains of tunnels join to `start`.

    With a seat the chain stays on tiles that it inhabits (the Great Tunnel is none); with -1 on all hexes.
    """
    s = g.s
    marks: vec[i64] = vec[i64]([0] * HEXES)
    queue: vec[i64] = vec[i64]()
    queue = append(queue, start)
    marks[start] = 1
    i: i64 = 0
    while i < len(queue):
        hexno = queue[i]
        i += 1
        for edge in range(SIDES):
            other = connected(s, hexno, edge)
            if other >= 0 and marks[other] == 0 and (seat < 0 or inhabits(s, seat, other)):
                marks[other] = 1
                queue = append(queue, other)
    return marks


def longest_chain(g: Play, seat: i64) -> i64:
    """Return the size of the largest set of inhabited tiles that tunnels join (Extensive Tunnel)."""
    best: i64 = 0
    seen: vec[i64] = vec[i64]([0] * HEXES)
    for hexno in range(1, HEXES):
        if seen[hexno] == 0 and inhabits(g.s, seat, hexno):
            marks = reach(g, hexno, seat)
            size: i64 = 0
            for other in range(1, HEXES):
                size += marks[other]
                seen[other] += marks[other]
            if size > best:
                best = size
    return best

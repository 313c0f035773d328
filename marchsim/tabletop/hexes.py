"""Hexes with a corner at the top, in axial coordinates (q to the right, r down and to the right).

Edges are numbered from 0 to 5 clockwise, starting in the north-east. The hex across edge e of (q, r) is (q +
EDGE_Q[e], r + EDGE_R[e]).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from marchsim.kernel.compat import i64

SIDES: Final[i64] = 6
EDGE_Q: Final = (1, 1, 0, -1, -1, 0)
EDGE_R: Final = (-1, 0, 1, 1, 0, -1)
EDGES: Final = ("NE", "E", "SE", "SW", "W", "NW")
# Corners from the top clockwise, and middles of edges in their order, about a hex of size 1 (y downward).
CORNERS: Final = ((0.0, -1.0), (0.866, -0.5), (0.866, 0.5), (0.0, 1.0), (-0.866, 0.5), (-0.866, -0.5))
MIDDLES: Final = ((0.433, -0.75), (0.866, 0.0), (0.433, 0.75), (-0.433, 0.75), (-0.866, 0.0), (-0.433, -0.75))


def turned(mask: i64, rotation: i64) -> i64:
    """A mask of edges (bit e for edge e), turned clockwise by `rotation` edges."""
    return ((mask << rotation) | (mask >> (SIDES - rotation))) & 63


def neighbours(at: tuple[int, int]) -> list[tuple[int, int]]:
    """The six neighbours of a place, in the order of edges."""
    return [(at[0] + EDGE_Q[edge], at[1] + EDGE_R[edge]) for edge in range(SIDES)]


def joined(first: tuple[int, int], places: Collection[tuple[int, int]]) -> set[tuple[int, int]]:
    """The places that are connected with `first` through neighbours in `places`, including `first`."""
    reached, todo = {first}, [first]
    while todo:
        for beside in neighbours(todo.pop()):
            if beside in places and beside not in reached:
                reached.add(beside)
                todo.append(beside)
    return reached


def rings(most: int) -> Iterator[tuple[int, int]]:
    """Yield the places in rings 1 to `most` around (0, 0), clockwise. Each ring ends in the north-west."""
    for ring in range(1, most + 1):
        q, r = EDGE_Q[5] * ring, EDGE_R[5] * ring
        for edge in (1, 2, 3, 4, 5, 0):
            for _ in range(ring):
                q, r = q + EDGE_Q[edge], r + EDGE_R[edge]
                yield q, r


def middle(q: float, r: float, size: float) -> tuple[float, float]:
    """The centre of a hex in a drawing, with y downward. `size` is the distance from centre to corner."""
    return 3**0.5 * size * (q + r / 2), 1.5 * size * r

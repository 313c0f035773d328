"""Hexes: neighbours, rings, turns and what is joined, each held against its definition."""

from __future__ import annotations

from itertools import islice, pairwise

from marchsim.tabletop import hexes
from marchsim.tabletop.options import code_of, option, part


def distance(q: int, r: int) -> int:
    """Return the steps from (0, 0), by cube coordinates."""
    return max(abs(q), abs(r), abs(q + r))


def test_neighbours_lie_across_opposite_edges() -> None:
    for edge, (q, r) in enumerate(hexes.neighbours((3, -2))):
        assert distance(q - 3, r + 2) == 1
        assert hexes.neighbours((q, r))[(edge + 3) % 6] == (3, -2)


def test_rings_go_around_once() -> None:
    """Ring n has 6 n places, all n steps away, each beside the one before it."""
    places = list(hexes.rings(4))
    assert len(set(places)) == len(places) == 6 * (1 + 2 + 3 + 4)
    left = iter(places)
    for ring in range(1, 5):
        around = list(islice(left, 6 * ring))
        assert {distance(q, r) for q, r in around} == {ring}
        assert all(one in hexes.neighbours(other) for one, other in pairwise(around))


def test_a_mask_turns_with_its_tile() -> None:
    for mask in range(64):
        for rotation in range(6):
            wanted = sum(1 << (edge + rotation) % 6 for edge in range(6) if mask >> edge & 1)
            assert hexes.turned(mask, rotation) == wanted


def test_only_what_is_joined_is_reached() -> None:
    places = {(0, 0), (1, 0), (2, 0), (5, 5), (5, 6)}
    assert hexes.joined((0, 0), places) == {(0, 0), (1, 0), (2, 0)}


def test_neighbouring_middles_are_equally_far() -> None:
    """The middle of an edge lies half-way to the neighbour's middle, to the three figures of the drawing."""
    for (q, r), (x, y) in zip(hexes.neighbours((0, 0)), hexes.MIDDLES, strict=True):
        found = hexes.middle(q, r, 1.0)
        assert abs(found[0] / 2 - x) < 5e-4 and abs(found[1] / 2 - y) < 5e-4


def test_an_option_gives_back_what_was_put_into_it() -> None:
    for values in ((0, 0, 0, 0), (255, 255, 255, 255), (1, 200, 3, 77)):
        packed = option(36, *values)
        assert code_of(packed) == 36 and tuple(part(packed, at) for at in range(4)) == values

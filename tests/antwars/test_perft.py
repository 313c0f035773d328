"""Perft of Ant Wars: the number of answer sequences of each length from fixed positions with fixed dice.

The counts are published: another one means that other options are offered somewhere, even where no golden
game comes by.
"""

from __future__ import annotations

import pytest

from tests.interpreted import some
from tools import antgames
from tools.perft import Position, counts, opening, perft

pytestmark = pytest.mark.both
# players, deal, policy, decisions played by it -> sequences of 1, 2, 3, ... answers
PUBLISHED = {
    (2, 1, "random", 0): [6, 132, 1364],
    (2, 5, "last", 12): [8, 60, 456],
    (2, 1, "rover", 60): [3, 6, 54, 675],
    (3, 6, "random", 90): [13, 143, 1692],
    (3, 2, "rover", 150): [2, 30, 488],
    (4, 2, "rover", 40): [7, 14, 41, 82, 656],
    (4, 2, "rover", 400): [28, 657],
    (5, 7, "rover", 400): [10, 133],
    (6, 4, "rover", 300): [3, 6, 12, 64],
}
# the same and the length -> sequences of that length
DEEP = {
    (2, 1, "rover", 60, 5): 9625,
    (3, 2, "rover", 150, 4): 9472,
    (5, 3, "rover", 250, 3): 7774,
    (6, 4, "rover", 300, 6): 8852,
}


@pytest.mark.parametrize(
    "position", some([(one,) for one in PUBLISHED], 3), ids=lambda position: "-".join(map(str, position))
)
def test_the_number_of_answer_sequences_is_as_published(position: tuple[int, int, str, int]) -> None:
    """From the set-up, and from turns and battles of games for two to six players."""
    published = PUBLISHED[position]
    assert counts(antgames, Position(*position), len(published)) == published


@pytest.mark.slow
@pytest.mark.parametrize("position", DEEP, ids=lambda position: "-".join(map(str, position)))
def test_deep_counts_are_as_published(position: tuple[int, int, str, int, int]) -> None:
    """The same, longer sequences."""
    at = Position(*position[:4])
    assert perft(antgames, at, opening(antgames, at), position[4]) == DEEP[position]

"""Perft: the number of answer sequences of each length from fixed positions with fixed dice.

The counts below are published: another count means that other options are offered somewhere, even where no
golden game comes by. A position is a deal, who plays it up to a decision, and that decision's number.
"""

from __future__ import annotations

import pytest

from tools import games
from tools.perft import Position, counts, opening, perft

pytestmark = pytest.mark.both


# players, deal, policy, decisions played by it -> sequences of 1, 2, 3, ... answers
PUBLISHED = {
    (3, 1, "random", 0): [5, 14, 43, 143],
    (4, 2, "random", 0): [5, 14, 32, 80, 216],
    (5, 3, "random", 0): [5, 14, 39, 106],
    (3, 1, "random", 60): [6, 12, 30, 96],
    (4, 2, "random", 110): [4, 8, 44, 88],
    (5, 3, "random", 150): [3, 9, 18, 72],
    (3, 4, "first", 90): [4, 12, 24, 72],
    (4, 2, "eager", 180): [2, 8, 27, 98],
}
# the same and the length -> sequences of that length
DEEP = {
    (3, 1, "random", 0, 7): 3122,
    (4, 2, "random", 0, 7): 1866,
    (5, 3, "random", 0, 7): 2699,
}


@pytest.mark.parametrize("position", PUBLISHED, ids=lambda position: "-".join(map(str, position)))
def test_the_number_of_answer_sequences_is_as_published(position: tuple[int, int, str, int]) -> None:
    """From the set-up, from the middle and from the end of a game, for three to five players."""
    published = PUBLISHED[position]
    assert counts(games, Position(*position), len(published)) == published


@pytest.mark.slow
@pytest.mark.parametrize("position", DEEP, ids=lambda position: "-".join(map(str, position)))
def test_deep_counts_are_as_published(position: tuple[int, int, str, int, int]) -> None:
    """The same, longer sequences."""
    at = Position(*position[:4])
    assert perft(games, at, opening(games, at), position[4]) == DEEP[position]

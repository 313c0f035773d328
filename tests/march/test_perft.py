"""Perft: the number of answer sequences of each length from fixed positions with fixed dice.

Another count means that other options are offered somewhere, even where no golden game comes by.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import games, perft

pytestmark = pytest.mark.both
STORED = perft.stored(Path(__file__).with_name("perft.json"))


@pytest.mark.parametrize("text", STORED["counts"])
def test_the_number_of_answer_sequences_is_as_stored(text: str) -> None:
    """From the set-up, from the middle and from the end of a game, for three to five players."""
    known = STORED["counts"][text]
    assert perft.counts(games, perft.position(text), len(known)) == known


@pytest.mark.slow
@pytest.mark.parametrize("text", STORED["deep"])
def test_deep_counts_are_as_stored(text: str) -> None:
    """The same, longer sequences."""
    assert perft.deep(games, text) == STORED["deep"][text]

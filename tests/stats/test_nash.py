"""The mixture that nobody beats: games solved by hand, copies, and laws of every equilibrium."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from marchsim.stats.clusters import Floats
from marchsim.stats.nash import equilibria, most_even

WHEEL = np.array([[0, 0.2, -0.2], [-0.2, 0, 0.2], [0.2, -0.2, 0]])


def with_copy(edge: Floats, of: int) -> Floats:
    """Return a table with one item twice."""
    rows = np.insert(edge, of, edge[of], axis=0)
    return np.insert(rows, of, rows[:, of], axis=1)


def test_games_solved_by_hand() -> None:
    """Rock, paper, scissors; weights in proportion to the edges that a strategy has no part in; all level."""
    assert most_even(WHEEL) == pytest.approx([1 / 3] * 3)
    uneven = np.array([[0, 0.1, -0.3], [-0.1, 0, 0.2], [0.3, -0.2, 0]])
    assert most_even(uneven) == pytest.approx([2 / 6, 3 / 6, 1 / 6], abs=1e-6)
    assert most_even(np.zeros((4, 4))) == pytest.approx([0.25] * 4)


def test_who_is_ahead_of_everybody_is_alone() -> None:
    """And two that are level with each other and ahead of the third share the mixture."""
    ladder = np.array([[0, 0.1, 0.2], [-0.1, 0, 0.3], [-0.2, -0.3, 0]])
    assert most_even(ladder).tolist() == [1, 0, 0]
    level = np.array([[0, 0, 0.2], [0, 0, 0.2], [-0.2, -0.2, 0]])
    assert most_even(level) == pytest.approx([0.5, 0.5, 0], abs=1e-6)


def test_copies_share_their_weight() -> None:
    """A field full of rocks does not vote for paper: the copies have together what one had."""
    for copies in (1, 2, 5):
        edge = WHEEL
        for _ in range(copies):
            edge = with_copy(edge, 0)
        found = most_even(edge)
        assert found[: copies + 1] == pytest.approx([1 / 3 / (copies + 1)] * (copies + 1), abs=1e-5)
        assert found[copies + 1 :] == pytest.approx([1 / 3, 1 / 3], abs=1e-5)


@settings(deadline=None, max_examples=12)
@given(st.integers(0, 10**6), st.integers(2, 8), st.booleans())
def test_nobody_has_an_edge_over_the_mixture(seed: int, k: int, whole: bool) -> None:
    """Whatever the table: no row is ahead of the mixture, weights add up to 1, entropy is the largest."""
    generator = np.random.default_rng(seed)
    edge = generator.integers(-2, 3, (k, k)) / 4.0 if whole else generator.normal(size=(k, k))
    edge = np.triu(edge, 1) - np.triu(edge, 1).T
    found, corner = most_even(edge), equilibria(edge[None])[0]
    for weights in (found, corner):
        assert weights.sum() == pytest.approx(1) and weights.min() >= 0
        assert float((edge @ weights).max()) <= 1e-5
    assert entropy(found) >= entropy(corner) - 1e-4


def entropy(weights: Floats) -> float:
    held = weights[weights > 0]
    return float(-np.sum(held * np.log(held)))

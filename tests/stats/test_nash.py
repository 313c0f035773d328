"""The mixture that nobody beats: games solved by hand, copies, and laws of every equilibrium."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from marchsim.stats.clusters import Floats
from marchsim.stats.nash import equilibria, most_even, unbeaten

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


def noisy(truth: Floats, sd: float, chance: np.random.Generator, many: int) -> Floats:
    """Return tables (many, k, k) with normal noise of each pair around a table of edges."""
    errors = np.triu(chance.normal(0, sd, (many, *truth.shape)), 1)
    return truth + errors - np.swapaxes(errors, 1, 2)


def found_in(truth: Floats, sd: float, worlds: int) -> tuple[float, float, float]:
    """Return the mean number of strategies kept (exp of entropy), how far off weights are, and coverage."""
    chance, true, told = np.random.default_rng(1), most_even(truth), []
    for _ in range(worlds):
        edge = noisy(truth, sd, chance, 1)[0]
        one = unbeaten(edge, noisy(edge, sd, chance, 200), 60)
        covered = np.all((one.low - 1e-6 <= true) & (true <= one.high + 1e-6))
        assert np.max(edge @ one.weights) <= one.slack + 1e-5
        told.append((np.exp(entropy(one.weights)), np.abs(one.weights - true).sum() / 2, covered))
    kept, off, held = np.mean(told, axis=0)
    return float(kept), float(off), float(held)


def test_equal_strategies_are_all_kept_and_a_ladder_has_one() -> None:
    """Five level ones keep five (an exact solution keeps two), a wheel three, a ladder one."""
    kept, off, held = found_in(np.zeros((5, 5)), 0.02, 4)
    assert kept > 4.9 and off < 0.05 and held == 1
    assert found_in(WHEEL / 2, 0.02, 4)[1] < 0.02
    ladder = 0.05 * (np.arange(4)[None, :] - np.arange(4)[:, None])
    assert found_in(ladder, 0.005, 2)[0] < 1.1


@pytest.mark.slow
@pytest.mark.parametrize("sd", [0.01, 0.03])
@pytest.mark.parametrize("truth", ["level", "wheel", "uneven", "ladder"])
def test_intervals_of_weights_hold_the_true_mixture(truth: str, sd: float) -> None:
    """In at least 91 % of 200 worlds, for 95 %, all weights at once."""
    tables = {
        "level": np.zeros((5, 5)),
        "wheel": WHEEL / 2,
        "uneven": np.array([[0, 0.05, -0.15], [-0.05, 0, 0.1], [0.15, -0.1, 0]]),
        "ladder": 0.05 * (np.arange(4)[None, :] - np.arange(4)[:, None]),
    }
    assert found_in(tables[truth], sd, 200)[2] >= 0.91


def entropy(weights: Floats) -> float:
    held = weights[weights > 0]
    return float(-np.sum(held * np.log(held)))

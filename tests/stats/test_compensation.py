"""Whole units on a linear surface: the search finds what trying all combinations finds."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from marchsim.stats.compensation import Surface, options, solution

RNG = np.random.default_rng(3)


def surface(levers: int = 4, means: int = 3, noise: float = 0.0) -> Surface:
    """Return a random surface whose means add up to one, and whose start is off by up to two units."""
    slopes = RNG.normal(0, 0.02, (levers, means)) + 0.06 * np.eye(levers, means)
    slopes -= slopes.mean(axis=1, keepdims=True)
    start = 1 / means + np.array([0.07, -0.03, -0.04][:means])
    root = RNG.normal(0, noise, (1 + levers, 1 + levers))
    return Surface(start, slopes, root @ root.T, 1 / means)


@pytest.mark.parametrize("noise", [0.0, 0.01])
def test_the_best_of_all_combinations_is_found(noise: float) -> None:
    """On ten surfaces the first option is the minimum over all with at most two units a lever."""
    for _ in range(10):
        given = surface(noise=noise)
        every = np.array([one for one in product(range(-2, 3), repeat=4) if any(one)])
        misses = given.misses(every)
        found = options(given, range(4), 2, 8, 4)
        assert found[0].units == tuple(every[np.argmin(misses)].tolist())
        assert found[0].misses == pytest.approx(misses.min())
        assert [one.misses for one in found] == sorted(one.misses for one in found)
        assert len({one.units for one in found}) == len(found)


def test_misses_are_what_is_to_be_expected_of_the_truth() -> None:
    """Surfaces drawn around the estimates miss the target as much in the mean as is predicted."""
    given, units = surface(noise=0.01), np.array([[1, -1, 0, 2]])
    k, draws = 3, 20_000
    drawn = RNG.multivariate_normal(np.zeros(5), given.errors / k, (draws, k))  # each mean its own, added up
    truth = given.means(units[0]) + drawn @ np.array([1.0, *units[0]])
    assert np.mean(np.sum((truth - given.target) ** 2, axis=1)) == pytest.approx(
        given.misses(units)[0], rel=0.03
    )


def test_levers_limits_and_exact_units() -> None:
    """Other levers stay at 0, limits hold, and units that are not whole put all means on target."""
    given = surface()
    for one in options(given, [0, 2, 3], 1, 2, 1):
        assert one.units[1] == 0 and one.size == one.changes == 1
    exact = np.zeros(4)
    exact[[0, 1, 2]] = solution(given, [0, 1, 2])
    assert given.start + exact @ given.slopes == pytest.approx(1 / 3)
    assert solution(Surface(given.start, np.zeros((2, 3)), np.zeros((3, 3)), 1 / 3), [0, 1]) == [0.0, 0.0]

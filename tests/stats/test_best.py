"""Who is the best, and in which order: published factors, hand cases, and studies of equal estimates."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from marchsim.stats.best import certainly_above, from_the_best, rank_sets
from marchsim.stats.clusters import Floats
from marchsim.stats.joint import errors_of_differences, joint_errors, pieces

DEALS = 200


def test_the_factors_are_dunnetts() -> None:
    """Two-sided 95 % values for four treatments beside a control: 2.65, 2.51 and 2.44 (Dunnett 1964)."""
    for df, published in ((20.0, 2.65), (60.0, 2.51), (1e6, 2.44)):
        estimates = np.array([100.0, 0.0, 0.0, 0.0, 0.0])  # the first alone may be the best
        found = from_the_best(estimates, np.eye(5), df, draws=100_000)
        assert found.candidates == [0] and found.values.tolist() == [0, -100, -100, -100, -100]
        half = (found.high - found.low)[1:] / 2
        assert half / np.sqrt(2) == pytest.approx(published, abs=0.02)


def test_one_beside_another_is_t() -> None:
    """Of two estimates the interval is that of t, cut at 0."""
    found = from_the_best(np.array([1.0, 0.0]), np.diag([0.04, 0.05]), 50, draws=200_000)
    half = stats.t.ppf(0.975, 50) * 0.3
    assert (found.low[1], found.high[1]) == pytest.approx((-1 - half, -1 + half), abs=0.01)
    assert found.candidates == [0] and (found.low[0], found.high[0]) == (0.0, 0.0)


def test_draws_have_the_covariance_that_is_asked_for() -> None:
    """Of shares that add up to one too, whose covariance has no inverse."""
    spread = np.eye(4) - 0.25
    drawn = joint_errors(spread, None, 100_000)
    assert np.cov(drawn.T) == pytest.approx(spread, abs=0.02)
    assert np.abs(drawn.sum(axis=1)).max() < 2e-3  # what the ridge adds, of an SD of 0.9
    assert np.cov(joint_errors(spread, 10, 200_000).T) == pytest.approx(spread * 10 / 8, abs=0.03)
    assert errors_of_differences(spread)[0] == pytest.approx([0, *[np.sqrt(2)] * 3])


def test_draws_do_not_depend_on_the_signs_of_axes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before, another linear algebra library turned axes round, and with equal sizes anyhow: other draws."""
    honest = np.linalg.eigh

    def turned(matrix: Floats) -> tuple[Floats, Floats]:
        sizes, axes = honest(matrix)
        return sizes, -axes

    spread = np.eye(5) - 0.2
    drawn = joint_errors(spread, 40, 500)
    monkeypatch.setattr(np.linalg, "eigh", turned)
    assert np.array_equal(joint_errors(spread, 40, 500), drawn)
    noise = 1e-15 * np.random.default_rng(1).normal(size=(5, 5))
    assert joint_errors(spread + noise + noise.T, 40, 500) == pytest.approx(drawn, abs=1e-6)


def test_draws_do_not_depend_on_how_many_are_made_at_a_time() -> None:
    """The first are those of `simultaneous`, which holds a piece at a time."""
    spread = np.diag([1.0, 4.0, 0.0])
    whole = joint_errors(spread, None, 4_500)
    assert whole.shape == (4_500, 3) and np.all(whole[:, 2] == 0)
    assert np.array_equal(np.concatenate(list(pieces(spread, None, 4_500))), whole)


def test_differences_that_rounding_leaves_are_none() -> None:
    """Two estimates that move as one are in order for certain, and spoil no other comparison."""
    spread = np.array([[1.0, 1.0 - 1e-16, 0.0], [1.0 - 1e-16, 1.0 + 3e-16, 0.0], [0.0, 0.0, 1.0]])
    assert errors_of_differences(spread)[0, 1] == 0.0
    above = certainly_above(np.array([9.0, 8.0, 0.0]), spread, 100)
    assert rank_sets(above) == [(1, 1), (2, 2), (3, 3)]


def test_ranks_are_as_sure_as_differences() -> None:
    """Far apart: one rank each. Level: any. What does not vary is told by its sign."""
    far = certainly_above(np.array([3.0, 2.0, 1.0]), 1e-4 * np.eye(3), 100)
    assert rank_sets(far) == [(1, 1), (2, 2), (3, 3)]
    level = certainly_above(np.array([0.1, 0.0, 0.05]), np.eye(3), 100)
    assert rank_sets(level) == [(1, 3)] * 3
    still = certainly_above(np.array([0.6, 0.4, 0.4]), np.zeros((3, 3)), 100)
    assert rank_sets(still) == [(1, 1), (2, 3), (2, 3)]


def test_stepping_down_finds_more() -> None:
    """Once the first is known to be ahead, fewer differences are left, and a smaller one is certain."""
    estimates = np.array([50.0, 2.95, 0.0])
    spread = np.diag([1.0, 1.0, 1e-6])
    assert stats.norm.sf(2.95) < 0.05 / 2  # alone it would be
    assert certainly_above(estimates, spread, 1e6)[1, 2]


def studies(truth: Floats, count: int, seed: int) -> tuple[int, int, int, int]:
    """Return in how many studies something false is said: of the best, of the first (as before), of ranks.

    And how many of the intervals to the first are false.
    """
    generator, wrong = np.random.default_rng(seed), np.zeros(4, dtype=int)
    behind = truth - truth.max()
    for _ in range(count):
        rows = generator.normal(size=(DEALS, len(truth)))
        rows += truth - rows.mean(axis=1, keepdims=True)
        means, spread = rows.mean(axis=0), np.cov(rows.T) / DEALS
        best = from_the_best(means, spread, DEALS - 1, draws=2_000)
        above = certainly_above(means, spread, DEALS - 1, draws=2_000)
        first = int(means.argmax())
        se = errors_of_differences(spread)[first]
        off = np.abs(means - means[first] - truth + truth[first]) > stats.t.ppf(0.975, DEALS - 1) * se
        wrong += [
            bool(np.any((best.low > behind) | (best.high < behind))),
            bool(off.any()),
            bool(np.any(above & (truth[:, None] <= truth[None, :]))),
            int(off.sum()),
        ]
    now, before, ranks, each = wrong.tolist()
    return now, before, ranks, each


def test_what_is_said_of_the_best_is_true() -> None:
    """Eight equal estimates, 150 studies: before, a difference to the first was false in more than half."""
    now, before, ranks, each = studies(np.zeros(8), 150, 1)
    most = stats.binom.ppf(0.9995, 150, 0.05)
    assert now <= most and ranks <= most
    assert before > 60 and each > 0.08 * 150 * 7


@pytest.mark.slow
@pytest.mark.parametrize("name", ["equal", "two are best", "near each other"])
def test_what_is_said_of_the_best_is_true_at_length(name: str) -> None:
    """2,000 studies each: something false in at most 5 % (99.9 % band); before in 25 to 55 %."""
    truth = {
        "equal": np.zeros(8),
        "two are best": np.array([0, 0, -0.1, -0.1, -0.2, -0.3, -0.5, -1]),
        "near each other": -0.05 * np.arange(8),
    }[name]
    now, before, ranks, _ = studies(truth, 2_000, 2)
    most = stats.binom.ppf(0.9995, 2_000, 0.05)
    assert now <= most and ranks <= most
    assert before > 0.2 * 2_000

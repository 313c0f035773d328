"""Regret is not overstated, spread has no error of the rollouts in it, and intervals cover."""

from __future__ import annotations

import numpy as np
import pytest

from marchsim.stats.clusters import Floats, cluster_mean, mean_interval
from marchsim.stats.regret import best, regret, spread


def halves(values: Floats, noise: float, chance: np.random.Generator) -> list[Floats]:
    """The mean values of options in two halves: common errors, and errors of each option."""
    return [values + chance.normal(0.0, 2.0) + chance.normal(0.0, noise, len(values)) for _ in range(2)]


def test_a_tie_goes_to_the_option_taken() -> None:
    """No regret comes from options that are as good."""
    level = np.array([0.5, 0.5, 0.25])
    assert [best(level, taken) for taken in range(3)] == [0, 1, 0]
    assert regret(level, level, 1) == 0.0
    assert regret(level, np.array([0.75, 0.5, 0.25]), 2) == pytest.approx((0.5 + 0.25) / 2)


def test_equal_options_have_neither_regret_nor_spread() -> None:
    """The best of six of equal value leads by luck, but not on the other half."""
    chance = np.random.default_rng(1)
    pairs = [halves(np.zeros(6), 0.1, chance) for _ in range(1000)]
    regrets = np.array([regret(first, second, 0) for first, second in pairs])
    naive = np.array([max(both := first + second) / 2 - both[0] / 2 for first, second in pairs])
    spreads = np.array([spread(first, second) for first, second in pairs])
    assert naive.mean() > 0.08
    assert abs(regrets.mean()) < 3 * regrets.std() / 1000**0.5
    assert abs(spreads.mean()) < 3 * spreads.std() / 1000**0.5


def test_what_is_known_is_found() -> None:
    """A clear best option and the true variance come out on average."""
    chance = np.random.default_rng(2)
    values = np.array([0.2, 0.6, 0.3])
    pairs = [halves(values, 0.05, chance) for _ in range(1000)]
    regrets = np.array([regret(first, second, 0) for first, second in pairs])
    spreads = np.array([spread(first, second) for first, second in pairs])
    assert abs(regrets.mean() - 0.4) < 3 * regrets.std() / 1000**0.5
    assert abs(spreads.mean() - values.var(ddof=1)) < 3 * spreads.std() / 1000**0.5


def covered(deals: int, repeats: int, seed: int) -> tuple[float, float]:
    """Shares of intervals over deals that hold the true mean regret and variance.

    Values differ from deal to deal and from decision to decision. Of three options one is far better, and the
    option taken is drawn, so the true regret is known.
    """
    chance = np.random.default_rng(seed)
    held = np.zeros(2)
    for _ in range(repeats):
        sums, counts = np.zeros((2, deals)), np.zeros(deals)
        for deal in range(deals):
            scale = chance.gamma(4.0, 0.25)
            for _ in range(int(chance.integers(1, 5))):
                values = np.array([0.0, 0.1, 0.8]) * scale
                taken = int(chance.integers(3))
                first, second = halves(values, 0.03, chance)
                weight = float(chance.integers(1, 4))
                sums[:, deal] += weight * np.array([regret(first, second, taken), spread(first, second)])
                counts[deal] += weight
        truth = ((0.8 + 0.7) / 3, 1.25 * np.array([0.0, 0.1, 0.8]).var(ddof=1))
        for at in range(2):
            found = mean_interval(cluster_mean(sums[at], counts))
            held[at] += found is not None and found.low <= truth[at] <= found.high
    return float(held[0] / repeats), float(held[1] / repeats)


def test_intervals_cover() -> None:
    """Some 95 % of them, in a small simulation."""
    regrets, spreads = covered(30, 60, 3)
    assert regrets > 0.85 and spreads > 0.83


@pytest.mark.slow
def test_intervals_cover_closely() -> None:
    """A large simulation. Skewed means: 8,000 repeats cover 93.7 % and 91.6 % (240 deals: 94.9, 94.2)."""
    regrets, spreads = covered(60, 1000, 4)
    assert 0.914 < regrets < 0.96 and 0.89 < spreads < 0.945

"""The running confidence sequence: the published formula, batches of any size, coverage at every look."""

from __future__ import annotations

import math

import numpy as np
import pytest

from marchsim.stats.running import RunningMean, longer

SEED = 20_261_122


def by_the_book(values: list[float], alpha: float = 0.05) -> tuple[float, float]:
    """Waudby-Smith and Ramdas (2024), theorem 2, value by value; the intervals of all n intersected."""
    reach, low, high = math.log(2 / alpha), 0.0, 1.0
    weights: list[float] = []
    risk = weighted = squares = 0.0
    mean, variance = 0.5, 0.25
    for t, x in enumerate(values, 1):
        weight = min(math.sqrt(2 * reach / (variance * t * math.log(1 + t))), 0.5)
        weights.append(weight)
        risk += 4 * (x - mean) ** 2 * (-math.log(1 - weight) - weight) / 4
        weighted += weight * x
        mean = (0.5 + sum(values[:t])) / (t + 1)
        squares += (x - mean) ** 2
        variance = (0.25 + squares) / (t + 1)
        centre, half = weighted / sum(weights), (reach + risk) / sum(weights)
        low, high = max(low, centre - half), min(high, centre + half)
    return low, high


def test_one_value_at_a_time_is_the_published_formula() -> None:
    values = np.random.default_rng(SEED).beta(2, 5, 120)
    running = RunningMean()
    for value in values:
        running.add(np.array([value]))
    assert (running.low, running.high) == pytest.approx(by_the_book(values.tolist()), abs=1e-12)
    assert running.mean == pytest.approx(values.mean()) and running.n == 120


def test_batches_lead_to_the_same_sums() -> None:
    """A look at the end alone is the last one of the formula: never narrower than all looks together."""
    values = np.random.default_rng(SEED).choice([0.0, 0.25, 0.5, 1.0], 300)
    whole, cut = RunningMean(), RunningMean()
    whole.add(values)
    for batch in np.split(values, [1, 7, 150]):
        cut.add(batch)
    assert vars(whole) == pytest.approx(vars(cut) | {"low": whole.low, "high": whole.high}, abs=1e-9)
    assert whole.low <= cut.low + 1e-12 and cut.high <= whole.high + 1e-12


def test_it_holds_at_every_look() -> None:
    """Of 200 sequences looked at 40 times, at most 5 % may ever miss (99 % band: up to 21)."""
    rng = np.random.default_rng(SEED)
    missed = 0
    for _ in range(200):
        running = RunningMean()
        for batch in np.split(rng.integers(0, 5, 800) / 4 * rng.integers(0, 2, 800), 40):
            running.add(batch)
        missed += not running.low <= 0.25 <= running.high
    print(f"seed {SEED}: {missed} of 200 missed")
    assert missed <= 21


def test_zero_variance_and_no_values() -> None:
    running = RunningMean()
    assert (running.mean, running.interval.low, running.interval.high) == (0.5, 0.0, 1.0)
    running.add(np.ones(500))
    assert 0.95 < running.low < 1.0 == running.high


@pytest.mark.parametrize("share", [0.25, 0.4])
def test_how_much_longer_is_about_right(share: float) -> None:
    """The foretold number of values is within a third of what it takes; equal means are never parted."""
    rng = np.random.default_rng(SEED)
    values = rng.binomial(4, share, 200_000) / 4
    running = RunningMean()
    running.add(values[:400])
    half = (running.high - running.low) / 2
    times = longer((half, half), (400, 400), 0.06)
    while running.high - running.low > 0.06:
        running.add(values[running.n : running.n + 50])
    assert running.n == pytest.approx(400 * times, rel=0.35)
    assert longer((half, half), (400, 400), 0.0) == math.inf == longer((half, half), (400, 400), 1e-6)

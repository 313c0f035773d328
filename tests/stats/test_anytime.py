"""Confidence sequences of bounded means: their laws, and errors over all of time."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from marchsim.stats.anytime import (
    bounded_mean,
    bounded_path,
)
from marchsim.stats.intervals import wilson


def test_nothing_is_known_before_the_first_game() -> None:
    assert (bounded_mean(np.empty(0)).low, bounded_mean(np.empty(0)).high) == (0.0, 1.0)


@given(st.lists(st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0]), max_size=60))
def test_laws_of_a_bounded_mean(values: list[float]) -> None:
    """Later intervals lie inside earlier ones; upside down is upside down."""
    looks = list(range(len(values) + 1))
    path = bounded_path(np.array(values), looks)
    lows, highs = [i.low for i in path], [i.high for i in path]
    assert lows == sorted(lows) and highs == sorted(highs, reverse=True)
    assert lows[0] >= 0 and highs[0] <= 1 and all(a <= b for a, b in zip(lows, highs, strict=True))
    mirrored = bounded_path(1 - np.array(values), looks)[-1]
    assert (mirrored.low, mirrored.high) == pytest.approx((1 - path[-1].high, 1 - path[-1].low), abs=1e-7)


def test_means_of_little_variance_are_known_soon() -> None:
    """Deals whose means scatter little need fewer deals than independent games, as their variance says."""
    generator = np.random.default_rng(1)
    deals, games = generator.binomial(4, 0.25, 1000) / 4, generator.binomial(1, 0.25, 1000) * 1.0
    one, other = bounded_mean(deals), bounded_mean(games)
    assert one.high - one.low < 0.6 * (other.high - other.low)
    assert one.low < 0.25 < one.high


def ever_wrong(repeats: int, seed: int, games: int = 2000) -> int:
    """Return how many of `repeats` runs ever exclude the truth at one of 20 looks up to `games` games."""
    generator = np.random.default_rng(seed)
    looks = np.unique(np.geomspace(5, games, 20).astype(int)).tolist()
    count = 0
    for _ in range(repeats):
        last = bounded_path(generator.binomial(4, 0.25, games) / 4, looks)[-1]
        count += not last.low <= 0.25 <= last.high
    return count


def test_errors_over_all_looks_stay_below_the_level() -> None:
    """Of 60 runs looked at 20 times at most 9 ever exclude the truth (99.9 % of 5 %; seed 53)."""
    assert ever_wrong(60, 53, games=600) <= 9


def test_looking_often_at_a_single_look_interval_would_be_wrong() -> None:
    """The same 20 looks at Wilson's interval exclude the truth in over 15 % of 100 runs (seed 54)."""
    generator = np.random.default_rng(54)
    looks, wrong = np.geomspace(20, 2000, 20).astype(int), 0
    for _ in range(100):
        wins = np.cumsum(generator.random(2000) < 0.25)
        path = [wilson(int(wins[n - 1]), int(n)) for n in looks]
        wrong += any(not i.low <= 0.25 <= i.high for i in path)
    assert wrong > 15


@pytest.mark.slow
def test_errors_over_all_looks_at_length() -> None:
    """Over 1,000 runs of 2,000 games at most 5 % within the band (seed 55)."""
    assert ever_wrong(1000, 55) / 1000 <= 0.05 + 3.29 * math.sqrt(0.05 * 0.95 / 1000)

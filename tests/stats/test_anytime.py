"""Confidence sequences and Bayes factors: published values, closed forms, and errors over all of time."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from marchsim.stats.anytime import (
    beta_binomial,
    beta_binomial_log_bet,
    bounded_mean,
    bounded_path,
    dirichlet_equal,
    mixture_strength,
)
from marchsim.stats.intervals import wilson

trials = st.integers(1, 3000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))


def test_the_mixture_is_that_of_confseq() -> None:
    """Its unit test (reference in R): v = 100, g = 0.2, h = 0.8, s = 10 give -0.6941012.

    That is 625 trials at share 0.2 with 10 wins more than expected, tuned to these very trials.
    """
    strength = mixture_strength(625, 0.05)
    assert strength * 0.16 + 0.16 == pytest.approx(12.60056, abs=1e-5)
    assert beta_binomial_log_bet(135, 625, 0.2, strength) == pytest.approx(-0.6941012, abs=1e-6)


def test_the_bet_is_a_ratio_of_likelihoods() -> None:
    """Beta-binomial probability against binomial probability, by scipy."""
    a, b = 3.0, 9.0
    expected = stats.betabinom.logpmf(40, 120, a, b) - stats.binom.logpmf(40, 120, 0.25)
    assert beta_binomial_log_bet(40, 120, 0.25, 12.0) == pytest.approx(expected)


@given(trials, st.integers(1, 100_000))
def test_laws_of_the_sequence(trial: tuple[int, int], n_opt: int) -> None:
    """Bounds lie in 0 to 1 about the estimate, mirror with the losses, and are wider than a single look's."""
    wins, n = trial
    found, mirrored = beta_binomial(wins, n, n_opt), beta_binomial(n - wins, n, n_opt)
    assert 0 <= found.low <= wins / n <= found.high <= 1
    assert (found.low, found.high) == pytest.approx((1 - mirrored.high, 1 - mirrored.low), abs=1e-8)
    if 5 <= wins <= n - 5:
        once = wilson(wins, n)
        assert found.high - found.low > once.high - once.low


def test_nothing_is_known_before_the_first_game() -> None:
    assert (beta_binomial(0, 0).low, beta_binomial(0, 0).high) == (0.0, 1.0)
    assert (bounded_mean(np.empty(0)).low, bounded_mean(np.empty(0)).high) == (0.0, 1.0)


def test_it_is_narrowest_where_it_was_asked_to_be() -> None:
    """At 2,000 games no other choice of n_opt (by factors of 4) is narrower than 2,000."""

    def width(n_opt: float) -> float:
        found = beta_binomial(500, 2000, n_opt)
        return found.high - found.low

    assert width(2000) < width(500) and width(2000) < width(8000)


def test_bounds_lie_where_the_bets_have_won_twenty_to_one() -> None:
    """At either bound the log bet is ln 20."""
    found = beta_binomial(120, 400, 1000)
    for share in (found.low, found.high):
        bet = beta_binomial_log_bet(120, 400, share, mixture_strength(1000, 0.05))
        assert bet == pytest.approx(math.log(20), abs=1e-6)


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


def test_the_bayes_factor_is_a_ratio_of_probabilities() -> None:
    """Dirichlet-multinomial against multinomial probability, by scipy; p is its inverse, at most 1."""
    counts, k = [30, 22, 41, 27], 8.0
    expected = stats.dirichlet_multinomial.logpmf(counts, [k / 4] * 4, 120)
    expected -= stats.multinomial.logpmf(counts, 120, [0.25] * 4)
    found = dirichlet_equal(counts, k)
    assert found.log_bayes_factor == pytest.approx(float(expected))
    assert found.p == pytest.approx(min(1.0, math.exp(-expected)))


def test_the_bayes_factor_of_two_kinds_is_the_even_bet() -> None:
    """With two kinds it is the beta-binomial bet against one half; by default the prior is flat."""
    assert dirichlet_equal([70, 45], 6.0).log_bayes_factor == pytest.approx(
        beta_binomial_log_bet(70, 115, 0.5, 6.0)
    )
    flat = -math.log(116) - stats.binom.logpmf(70, 115, 0.5)
    assert dirichlet_equal([70, 45]).log_bayes_factor == pytest.approx(flat)
    assert dirichlet_equal([0, 0]).p == 1.0


def ever_wrong(kind: str, repeats: int, seed: int, games: int = 2000) -> int:
    """Return how many of `repeats` runs ever exclude the truth at one of 20 looks up to `games` games."""
    generator = np.random.default_rng(seed)
    looks = np.unique(np.geomspace(5, games, 20).astype(int)).tolist()
    count = 0
    for _ in range(repeats):
        if kind == "share":
            wins = np.cumsum(generator.random(games) < 0.25)
            path = [beta_binomial(int(wins[n - 1]), n, 500) for n in looks]
            count += any(not i.low <= 0.25 <= i.high for i in path)
        elif kind == "mean":
            last = bounded_path(generator.binomial(4, 0.25, games) / 4, looks)[-1]
            count += not last.low <= 0.25 <= last.high
        else:
            seats = np.cumsum(generator.multinomial(1, [0.25] * 4, games), axis=0)
            count += min(dirichlet_equal(seats[n - 1].tolist(), 50).p for n in looks) < 0.05
    return count


@pytest.mark.parametrize("kind", ["share", "mean", "counts"])
def test_errors_over_all_looks_stay_below_the_level(kind: str) -> None:
    """Of 60 runs looked at 20 times at most 9 ever exclude the truth (99.9 % of 5 %; seed 53)."""
    assert ever_wrong(kind, 60, 53, games=600) <= 9


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
@pytest.mark.parametrize("kind", ["share", "mean", "counts"])
def test_errors_over_all_looks_at_length(kind: str) -> None:
    """Over 1,000 runs of 2,000 games at most 5 % within the band (seed 55)."""
    assert ever_wrong(kind, 1000, 55) / 1000 <= 0.05 + 3.29 * math.sqrt(0.05 * 0.95 / 1000)

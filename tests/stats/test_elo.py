"""Scores as Elo and back: numbers of fastchess and of a test site, laws, and coverage by simulation."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from marchsim.stats.elo import (
    logistic_elo,
    normalised_elo,
    strength,
)
from marchsim.stats.sprt import NORMALISED_ELO, logistic_mean

# Losses, draws, wins: normalised Elo with its margin by a known SD, LOS (fastchess, app/tests/elo_test.cpp).
SINGLE = [
    ((89, 123, 76), -20.76, 40.13, 0.1553),
    ((96, 111, 136), 49.77, 36.77, 0.9960),
    ((356, 0, 34), -508.44, 34.48, 0.0),
]
# Scores of pairs, lowest first: normalised Elo, logistic Elo and its margin (likewise).
PAIRS = [
    ((34, 54, 63, 64, 75), 57.94, 55.58, 27.65),
    ((332, 433, 498, 333, 334), -9.17, -8.64, 10.33),
    ((7895, 8757, 5685, 568, 9999), -19.01, -21.04, 2.95),
]


@pytest.mark.parametrize(("counts", "normalised", "margin", "ahead"), SINGLE)
def test_single_games_as_fastchess(
    counts: tuple[int, ...], normalised: float, margin: float, ahead: float
) -> None:
    """And our interval is wider where the SD's own error counts: three times for a score of 9 %."""
    found = strength(counts)
    assert found.normalised == pytest.approx(normalised, abs=0.005)
    assert found.ahead == pytest.approx(ahead, abs=5e-5)
    assert found.normalised_interval is not None
    half = (found.normalised_interval[1] - found.normalised_interval[0]) / 2
    assert margin == pytest.approx(1.96 * NORMALISED_ELO / math.sqrt(sum(counts)), rel=1e-3)
    lopsided = abs(found.score - 0.5) > 0.2
    assert half > 3 * margin if lopsided else half == pytest.approx(margin, rel=0.02)


@pytest.mark.parametrize(("counts", "normalised", "logistic", "margin"), PAIRS)
def test_pairs_as_fastchess(
    counts: tuple[int, ...], normalised: float, logistic: float, margin: float
) -> None:
    found = strength(counts, games=2)
    assert found.normalised == pytest.approx(normalised, abs=0.01)
    assert found.logistic == pytest.approx(logistic, abs=0.01)
    low, high = found.logistic_interval
    assert low is not None and high is not None
    assert (high - low) / 2 == pytest.approx(margin, rel=0.01)


def test_pairs_as_published_by_a_test_site() -> None:
    """montytest, test 69d3c8dc: pairs 13, 37, 50, 25, 3 are -63.97 normalised and -43.6578 logistic Elo."""
    found = strength((13, 37, 50, 25, 3), games=2)
    assert found.normalised == pytest.approx(-63.97, abs=0.005)
    assert found.logistic == pytest.approx(-43.6578, abs=5e-5)


@given(st.floats(0.001, 0.999), st.floats(0, 1))
def test_there_and_back(score: float, part: float) -> None:
    """Of every score and share of draws that it can have."""
    draws = 1.99 * part * min(score, 1 - score)
    elo, logistic = normalised_elo(score, draws), logistic_elo(score)
    t = (elo or 0.0) / NORMALISED_ELO
    assert elo is not None and 0.5 + t * ((1 - draws) / 4 / (1 + t**2)) ** 0.5 == pytest.approx(score)
    assert logistic is not None and logistic_mean(logistic) == pytest.approx(score)


@given(st.lists(st.integers(0, 200), min_size=5, max_size=5).filter(any))
def test_turning_the_table_changes_the_sign(counts: list[int]) -> None:
    """The opponent has the same strength with the other sign, and the intervals mirrored."""
    mine, theirs = strength(counts, 2), strength(counts[::-1], 2)
    assert mine.score == pytest.approx(1 - theirs.score)
    if mine.normalised is not None and theirs.normalised is not None:
        assert mine.normalised == pytest.approx(-theirs.normalised, abs=1e-6)
        assert mine.normalised_interval is not None and theirs.normalised_interval is not None
        assert mine.normalised_interval[0] == pytest.approx(-theirs.normalised_interval[1], abs=1e-6)


def held(chances: list[float], games: int, count: int, seed: int) -> tuple[int, int]:
    """Return how many intervals of normalised Elo hold the truth: ours, and those of a known SD."""
    scores = np.linspace(0, 1, len(chances))
    mean = float(np.dot(chances, scores))
    sd = math.sqrt(float(np.dot(chances, (scores - mean) ** 2)))
    truth = NORMALISED_ELO * (mean - 0.5) / sd
    ours = plain = 0
    for counts in np.random.default_rng(seed).multinomial(games, chances, size=count):
        found = strength(counts.tolist())
        assert found.normalised is not None and found.normalised_interval is not None
        ours += found.normalised_interval[0] <= truth <= found.normalised_interval[1]
        plain += abs(found.normalised - truth) <= 1.96 * NORMALISED_ELO / math.sqrt(games)
    return ours, plain


def test_intervals_of_normalised_elo_cover() -> None:
    """Lopsided scores, 400 matches: ours hold in 95 % (99.9 % band), those of a known SD in far fewer."""
    ours, plain = held([0.7, 0.2, 0.1], 400, 400, 1)
    low, high = stats.binom.interval(0.999, 400, 0.95)
    assert low <= ours <= high and plain < 0.9 * 400


@pytest.mark.slow
@pytest.mark.parametrize("chances", [[0.2, 0.6, 0.2], [0.5, 0.3, 0.2], [0.7, 0.2, 0.1], [0.85, 0.15]])
def test_intervals_of_normalised_elo_cover_at_length(chances: list[float]) -> None:
    ours, _ = held(chances, 1000, 4000, 2)
    low, high = stats.binom.interval(0.999, 4000, 0.95)
    assert low - 20 <= ours <= high + 20  # half a point for the approximation

"""Cycles and ladders of pairs: known cases, statsmodels, laws, and worlds of whole games with known truth."""

from __future__ import annotations

import numpy as np
import pytest
import statsmodels.api as sm
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from marchsim.stats.clusters import Floats
from marchsim.stats.pair_ladder import Cyclic, PairLadder, cyclic, log_odds, pair_ladder, parts
from tests.stats.ladders import Games, played, wheel


def ladder(games: Games, number: int) -> PairLadder:
    """Return the ladder of pairs of some games."""
    found = pair_ladder(games.items, games.ranks, games.seats, games.deals, number)
    assert found is not None
    return found


def test_a_ladder_has_no_cyclic_part_and_a_wheel_nothing_else() -> None:
    """Odds that are differences of ratings are all ladder; rock, paper, scissors is all cycle."""
    rating = np.array([1.0, 0.2, -0.4, -0.8])
    odds = rating[:, None] - rating[None, :]
    assert parts(odds) == (pytest.approx(np.sum(odds**2)), pytest.approx(0, abs=1e-12))
    whirl = np.array([[0, 2, -2], [-2, 0, 2], [2, -2, 0.0]])
    assert parts(whirl) == (pytest.approx(0), pytest.approx(24))


@given(st.lists(st.integers(0, 50), min_size=16, max_size=16))
def test_the_two_parts_are_orthogonal(cells: list[int]) -> None:
    """Squares of both parts add up (Hodge)."""
    odds = log_odds(np.array(cells, dtype=np.float64).reshape(4, 4))
    assert float(sum(parts(odds))) == pytest.approx(np.sum(odds**2))


def test_the_ladder_of_pairs_is_statsmodels() -> None:
    """Shares by the ladder are those of a logistic regression of all meetings on items and seats."""
    generator = np.random.default_rng(1)
    games = played(np.linspace(-1, 1, 5), 60, generator, k=3, seat=np.array([0.5, 0.0, -0.3]))
    found = ladder(games, 5)
    rows, ahead, pair = [], [], []
    for one, other in ((0, 1), (0, 2), (1, 2)):
        for item, rank, seat in zip(games.items, games.ranks, games.seats, strict=True):
            first, second = sorted((one, other), key=lambda at: item[at])
            row = np.zeros(8)
            row[item[first]] += 1
            row[item[second]] -= 1
            row[5 + seat[first]] += 1
            row[5 + seat[second]] -= 1
            rows.append(row)
            ahead.append(float(rank[first] < rank[second]))
            pair.append(item[first] * 5 + item[second])
    x = np.delete(np.array(rows), [0, 5], axis=1)
    fitted = sm.Logit(np.array(ahead), x).fit(disp=0).predict(x)
    for at, (first, second) in enumerate(zip(found.first, found.second, strict=True)):
        own = np.array(pair) == first * 5 + second
        assert found.met[at] == own.sum() and found.ahead[at] == np.array(ahead)[own].sum()
        assert found.fitted[at] == pytest.approx(fitted[own].mean(), abs=1e-4)


def test_residuals_of_a_strategy_add_up_to_nothing() -> None:
    """What is left of pairs is nobody's strength; ties count half, and empty places do not matter."""
    generator = np.random.default_rng(2)
    games = played(np.linspace(-1, 1, 6), 80, generator)
    games.ranks[::7, 1] = games.ranks[::7, 0]
    games.items[::9, 3] = -1
    found = ladder(games, 6)
    left = found.ahead - found.met * found.fitted
    for item in range(6):
        sign = (found.first == item).astype(float) - (found.second == item)
        assert sign @ left == pytest.approx(0, abs=0.02)


def test_who_never_wins_has_a_ladder_too() -> None:
    """A strategy that is always behind is expected to be, within a thousandth."""
    games = played(np.array([0.0, 0.5, 40.0]), 60, np.random.default_rng(3), k=3)
    found = ladder(games, 3)
    against = found.second == 2
    assert np.all(found.share[against] == 0) and np.all(found.fitted[against] < 1e-3)
    assert pair_ladder(games.items[:0], games.ranks[:0], games.seats[:0], games.deals[:0], 3) is None


def ratio(games: Games, number: int, draws: int = 499) -> Cyclic:
    """Return the cyclic part of some games."""
    found = cyclic(ladder(games, number), number, draws=draws)
    assert found is not None
    return found


def test_the_ratio_stands_beside_what_chance_makes() -> None:
    """A ladder shows no more cycles than chance makes; a wheel planted in it is found."""
    generator, worth = np.random.default_rng(4), np.linspace(-0.5, 0.5, 5)
    fair = ratio(played(worth, 300, generator), 5)
    assert fair.p > 0.05 and 0.2 < fair.ratio / fair.chance < 4
    planted = ratio(played(worth, 300, generator, beats=wheel(5, 0.8)), 5)
    assert planted.p < 0.01 and planted.ratio > 3 * planted.chance


def test_cycles_need_three_that_met() -> None:
    two = played(np.zeros(2), 40, np.random.default_rng(5), k=2)
    assert cyclic(ladder(two, 2), 2) is None
    apart = Games(two.items + np.where(two.deals < 20, 0, 2)[:, None], two.ranks, two.seats, two.deals)
    assert cyclic(ladder(apart, 4), 4) is None


def pairs_apart(games: Games, number: int, generator: np.random.Generator) -> float:
    """Return the cyclic ratio by chance if meetings were independent, as it was taken before."""
    found = ladder(games, number)
    odds = log_odds(found.square(found.ahead, found.met - found.ahead, number))
    rating = odds.mean(axis=1)
    chance = 1 / (1 + np.exp(rating[found.second] - rating[found.first]))
    wins = generator.binomial(found.met.astype(int), chance, size=(200, len(chance))).astype(float)
    even, cycles = parts(log_odds(found.square(wins, found.met - wins, number)))
    return float(np.mean(cycles / (even + cycles)))


def worlds(
    number: int, deals: int, spread: float, luck: float, count: int, seed: int
) -> tuple[Floats, Floats]:
    """Return of ladders without a cycle: mean ratio, its value by chance now and before; and all p."""
    generator = np.random.default_rng(seed)
    rows = []
    for _ in range(count):
        games = played(np.linspace(-spread, spread, number), deals, generator, luck=luck)
        found = ratio(games, number, 199)
        rows.append((found.ratio, found.chance, pairs_apart(games, number, generator), found.p))
    made = np.array(rows)
    return made[:, :3].mean(axis=0), made[:, 3]


def test_by_chance_is_what_whole_games_make() -> None:
    """In 60 worlds on one ladder the value by chance is right; with independent meetings it is not."""
    (found, chance, before), p = worlds(6, 60, 1.0, 0.0, 60, 6)
    assert 0.8 < chance / found < 1.25 < before / found
    assert np.count_nonzero(p <= 0.05) <= stats.binom.ppf(0.9995, 60, 0.05)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("number", "deals", "spread", "luck", "before"),
    [
        (6, 60, 0.0, 0.0, (0.90, 1.05)),
        (6, 60, 1.0, 0.0, (1.30, 1.50)),
        (13, 1000, 1.0, 0.0, (1.05, 1.20)),
        (8, 200, 1.0, 1.0, (0.65, 0.85)),  # a deal favours strategies: independent meetings see cycles there
    ],
)
def test_by_chance_at_length(
    number: int, deals: int, spread: float, luck: float, before: tuple[float, float]
) -> None:
    """400 worlds each on one ladder: by chance / found is 0.9 to 1.2, and p keeps its level of 5 %."""
    (found, chance, apart), p = worlds(number, deals, spread, luck, 400, 7)
    assert 0.9 < chance / found < 1.2
    assert np.count_nonzero(p <= 0.05) <= stats.binom.ppf(0.9995, 400, 0.05)
    assert before[0] < apart / found < before[1]

"""Residuals of pairs and of shares beside each other: size in worlds on a ladder, planted matchups found."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from marchsim.stats.choices import choices
from marchsim.stats.pair_ladder import pair_ladder
from marchsim.stats.plackett_luce import expected, fit
from marchsim.stats.residuals import Residuals, in_company, residuals
from tests.stats.ladders import Games, played, wheel


def pairs_off(games: Games, number: int) -> Residuals | None:
    """Return the residuals of pairs from one ladder of who finishes ahead."""
    found = pair_ladder(games.items, games.ranks, games.seats, games.deals, number)
    assert found is not None
    information = found.met * found.fitted * (1 - found.fitted)
    return residuals(found.share - found.fitted, found.residuals, found.batches, information, 999)


def wins_off(games: Games, number: int) -> Residuals | None:
    """Return the residuals of shares of wins beside each other strategy, from the ladder of winners."""
    made = choices(games.items, games.won, games.seats, top=True)
    found = fit(made, number, 4, games.deals)
    assert found is not None
    return in_company(made, found, games.deals, 999)


def test_what_rests_on_too_little_is_not_tested() -> None:
    """Under 30 deals or information of 20 there is no z, p or interval, but there is a residual."""
    generator = np.random.default_rng(1)
    rows = generator.normal(size=(100, 4)) / 100
    clusters, information = np.array([100, 29, 100, 100]), np.array([25.0, 25.0, 19.0, 25.0])
    found = residuals(np.array([0.3, 0.3, 0.3, 0.0]), rows, clusters, information)
    assert found is not None and found.tested.tolist() == [True, False, False, True]
    assert np.isnan(found.z[1:3]).all() and found.p[0] < 0.01 and found.p[3] > 0.5
    assert residuals(np.zeros(4), rows, clusters, np.zeros(4)) is None


def test_intervals_are_those_of_p() -> None:
    """An interval excludes 0 where p is under 5 %, and is wider than one for a single share."""
    rows = np.random.default_rng(2).normal(size=(400, 9)) / 400
    values = np.linspace(-0.2, 0.2, 9)
    found = residuals(values, rows, np.full(9, 400), np.full(9, 100.0))
    assert found is not None and found.tested.all()
    assert ((np.abs(values) > found.reach) == (found.p < 0.05)).all()
    se = np.sqrt((rows**2).sum(axis=0))
    assert np.all(found.reach > 1.97 * se) and np.all(found.reach < 3.3 * se)


def test_shares_expected_of_a_fit_add_up() -> None:
    """At each table somebody wins, and a fit's wins are those that were counted, strategy by strategy."""
    games = played(np.linspace(-1, 1, 6), 200, np.random.default_rng(3))
    won = games.won
    won[::11, 1] = won[::11, 0]
    made = choices(games.items, won, games.seats, top=True)
    found = fit(made, 6, 4)
    assert found is not None
    (part,), (own,) = made, expected(made, found)
    assert own.sum(axis=1) == pytest.approx(1)
    for item in range(6):
        here = part.items == item
        assert (own * part.times[:, None])[here].sum() == pytest.approx(part.taken[here].sum(), abs=1e-4)


def test_a_planted_matchup_is_found() -> None:
    """Rock, paper, scissors among six: the three pairs are off both ladders, and the size is right."""
    games = played(np.linspace(-0.4, 0.4, 6), 1200, np.random.default_rng(4), beats=wheel(6, 0.5))
    pairs, wins = pairs_off(games, 6), wins_off(games, 6)
    assert pairs is not None and wins is not None
    assert pairs.together < 0.01 and wins.together < 0.01
    off = {at for at in range(15) if pairs.p[at] < 0.05}
    assert {0, 1, 5} <= off  # (0, 1), (0, 2), (1, 2)
    assert 0.04 < pairs.typical < 0.12


def sizes(count: int, seed: int, luck: float) -> tuple[int, int, int, int]:
    """Return in how many worlds on a ladder something is found: a pair, pairs together; likewise of wins."""
    generator, found = np.random.default_rng(seed), np.zeros(4, dtype=int)
    for _ in range(count):
        games = played(np.linspace(-0.7, 0.7, 7), 250, generator, luck=luck)
        for at, off in enumerate((pairs_off(games, 7), wins_off(games, 7))):
            assert off is not None
            found[2 * at : 2 * at + 2] += [bool(np.nanmin(off.p) <= 0.05), off.together <= 0.05]
    one, two, three, four = found.tolist()
    return one, two, three, four


def test_ladders_fit_where_they_hold() -> None:
    """In 15 worlds something is off a true ladder no more often than 5 % (99.9 % band)."""
    assert max(sizes(15, 5, 0.0)) <= stats.binom.ppf(0.9995, 15, 0.05)


@pytest.mark.slow
@pytest.mark.parametrize("luck", [0.0, 0.7])
def test_ladders_fit_where_they_hold_at_length(luck: float) -> None:
    """In 600 worlds, with luck by deal or without."""
    assert max(sizes(600, 6, luck)) <= stats.binom.ppf(0.9995, 600, 0.05)

"""Matchups of planted fields: cycles that are there, ladders that hold, and mixtures that nobody beats."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from marchsim.analysis.field.matchups import Matchups, matchups
from marchsim.analysis.reading.tallies import Orders
from marchsim.reporting.sections.standing import cycle_words, mixture_words, pair_words
from tests.stats.ladders import Games, played, wheel

NAMES = ["rock", "scissors", "paper", "d", "e", "f"]


def beside(games: Games, names: list[str] = NAMES) -> Matchups:
    """Return the matchups of some games."""
    found = matchups(
        Orders(names, games.items, games.ranks, games.seats, games.deals, np.zeros_like(games.items))
    )
    assert found is not None
    return found


def test_a_planted_cycle_is_told_for_certain() -> None:
    """The three go round, with p under 1 %; it stands in nearly all samples, and its sides in intervals."""
    worth = np.array([0.3, 0.3, 0.3, -0.5, -0.5, -0.5])
    found = beside(played(worth, 700, np.random.default_rng(1), beats=wheel(6, 0.9)))
    triad = found.triads[0]
    assert triad.members == ("rock", "scissors", "paper")
    assert triad.p is not None and triad.p < 0.01 and triad.drawn > 0.95
    for share, interval in zip(triad.shares, triad.intervals, strict=True):
        assert interval is not None and 0.5 < interval[0] < share < interval[1]
    assert found.cyclic is not None and found.cyclic.p < 0.001
    assert "cycle beyond its error: “rock” is ahead of “scissors”" in cycle_words(found)
    used = {one.strategy: one.weight for one in found.mixture if one.weight}
    assert set(used) == {"rock", "scissors", "paper"} and all(0.1 < x < 0.6 for x in used.values())
    assert 0.5 - 1e-4 <= max(one.ahead for one in found.mixture) < 0.53  # no more than noise
    assert all(one.ahead < 0.5 for one in found.mixture if one.strategy in "def")
    assert "no strategy is ahead of more often" in mixture_words(found)
    off = [(one.first, one.second) for one in found.pairs[:3]]
    assert {frozenset(pair) for pair in off} == {
        frozenset(pair) for pair in (("rock", "scissors"), ("scissors", "paper"), ("rock", "paper"))
    }
    assert "of 15 pairs are shown to be off one ladder" in pair_words(found)
    assert "Beyond chance pairs are off by" in pair_words(found)


def test_a_ladder_is_told_as_one() -> None:
    """No cycle, one strategy ahead of each other; p of one ladder is not small, and pairs are as fitted."""
    found = beside(played(np.linspace(0.8, -0.8, 6), 500, np.random.default_rng(2)))
    assert (
        found.cycles == 0 and found.triads == [] and cycle_words(found) == "No cycle of three in the table."
    )
    assert found.mixture[0].strategy == "rock" and found.mixture[0].weight == 1.0
    assert "“rock” alone is ahead of each other" in mixture_words(found)
    assert found.fit is not None and found.fit.together > 0.01
    assert "off by nothing" not in pair_words(found)
    for one in found.pairs:
        assert one.interval is not None and one.p is not None
        assert one.interval[0] < one.off < one.interval[1]
        assert one.share == pytest.approx(one.fitted + one.off)


def test_a_field_full_of_one_does_not_vote_twice() -> None:
    """Four copies of rock: plain shares favour paper; in the mixture the rocks have what one has."""
    names = ["rock 1", "rock 2", "rock 3", "rock 4", "scissors", "paper"]
    beats = np.zeros((6, 6))
    for rock in range(4):
        beats[rock, 4], beats[4, rock], beats[rock, 5], beats[5, rock] = 1, -1, -1, 1
    beats[4, 5], beats[5, 4] = 1, -1
    games = played(np.zeros(6), 4000, np.random.default_rng(3), k=2, beats=beats)
    found = beside(games, names)
    weight = {one.strategy: one.weight for one in found.mixture}
    wins = {names[at]: float(np.mean(games.ranks[games.items == at] == 1)) for at in range(6)}
    assert max(wins, key=lambda name: wins[name]) == "paper"
    assert weight["scissors"] > 0.2 and weight["paper"] > 0.2
    assert sum(weight[f"rock {at}"] for at in range(1, 5)) == pytest.approx(1 / 3, abs=0.1)


def test_what_there_is_too_little_of() -> None:
    """Under 30 deals nothing; where a pair never met no cycles and no mixture, but pairs all the same."""
    games = played(np.zeros(6), 29, np.random.default_rng(4))
    orders = Orders(NAMES, games.items, games.ranks, games.seats, games.deals, np.zeros_like(games.items))
    assert matchups(orders) is None
    few = played(np.zeros(4), 200, np.random.default_rng(5), k=2)
    held = ~np.all(np.sort(few.items, axis=1) == [0, 1], axis=1)
    apart = Games(few.items[held], few.ranks[held], few.seats[held], few.deals[held])
    found = beside(apart, NAMES[:4])
    assert found.cyclic is None and found.triads == [] and found.mixture == [] and len(found.pairs) == 5
    assert cycle_words(found) == "" and mixture_words(found) == ""


def false_cycles(seed: int) -> bool:
    """Return whether a cycle is claimed in a world of nearly level strategies on one ladder."""
    games = played(np.linspace(0.05, -0.05, 6), 250, np.random.default_rng(seed), luck=0.5)
    return any(one.p is not None and one.p <= 0.05 for one in beside(games).triads)


def test_no_cycle_is_claimed_of_a_ladder() -> None:
    """In 6 worlds in at most 5 % (99.9 % band)."""
    assert sum(false_cycles(seed) for seed in range(6)) <= stats.binom.ppf(0.9995, 6, 0.05)


@pytest.mark.slow
def test_no_cycle_is_claimed_of_a_ladder_at_length() -> None:
    assert sum(false_cycles(seed) for seed in range(400)) <= stats.binom.ppf(0.9995, 400, 0.05)

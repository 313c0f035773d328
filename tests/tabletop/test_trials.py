"""Races of candidates: who is given up when, and what a start is worth."""

from __future__ import annotations

import pytest

from marchsim.tabletop.players.rollouts import WARM_UP, Trials

pytestmark = pytest.mark.both


def raced(starts: list[int], games: list[list[int]], least: int = 10, patience: int = 100) -> Trials:
    """Return trials after games, each a list of what the candidates come to."""
    trials = Trials(0, len(starts), least, patience)
    for candidate, start in enumerate(starts):
        trials.enter(candidate, start)
    for values in games:
        for candidate in list(trials.left):
            trials.add(candidate, values[candidate])
        trials.drop()
    return trials


def test_a_candidate_that_trails_clearly_is_given_up() -> None:
    """Not before there are games to tell chance by; then by more than a standard error of the difference."""
    games = [[100, 90, 20], [104, 97, 22]]
    assert list(raced([0, 0, 0], games[: WARM_UP - 1]).left) == [0, 1, 2]
    assert list(raced([0, 0, 0], games).left) == [0, 1]
    assert list(raced([0, 0, 0], games, patience=1000).left) == [0, 1, 2]


def test_a_start_decides_between_equals_and_gives_way_to_games() -> None:
    """It counts once, however many games follow."""
    assert raced([0, -5], [[50, 50]]).best() == 0
    assert raced([-5, 0], [[50, 50]]).best() == 1
    assert raced([0, -5], [[50, 53]]).best() == 0
    assert raced([0, -5], [[50, 53], [51, 54]]).best() == 1


def test_a_start_behind_all_others_gives_a_candidate_up_sooner() -> None:
    assert list(raced([0, 0], [[50, 45], [60, 55]]).left) == [0, 1]
    assert list(raced([0, -30], [[50, 45], [60, 55]]).left) == [0]


def test_mean_and_error_are_those_of_the_games() -> None:
    """The start is spread over the games in the mean, and says nothing of the error."""
    trials = raced([-6, 0], [[40, 30], [50, 34]], least=100)
    assert trials.mean(0) == 42.0
    assert trials.mean(1) == 32.0
    assert trials.error(0) == 5.0
    assert Trials(0, 1, 0, 0).error(0) == 0.0

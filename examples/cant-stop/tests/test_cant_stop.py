"""The rules of Can't Stop, and the laws that every game keeps."""

import pytest
from cant_stop.odds import chance

from marchsim.testing import LAWS, dealt, subject


@pytest.mark.parametrize("law", LAWS)
def test_the_game_keeps_the_laws(law):
    law(subject("cant_stop"))


def test_rule_1_three_columns_win():
    game = dealt("cant_stop")
    game.scores = [2, 2]
    assert not game.over()
    game.scores = [2, 3]
    assert game.over()


def test_rule_2_columns_are_long_in_the_middle():
    assert list(dealt("cant_stop").lengths.values()) == [3, 5, 7, 9, 11, 13, 11, 9, 7, 5, 3]


def test_rule_3_four_dice_make_up_to_three_moves():
    assert dealt("cant_stop").moves(0, [1, 2, 3, 4]) == [(3, 7), (4, 6), (5, 5)]


def test_rule_3_two_sums_share_the_last_runner_by_choice():
    game = dealt("cant_stop")
    game.runners = {2: 1, 12: 1}
    assert game.moves(0, [1, 2, 3, 4]) == [(3,), (4,), (5, 5), (6,), (7,)]


def test_rule_3_a_pair_of_equal_sums_stops_at_the_top():
    game = dealt("cant_stop")
    game.runners = {2: 2}
    assert game.moves(0, [1, 1, 1, 1]) == [(2,)]


def test_rule_4_who_stops_keeps_the_steps():
    game = dealt("cant_stop", dice=[1, 2, 3, 4], rules={"runners": 2})
    game.turn(0)  # the base class moves in 3 and 7, and stops when no runner is free
    assert game.markers[0] == dict.fromkeys(range(2, 13), 0) | {3: 1, 7: 1}


def test_rule_5_a_bust_loses_the_steps_of_the_turn():
    game = dealt("cant_stop", dice=[1] * 12)  # the third roll finds column 2 topped by the runner
    game.turn(0)
    assert not any(game.markers[0].values())


def test_rule_6_a_topped_column_is_closed_to_all():
    game = dealt("cant_stop")
    game.runners = {2: 3}
    game.settle(1)
    game.runners = {}
    assert game.scores == [0, 1]
    assert not game.moves(0, [1, 1, 1, 1])


def test_rule_7_a_runner_hops_over_others():
    game = dealt("cant_stop", rules={"hop": True})
    game.markers[1][7] = 1
    assert game.next_step(0, 7) == 2
    assert game.next_step(1, 7) == 2


def test_odds_are_those_of_1296_rolls():
    assert chance(frozenset(range(2, 13))) == 1
    assert round(chance(frozenset({6, 7, 8})), 2) == 0.92

"""The field of Ant Wars ends its games, nobody wins by waiting, and each plan plays as its file claims."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from tools import antclaims, antgames, antplans
from tools.claims import claims, failed, holds


def test_every_plan_claims_something_that_is_measured() -> None:
    """At least three claims a file, by measures that exist."""
    made = claims("antwars", antgames.PLANS)
    assert set(made) == set(antgames.PLANS)
    assert min(len(own) for own in made.values()) >= 3
    assert {measure for own in made.values() for measure, _ in own} <= set(antclaims.MEASURES)


def test_a_claim_is_held_against_the_other_plans() -> None:
    """The highest and the lowest are one plan each, above and below are about the mean."""
    found = {"a": {"x": 1.0}, "b": {"x": 2.0}, "c": {"x": 6.0}}
    held = {
        place: [name for name in found if holds(found, name, "x", place)]
        for place in ("highest", "lowest", "above", "below")
    }
    assert held == {"highest": ["c"], "lowest": ["a"], "above": ["c"], "below": ["a", "b"]}


@pytest.mark.parametrize("games", [80, pytest.param(400, marks=pytest.mark.slow)])
def test_plans_play_as_their_files_claim(games: int) -> None:
    """With many games each claim as it is, with few the extremes only above or below the mean."""
    found = antclaims.measured(range(games))
    assert failed(found, claims("antwars", antgames.PLANS), loose=games <= 100) == []


@pytest.mark.parametrize(
    ("players", "deals"), [(4, 18), *(pytest.param(k, 60, marks=pytest.mark.slow) for k in (3, 4, 5, 6))]
)
def test_games_are_decided_and_waiting_does_not_win(players: int, deals: int) -> None:
    """At least half of the games, and half a share at most for a plan that marches on nobody."""
    with ThreadPoolExecutor(1) as pool:
        played = antplans.tallied(players, deals, pool)
    assert played.decided >= 0.5
    assert played.shares[antplans.WAITS] <= 0.5

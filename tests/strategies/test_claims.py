"""Each shipped plan of March plays as its file claims: three or more claims about its games."""

from __future__ import annotations

import pytest

from tools import games
from tools.claims import claims, failed, measured


def test_every_plan_claims_something_that_is_measured() -> None:
    """At least three claims a file, by measures that exist, and no two files the same."""
    made = claims("march", games.heuristics())
    assert min(len(own) for own in made.values()) >= 3
    measures = set(next(iter(measured(range(3)).values())))
    assert {measure for own in made.values() for measure, _ in own} <= measures
    assert len({frozenset(own) for own in made.values()}) == len(made)


@pytest.mark.parametrize("count", [300, pytest.param(2000, marks=pytest.mark.slow)])
def test_plans_play_as_their_files_claim(count: int) -> None:
    """With many games each claim as it is, with few the extremes only above or below the mean."""
    deals = range(5000, 5000 + count)
    assert failed(measured(deals), claims("march", games.heuristics()), loose=count < 1000) == []

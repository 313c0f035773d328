"""The benchmark proves that both sides played the same games before it compares their times."""

from __future__ import annotations

import pytest

from tests.tools import bench


def test_recording_changes_no_game() -> None:
    """The same digests with nothing, rounds or events recorded."""
    sides = [bench.pace(["random", "first"], 3, 4, record) for record in bench.RECORDS]
    bench.same("recording", *sides)
    assert {side["games"] for side in sides} == {4}
    assert all(side["decisions"] > 100 for side in sides)


def test_different_games_are_not_compared() -> None:
    """Other strategies play other games: no ratio is printed for these."""
    with pytest.raises(bench.Unequal, match="apples and pears"):
        bench.same("apples and pears", bench.pace(["random"], 3, 2), bench.pace(["first"], 3, 2))


def test_another_process_does_a_job_as_this_one() -> None:
    """The interpreted side is a process of its own that answers in JSON."""
    bench.same("here and elsewhere", bench.elsewhere("pace", ["last"], 4, 2), bench.pace(["last"], 4, 2))


@pytest.mark.slow
def test_the_demo_is_run_for_its_digests() -> None:
    """A whole run is compared by the digests of its tables."""
    if bench.demo_there():
        bench.same("demo", bench.run_demo(1, 1), bench.run_demo(1, 1))

"""Whole games of Ant Wars by frozen policies end as written down in golden/ (tools/golden.py)."""

from __future__ import annotations

import pytest

from tests.interpreted import some
from tools import antgames, golden


@pytest.mark.both
@pytest.mark.parametrize(("preset", "players"), some(antgames.ways(), 3))
def test_golden_games_are_as_written(preset: str, players: int) -> None:
    """If this fails and the change is meant: make golden UPDATE=1, and say so in CHANGELOG.md."""
    now, before = golden.played(preset, players, "antwars"), golden.written(preset, players, "antwars")
    assert golden.differences(preset, players, now, before) == []
    assert now["all"] == before["all"]


def test_golden_games_have_much_in_them() -> None:
    """No golden game is void.

    And those of a way of playing differ from each other but for the one that stops.
    """
    for way in antgames.ways():
        entries = list(golden.written(*way, "antwars")["games"].values())
        assert {entry["void"] for entry in entries} == {""}
        assert len({entry["digest"] for entry in entries}) >= len(entries) // 2
    files = {golden.path(*way, "antwars").name for way in antgames.ways()}
    assert {path.name for path in golden.folder("antwars").iterdir()} == files

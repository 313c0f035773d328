"""Whole games of frozen policies end as they are written down in golden/ (see tools/golden.py)."""

from __future__ import annotations

import json

import pytest

from tools import games, golden


@pytest.mark.both
@pytest.mark.parametrize(("preset", "players"), games.ways())
def test_golden_games_are_as_written(preset: str, players: int) -> None:
    """If this fails and the change is meant: make golden UPDATE=1, and say so in CHANGELOG.md."""
    now, before = golden.played(preset, players), golden.written(preset, players)
    assert golden.differences(preset, players, now, before) == []
    assert now["all"] == before["all"]


def test_a_changed_game_is_told() -> None:
    """The comparison names the game and the round from which it differs."""
    before = golden.written("standard", 3)
    now = json.loads(json.dumps(before))
    now["games"]["random 0"]["rounds"][2] = "0" * 16
    del now["games"]["last 1"]
    lines = golden.differences("standard", 3, now, before)
    assert lines[0].startswith("standard, 3 players, random 0: differs from round 3 on (rounds); scores ")
    assert lines[1:] == ["standard, 3 players, last 1: is gone"]


def test_golden_games_have_much_in_them() -> None:
    """No golden game is void, and those of a way of playing differ from each other."""
    for preset, players in games.ways():
        entries = list(golden.written(preset, players)["games"].values())
        assert {entry["void"] for entry in entries} == {""}
        assert len({entry["digest"] for entry in entries}) >= min(len(entries), 3 * 3 * players)
    assert {path.name for path in golden.folder().iterdir()} == {
        golden.path(*way).name for way in games.ways()
    }

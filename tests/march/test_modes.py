"""Compiled and interpreted play the same games; so does every process, whatever its hash seed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import marchsim
from tools import games

ROOT = Path(__file__).resolve().parents[2]


def elsewhere(count: int, **environment: str) -> list[str]:
    """Return the lines that tools.games prints in a process of its own."""
    kept = {key: value for key, value in os.environ.items() if key not in ("MARCHSIM_PURE", "PYTHONHASHSEED")}
    finished = subprocess.run(
        [sys.executable, "-m", "tools.games", str(count)],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
        env={**kept, **environment},
    )
    return finished.stdout.splitlines()


def test_the_sources_play_what_this_process_plays() -> None:
    """Games in every way of playing, interpreted in a process of their own, against those of this process.

    Where nothing is compiled the golden games, which both modes must play, are the only bridge (test_golden).
    """
    lines = elsewhere(20, MARCHSIM_PURE="1")
    assert len(lines) == 60 + 4 * (len(games.ways()) - 3)
    assert not any("void" in line for line in lines)
    assert lines == games.lines(20)


@pytest.mark.slow
@pytest.mark.skipif(not marchsim.MODE.compiled, reason="needs a compiled build to compare with")
def test_a_thousand_seeds_are_the_same_compiled_and_interpreted() -> None:
    """For three, four and five players; two hundred in each other way of playing."""
    compiled = games.lines(1000)
    assert len(compiled) == 3000 + 200 * (len(games.ways()) - 3)
    assert elsewhere(1000, MARCHSIM_PURE="1") == compiled


@pytest.mark.parametrize("seed", ["0", "1", "2024"])
def test_the_hash_seed_changes_nothing(seed: str) -> None:
    """No order in the engine depends on Python's string hashes."""
    assert elsewhere(2, PYTHONHASHSEED=seed) == games.lines(2)

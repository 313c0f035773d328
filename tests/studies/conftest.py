"""A working folder with a run of a few quick games, with their events."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from marchsim.runner import run

CONFIG = """
seed = {seed}
record = "events"
decision_seconds = 0.2
[design]
kind = "fixed"
blocks = 1
line_ups = [["one", "two", "three"]]
[[strategies]]
use = "{uses[0]}"
name = "one"
[[strategies]]
use = "{uses[1]}"
name = "two"
[[strategies]]
use = "{uses[2]}"
name = "three"
{more}
"""
RANDOM = ("random", "random", "random")


def played(folder: Path, out: str, more: str = "", uses: tuple[str, ...] = RANDOM, seed: int = 11) -> Path:
    """Play three games of three players (and what is added to the configuration) into a run folder."""
    path = folder / f"{out}.toml"
    path.write_text(CONFIG.format(more=more, uses=uses, seed=seed))
    run(str(path), str(folder / out), workers=1)
    return folder / out


@pytest.fixture(scope="session")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run that nobody changes."""
    return played(tmp_path_factory.mktemp("recorded"), "run")


@pytest.fixture(scope="session")
def fierce(tmp_path_factory: pytest.TempPathFactory) -> Callable[[int], Path]:
    """Runs of games with battles, by their seeds."""
    folder = tmp_path_factory.mktemp("fierce")

    @cache
    def of(seed: int) -> Path:
        return played(folder, f"seed-{seed}", uses=("warlord", "warlord", "random"), seed=seed)

    return of

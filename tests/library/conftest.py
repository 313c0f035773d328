"""What tests of the library share: a run of the shipped demo, small enough to be played in a second."""

from __future__ import annotations

from pathlib import Path

import pytest

import marchsim

BLOCKS = 12


@pytest.fixture(scope="session")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of the demo with few blocks."""
    place = tmp_path_factory.mktemp("library") / "demo"
    return marchsim.run("demo", place, blocks=BLOCKS, workers=1).path


@pytest.fixture(scope="session")
def run(demo: Path) -> marchsim.LoadedRun:
    """The same, loaded."""
    return marchsim.load(demo)

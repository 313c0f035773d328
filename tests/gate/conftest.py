"""A folder with a quick toy game, a configuration of a gate, and its baseline."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from marchsim.cli import main
from tests import policies

CONFIG = """
name = "race"
game = "toy"
seed = 5
[design]
kind = "roundrobin"
players = [3]
blocks = {blocks}
{uses}[gate]
policies = ["roller.py", "wavering.py"]
games = {games}
margins = {margins}
{more}
"""
MARGINS = "{ seats = 0.1, turns = 0.1, lead-changes = 0.1, spread = 0.1 }"

ENVIRONMENT = ("GITHUB_ACTIONS", "GITHUB_STEP_SUMMARY")


def write_config(
    folder: Path, games: int = 20, blocks: int = 20, more: str = "", margins: str = MARGINS
) -> None:
    """Write race.toml, with margins within which 80 deals that are the same say that nothing has changed."""
    text = CONFIG.format(uses=policies.USES, games=games, blocks=blocks, more=more, margins=margins)
    (folder / "race.toml").write_text(text)


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the toy's strategies, `race.toml`, its baseline, and overlays `rules.toml`."""
    policies.register()
    folder = tmp_path_factory.mktemp("made")
    policies.write(folder, policies.STEADY)
    (folder / "rules.toml").write_text("[rules]\nrest_points = 3\n")
    write_config(folder)
    with pytest.MonkeyPatch.context() as patched:
        patched.chdir(folder)
        assert main.run(["baseline", "create", "race.toml", "--out", "base.json", "--workers", "1"]) == 0
    return folder


@pytest.fixture
def place(made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder of the test's own with all of that."""
    policies.register()
    shutil.copytree(made, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    for name in ENVIRONMENT:
        monkeypatch.delenv(name, raising=False)
    return tmp_path


Gate = Callable[..., int]


@pytest.fixture
def gate(place: Path) -> Gate:
    """Run `marchsim gate race.toml --baseline base.json --workers 1` with more arguments."""

    def run(*more: str) -> int:
        return main.run(["gate", "race.toml", "--baseline", "base.json", "--workers", "1", *more])

    return run

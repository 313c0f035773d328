"""A folder with toy strategies and a configuration, and the toy game registered."""

from __future__ import annotations

from pathlib import Path

import pytest

from marchsim.recorder import compaction, merging
from tests import policies

STRATEGIES = {
    **policies.STEADY,
    "raiser": "raise ValueError('boom')",
    "answerer": "return 7",
    "quitter": "raise SystemExit(3)",
}

CONFIG = """
name = "race"
game = "toy"
seed = 5
[design]
kind = "{kind}"
players = [3]
blocks = {blocks}
[[strategies]]
use = "roller.py"
[[strategies]]
use = "rester.py"
[[strategies]]
use = "wavering.py"
[[strategies]]
use = "miser.py"
name = "miser-2"
"""


@pytest.fixture(autouse=True)
def toy() -> None:
    policies.register()


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with the toy strategies and `race.toml`."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MARCHSIM_STRATEGY_PATH", ".")
    policies.write(tmp_path, STRATEGIES)
    (tmp_path / "race.toml").write_text(CONFIG.format(kind="roundrobin", blocks=6))
    return tmp_path


@pytest.fixture
def apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts stay as chunks wrote them: none is so small that it is merged; those of a merge have 30 games."""
    monkeypatch.setattr(compaction, "TARGET", 0)
    monkeypatch.setattr(merging, "_step", lambda folders: 30)

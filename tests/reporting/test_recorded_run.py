"""A run that the runner really recorded, with a failing strategy in it, through the whole report."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from marchsim.runner import run
from tests import policies
from tests.conftest import without_drawing
from tests.reporting.test_report import every_panel

CONFIG = """
name = "race"
game = "toy"
seed = 5
[design]
kind = "random"
players = [3, 4]
blocks = 40
[[strategies]]
use = "roller.py"
[[strategies]]
use = "rester.py"
[[strategies]]
use = "miser.py"
[[strategies]]
use = "moody.py"
[[strategies]]
use = "roller.py"
name = "twin"
[[variants]]
name = "long"
rules = { rounds = 6 }
"""
STRATEGIES = {
    **policies.STEADY,
    "moody": policies.MOODY,
}


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the report of a run recorded in this process."""
    policies.register()
    place = tmp_path_factory.mktemp("recorded")
    policies.write(place, STRATEGIES)
    (place / "race.toml").write_text(CONFIG)
    run(str(place / "race.toml"), place / "run", workers=1)
    with without_drawing():
        every_panel(place / "run", place / "out")
    return place / "out"


def test_panels_design_and_versions_come_from_the_manifest(out: Path) -> None:
    """Two rule sets at two player counts, the kind of design, the seed and the fingerprints."""
    data = json.loads((out / "report.json").read_text("utf-8"))
    assert [row["panel"] for row in data["tables"]["design"]["rows"]] == [
        f"{players} players, rules “{rules}”" for rules in ("base", "long") for players in (3, 4)
    ]
    assert data["about"]["seed"] == 5 and data["about"]["game"]
    assert all(len(rules["fingerprint"]) == 64 for rules in data["about"]["rules"])
    assert "Random design" in (out / "report.md").read_text("utf-8")


def test_a_failing_strategy_is_greyed_with_both_bounds(out: Path) -> None:
    """The games it ended are void and counted, and its share is given with both bounds."""
    data = json.loads((out / "report.json").read_text("utf-8"))
    left = {row["line"] for row in data["tables"]["left-out"]["rows"]}
    assert "void: error" in left and "sound, in a block with a void game" in left
    rows = {row["strategy"]: row for row in data["tables"]["p3-k3-shares"]["rows"]}
    low, high = rows["moody"]["bounds"]
    assert rows["moody"]["void_entries"] > 0 and 0 <= low < high <= 1
    assert 'class="grey"' in (out / "report.html").read_text("utf-8")


def test_every_recorded_game_is_accounted_for(out: Path) -> None:
    """Counted games and games left out add up to those recorded."""
    tables = json.loads((out / "report.json").read_text("utf-8"))["tables"]
    recorded = sum(row["recorded"] for row in tables["design"]["rows"])
    counted = sum(row["n_games"] for row in tables["design"]["rows"])
    assert counted + sum(row["n_games"] for row in tables["left-out"]["rows"]) == recorded == 40 * (3 + 4) * 2

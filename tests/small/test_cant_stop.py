"""The example Can't Stop: installed as a package, it plays a tournament and passes its own tests."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.small.test_new_game import ENTRY, process, verbs

EXAMPLE = Path(__file__).parents[2] / "examples" / "cant-stop"


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder in which the example is installed."""
    place: Path = tmp_path_factory.mktemp("cant-stop") / "installed"
    shutil.copytree(EXAMPLE, place, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    known = place / "cant_stop-0.1.dist-info"
    known.mkdir()
    (known / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: cant_stop\nVersion: 0.1\n", encoding="utf-8"
    )
    (known / "entry_points.txt").write_text(ENTRY.format(name="cant_stop"), encoding="utf-8")
    return place


def test_its_own_tests_and_the_laws_hold(place: Path) -> None:
    told = process(place, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "tests")
    assert "18 passed" in told


def test_it_plays_a_tournament_with_two_three_and_four_players(place: Path) -> None:
    ((told, code),) = verbs(place, "run cant_stop --blocks 1")
    assert code == 0 and "70 games" in told and "none void" in told

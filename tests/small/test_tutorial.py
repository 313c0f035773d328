"""The tutorial "A game of your own": its code, put together as the page says, plays and keeps the laws."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.small.test_new_game import ENTRY, process, verbs

PAGE = Path(__file__).parents[2] / "docs" / "tutorial" / "own-game.md"
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the package of the tutorial, installed."""
    place: Path = tmp_path_factory.mktemp("tutorial")
    blocks = FENCE.findall(PAGE.read_text(encoding="utf-8"))
    python = [text for kind, text in blocks if kind == "python"]
    (config,) = [text for kind, text in blocks if kind == "toml"]
    package = place / "prizes"
    files = {
        package / "__init__.py": "",
        package / "game.py": "\n\n".join(python[:3]),
        package / "strategies" / "matcher.py": python[3],
        package / "strategies" / "random.py": python[4],
        package / "configs" / "prizes.toml": config,
        place / "tests" / "test_prizes.py": python[5],
        place / "prizes-0.1.dist-info" / "METADATA": "Metadata-Version: 2.1\nName: prizes\nVersion: 0.1\n",
        place / "prizes-0.1.dist-info" / "entry_points.txt": ENTRY.format(name="prizes"),
    }
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return place


def test_its_own_tests_and_the_laws_hold(place: Path) -> None:
    told = process(place, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "tests")
    assert "10 passed" in told


def test_its_commands_work(place: Path) -> None:
    played, run, tried = verbs(
        place,
        "play --game prizes --strategies matcher,random",
        "run prizes --blocks 10",
        "try carry=true --game prizes --deals 12",
    )
    assert played[1] == run[1] == tried[1] == 0
    assert "matcher bids " in played[0] and " wins " in played[0]
    assert "far-over" in run[0]
    assert "rule carry (3): false -> true" in tried[0]

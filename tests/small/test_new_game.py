"""A game that lives outside: `marchsim new game` writes a package, its entry point makes it known."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from marchsim.cli import main
from marchsim.tabletop.small import starter

ENTRY = "[marchsim.games]\n{name} = {name}.game:GAME\n"


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder in which a package with the game `dash` is installed."""
    place: Path = tmp_path_factory.mktemp("outside")
    for name, text in starter.package("dash").items():
        path = place / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    known = place / "dash-0.1.dist-info"
    known.mkdir()
    (known / "METADATA").write_text("Metadata-Version: 2.1\nName: dash\nVersion: 0.1\n", encoding="utf-8")
    (known / "entry_points.txt").write_text(ENTRY.format(name="dash"), encoding="utf-8")
    return place


VERBS = """
import json, sys
from marchsim.cli import main
for words in json.loads(sys.argv[1]):
    sys.stdout.write(f"== {main.run(words)}\\n")
    sys.stdout.flush()
"""


def process(place: Path, *words: str) -> str:
    """Run Python where the package is installed, and return its output."""
    path = os.pathsep.join((str(place), str(Path(__file__).parents[2])))
    done = subprocess.run(
        [sys.executable, *words], cwd=place, env={**os.environ, "PYTHONPATH": path},
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
    return done.stdout


def verbs(place: Path, *each: str) -> list[tuple[str, int]]:
    """Run verbs one after another, each given as words between blanks; return their output and exit code."""
    told = process(place, "-c", VERBS, json.dumps([words.split() for words in each]))
    found, texts = [], []
    for line in told.splitlines():
        if line.startswith("== "):
            found.append(("\n".join(texts), int(line[3:])))
            texts = []
        else:
            texts.append(line)
    return found


def test_the_package_keeps_the_laws_and_its_own_tests(place: Path) -> None:
    assert process(place, "-m", "marchsim.testing", "dash").count(" kept") == 8
    told = process(place, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "tests")
    assert "10 passed" in told


def test_the_package_plays_and_reports_at_once(place: Path) -> None:
    played, reported, replayed, verified = verbs(
        place, "run dash --blocks 10", "report runs/dash", "replay runs/dash 3", "runs verify runs/dash"
    )
    assert played[1] == reported[1] == replayed[1] == verified[1] == 0
    assert "120 games" in played[0] and "Round 1" in replayed[0]
    assert "no components" in (place / "reports" / "dash" / "report.md").read_text(encoding="utf-8")


def test_the_package_is_known_to_every_verb(place: Path) -> None:
    (rules, _), (shown, _), (components, code), (tuned, _), (told, _), (tried, tried_code) = verbs(
        place,
        "rules --game dash",
        "strategies careful --game dash",
        "components --game dash",
        "tune dash --focal careful --plan",
        "play --game dash --strategies bold,careful",
        "try goal=50 --game dash --deals 12",
    )
    assert "goal = 100" in rules and "stop_at" in shown and "1 weight" in tuned and "wins" in told
    assert code == 2 and "no components" in components
    assert tried_code == 0 and "12 deals with 3 players" in tried


def test_an_installed_game_stays_one_where_it_is_played(place: Path) -> None:
    told = process(
        place,
        "-c",
        "from marchsim import games as g; g.register('dash', 'dash.game:GAME'); print(g.home('dash'))",
    )
    assert Path(told.strip()) == place / "dash"


TRIAL = """
from marchsim.runner.configuration import config
from marchsim.runner.planning import plan
from marchsim.studies.trying.playing import Budget, blocks_for
found = config.load("dash")
blocks = blocks_for(found, Budget(seconds=120))
print(blocks * plan.make(found.changed(blocks=1), (), "main").schedule.games_per_block)
"""


def test_the_games_of_a_try_are_as_many_as_a_small_game_plays_in_the_time(place: Path) -> None:
    games = int(process(place, "-c", TRIAL).split()[-1])
    assert 2_000 < games < 24_000


def test_it_has_a_gate_whose_action_finds_its_package(place: Path) -> None:
    """The gate plays the game's own strategies, and the entry point in its pyproject.toml is what counts."""
    ((_, code),) = verbs(place, "new gate my-gate --game dash")
    assert code == 0 and 'game = "dash"' in (place / "my-gate" / "gate.toml").read_text(encoding="utf-8")
    sign = 'entry-points."marchsim.games"'
    assert sign in (place / "pyproject.toml").read_text(encoding="utf-8")
    assert sign in (Path(__file__).parents[2] / "action.yml").read_text(encoding="utf-8")


def test_a_new_strategy_of_it_plays_at_once(place: Path) -> None:
    written, told = verbs(
        place, "new strategy daring --game dash", "play --game dash --strategies daring.py,bold"
    )
    assert written[1] == told[1] == 0 and "daring" in told[0]


def test_a_package_that_cannot_be_loaded_is_named(tmp_path: Path) -> None:
    known = tmp_path / "gone-0.1.dist-info"
    known.mkdir()
    (known / "METADATA").write_text("Metadata-Version: 2.1\nName: gone\nVersion: 0.1\n", encoding="utf-8")
    (known / "entry_points.txt").write_text(ENTRY.format(name="gone"), encoding="utf-8")
    ((told, code),) = verbs(tmp_path, "rules --game gone")
    assert code == 2 and "game gone: gone.game:GAME of its package cannot be loaded" in told
    assert "Traceback" not in told


def test_a_package_that_fails_stops_no_other_game(tmp_path: Path) -> None:
    """An installed package whose own code raises is told where it is named, and nowhere else."""
    known, broken = tmp_path / "broken-0.1.dist-info", tmp_path / "broken"
    known.mkdir()
    broken.mkdir()
    (broken / "__init__.py").write_text("raise ValueError('boom')", encoding="utf-8")
    (known / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 0.1\n", encoding="utf-8")
    (known / "entry_points.txt").write_text(ENTRY.format(name="broken"), encoding="utf-8")
    (_, other), (told, code) = verbs(tmp_path, "run demo --plan", "rules --game broken")
    assert (other, code) == (0, 2) and "boom" in told and "Traceback" not in told


def test_files_that_are_there_are_not_overwritten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert main.run(["new", "game", "dash"]) == 0
    (tmp_path / "dash" / "README.md").write_text("mine", encoding="utf-8")
    assert main.run(["new", "game", "dash"]) == 2
    assert (tmp_path / "dash" / "README.md").read_text(encoding="utf-8") == "mine"
    (tmp_path / "dash" / "README.md").unlink()
    assert main.run(["new", "game", "import"]) == 2


@pytest.mark.parametrize("name", ["random", "json", "test", "numpy", "march"])
def test_a_name_that_would_hide_a_module_or_game_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main.run(["new", "game", name]) == 2
    assert f"my-{name}" in capsys.readouterr().err and not any(tmp_path.iterdir())


def test_the_hooks_of_a_game_are_named_for_a_misspelt_one(place: Path) -> None:
    text = "from dash.game import DashStrategy\n\n\nclass Keen(DashStrategy):\n"
    text += '    """Goes on."""\n\n    def go_no(self, view):\n        return "roll"\n'
    (place / "keen.py").write_text(text, encoding="utf-8")
    (listed, _), (told, code) = verbs(
        place, "strategies --game dash --strategy-path .", "play --game dash --strategies keen.py,bold"
    )
    assert "Goes on." in listed
    assert code == 2 and "The hooks are go_on" in told and "strategies.md" not in told

"""Verbs load a game by its name and ask for what it can do; a game that cannot says so in a sentence."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from marchsim import games
from marchsim.cli.main import run
from marchsim.errors import BAD_INPUT
from marchsim.kernel.showing import Profiled, Shown, Staged, Started
from tests import policies

Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that can be played and no more."""
    policies.register()
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text("class Mine(ToyStrategy):\n    pass\n")
    Path("scene.toml").write_text('game = "toy"\nrun = "turn"\n')


@pytest.mark.parametrize("ability", [Profiled, Shown, Staged, Started])
def test_march_has_every_ability(ability: type) -> None:
    assert isinstance(games.load("march"), ability)


@pytest.mark.parametrize(
    ("words", "cannot"),
    [
        ("cards --game toy", "its components cannot be shown"),
        ("tiles --game toy", "its components cannot be shown"),
        ("components --game toy", "its components cannot be shown"),
        ("rules --game toy", "its rules cannot be shown"),
        ("strategies mine.py --game toy", "it cannot show how its strategies are built"),
        ("new strategy bold --game toy", "it has no files to start from"),
        ("new overlay o.toml --game toy", "it has no files to start from"),
        ("scenario scene.toml", "it plays no scenarios"),
    ],
)
def test_what_a_game_cannot_do_is_said(words: str, cannot: str, capsys: Capture) -> None:
    """In one line with the game's name, and with the exit code of bad input."""
    assert run(words.split()) == BAD_INPUT
    told = capsys.readouterr().err
    assert cannot in told and games.load("toy").title in told and told.count("\n") == 1


@pytest.mark.parametrize("verb", ["cards", "components", "rules", "strategies", "new strategy bold"])
def test_a_game_that_there_is_not(verb: str, capsys: Capture) -> None:
    assert run([*verb.split(), "--game", "marhc"]) == BAD_INPUT
    assert "there is no game 'marhc'. Did you mean 'march'?" in capsys.readouterr().err


def test_components_of_all_kinds_at_once(capsys: Capture) -> None:
    """As JSON by kind; of one kind a list, as the short forms have it."""
    assert run(["components", "--json"]) == 0
    every = json.loads(capsys.readouterr().out)
    assert {kind: len(rows) for kind, rows in every.items()} == {"cards": 66, "tiles": 25}
    assert run(["cards", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == every["cards"]
    assert run(["components", "beetles"]) == BAD_INPUT
    assert "this game has no 'beetles'" in capsys.readouterr().err


def test_a_scenario_of_no_game(capsys: Capture) -> None:
    Path("scene.toml").write_text("game = 3\nrun = 'turn'\n")
    assert run(["scenario", "scene.toml"]) == BAD_INPUT
    assert "scene.toml: game: must be a name" in capsys.readouterr().err

"""Changes of a game that are written on a command line: what they mean, and what is said of mistakes."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

import pytest

from marchsim import games
from marchsim.cli import main
from marchsim.errors import ConfigError
from marchsim.runner.configuration import config as configs
from marchsim.runner.configuration import settings
from tests.policies import uses
from tests.toy import script

OF_CONFIGURATION = {
    "name": '"own"', "game": '"march"', "seed": 3, "record": '"events"', "decision_seconds": 2.0,
    "population": '"shipped"',
}  # fmt: skip
KEYS = ("provenance", "rules", "cards", "tiles", "great-tunnel", "beyond")
CONFIG = """
game = "toy"
design.kind = "roundrobin"
design.players = 2
design.blocks = 4
""" + uses("roller.py", "rester.py")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, toy: None) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("roller.py").write_text(script("return 0"))
    Path("rester.py").write_text(script("return 1"))
    Path("game.toml").write_text(CONFIG)
    return tmp_path


@pytest.mark.parametrize(
    ("words", "overlay"),
    [
        (["march_steps=4"], {"rules": {"march_steps": 4}}),
        (["rules.march_steps = 4"], {"rules": {"march_steps": 4}}),
        (["horde=true", "difficulty=hard"], {"rules": {"horde": True, "difficulty": "hard"}}),
        (["cards.army-head.cost=4"], {"cards": {"army-head": {"cost": 4}}}),
        (["cards.a.cost=1", "cards.a.amounts.b=2"], {"cards": {"a": {"cost": 1, "amounts": {"b": 2}}}}),
        (["tiles.5.sites=D F"], {"tiles": {"5": {"sites": "D F"}}}),
        (['tiles.5.sites="D"', "tiles.5.tunnels=[0]"], {"tiles": {"5": {"sites": "D", "tunnels": [0]}}}),
        (["beyond=2"], {"beyond": 2}),
        (["great-tunnel.back=[0, 2]"], {"great-tunnel": {"back": [0, 2]}}),
        (["final_tie=1979-05-27"], {"rules": {"final_tie": "1979-05-27"}}),
        (["a=b = c"], {"rules": {"a": "b = c"}}),
    ],
)  # fmt: skip
def test_words_are_one_overlay(words: list[str], overlay: dict[str, Any]) -> None:
    assert settings.read(words, KEYS) == [("--set", overlay)]
    assert settings.options(words) == [part for word in words for part in ("--set", word)]


def test_a_preset_is_an_overlay_by_itself_and_a_file_keeps_its_name(folder: Path) -> None:
    Path("a=b.toml").write_text("[rules]\nrounds = 3\n")
    words = ["preset=short", "a=b.toml", "rest_points=3"]
    assert settings.options(words) == ["--preset", "short", "--rules", "a=b.toml", "--set", "rest_points=3"]
    assert settings.preset_of(words) == "short"
    assert configs.read_overlays(words, "toy") == [
        ("a=b.toml", {"rules": {"rounds": 3}}),
        ("--preset", {"preset": "short"}),
        ("--set", {"rules": {"rest_points": 3}}),
    ]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["march_steps"], "'march_steps' is not NAME=VALUE"),
        (["=4"], "is not NAME=VALUE"),
        (["march_steps="], "is not NAME=VALUE"),
        (["cards..cost=4"], "a point too many"),
        (["card.army-head.cost=4"], "there is no table 'card'. Did you mean 'cards'?"),
        (["army-head.cost=4"], "Write TABLE.army-head.cost=VALUE with one of these: "),
        (["record=events"], "record is a key of a configuration, not a rule: copy one"),
        (["a=1", "rules.a=2"], "rules.a is set twice"),
        (["beyond=2", "beyond.x=1"], "beyond is set as a whole, too"),
        (["x=" + "1" * 2000], "is not NAME=VALUE"),
    ],
)
def test_what_is_wrong_with_a_word_is_said(words: list[str], told: str) -> None:
    with pytest.raises(ConfigError) as found:
        settings.read(words, KEYS)
    assert told in str(found.value)


def test_words_that_no_rule_can_have_are_those_of_configurations(folder: Path) -> None:
    """Each is a key that a configuration takes, and no parameter of a shipped game."""
    assert set(OF_CONFIGURATION) == {*settings.OF_CONFIGURATIONS}
    Path("own.toml").write_text("\n".join(f"{name} = {value}" for name, value in OF_CONFIGURATION.items()))
    found = configs.load("own.toml")
    assert (found.seed, found.record, found.game) == (3, "events", "march")
    for game in ("march", "antwars"):
        rules = games.load(game).variant("", "", ()).resolved()["rules"]
        assert not {*rules} & {*settings.OF_CONFIGURATIONS}


def test_a_run_keeps_what_was_set_and_resumes_with_the_same_alone(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The manifest has it as an overlay of the configuration; other values are another run."""
    asked = ["run", "game.toml", "--workers", "1", "--preset", "short", "--set", "rest_points=3"]
    assert main.run(asked) == 0
    manifest = json.loads((folder / "runs/game/manifest.json").read_text())
    resolved = manifest["configuration"]["resolved"]
    assert resolved["preset"] == "short"
    assert resolved["overlays"][-1] == {"source": "--set", "overlay": {"rules": {"rest_points": 3}}}
    assert manifest["variants"][0]["resolved"]["rules"]["rounds"] == 2
    assert manifest["variants"][0]["resolved"]["rules"]["rest_points"] == 3
    assert main.run(asked) == 0
    assert main.run([*asked[:-1], "rest_points=4"]) == 6
    assert "was played with another variant base" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("run game.toml --set rest_point=3", "--set: [rules] there is no rule rest_point. Did you mean"),
        ("run game.toml --preset shrot", "--preset: preset 'shrot' is unknown"),
        ("play --game toy --strategies roller.py,roller.py --set rounds=x", "[rules] rounds must be"),
        ("rules --game toy --set rounds=0", "--set: [rules] rounds must be"),
        ("run game.toml --plan --set cards.x", "'cards.x' is not NAME=VALUE"),
    ],
)  # fmt: skip
def test_mistakes_of_verbs_name_the_option(
    command: str, told: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main.run(shlex.split(command)) == 2
    assert told in capsys.readouterr().err


def test_every_verb_that_takes_overlay_files_takes_settings() -> None:
    """Else a change could be tried in one verb and not confirmed in the next."""
    from marchsim.cli.frame import load_verb

    for name, (module, _) in main.VERBS.items():
        verb = load_verb(name, module)
        for one in getattr(verb, "commands", {name: verb}).values():
            options = {option for parameter in one.params for option in parameter.opts}
            if "--rules" in options and name != "new":
                assert "--set" in options, name

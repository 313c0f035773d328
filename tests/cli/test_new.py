"""Files to start from, help by name, completion: what a user tries first works."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from marchsim.cli.main import run
from marchsim.errors import BAD_INPUT, OK, STATE_MISMATCH
from marchsim.runner.configuration import config as configs
from marchsim.runner.configuration import sources

Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_new_configuration_can_be_played_as_it_is(capsys: Capture) -> None:
    assert run(["new", "config", "mine"]) == OK
    assert "marchsim run mine.toml" in capsys.readouterr().out
    made = configs.load("mine.toml")
    assert (made.name, made.design.players, len(made.strategies)) == ("mine", (4,), 4)
    assert run(["run", "mine.toml", "--plan"]) == OK
    assert run(["new", "config", "mine"]) == BAD_INPUT


@pytest.mark.parametrize("name", sources.shipped_names("configs", ".toml"))
def test_every_shipped_configuration_can_be_copied(name: str) -> None:
    assert run(["new", "config", "copy", "--from", name]) == OK
    first, copy = configs.load(name).data(), configs.load("copy.toml").data()
    assert copy.pop("name") == "copy"
    first.pop("name")
    for one in (*first["overlays"], *copy["overlays"]):
        one.pop("source")
    assert copy == first


def test_a_name_that_cannot_be_is_refused(capsys: Capture) -> None:
    assert run(["new", "config", "my plan"]) == BAD_INPUT
    assert "a to z, A to Z, digits, - and _" in capsys.readouterr().err
    assert not list(Path().iterdir())


def test_a_rule_beside_the_table_of_rules_gets_a_hint(capsys: Capture) -> None:
    run(["new", "config", "mine"])
    Path("mine.toml").write_text("march_steps = 4\n" + Path("mine.toml").read_text())
    assert run(["run", "mine.toml", "--plan"]) == BAD_INPUT
    assert "write it under [rules]: march_steps = 4" in capsys.readouterr().err


@pytest.mark.parametrize("verb", ["report all", "runs show", "runs verify", "export", "replay nope 1"])
def test_a_folder_that_is_no_run_has_one_exit_code(verb: str) -> None:
    assert run([*verb.split(), "nope"] if "nope" not in verb else verb.split()) == STATE_MISMATCH


def test_help_is_known_by_the_name_that_people_try(capsys: Capture) -> None:
    """`marchsim help VERB` shows the help; a list by another name is refused with the one that there is."""
    assert run(["help", "runs", "ls"]) == OK
    told = capsys.readouterr().out
    assert run(["runs", "ls", "--help"]) == OK
    assert capsys.readouterr().out == told
    assert run(["runs", "list"]) == BAD_INPUT
    assert "ls" in capsys.readouterr().err


@pytest.mark.parametrize(("words", "at", "found"), [("rep", 1, "replay"), ("runs ver", 2, "verify")])
def test_a_shell_can_complete_commands(words: str, at: int, found: str) -> None:
    asked = {"_MARCHSIM_COMPLETE": "complete_bash", "COMP_WORDS": f"marchsim {words}", "COMP_CWORD": str(at)}
    told = subprocess.run(
        [sys.executable, "-m", "marchsim"],
        env={**os.environ, **asked},
        capture_output=True,
        text=True,
        check=False,
    )
    assert found in told.stdout.splitlines()
    assert not told.stderr

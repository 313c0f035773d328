"""`runs retry`: void games are played again, what counts now is stored, old reasons stay in the history."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from marchsim.cli.main import run as command_line
from marchsim.errors import ConfigError, StateMismatch
from marchsim.recorder import RunFolder
from marchsim.recorder.merging import merge
from marchsim.runner import run
from marchsim.runner.repairing import retry
from marchsim.runner.replay import verify
from tests import policies
from tests.toy import HERE, script

FITFUL = "return 0 if __import__('pathlib').Path('well').exists() or self.rng.random() < 0.97 else 1 / 0"


@pytest.fixture
def fitful(place: Path, apart: None) -> dict[str, str]:
    """A run some of whose games are void, and would not be now; returns the digests that it should have."""
    policies.write(place, {"roller": FITFUL})
    Path("well").touch()
    whole = run("race.toml", "whole", workers=1).folder.digests()
    Path("well").unlink()
    result = run("race.toml", "run", workers=1, chunk=20)
    assert 0 < result.void_games < 72
    Path("well").touch()
    return whole


def test_games_that_count_now_are_stored(fitful: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    """All tables and digests are those of a run in which nothing went wrong."""
    folder = RunFolder("run")
    void = sum(folder.voids()["roller"].values())
    assert command_line(["runs", "retry", "--strategy-path", ".", "run", "--workers", "1"]) == 0
    assert f"{void} void games replayed: {void} count now\n" in capsys.readouterr().out
    again = RunFolder("run")
    assert again.digests() == fitful and again.complete and again.manifest["voids"] == {}
    assert verify("run", None, strategy_paths=HERE).problems == []
    history = json.loads(Path("run/manifest.json").read_text())["history"]
    assert {entry["did"] for entry in history} == {"retried"}
    assert [kind for entry in history for _, kind, _ in entry["games"]] == ["error"] * void
    assert command_line(["runs", "retry", "--strategy-path", ".", "run", "--workers", "1"]) == 0
    assert "0 void games replayed" in capsys.readouterr().out
    assert run("race.toml", "run", workers=1).played == 0


def test_games_that_are_void_again_stay_as_they_are(
    fitful: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing is written that was there, and it is said."""
    Path("well").unlink()
    before = RunFolder("run").digests()
    void = sum(RunFolder("run").voids()["roller"].values())
    assert (
        command_line(["runs", "retry", "--strategy-path", ".", "run", "--reason", "error", "--workers", "1"])
        == 0
    )
    assert (
        f"{void} void games replayed: 0 count now; {void} are void again (error)" in capsys.readouterr().out
    )
    assert RunFolder("run").digests() == before
    assert retry("run", "time", workers=1, strategy_paths=HERE) == []


def test_what_cannot_be_retried_is_told(fitful: dict[str, str], place: Path) -> None:
    """Unknown reasons, changed strategies, damaged folders: nothing is touched."""
    with pytest.raises(ConfigError, match=r"--reason: 'timme' is not one of .* Did you mean 'time'"):
        retry("run", "timme", strategy_paths=HERE)
    (place / "rester.py").write_text(script("return 0", "Rester"))
    with pytest.raises(StateMismatch, match="strategy rester changed"):
        retry("run", workers=1, strategy_paths=HERE)
    (place / "rester.py").write_text(script("return 1", "Rester"))
    part = next(Path("run/tables/cards").iterdir())
    part.write_bytes(part.read_bytes()[:-1])
    with pytest.raises(StateMismatch, match="runs repair run"):
        retry("run", workers=1, strategy_paths=HERE)


def test_a_merge_keeps_the_old_reasons(fitful: dict[str, str]) -> None:
    """With the name of the folder in which a game was retried."""
    retry("run", workers=1, strategy_paths=HERE)
    merged = merge(["run", "whole"], "both")
    games = [game for entry in merged.manifest["history"] for game in entry["games"]]
    assert {entry["folder"] for entry in merged.manifest["history"]} == {"run"} and games
    assert merged.digests() == fitful

"""Playing from Python: a configuration, of which the run comes back, and one game with its story."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest

import marchsim
from marchsim.cli.main import run as command_line
from marchsim.errors import ConfigError, StateMismatch, StrategyError
from marchsim.library.described_frames import shown
from marchsim.library.playing import EVENTS
from tests import policies

FIELD = "warlord,forager,explorer"


def test_a_game_is_told_as_by_the_verb(capsys: pytest.CaptureFixture[str]) -> None:
    """Its lines are those of `marchsim play`, and the same seed gives the same game."""
    game = marchsim.play(FIELD, seed=7)
    assert command_line(["play", "--strategies", FIELD, "--seed", "7"]) == 0
    assert "".join(capsys.readouterr().out.split()) == "".join(str(game).split())
    assert game.players == tuple(FIELD.split(",")) and len(game.scores) == 3
    assert game.winners == tuple(seat for seat, rank in enumerate(game.ranks) if rank == 1)
    assert game == marchsim.play(FIELD.split(","), seed=7) != marchsim.play(FIELD, seed=8)


def test_events_of_a_game_are_a_frame(tmp_path: Path) -> None:
    """In order, typed as described; decisions are kept where they are explained, pictures where asked."""
    board = tmp_path / "board.svg"
    game = marchsim.play(FIELD, seed=7, explain="warlord", board=board)
    told = shown(EVENTS)
    assert list(zip(told["column"], told["type"], strict=True)) == [
        (name, str(kind)) for name, kind in game.events.schema.items()
    ]
    assert game.events["number"].to_list() == list(range(len(game.events)))
    assert game.events.filter(event="setup")["text"].item() == "Three players sit down; warlord starts."
    assert game.events["round"].max() == game.rounds and (game.events["text"] != "").all()
    assert len(game.decisions) > 10 and board.read_text().startswith("<svg") and "events" not in repr(game)


def test_events_of_a_run_are_recorded_without_a_configuration(tmp_path: Path) -> None:
    """Events by name, of the same games as a run without them."""
    told = marchsim.run("demo", tmp_path / "told", blocks=1, workers=1, record="events")
    bare = marchsim.run("demo", tmp_path / "bare", blocks=1, workers=1)
    assert told.events.filter(event="play")["a_name"].null_count() == 0
    assert told.events["game"].n_unique() == told.games.height
    assert told.seats["score"].to_list() == bare.seats["score"].to_list()


def test_mistakes_are_told_in_one_line(demo: Path) -> None:
    """With the types of errors of the command line."""
    for make, kind, words in (
        (lambda: marchsim.play("warlrd,forager"), StrategyError, "Did you mean 'warlord'"),
        (lambda: marchsim.play("human,forager"), ConfigError, "a person needs a terminal"),
        (lambda: marchsim.play("warlord,forager", preset="lnog"), marchsim.MarchsimError, "'long'"),
        (lambda: marchsim.run("dmeo"), ConfigError, "demo"),
        (lambda: marchsim.run("demo", demo, seed=5, workers=1), StateMismatch, "seed"),
        (lambda: marchsim.run("demo", demo, workers="dusk"), ConfigError, "'dusk'"),
        (lambda: marchsim.run("demo", demo, record="event"), ConfigError, "Did you mean 'events'"),
        (lambda: marchsim.run("demo", demo, record="events", workers=1), StateMismatch, "record"),
    ):
        with pytest.raises(kind, match=words) as raised:
            make()
        assert "\n" not in str(raised.value)


def test_a_script_needs_no_guard_against_being_imported_by_its_workers(tmp_path: Path) -> None:
    """Worker processes do not run the script again, so that it may just call `run`, in any folder."""
    script = tmp_path / "study.py"
    script.write_text(
        "import marchsim\nrun = marchsim.run('demo', blocks=1, workers=2)\nprint('ran', len(run.games))\n"
    )
    told = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, check=False, cwd=tmp_path
    )
    assert told.returncode == 0 and told.stdout.count("ran") == 1, told.stdout + told.stderr
    assert (tmp_path / "runs" / "demo" / "manifest.json").is_file()


def test_a_failing_strategy_is_an_error_and_advice_a_warning(tmp_path: Path) -> None:
    """As on the command line: a void game is a StrategyError, and five may play where it is not advised."""
    policies.register()
    policies.write(tmp_path, {"roller": "return 0", "raiser": "raise ValueError('boom')"})
    roller, raiser = (str(tmp_path / f"{name}.py") for name in ("roller", "raiser"))
    with pytest.raises(StrategyError, match="boom"):
        marchsim.play([roller, raiser], game="toy")
    with pytest.warns(UserWarning, match="five players have to share dice"):
        assert len(marchsim.play([roller], players=5, game="toy").scores) == 5


def test_rules_may_be_a_dictionary_and_a_change_is_tried(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nested or with points; a tuple tries several values; a recorded game comes back as it was."""
    monkeypatch.chdir(tmp_path)
    four = marchsim.play("warlord,forager", rules={"march_steps": 4})
    assert four.digest == marchsim.play("warlord,forager", rules={"rules": {"march_steps": 4}}).digest
    assert four.digest != marchsim.play("warlord,forager").digest
    assert "<details><summary>" in four._repr_html_()
    tried = marchsim.try_change({"march_steps": (3, 4)}, "standard", players=2, deals=2, workers=1, out="t")
    assert tried.changes["variant"].unique().sort().to_list() == [
        "march_steps-3",
        "march_steps-4",
    ]
    assert tried.fair == {} and str(tried) == tried.verdict and "may be fair at" in tried._repr_html_()
    game = marchsim.replay(tried.run, 3)
    assert game.story and game.digest == tried.run.games.filter(pl.col("game") == 3)["digest"][0]

"""Whatever a strategy's file does, the command line answers in one line and exit code 2."""

from __future__ import annotations

from pathlib import Path

import pytest

from marchsim import errors
from marchsim.cli import main

STRATEGY = "from marchsim.games.march.players import Strategy\n"
MUTE = "class Mute(Exception):\n    def __str__(self):\n        raise ValueError('no')\n"
ACTION = "class S(Strategy):\n    def action(self, me, table):\n        "

BAD = [
    (
        STRATEGY + ACTION + "raise ValueError('\\x1b[31mred')\n",
        "hook action, bad.py line 4: ValueError: \\x1b[31mred",
    ),
    (
        STRATEGY + MUTE + ACTION + "raise Mute\n",
        "hook action, bad.py line 7: Mute: (its message cannot be read)",
    ),
    (MUTE + "raise Mute\n", "its file cannot be loaded (Mute: (its message cannot be read))"),
    (
        STRATEGY + "class S(Strategy):\n    def __init__(self):\n        raise SystemExit(7)\n",
        "SystemExit: 7",
    ),
    ("", "the file must define one subclass of Strategy (it defines none)"),
]


@pytest.mark.parametrize(("text", "message"), BAD)
def test_a_strategy_that_fails_is_named_in_one_line(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    text: str,
    message: str,
) -> None:
    """An exception is told whatever its own words do, without what could steer a terminal."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bad.py").write_text(text)
    assert main.run(["play", "--strategies", "first,last,bad.py"]) == errors.BAD_INPUT
    err = capsys.readouterr().err
    assert message in err and err.count("\n") == 1


@pytest.mark.parametrize(
    ("use", "message"),
    [
        ("first:Nobody", "there is no strategy class 'Nobody' in the file. It defines First."),
        ("folder.py", "there is no strategy file"),
        ("x" * 300 + ".py", "File name too long; check the path"),
        ("~nobody-of-that-name/x.py", "its path cannot be used"),
    ],
)
def test_a_strategy_that_is_none_is_named_in_one_line(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    use: str,
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.py").mkdir()
    assert main.run(["play", "--strategies", f"first,last,{use}"]) == errors.BAD_INPUT
    err = capsys.readouterr().err
    assert message in err and err.count("\n") == 1


def test_a_game_without_end_ends_in_its_replay_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command that a warning of void games names comes to an end, and says what it found."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "loop.py").write_text(STRATEGY + ACTION + "while True: pass\n")
    uses = "".join(f"[[strategies]]\nuse = '{use}'\n" for use in ("loop.py", "first", "last"))
    design = "[design]\nplayers = 3\nblocks = 1\n"
    (tmp_path / "c.toml").write_text(f"decision_seconds = 0.1\n{design}{uses}")
    assert main.run(["run", "c.toml", "--out", "run", "--workers", "1"]) == errors.OK
    assert "marchsim replay run 0" in capsys.readouterr().out
    assert main.run(["replay", "run", "0", "--strategy-path", "."]) == errors.OK
    out = " ".join(capsys.readouterr().out.split())
    assert "was stopped by the clock, so it may differ; the replay gave time (no answer within" in out

"""What standard streams lead to changes no exit code, and no name of a file breaks a verb."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from marchsim import errors
from marchsim.cli import main
from tests.policies import uses

FEW = """[design]
players = 3
blocks = 1
""" + uses("random", "first", "last")
MARCHSIM = f"'{sys.executable}' -m marchsim"


def shell(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a command line in which M stands for the program; in a pipe its exit code is what counts."""
    line = ["bash", "-c", f"set -o pipefail; {command.replace('M ', f'{MARCHSIM} ')}"]
    environment = {**os.environ, "PYTHONUTF8": "1"}
    return subprocess.run(line, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def slow(*case: object) -> object:
    """Return a case beside which another of its kind stands."""
    return pytest.param(*case, marks=pytest.mark.slow)


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("M cards >&-", 0),
        slow("M --version >&- 2>&- <&-", 0),
        slow("M nope 2>&-", 2),
        ("M run few.toml --workers 1 --out run >&- 2>&- <&-", 0),
        ("M cards | head -n 1", 0),
        slow("M check few.toml | head -c 0", 3),
        slow("M nope 2>&1 | head -c 0", 2),
        slow("M --help > /dev/full", 2),
        ("M nope 2> /dev/full", 2),
    ],
)
def test_a_stream_changes_no_exit_code(command: str, code: int, tmp_path: Path) -> None:
    """One that was closed, one whose reader has gone, a full disk: no bug, no traceback."""
    (tmp_path / "few.toml").write_text(FEW)
    done = shell(command, tmp_path)
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr and "bug" not in done.stderr
    assert (tmp_path / "run" / "manifest.json").is_file() == ("--out run" in command)


def test_no_file_gets_what_a_closed_stream_was_told(tmp_path: Path) -> None:
    """A file that is opened later does not take the place of a stream that was closed."""
    code = (
        "import os, sys; from marchsim.cli import streams; streams.settle();"
        "open('later.txt', 'w').close(); number = os.open('later.txt', os.O_WRONLY);"
        "print('lost'); sys.stdout.flush(); sys.stderr.write('lost'); print(number, file=open('number', 'w'))"
    )
    (tmp_path / "try.py").write_text(code)
    done = shell(f"'{sys.executable}' try.py <&- >&- 2>&-", tmp_path)
    assert done.returncode == 0
    assert (tmp_path / "later.txt").read_text() == "" and int((tmp_path / "number").read_text()) > 2


def test_bytes_that_are_no_text_are_shown_as_such(tmp_path: Path) -> None:
    """In an argument they are refused, in names that a verb meets they are spelled out."""
    odd = os.fsdecode(b"odd\xff.toml")
    (tmp_path / odd).write_text("[design]\nplayers = 9\n")
    (tmp_path / os.fsdecode(b"run\xfe")).mkdir()
    (tmp_path / os.fsdecode(b"run\xfe") / "manifest.json").write_text("{}")
    done = shell("M check odd*.toml; echo $?; M runs ls .; cd run*; M run demo --out $PWD; echo $?", tmp_path)
    assert "marchsim: error: 'odd\\xff.toml': its bytes are not UTF-8 text" in done.stderr
    assert done.stdout.startswith("2\n") and "run\\xfe" in done.stdout + done.stderr
    assert done.stdout.endswith("2\n") and "bug" not in done.stderr


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["rules", "a" * 10**6], 2),
        (["run", "a" * 10**6], 2),
        (["runs", "show", "x/" * 2000], 6),
        (["export", "run", "--out", "x/" * 2000], 2),
        (["run", "\x1b[2J\x00"], 2),
        (["cards", "\ud800"], 2),
        (["run", "few.toml", "--seed", "9" * 5000], 2),
        (["run", "few.toml", "--blocks", "nan"], 2),
        (["run", "fifo"], 2),
        (["run", "folder"], 2),
    ],
)
def test_hostile_arguments_are_bad_input(
    arguments: list[str],
    code: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A short message that no terminal obeys, and a true exit code."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "few.toml").write_text(FEW)
    os.mkfifo("fifo")
    Path("folder").mkdir()
    if arguments[0] == "export":
        assert main.run(["run", "few.toml", "--out", "run", "--quiet", "--workers", "1"]) == 0
    assert main.run(arguments) == code
    said = capsys.readouterr().err
    assert said.startswith("marchsim: error: ") and len(said) < main.LONGEST
    assert all(char.isprintable() or char == "\n" for char in said)


def test_a_folder_named_like_a_home_is_that_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`--out=~/mine`, which shells leave as it is, is a folder here for all that reads and writes."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "few.toml").write_text(FEW)
    assert main.run(["run", "few.toml", "--out=~/mine", "--quiet", "--workers", "1"]) == errors.OK
    assert main.run(["runs", "verify", "~/mine"]) == errors.OK
    assert main.run(["export", "~/mine", "--format", "parquet", "--out", "~/tables"]) == errors.OK
    assert (tmp_path / "~" / "tables" / "games.parquet").is_file()

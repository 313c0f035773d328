"""Verbs whose output fails or that are killed: a line that says so, the old output or the new one, whole."""

from __future__ import annotations

import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from marchsim.cli.main import run as command_line
from tests import policies
from tests.analysis.planted import Planted, written
from tests.gate.conftest import write_config
from tools.faults import EXIT, KILLED, ROOT, calls, failing, numbers, verb

VERBS = {
    "report": ["report", "part", "seats", "new", "--out", "out"],
    "export": ["export", "new", "--out", "out"],
    "baseline": [
        "baseline",
        "accept",
        "out/base.json",
        "--reason",
        "x",
        "--rules",
        "rules.toml",
        "--workers",
        "1",
    ],
    "overlay": ["new", "overlay", "out/new.toml"],
}
BEFORE = {
    "report": ["report", "part", "seats", "old", "--out", "out"],
    "export": ["export", "old", "--out", "out"],
    "baseline": ["baseline", "create", "race.toml", "--out", "out/base.json", "--workers", "1"],
}


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with two runs, and all that a baseline takes."""
    policies.register()
    monkeypatch.chdir(tmp_path)
    for name, blocks in (("old", 2), ("new", 3)):
        written(tmp_path / name, Planted({"a": 2.0, "b": 1.0}, players=2, blocks=blocks))
    policies.write(tmp_path, policies.STEADY)
    (tmp_path / "rules.toml").write_text("[rules]\nrest_points = 3\n")
    write_config(tmp_path, games=5, blocks=2)
    (tmp_path / "out").mkdir()
    return tmp_path


def held(folder: Path) -> dict[str, bytes]:
    """Return the files of a folder that are not hidden."""
    found = {str(path.relative_to(folder)): path for path in sorted(folder.rglob("*")) if path.is_file()}
    return {name: path.read_bytes() for name, path in found.items() if "/." not in f"/{name}"}


def hidden(place: Path) -> list[str]:
    """Return what a verb left unfinished."""
    return [path.name for path in place.rglob(".*") if path.name.endswith((".tmp", ".old"))]


@pytest.mark.parametrize("name", ["export", "overlay"])
def test_a_failure_is_one_clear_line(place: Path, capsys: pytest.CaptureFixture[str], name: str) -> None:
    """Never a traceback and never exit code 1, whatever call fails; then the same command does it."""
    (place / "out" / "notes.md").write_text("mine")
    count = calls(lambda: command_line(VERBS[name]))
    for number in numbers(count, 5):
        shutil.rmtree("out")
        Path("out").mkdir()
        (place / "out" / "notes.md").write_text("mine")
        capsys.readouterr()
        with failing(number):
            code = command_line(VERBS[name])
        said = capsys.readouterr().err
        assert code in (0, 2, 6) and len(said.splitlines()) == (code != 0) and "bug" not in said, said
        assert code == 0 or "No space left on device" in said
        (place / "out" / "new.toml").unlink(missing_ok=True)
        assert command_line(VERBS[name]) == 0
        assert held(place / "out")["notes.md"] == b"mine" and not hidden(place)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["report", "export"])
def test_a_verb_that_ends_at_a_call(place: Path, name: str) -> None:
    """In a process of its own, at every 15th call: the old output or the new, and then the new."""
    assert command_line(BEFORE[name]) == 0
    old = held(place / "out")
    shutil.copytree("out", "before")
    count = calls(lambda: command_line(VERBS[name]))
    new, ended = held(place / "out"), 0
    for number in numbers(count, 15):
        shutil.rmtree("out")
        shutil.copytree("before", "out")
        found = verb(VERBS[name], number, EXIT, place)
        ended += found.returncode == KILLED
        assert held(place / "out") in (old, new), number
        assert verb(VERBS[name], 0, EXIT, place).returncode == 0
        assert held(place / "out") == new and not hidden(place), number
    assert ended >= count // 15 - 1


def kill(start: Callable[[], subprocess.Popen[bytes]], place: Path, chance: random.Random) -> bool:
    """Start a verb and kill it at a random moment, mostly while it writes; return whether it was killed."""
    process = start()
    late = chance.random() < 0.7
    until = time.monotonic() + (60 if late else 2 * chance.random())
    while process.poll() is None and time.monotonic() < until and not (late and hidden(place)):
        time.sleep(0.0005)
    time.sleep(0.04 * chance.random() if late else 0)
    process.send_signal(signal.SIGKILL)
    return process.wait() == -signal.SIGKILL


@pytest.mark.slow
@pytest.mark.parametrize("name", ["report", "export", "baseline"])
def test_fifty_kills(place: Path, name: str) -> None:
    """Seventeen of each: never a mixture, and the same command then does what it would have done."""
    command = [sys.executable, "-c", policies.PROGRAM, *VERBS[name]]
    environment = {"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin"}

    def start() -> subprocess.Popen[bytes]:
        return subprocess.Popen(command, cwd=place, env=environment, stdout=subprocess.DEVNULL)

    assert command_line(BEFORE[name]) == 0
    shutil.copytree("out", "before")
    old = held(place / "out")
    assert start().wait() == 0
    new, chance, killed, seen = held(place / "out"), random.Random(name), 0, set()
    for _ in range(17):
        shutil.rmtree("out")
        shutil.copytree("before", "out")
        killed += kill(start, place, chance)
        found = held(place / "out")
        assert found in (old, new)
        seen.add(found == new)
        if found == old or name != "baseline":  # accepting twice keeps two reasons
            assert start().wait() == 0
            assert held(place / "out") == new
        assert not hidden(place) or found == new
    assert killed > 8 and False in seen

"""Hundreds of kills at random moments, and folders that were moved, copied, linked or may not be written."""

from __future__ import annotations

import contextlib
import os
import random
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from marchsim.recorder import RunFolder
from marchsim.runner import run
from marchsim.runner.replay import verify
from tests.runner.test_faults import HOPELESS, ROOT, SLOW, children, configure
from tests.runner.test_faults import start as plainly
from tests.runner.test_faults_store import BUSY, doubled, start
from tests.toy import HERE

AGAIN = ("c.toml", "--out", "run", "--workers", "2", "--quiet")


@pytest.mark.slow
def test_a_hundred_kills_of_the_parent_lose_and_double_nothing(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """kill -9 of a run that merges all the time, at any moment from its start to its end."""
    chance, kills, finished = random.Random(1), 0, 0
    whole = run(configure(place, "return 0", blocks=4), "whole", workers=1).folder.digests()
    configure(place, SLOW, blocks=4)
    while kills < 100:
        process = start(BUSY, *AGAIN)
        try:
            process.wait(chance.uniform(0.0, 8.0))
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            kills += 1
        _, err = process.communicate(timeout=HOPELESS)
        assert process.returncode in (0, -signal.SIGKILL), err
        stored = place / "run" / "manifest.json"
        assert not [name for name in ("games", "seats", "rounds") if doubled(place / "run", name)]
        if stored.is_file():
            assert not RunFolder("run").complete or RunFolder("run").digests() == whole
        if process.returncode == 0:
            assert RunFolder("run").complete and verify("run", 0, strategy_paths=HERE).problems == []
            shutil.rmtree(place / "run")
            finished += 1
    process = plainly(place, *AGAIN)
    _, err = process.communicate(timeout=HOPELESS)
    assert process.returncode == 0, err
    assert RunFolder("run").digests() == whole and verify("run", 0, strategy_paths=HERE).problems == []
    with capsys.disabled():
        print(f"\n{kills} kills of the parent, {finished + 1} runs came to their end")


@pytest.mark.slow
def test_a_hundred_kills_of_workers_lose_and_double_nothing(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """kill -9 of one worker after another, as soon as anything more is stored.

    The run plays on and ends with the digests that it has without.
    """
    chance, kills, runs = random.Random(2), 0, 0
    parts = place / "run" / "tables" / "games"
    whole = run(configure(place, "return 0", blocks=30), "whole", workers=1).folder.digests()
    configure(place, SLOW, blocks=30)
    while kills < 100:
        process, stored = plainly(place, *AGAIN), sorted(parts.glob("part-*"))
        while process.poll() is None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(chance.uniform(0.0, 0.5))
            if sorted(parts.glob("part-*")) == stored:
                continue  # a worker that has not played yet is told from a machine without memory
            stored = sorted(parts.glob("part-*"))
            if workers := children(process.pid):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(chance.choice(workers), signal.SIGKILL)
                    kills += 1
        _, err = process.communicate(timeout=HOPELESS)
        assert process.returncode == 0, err
        assert RunFolder("run").digests() == whole and verify("run", 0, strategy_paths=HERE).problems == []
        shutil.rmtree(place / "run")
        runs += 1
    with capsys.disabled():
        print(f"\n{kills} kills of workers in {runs} runs")


@pytest.fixture
def half(place: Path) -> dict[str, str]:
    """A folder `run` that was killed half way; returns the digests of the whole."""
    whole = run(configure(place, "return 0", blocks=4), "whole", workers=1).folder.digests()
    run(configure(place, "return 0", blocks=2), "run", workers=1)
    configure(place, "return 0", blocks=4)
    return whole


def test_a_folder_that_was_moved_or_copied_goes_on(place: Path, half: dict[str, str]) -> None:
    """Nothing in a run folder says where it lies; copies go on without each other."""
    shutil.copytree("run", "copy")
    Path("deep").mkdir()
    Path("run").rename("deep/moved")
    for folder in ("copy", "deep/moved"):
        result = run("c.toml", folder, workers=1)
        assert (
            result.folder.digests() == half
            and result.played == 60
            and verify(folder, 3, strategy_paths=HERE).problems == []
        )
    assert not Path("run").exists()


def test_a_link_to_a_folder_goes_on_where_it_points(place: Path, half: dict[str, str]) -> None:
    """A name for a folder on a larger disk stays the link that it was."""
    Path("run").rename("disk")
    Path("run").symlink_to("disk")
    assert run("c.toml", "run", workers=1).folder.digests() == half
    assert Path("run").is_symlink() and RunFolder("disk").digests() == half


def test_a_folder_that_may_only_be_read_is_reported_and_not_run(place: Path, half: dict[str, str]) -> None:
    """Another user reads it and verifies it; to go on is refused in one line, and nothing is changed."""
    before = {path: path.read_bytes() for path in Path("run").rglob("*") if path.is_file()}
    for path in [Path("run"), *Path("run").rglob("*")]:
        path.chmod(0o555 if path.is_dir() else 0o444)
    try:
        code, err = as_reader(place, "runs", "verify", "--strategy-path", ".", "run", "--sample", "2")
        assert code == 0, err
        assert as_reader(place, "runs", "show", "run") == (0, "")
        code, err = as_reader(place, "run", "c.toml", "--out", "run", "--workers", "1", "--quiet")
        assert code == 2 and "run/lock: cannot be written" in err and err.count("\n") == 1, err
    finally:
        for path in [Path("run"), *Path("run").rglob("*")]:
            path.chmod(0o755 if path.is_dir() else 0o644)
    assert {path: path.read_bytes() for path in Path("run").rglob("*") if path.is_file()} == before


def as_reader(place: Path, *arguments: str) -> tuple[int, str]:
    """Run a command in a process whom permissions bind, even if it is root's; return exit code and errors."""
    code = (
        "import ctypes, os\nfrom marchsim import games; games.register('toy', 'tests.toy:TOY')\n"
        "from marchsim.cli.main import main\n"
        "if os.getuid() == 0:\n"
        "    none = (ctypes.c_uint32 * 6)()  # no capabilities: effective, permitted, inheritable, twice\n"
        "    head = (ctypes.c_uint32 * 2)(0x20080522, 0)\n"
        "    assert ctypes.CDLL(None).capset(head, none) == 0\n"
        "main()"
    )
    command = [sys.executable, "-c", code, *arguments]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        command, env=environment, capture_output=True, text=True, timeout=HOPELESS, check=False
    )
    return done.returncode, done.stderr

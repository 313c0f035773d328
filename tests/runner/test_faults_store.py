"""Faults of what is stored: processes killed while parts are merged, full disks, two runs on one folder."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import polars as pl
import pytest

from marchsim.recorder import RunFolder
from marchsim.runner import run
from marchsim.runner.replay import verify
from tests.runner.test_faults import (
    HOPELESS,
    ROOT,
    SLOW,
    alive,
    children,
    configure,
    wait_for,
    wait_for_parts,
)
from tests.toy import HERE

BUSY = (
    "import sys; from marchsim import games; games.register('toy', 'tests.toy:TOY')\n"
    "from marchsim.recorder import writer; writer.MANY = 2\n"
    "from marchsim.runner.planning import chunks; chunks.Sizer.size = lambda self, left, seconds=0: 3\n"
    "from marchsim.cli.main import main\nmain()"
)


def start(code: str, *arguments: str) -> subprocess.Popen[str]:
    """Start `marchsim run` in a process of its own, after some code."""
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", code, "run", *arguments]
    return subprocess.Popen(
        command, env=environment, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )


def doubled(folder: Path, table: str) -> list[int]:
    """Return the games that another program, which reads all files of a table, would find twice."""
    counts: Counter[int] = Counter()
    for path in (folder / "tables" / table).glob("*.parquet"):
        counts.update(pl.read_parquet(path, columns=["game"])["game"].unique().to_list())
    return [game for game, count in counts.items() if count > 1]


@pytest.mark.slow
@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_parent_killed_while_it_merges_loses_and_doubles_nothing(place: Path, workers: str) -> None:
    """kill -9 again and again, in the middle of a run that merges all the time."""
    config = configure(place, SLOW, blocks=4)
    killed = 0
    parts = place / "run" / "tables" / "games"
    for pause in (0.3, 0.05, 0.2, 0.0, HOPELESS):
        process = start(BUSY, config, "--out", "run", "--workers", workers, "--quiet")
        stored = len(list(parts.glob("part-*")))
        while process.poll() is None and len(list(parts.glob("part-*"))) == stored:
            time.sleep(0.01)
        try:
            process.wait(pause)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            killed += 1
        _, err = process.communicate(timeout=HOPELESS)
        assert not [table for table in ("games", "seats", "rounds") if doubled(place / "run", table)]
        games = RunFolder("run").scan("games").collect()["game"].to_list()
        assert len(set(games)) == len(games)
    assert killed and process.returncode == 0, err
    whole = run(configure(place, "return 0", blocks=4), "whole", workers=1)
    result = RunFolder("run")
    assert result.complete and result.digests() == whole.folder.digests()
    assert verify("run", 0, strategy_paths=HERE).problems == []


@pytest.mark.slow
def test_a_run_that_was_cut_off_is_named(place: Path) -> None:
    """The command that goes on says whose work it continues; no worker of the dead run is left."""
    config = configure(place, SLOW, blocks=5)
    process = start(BUSY, config, "--out", "run", "--workers", "2")
    wait_for_parts(place, "run", 2, process)
    workers = children(process.pid)
    second = start(BUSY, config, "--out", "run", "--workers", "1")
    _, err = second.communicate(timeout=HOPELESS)
    assert second.returncode == 2
    assert f"another run (process {process.pid} on " in err and "wait until it ends, or choose another" in err
    process.kill()
    process.communicate(timeout=HOPELESS)
    third = start(BUSY, config, "--out", "run", "--workers", "1", "--blocks", "5")
    _, err = third.communicate(timeout=HOPELESS)
    assert third.returncode == 0 and f"process {process.pid} on " in err and "was interrupted" in err
    wait_for(lambda: not any(alive(pid) for pid in workers))


@pytest.mark.slow
@pytest.mark.parametrize("room", [150, 250, 400])
def test_a_full_disk_stops_the_run_and_room_lets_it_go_on(place: Path, room: int) -> None:
    """A file system of its own runs full: a clear message, a readable folder, equal tables in the end."""
    disk = place / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={room}k", "tmpfs", str(disk)]
    if shutil.which("mount") is None or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("no file system can be mounted here")
    try:
        config = configure(place, "return 0", blocks=200)
        process = start(BUSY, config, "--workers", "2", "--out", "disk/run")
        _, err = process.communicate(timeout=HOPELESS)
        assert process.returncode == 2, err
        assert "No space left on device" in err
        if (disk / "run" / "manifest.json").is_file():
            stored = RunFolder(disk / "run").scan("games").collect()["game"].to_list()
            assert (
                len(set(stored)) == len(stored)
                and verify(disk / "run", 5, strategy_paths=HERE).problems == []
            )
        subprocess.run(["mount", "-o", "remount,size=60m", str(disk)], check=True)
        result = run(config, disk / "run", workers=1)
        assert result.folder.digests() == run(config, "whole", workers=1).folder.digests()
    finally:
        subprocess.run(["umount", str(disk)], check=True)

"""Workers end with the command that started them, however it ends and whenever, and say nothing."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest

from marchsim.runner.backends import process
from tests import policies
from tests.runner.test_faults import HOPELESS, ROOT, SLOW, configure, wait_for

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are found in /proc")


class Command:
    """A run in a process that can be told by a mark, which all that it starts inherit."""

    def __init__(self, place: Path, *arguments: str, code: str = policies.PROGRAM) -> None:
        self.mark = uuid4().hex.encode()
        self.said = place / f"{self.mark.decode()}.txt"
        command = [
            sys.executable,
            "-c",
            code,
            "run",
            "c.toml",
            "--quiet",
            "--out",
            self.mark.decode(),
            *arguments,
        ]
        with self.said.open("w") as said:
            self.process = subprocess.Popen(
                command, stdout=said, stderr=said, stdin=subprocess.DEVNULL, cwd=place,
                env=os.environ | {"PYTHONPATH": str(ROOT), "TOY_SLOW": "1", "MARK": self.mark.decode()},
            )  # fmt: skip

    def started(self) -> list[str]:
        """Return the command lines of what it has started and still runs."""
        return [words for pid, words in self._alive() if pid != self.process.pid]

    def _alive(self) -> Iterator[tuple[int, str]]:
        for place in Path("/proc").glob("[0-9]*"):
            try:
                state = (place / "stat").read_text().rpartition(")")[2].split()[0]
                if state not in "ZX" and self.mark in (place / "environ").read_bytes():
                    yield int(place.name), (place / "cmdline").read_bytes().decode(errors="replace")
            except OSError:  # it has just ended
                continue

    def killed(self, after: float) -> float:
        """Kill it, so long after it has started something; return how long the others outlive it."""
        wait_for(lambda: self.started() or self.process.poll() is not None)
        time.sleep(after)
        self.process.kill()
        self.process.wait()
        begun = time.monotonic()
        wait_for(lambda: not self.started())
        return time.monotonic() - begun


def test_workers_end_with_a_parent_that_is_killed(place: Path) -> None:
    """While they start, and while they play: none is left, and nothing is said."""
    configure(place, SLOW, 10, blocks=200)
    for after in (0.0, 0.5):
        command = Command(place, "--workers", "1")
        command.killed(after)
        assert command.said.read_text() == ""


@pytest.mark.slow
def test_workers_end_within_two_seconds(place: Path) -> None:
    """At twenty moments from the first process on; the limit is of a machine that has nothing else to do."""
    configure(place, SLOW, 10, blocks=200)
    late = []
    for after in range(20):
        command = Command(place, "--workers", "2")
        late.append(command.killed(after / 8))
        assert command.said.read_text() == ""
    print(f"outlived by {max(late):.2f} s at most")
    assert max(late) < 2.0 * max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))


@pytest.mark.slow
def test_where_the_system_does_not_tell_a_worker_asks(place: Path) -> None:
    """As on macOS: each worker looks whether its parent is still there."""
    assert 'sys.platform == "linux"' in process.START
    asking = (
        "from marchsim.runner.backends import process\n"
        "process.START = process.START.replace('sys.platform == \"linux\"', 'False')\n"
    )
    configure(place, SLOW, 10, blocks=200)
    command = Command(place, "--workers", "2", code=asking + policies.PROGRAM)
    wait_for(lambda: len([words for words in command.started() if "spawn_main" in words]) == 2)
    command.killed(0.5)
    assert command.said.read_text() == ""


@pytest.mark.slow
def test_what_fails_while_a_worker_starts_is_told(place: Path) -> None:
    """Silence is for a parent that has died; an error of ours is none."""
    broken = (
        "from marchsim.runner.backends import process\n"
        "process.START = 'import nothing_of_this_name {program}'\n"
    )
    configure(place, SLOW, 10)
    command = Command(place, "--workers", "2", code=broken + policies.PROGRAM)
    assert command.process.wait(HOPELESS) == 2
    said = command.said.read_text()
    assert "10 worker processes died outside of any game" in said

"""The lock of a run folder: one writer, named to the second; what a dead one leaves is taken over."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from marchsim.errors import RecordError
from marchsim.recorder import lock
from marchsim.recorder.lock import Lock

HOLD = (
    "import sys, time; from pathlib import Path; from marchsim.recorder.lock import Lock\n"
    "held = Lock(Path(sys.argv[1])); print(held.left_by or 'held', flush=True); time.sleep(60)"
)


def holding(place: Path) -> subprocess.Popen[str]:
    """Start a process that holds the lock."""
    command = [sys.executable, "-c", HOLD, str(place)]
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    assert process.stdout is not None and process.stdout.readline()
    return process


def test_the_second_writer_is_told_who_the_first_is(tmp_path: Path) -> None:
    """A folder has one writer; the message names its process and says what to do."""
    process = holding(tmp_path)
    try:
        with pytest.raises(
            RecordError, match=rf"another run \(process {process.pid} on .*\) is writing here"
        ):
            Lock(tmp_path)
        assert lock.holder(tmp_path) == lock.holder(tmp_path) != ""
        assert f"process {process.pid} on" in (lock.holder(tmp_path) or "")
    finally:
        process.kill()
        process.communicate()


def test_what_a_killed_writer_leaves_is_taken_over(tmp_path: Path) -> None:
    """The system lets the lock go; who held it is named once, and not after an orderly end."""
    process = holding(tmp_path)
    process.kill()
    process.communicate()
    assert lock.holder(tmp_path) is None
    held = Lock(tmp_path)
    assert held.left_by.startswith(f"process {process.pid} on ")
    held.close()
    held.close()
    again = Lock(tmp_path)
    assert again.left_by == ""
    again.close()


@pytest.mark.parametrize("content", [b"", b"{", b"\xff\xff", b"[]", b'{"pid": "x", "host": 3}', b"[" * 900])
def test_a_lock_of_any_content_can_be_taken(tmp_path: Path, content: bytes) -> None:
    """What stands in the file is untrusted and never in the way."""
    (tmp_path / "lock").write_bytes(content)
    held = Lock(tmp_path)
    assert held.left_by == "" and lock.holder(tmp_path) is not None
    held.close()


def test_somebody_who_looks_is_waited_for(tmp_path: Path) -> None:
    """A lock that is held for a moment only is no other run."""
    process = holding(tmp_path)
    killer = subprocess.Popen(["sh", "-c", f"sleep 0.05; kill -9 {process.pid}"])
    begun = time.monotonic()
    held = Lock(tmp_path)
    assert time.monotonic() - begun < 5
    held.close()
    killer.wait()
    process.communicate()


def test_folders_without_a_lock_are_held_by_nobody(tmp_path: Path) -> None:
    assert lock.holder(tmp_path) is None and lock.holder(tmp_path / "nothing") is None

"""The lock of a run folder: one writer, named to the second; what a dead one leaves is taken over."""

from __future__ import annotations

import errno
import fcntl
import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from marchsim.errors import RecordError
from marchsim.recorder import lock
from marchsim.recorder.lock import Lock

HOLD = (
    "import sys, time; from pathlib import Path; from marchsim.recorder.lock import Lock\n"
    "held = Lock(Path(sys.argv[1])); print(held.left_by or 'held', flush=True); time.sleep(600)"
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


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"\xff\xff",
        b"[]",
        b'{"pid": "x", "host": 3}',
        b"[" * 900,
        b'{"pid": Infinity, "host": "h"}',
    ],
)
def test_a_lock_of_any_content_can_be_taken(tmp_path: Path, content: bytes) -> None:
    """What stands in the file is untrusted and never in the way."""
    (tmp_path / "lock").write_bytes(content)
    held = Lock(tmp_path)
    assert held.left_by == "" and lock.holder(tmp_path) is not None
    held.close()


def test_somebody_who_looks_is_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A lock that is held for a moment only is no other run: here up to the first wait."""
    process = holding(tmp_path)
    waits: list[float] = []

    def wait(seconds: float) -> None:
        waits.append(seconds)
        process.kill()
        process.wait()

    monkeypatch.setattr(lock.time, "sleep", wait)
    held = Lock(tmp_path)
    assert waits == [0.05]
    held.close()
    process.communicate()


def test_folders_without_a_lock_are_held_by_nobody(tmp_path: Path) -> None:
    assert lock.holder(tmp_path) is None and lock.holder(tmp_path / "nothing") is None


@pytest.fixture
def lockless(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file system without locks, as some network file systems are."""

    def refused(*_: object) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(fcntl, "flock", refused)


def test_without_locks_a_file_stands_for_one(tmp_path: Path, lockless: None) -> None:
    """One writer at a time; its name is told, and the file is gone when it lets go."""
    first = Lock(tmp_path)
    assert first.left_by == ""
    with pytest.raises(
        RecordError, match=rf"process {os.getpid()} on .*this file system has no locks.* remove"
    ):
        Lock(tmp_path)
    assert f"process {os.getpid()} on" in (lock.holder(tmp_path) or "")
    first.close()
    assert not (tmp_path / "lock.held").exists() and lock.holder(tmp_path) is None
    Lock(tmp_path).close()


def test_without_locks_what_a_dead_process_of_this_machine_left_is_taken(
    tmp_path: Path, lockless: None
) -> None:
    """The same number may be another process by now: when it was started tells them apart."""
    over = subprocess.Popen([sys.executable, "-c", ""])
    over.wait()
    for pid, start in ((over.pid, "1"), (os.getpid(), "1")):
        told = {"pid": pid, "host": socket.gethostname(), "start": start}
        (tmp_path / "lock.held").write_text(json.dumps(told))
        assert lock.holder(tmp_path) is None
        held = Lock(tmp_path)
        assert held.left_by == f"process {pid} on {socket.gethostname()}"
        held.close()


@pytest.mark.parametrize("content", ['{"pid": 7, "host": "elsewhere", "start": "1"}', "", "{", "[1]"])
def test_without_locks_nobody_guesses_about_other_machines(
    tmp_path: Path, lockless: None, content: str
) -> None:
    """What another machine left, or nobody can read, is left to the user, with the truth about it."""
    (tmp_path / "lock.held").write_text(content)
    with pytest.raises(RecordError, match=r"or was killed while it did: this file system has no locks"):
        Lock(tmp_path)
    assert (tmp_path / "lock.held").read_text() == content


@pytest.mark.parametrize("name", ["lock", "lock.held"])
def test_a_link_or_a_pipe_in_place_of_a_lock_is_refused(tmp_path: Path, lockless: None, name: str) -> None:
    """Nothing is written through a link, and a pipe is not waited for."""
    (tmp_path / "precious").write_text("precious")
    (tmp_path / name).symlink_to(tmp_path / "precious")
    with pytest.raises(RecordError, match=name):
        Lock(tmp_path)
    assert (tmp_path / "precious").read_text() == "precious" and lock.holder(tmp_path) in (None, "")
    (tmp_path / name).unlink()
    os.mkfifo(tmp_path / name)
    with pytest.raises(RecordError, match=name):
        Lock(tmp_path)

"""The lock of a run folder. It admits one writer at a time, and the system releases it if a process dies.

The file `lock` names its holder. If it names one although the lock is free, that run was killed. On a file
system without locks, a second file serves as the lock, since only one process can create it. It names its
creator, so that a file left by a dead process on this machine is recognised.
"""

from __future__ import annotations

import errno
import json
import os
import socket
import time
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from typing import Any

from marchsim import files, jsonfile
from marchsim.errors import MarchsimError, RecordError

FILE = "lock"
HELD = "lock.held"  # used if the file system has no locks
BEYOND = 2**30  # where Windows locks one byte: a locked byte cannot be read there
_MOST = 1000  # bytes that say who holds a lock
_NO_LOCKS = (errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP, errno.ENOTSUP, errno.EINVAL)


class Lock:
    """A lock held by this process. `left_by` names a killed run that held it before. '' if there was none."""

    def __init__(self, folder: Path) -> None:
        self._held: Path | None = None
        path = folder / FILE
        try:
            self._handle = files.opened(path, os.O_RDWR | os.O_CREAT, own=True)
        except OSError as error:
            raise RecordError(
                f"{path}: cannot be written ({error.strerror}); choose another --out, or fix the folder."
            ) from None
        try:
            self.left_by = self._take(folder)
        except BaseException:
            os.close(self._handle)
            self._handle = -1
            raise
        self._write(_self())

    def _take(self, folder: Path) -> str:
        """Take the lock. Returns its last holder if that died without releasing the lock, else ''."""
        for _ in range(4):  # another process may just be checking whether it is held
            taken = _taken(self._handle)
            if taken is None:
                self._held = folder / HELD
                return _create(self._held)
            if taken:
                return _holder(self._handle)
            time.sleep(0.05)
        raise _busy(folder, _holder(self._handle))

    def close(self) -> None:
        """Release the lock, and note in the file that it was released."""
        if self._handle < 0:
            return
        self._write({})
        if self._held is not None:
            files.remove(self._held)
        os.close(self._handle)
        self._handle = -1

    def _write(self, holder: dict[str, Any]) -> None:
        try:
            os.ftruncate(self._handle, 0)
            os.lseek(self._handle, 0, os.SEEK_SET)
            os.write(self._handle, json.dumps(holder).encode() if holder else b"")
        except OSError:  # a full disk: the lock is held, but the file does not say by whom
            return


def holder(folder: Path) -> str | None:
    """The process that writes in a folder ('' if it is not named in the lock). None if no process does."""
    try:
        handle = files.opened(folder / FILE, os.O_RDONLY, own=True)
    except OSError:  # no lock, or another user's folder
        return None
    try:
        taken = _taken(handle)
        if taken is None:
            return _alive(folder / HELD)
        return None if taken else _holder(handle)
    finally:
        os.close(handle)


def _taken(handle: int) -> bool | None:
    """Try to take the lock, and return whether that succeeded. None if the file system has no locks.

    Closing the file releases the lock.
    """
    try:
        if os.name == "nt":
            windows: Any = import_module("msvcrt")
            os.lseek(handle, BEYOND, os.SEEK_SET)
            windows.locking(handle, windows.LK_NBLCK, 1)
            os.lseek(handle, 0, os.SEEK_SET)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return None if error.errno in _NO_LOCKS else False
    return True


def _create(path: Path) -> str:
    """Create the file that serves as a lock. Returns the dead process that left one there, else ''."""
    left_by, own = "", _self()
    while True:
        try:
            files.create(path, json.dumps(own).encode())
        except FileExistsError:
            left_by = _dead_holder(path)
            files.remove(path)
            continue
        except OSError as error:
            raise RecordError(
                f"{path}: cannot be written ({error.strerror}); choose another --out."
            ) from None
        if left_by:  # another process may have taken ours for what was left
            time.sleep(0.1)
            if _read(path) != own:
                raise _busy(path.parent, _worded(_read(path)))
        return left_by


def _dead_holder(path: Path) -> str:
    """The dead process that left a lock file. Raises RecordError if the process may be alive."""
    told = _read(path)
    words = _worded(told)
    if not path.exists():
        return ""
    if told.get("host") == socket.gethostname() and _started(told.get("pid")) != told.get("start"):
        return words
    raise RecordError(
        f"{path.parent}: {words or 'another run'} is writing here, or was killed while it did: this file "
        f"system has no locks, so only you can tell. If that run is over, remove {path}; then the same "
        "command resumes the run."
    )


def _alive(path: Path) -> str | None:
    """The holder of a lock file. None if the file is missing or its creator is known to be dead."""
    if not path.exists():
        return None
    try:
        _dead_holder(path)
    except RecordError:
        return _worded(_read(path))
    return None


def _self() -> dict[str, Any]:
    return {
        "pid": os.getpid(), "host": socket.gethostname(), "start": _started(os.getpid()),
        "since": datetime.now(UTC).isoformat(),
    }  # fmt: skip


def _started(pid: Any) -> str:
    """A mark that tells a process from a later one with the same number. '' if the process is not running."""
    if not isinstance(pid, int) or not 0 < pid < 2**31:
        return ""
    try:
        told = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
        return told.rpartition(")")[2].split()[19]
    except (OSError, IndexError):
        pass
    if Path("/proc/self/stat").exists():
        return ""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return ""
    except OSError:
        pass
    return "running"


def _read(path: Path) -> dict[str, Any]:
    try:
        return _parsed(files.content(path, _MOST, own=True))
    except OSError:
        return {}


def _holder(handle: int) -> str:
    os.lseek(handle, 0, os.SEEK_SET)
    return _worded(_parsed(os.read(handle, _MOST)))


def _parsed(content: bytes) -> dict[str, Any]:
    """The contents of a lock file, which is untrusted. {} if it is not valid."""
    try:
        told = jsonfile.parse(content, FILE, "lock", RecordError)
    except MarchsimError:
        return {}
    return told if isinstance(told, dict) else {}


def _worded(told: dict[str, Any]) -> str:
    """The holder of a lock in words. '' if the data are not valid."""
    pid, host = told.get("pid"), told.get("host")
    return f"process {pid} on {str(host)[:80]}" if isinstance(pid, int) and isinstance(host, str) else ""


def _busy(folder: Path, holder: str) -> RecordError:
    return RecordError(
        f"{folder}: another run{holder and f' ({holder})'} is writing here; wait until it ends, "
        "or choose another --out."
    )

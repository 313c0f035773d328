"""The lock of a run folder: one writer at a time, on every system, let go by the system when a process dies.

The file says who holds it. A name that is left in a lock that nobody holds is that of a run that was cut off.
"""

from __future__ import annotations

import json
import os
import socket
import time
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from typing import IO, Any

from marchsim.errors import RecordError

FILE = "lock"
BEYOND = 2**30  # where Windows locks one byte: a locked byte cannot be read there


class Lock:
    """A lock held by this process; `left_by` names the run that died holding it ('' if there is none)."""

    def __init__(self, folder: Path) -> None:
        path = folder / FILE
        try:
            self._stream: IO[bytes] = path.open("r+b" if path.is_file() else "w+b")
        except OSError as error:
            raise RecordError(
                f"{path}: cannot be written ({error.strerror}); choose another --out, or mend the folder."
            ) from None
        if not _taken_soon(self._stream):
            holder = _holder(self._stream.read(1000))
            self._stream.close()
            raise RecordError(
                f"{folder}: another run{holder and f' ({holder})'} is writing here; wait until it ends, "
                "or choose another --out."
            )
        self.left_by = _holder(self._stream.read(1000))
        self._write(
            {"pid": os.getpid(), "host": socket.gethostname(), "since": datetime.now(UTC).isoformat()}
        )

    def close(self) -> None:
        """Let the folder go, and say in the file that this was done in order."""
        if not self._stream.closed:
            self._write({})
            self._stream.close()

    def _write(self, holder: dict[str, Any]) -> None:
        try:
            self._stream.seek(0)
            self._stream.truncate()
            self._stream.write(json.dumps(holder).encode() if holder else b"")
            self._stream.flush()
        except OSError:  # a full disk: who holds the lock is then not told, but it is held
            return


def holder(folder: Path) -> str | None:
    """Return who is writing in a folder ('' if it does not say so), None if nobody is."""
    try:
        with (folder / FILE).open("rb") as stream:
            if _taken(stream):
                return None
            return _holder(stream.read(1000))
    except OSError:  # no lock, or a folder of somebody else's
        return None


def _taken_soon(stream: IO[bytes]) -> bool:
    """Try for a moment: somebody may just be looking whether the lock is held."""
    for _ in range(4):
        if _taken(stream):
            return True
        time.sleep(0.05)
    return False


def _taken(stream: IO[bytes]) -> bool:
    """Try to take the lock; it is let go when the file is closed, also by a crash."""
    try:
        if os.name == "nt":
            windows: Any = import_module("msvcrt")
            stream.seek(BEYOND)
            windows.locking(stream.fileno(), windows.LK_NBLCK, 1)
            stream.seek(0)
        else:
            import fcntl

            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _holder(content: bytes) -> str:
    """Return what the file says of its holder; it is untrusted, so shown only in a known form."""
    try:
        told = json.loads(content)
        return f"process {int(told['pid'])} on {str(told['host'])[:80]}"
    except (ValueError, TypeError, KeyError):
        return ""

"""Cause an error or a death at each call to the file system in turn: open, write, fsync, rename.

In a test, `calls(action)` counts the calls and `failing(number, fault)` makes one of them fail. For a whole
verb in another process, use `verb([...], number, fault)`, or by hand

    FAULT=12:exit python -m tools.faults report all runs/demo

A fault is the name of an error (ENOSPC, EIO; a write stores the first half before it fails), `exit` (the
process ends at once, as by kill -9), or `death`. After a `death`, no call of this process reaches the file
system, which leaves the disk as a real death would, and is as quick as an exception. Only calls by marchsim's
own code count, including those that the standard library makes for it. Calls by compiled libraries do not.
"""

from __future__ import annotations

import builtins
import errno
import io
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import Any
from unittest import mock

from marchsim import files

VARIABLE = "FAULT"
EXIT, DEATH = "exit", "death"
FAULTS = ("ENOSPC", "EIO", DEATH)
NAMES = ("open", "write", "fsync", "rename", "replace", "link", "unlink", "remove", "mkdir", "rmdir")
LIBRARY = {"os", "pathlib", "shutil", "tempfile", "contextlib", "unittest", "tests"}
KILLED = 137  # what a shell says of a process that was killed
ROOT = Path(__file__).parents[1]


class Dead(BaseException):
    """Raised where the process would have ended."""


class Faults:
    """Counts calls, and makes the one with `number` (from 1, or 0 for none) fail."""

    def __init__(self, number: int, fault: str) -> None:
        self.number, self.fault = number, fault
        self.made: list[str] = []
        self.opened: dict[int, os.stat_result] = {}
        self._dead = False
        self._lock = threading.Lock()

    @property
    def count(self) -> int:
        """The number of calls so far."""
        return len(self.made)

    def bury(self) -> None:
        """Close the files that a dead process left open, and so release their locks, as the system does."""
        for handle, held in self.opened.items() if self._dead else ():
            with suppress(OSError):
                if os.path.samestat(os.fstat(handle), held):
                    os.close(handle)

    def due(self, name: str) -> bool:
        """Count a call and return whether it must fail. Raises Dead if the process has died before it."""
        with self._lock:
            if self._dead:
                raise Dead
            self.made.append(name)
            return self.count == self.number

    def happen(self, path: object = None) -> None:
        """Cause the fault."""
        if self.fault == EXIT:
            os._exit(KILLED)
        if self.fault == DEATH:
            self._dead = True
            raise Dead
        number = int(getattr(errno, self.fault))
        raise OSError(number, os.strerror(number), path if isinstance(path, str | Path) else None)


@contextmanager
def failing(number: int, fault: str = "ENOSPC") -> Iterator[Faults]:
    """A context in which one call fails. It yields the counter of calls."""
    found = Faults(number, fault)
    with ExitStack() as stack:
        for name in NAMES:
            stack.enter_context(mock.patch.object(os, name, _counted(found, name, getattr(os, name))))
        opened = _opening(found, io.open)
        stack.enter_context(mock.patch.object(io, "open", opened))
        stack.enter_context(mock.patch.object(builtins, "open", opened))
        stack.callback(found.bury)
        in_one_step = _counted(found, "rename", files.rename)
        stack.enter_context(mock.patch.object(files, "rename", in_one_step))
        yield found


def calls(action: Callable[[], object]) -> int:
    """The number of calls that an action makes if none of them fails."""
    with failing(0) as found:
        action()
    return found.count


def numbers(count: int, every: int = 1) -> range:
    """The numbers of the calls to try: all of them, or every n-th, counted down from the last."""
    return range(1 + (count - 1) % every, count + 1, every)


def verb(
    arguments: Sequence[str], number: int, fault: str = EXIT, folder: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """Run `marchsim ARGUMENTS` in another process, with a fault at one call."""
    environment = os.environ | {VARIABLE: f"{number}:{fault}", "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        [sys.executable, "-m", "tools.faults", *arguments],
        cwd=folder, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip


def _counted(found: Faults, name: str, call: Callable[..., Any]) -> Callable[..., Any]:
    """A version of a call that is counted and may fail. A write that fails writes its first half."""

    def counted(*arguments: Any, **more: Any) -> Any:
        ours = _ours()
        if ours and found.due(name):
            if name == "write":
                call(arguments[0], bytes(arguments[1])[: len(arguments[1]) // 2])
            found.happen(arguments[0])
        made = call(*arguments, **more)
        if ours and name == "open":
            found.opened[made] = os.fstat(made)
        return made

    return counted


def _opening(found: Faults, call: Callable[..., Any]) -> Callable[..., Any]:
    """A version of `open` that is counted, as are the writes to the file that it opens."""

    def opening(file: Any, mode: str = "r", *arguments: Any, **more: Any) -> Any:
        if isinstance(file, int) or not _ours():
            return call(file, mode, *arguments, **more)
        if found.due("open"):
            found.happen(file)
        stream = call(file, mode, *arguments, **more)
        return _Stream(found, stream) if set(mode) & set("wax+") else stream

    return opening


class _Stream:
    """A file open for writing, whose writes and flushes are counted."""

    def __init__(self, found: Faults, stream: Any) -> None:
        self._found, self._stream = found, stream

    def write(self, data: Any) -> Any:
        """Write the data, or half of it if this call must fail."""
        if _ours() and self._found.due("write"):
            self._stream.write(data[: len(data) // 2])
            self._stream.flush()
            self._found.happen()
        return self._stream.write(data)

    def flush(self) -> None:
        """Flush the file, unless this call must fail."""
        if _ours() and self._found.due("flush"):
            self._found.happen()
        self._stream.flush()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def __enter__(self) -> _Stream:
        self._stream.__enter__()
        return self

    def __exit__(self, *error: object) -> None:
        self._stream.__exit__(*error)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._stream)


def _ours() -> bool:
    """Whether a call is made by marchsim's own code, or by the standard library for it."""
    frame: FrameType | None = sys._getframe(2)
    while frame is not None:
        top, _, _ = str(frame.f_globals.get("__name__", "")).partition(".")
        if top not in LIBRARY:
            return top == "marchsim"
        frame = frame.f_back
    return False


def main() -> None:
    """Run the verb in the arguments, with the fault in the environment."""
    from marchsim.cli.main import run

    number, _, fault = os.environ[VARIABLE].partition(":")
    with failing(int(number), fault):
        code = run(sys.argv[1:])
    sys.exit(code)


if __name__ == "__main__":
    main()

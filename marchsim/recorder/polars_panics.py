"""Keeps the raw text of a crash inside polars off the terminal. The exception itself is still raised."""

from __future__ import annotations

import os
import re
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO

from polars.exceptions import PanicException

MOST = 1_000_000  # bytes of held-back output that are shown in the end
LATE = 0.05  # seconds in which other threads of polars finish reporting that they crashed too
_STDERR = 2
_BEGINS = re.compile(rb"\n?thread '[^'\n]*' (\(\d+\) )?panicked at ")


class _Descriptor:
    """The redirected file descriptor 2 (standard error), shared by all threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._depth = 0
        self._taken: tuple[int, IO[bytes]] | None = None

    def hold(self) -> None:
        with self._lock:
            if self._depth == 0:
                self._taken = _taken()
            self._depth += 1

    def release(self) -> None:
        with self._lock:
            self._depth -= 1
            if self._depth or self._taken is None:
                return
            terminal, file = self._taken
            self._taken = None
            _flush()
            os.dup2(terminal, _STDERR)
            os.close(terminal)
            with file:
                file.seek(0)
                told = said(file.read(MOST))
            if told:
                os.write(_STDERR, told)


_held = _Descriptor()


@contextmanager
def quiet() -> Iterator[None]:
    """Hold back standard error, and show it afterwards without the text of a Rust panic.

    Use it around calls of polars that read untrusted bytes. Calls may be nested and come from several
    threads. A process that is started meanwhile inherits the redirection. MARCHSIM_DEBUG=1 shows everything.
    """
    if os.environ.get("MARCHSIM_DEBUG", "") not in ("", "0"):
        yield
        return
    _held.hold()
    try:
        yield
    except PanicException:
        time.sleep(LATE)
        raise
    finally:
        _held.release()


def said(text: bytes) -> bytes:
    """The held-back text up to the first panic. The message and the stack of the panic are left out."""
    panic = _BEGINS.search(text)
    return text if panic is None else text[: panic.start()]


def _taken() -> tuple[int, IO[bytes]] | None:
    """Redirect file descriptor 2 to a file. None if it is closed, or if the file cannot be made."""
    _flush()
    try:
        terminal = os.dup(_STDERR)
    except OSError:
        return None
    try:
        file = tempfile.TemporaryFile()  # noqa: SIM115  (closed by `release`)
    except OSError:
        os.close(terminal)
        return None
    except BaseException:
        os.close(terminal)
        raise
    os.dup2(file.fileno(), _STDERR)
    return terminal, file


def _flush() -> None:
    try:
        sys.stderr.flush()
    except (AttributeError, OSError, ValueError):  # closed, or none
        return

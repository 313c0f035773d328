"""Ctrl-C, also where it strikes inside a strategy, whose failures a game catches: noted, heeded after it."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterator
from types import FrameType

from marchsim.errors import MarchsimError

_struck = False


def heed() -> None:
    """Raise KeyboardInterrupt if Ctrl-C has struck, whatever became of the exception that it raised then."""
    if _struck:
        raise KeyboardInterrupt


@contextlib.contextmanager
def noted() -> Iterator[None]:
    """Note Ctrl-C beside raising it; may be nested. In other threads, which no signal reaches, do nothing."""
    global _struck
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, _strike)
    try:
        yield
        heed()
    except MarchsimError:
        if _struck:
            raise KeyboardInterrupt from None
        raise
    finally:
        signal.signal(signal.SIGINT, before)
        if before is not _strike:
            _struck = False


def _strike(_number: int, _frame: FrameType | None) -> None:
    global _struck
    _struck = True
    raise KeyboardInterrupt

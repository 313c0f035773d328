"""Remembers Ctrl-C, so that it stops a run even if a strategy or a library swallows the exception."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterator
from types import FrameType

from marchsim.errors import MarchsimError

_pressed = False


def raise_if_noted() -> None:
    """Raise KeyboardInterrupt if Ctrl-C was pressed, even if an earlier exception was swallowed."""
    if _pressed:
        raise KeyboardInterrupt


@contextlib.contextmanager
def noted() -> Iterator[None]:
    """A context that remembers Ctrl-C besides raising it. May be nested. No effect in other threads."""
    global _pressed
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, _strike)
    try:
        yield
        raise_if_noted()
    except MarchsimError:
        if _pressed:
            raise KeyboardInterrupt from None
        raise
    finally:
        signal.signal(signal.SIGINT, before)
        if before is not _strike:
            _pressed = False


def _strike(_number: int, _frame: FrameType | None) -> None:
    global _pressed
    _pressed = True
    raise KeyboardInterrupt

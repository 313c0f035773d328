"""The clock over decisions: a timer looks at the game under way and stops a decision open too long.

It raises `TimeUp` in whatever Python code runs then. Code that is not Python does not hear it; there the
beat stands still, and the parent process ends the worker. Where signals are not to be had (Windows, other
threads), only that.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import MutableSequence
from types import FrameType
from typing import Any

from marchsim.kernel.game import Session

BEAT = 3
"""A beat is [game under way or -1, decisions in it so far, games done in the chunk]."""


class TimeUp(KeyboardInterrupt):
    """A decision stayed open too long.

    Not an Exception, so that a strategy's `except Exception` lets it pass.
    """


class Watch:
    """Watches the games of one process: a context around a chunk, `enter` and `leave` around each game."""

    def __init__(self, seconds: float, beat: MutableSequence[int], parent: int | None = None) -> None:
        self.seconds = seconds
        self.beat = beat
        self.fired = False
        self._parent = parent
        self._session: Session | None = None
        self._seen = (-1, -1)
        self._since = 0.0
        self._before: Any = None
        self._able = False

    def __enter__(self) -> Watch:
        self._able = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
        if self._able:
            period = min(1.0, self.seconds / 4)
            self._before = signal.signal(signal.SIGALRM, self._tick)
            signal.setitimer(signal.ITIMER_REAL, period, period)
        return self

    def __exit__(self, *_: object) -> None:
        self.leave()
        self.beat[0] = -1
        if self._able:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, self._before)

    def enter(self, session: Session, game: int, done: int) -> None:
        """A game begins."""
        self.fired = False
        self._seen = (-1, -1)
        self.beat[1] = 0
        self.beat[2] = done
        self.beat[0] = game
        self._session = session

    def leave(self) -> None:
        """The game is over: nothing is raised any more."""
        self._session = None

    def _tick(self, _number: int, _frame: FrameType | None) -> None:
        if self._parent is not None and os.getppid() != self._parent:
            os._exit(1)
        if self._session is None:
            return
        position = self._session.position()
        now = time.monotonic()
        self.beat[1] = position[1]
        if position != self._seen:
            self._seen, self._since = position, now
        elif now - self._since >= self.seconds:
            self.fired = True
            raise TimeUp(f"no answer within {self.seconds:g} s")

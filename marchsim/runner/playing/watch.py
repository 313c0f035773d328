"""The clock over decisions: a timer looks at the game under way and stops a decision that takes too long.

What counts is processor time of this process, so a busy machine makes no game void; time on the wall is only
a far cap on a strategy that sleeps or waits (D-61). The timer raises `TimeUp` in whatever Python code runs
then. Code that is not Python does not hear it; there the beat stands still, and the parent process ends the
worker. Where signals are not to be had (Windows, other threads), only that.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, MutableSequence
from types import FrameType
from typing import Any

from marchsim.kernel.game import Session

GAME, DECISIONS, DONE, SEAT, HARM = range(5)
BEAT = 5
"""A beat is [game under way or -1, decisions in it so far, games done in the chunk, seat whose code runs or
-1 (known where a game is followed closely), what the game did to its process (household.HARMS)]."""

FAR, LEAST_FAR = 20, 60.0


def still() -> list[int]:
    """Return the beat of a process that plays nothing."""
    return [-1, 0, 0, -1, 0]


def far(seconds: float) -> float:
    """Return for how long a decision may stay open on the wall where it may take so much processor time."""
    return max(FAR * seconds, LEAST_FAR)


def words(seconds: float, wall: bool = False) -> str:
    """Return why a game is void whose decision took too long, by the processor or on the wall."""
    if wall:
        return f"no answer within {far(seconds):g} s on the clock on the wall"
    return f"no answer within {seconds:g} s of processor time"


class TimeUp(KeyboardInterrupt):
    """A decision took too long.

    Not an Exception, so that a strategy's `except Exception` lets it pass.
    """


class Watch:
    """Watches the games of one process: a context around a chunk, `enter` and `leave` around each game.

    `whose` says from a Python frame whose code runs there: the seat that was asked when the clock `fired`.
    """

    def __init__(
        self,
        seconds: float,
        beat: MutableSequence[int],
        whose: Callable[[FrameType | None], int] | None = None,
    ) -> None:
        self.seconds = seconds
        self.beat = beat
        self.fired = ""
        self.seat = -1
        self._whose = whose
        self._session: Session | None = None
        self._seen = (-1, -1)
        self._cpu = self._wall = 0.0
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
        self.beat[GAME] = -1
        if self._able:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, self._before)

    def enter(self, session: Session, game: int, done: int) -> None:
        """A game begins."""
        self.fired, self.seat = "", -1
        self._seen = (-1, -1)
        self.beat[DECISIONS] = 0
        self.beat[DONE] = done
        self.beat[GAME] = game
        self._session = session

    def leave(self) -> None:
        """The game is over: nothing is raised any more."""
        self._session = None

    def _tick(self, _number: int, frame: FrameType | None) -> None:
        if self._session is None:
            return
        position = self._session.position()
        cpu, wall = time.process_time(), time.monotonic()
        self.beat[DECISIONS] = position[1]
        if position != self._seen:
            self._seen, self._cpu, self._wall = position, cpu, wall
            return
        late = wall - self._wall >= far(self.seconds)
        if late or cpu - self._cpu >= self.seconds:
            self.fired = words(self.seconds, late)
            self.seat = self._whose(frame) if self._whose else -1
            raise TimeUp(self.fired)

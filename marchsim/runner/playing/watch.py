"""The clock over decisions. A timer checks the game in progress and stops a decision that takes too long.

The limit is on processor time of this process, so a busy machine makes no game void. The limit on wall time
is generous, and only meant for strategies that sleep or wait (D-61). The timer raises `TimeUp` in the Python
code that is running. Other code cannot be interrupted: its beat stops, and the parent process kills the
worker. Without signals (on Windows, or in other threads), only the parent can stop a decision.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, MutableSequence
from types import FrameType
from typing import Any

from marchsim.kernel.game import Session

GAME, DECISIONS, DONE, SEAT, HARM, SAYS = range(6)
BEAT = 6
"""A beat is [game under way or -1, decisions in it so far, games done in the chunk, seat whose code runs or
-1 (known where a game is followed closely), what the game did to its process (process_state.HARMS),
1 from when the process says something through its pipe until it is given the next chunk]."""

FAR, LEAST_FAR = 20, 60.0


def still() -> list[int]:
    """The beat of a process between games: the starting values of its counters."""
    return [-1, 0, 0, -1, 0, 0]


def far(seconds: float) -> float:
    """The wall time in seconds that a decision may take, if `seconds` is its limit of processor time."""
    return max(FAR * seconds, LEAST_FAR)


def words(seconds: float, wall: bool = False) -> str:
    """The reason why a game is void: a decision took too much processor time or, if `wall`, wall time."""
    if wall:
        return f"no answer within {far(seconds):g} s of wall time"
    return f"no answer within {seconds:g} s of processor time"


class TimeUp(KeyboardInterrupt):
    """Raised if a decision takes too long. In a strategy, `except Exception` does not catch it."""


class Watch:
    """Watches the games of one process: a context around a chunk, with `enter` and `leave` for each game.

    `seat_of` returns the seat whose code runs in a Python frame. That seat is named if the clock `fired`.
    """

    def __init__(
        self,
        seconds: float,
        beat: MutableSequence[int],
        seat_of: Callable[[FrameType | None], int] | None = None,
    ) -> None:
        self.seconds = seconds
        self.beat = beat
        self.fired = ""
        self.seat = -1
        self._seat_of = seat_of
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

    def __exit__(self, kind: object, *_: object) -> None:
        self.leave()
        if kind is None:  # else the beat says in which game the process failed
            self.beat[GAME] = -1
        if self._able:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, self._before)

    def enter(self, session: Session, game: int, done: int) -> None:
        """Start watching a game."""
        self.fired, self.seat = "", -1
        self._seen = (-1, -1)
        self.beat[DECISIONS] = 0
        self.beat[DONE] = done
        self.beat[GAME] = game
        self._session = session

    def leave(self) -> None:
        """Stop watching the game. After that, no TimeUp is raised."""
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
            self.seat = self._seat_of(frame) if self._seat_of else -1
            raise TimeUp(self.fired)

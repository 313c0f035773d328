"""Chooses the next games: chunks of missing games, replays first. A game that kills workers is isolated.

If a worker dies, a new one replays its chunk. After three deaths, the game that was being played is isolated.
A game that took too long, ran out of memory or harmed its process is isolated at once. If the machine may be
at fault, a new worker replays the game once while nothing else is played. That result is final (D-61).
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from math import inf

from marchsim.errors import RecordError

MOST_DEATHS = 3
MOST_STARTS = 10  # deaths outside of any game: of one chunk, or one after another
PAUSES = (0.5, 1.0, 2.0, 4.0, 8.0, 15.0, 15.0)  # seconds before each start from the third such death on
LEAST_SECONDS, MOST_SECONDS = 2.0, 15.0  # target duration of a chunk: longer as a run goes on
PARTS = 20  # a chunk takes this part of the time that the run has taken
MOST_GAMES = 4_000  # of a chunk
ALONE = ("time", "memory")  # may be the fault of the machine, or of other games played at the time
PRESSED = (
    f"{MOST_DEATHS} worker processes died one after another outside of any game; until one plays, they are "
    "started one at a time, after growing pauses"
)
WHY = {
    "time": "took too long; it is replayed once, alone",
    "memory": "ran out of memory; it is replayed once, alone",
    "error": "harmed or ended its process; it is replayed once",
}

Span = tuple[int, int]


@dataclass(frozen=True)
class Declared:
    """The game at a position that is declared void without being played. `seat` is -1 if unknown."""

    game: int
    kind: str
    fault: str
    seat: int = -1


@dataclass(frozen=True)
class Chunk:
    """The games at positions `first` to `last`, for one worker. `deaths` counts workers lost with the chunk.

    If the chunk replays a single game, `second` is the reason, otherwise ''. `task` is plain data
    that a study's player needs besides its job.
    """

    first: int
    last: int
    void: tuple[Declared, ...] = ()
    deaths: int = 0
    second: str = ""
    task: object = None

    def __len__(self) -> int:
        return self.last - self.first + 1

    @property
    def alone(self) -> bool:
        """Whether a new worker must play the chunk while nothing else is played."""
        return self.second in ALONE

    def between(self, first: int, last: int) -> Chunk:
        """The part of the chunk with the games `first` to `last`, void ones included."""
        void = tuple(d for d in self.void if first <= d.game <= last)
        return Chunk(first, last, void, task=self.task)


@dataclass(frozen=True)
class Lost:
    """A chunk that was lost with its worker.

    `game` was being played (-1: none), and the strategy at `seat` was deciding (-1: unknown). `kind` is the
    reason why the game may be void: `time` if it hung, `memory` if something else killed the process, `error`
    if the process ended itself. `certain` is True if this game must be the cause, not another one. `fault` is
    the reason in words.
    """

    chunk: Chunk
    game: int
    kind: str
    fault: str
    certain: bool = False
    seat: int = -1


def cut(spans: Iterable[Span], stretch: int) -> list[Span]:
    """Cut the spans at each multiple of `stretch`. If that is 0, they stay as they are."""
    found = []
    for first, last in spans:
        while stretch and first // stretch < last // stretch:
            end = (first // stretch + 1) * stretch - 1
            found.append((first, end))
            first = end + 1
        found.append((first, last))
    return found


class ChunkQueue:
    """Hands out the missing games in chunks of the requested size, each with the same `task`.

    After three deaths in a row outside of any game, it hands out one chunk at a time, each after a pause,
    until a worker has played one. This gives time to a machine that is short of memory (D-394). `pressed` is
    the message about the latest death if it is the third in a row, else ''.
    """

    def __init__(
        self, spans: Iterable[Span], task: object = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._spans = deque(spans)
        self._task = task
        self._again: deque[Chunk] = deque()
        self._alone: deque[Chunk] = deque()
        self._one_alone = False  # the last chunk handed out was one of these
        self._in_a_row = 0  # deaths outside of any game since a worker last played one
        self._clock = clock
        self.pressed = ""
        self._resume = 0.0  # nothing is handed out before this time

    def __bool__(self) -> bool:
        return bool(self._spans or self._again or self._alone)

    def left(self) -> int:
        """The number of games that have not been handed out."""
        chunks = (*self._again, *self._alone)
        return sum(len(chunk) for chunk in chunks) + sum(last - first + 1 for first, last in self._spans)

    def next(self, size: int, under_way: int = 0) -> Chunk | None:
        """The next chunk: one that must be repeated, or at most `size` consecutive games.

        None if no chunk may start now: during a pause, or while a game to be played alone waits or is played.
        `under_way` is the number of chunks that are being played.
        """
        if self._resting() or (under_way and self._in_a_row >= MOST_DEATHS):
            return None
        if under_way and (self._alone or self._one_alone):
            return None
        self._one_alone = bool(self._alone)
        if self._alone:
            return self._alone.popleft()
        if self._again:
            return self._again.popleft()
        if not self._spans:
            return None
        first, last = self._spans.popleft()
        end = min(first + size - 1, last)
        if end < last:
            self._spans.appendleft((end + 1, last))
        return Chunk(first, end, task=self._task)

    def ended(self, chunk: Chunk | None, retry: int, why: str) -> Chunk | None:
        """Record that a chunk has ended. If `retry` is not -1, it ended early, before the game at `retry`.

        In this case, that game must be replayed for the reason `why`. It is isolated, and its new chunk is
        returned. The games after it are missing again.
        """
        self._in_a_row = 0
        return self._apart(chunk, retry, why, retry + 1) if chunk is not None and retry >= 0 else None

    def lost(self, lost: Lost) -> Chunk | None:
        """Queue a lost chunk again. Returns the game that is isolated now. None if there is none."""
        chunk, game = lost.chunk, lost.game
        known = chunk.first <= game <= chunk.last
        deaths = chunk.deaths + 1
        begins = not self._resting()  # who dies in a pause was started before it
        self._in_a_row = 0 if known else self._in_a_row + begins
        self.pressed = PRESSED if begins and self._in_a_row == MOST_DEATHS else ""
        if known and chunk.second:
            verdict = Declared(game, lost.kind, lost.fault, lost.seat)
            self._again.appendleft(Chunk(game, game, (*chunk.void, verdict), task=chunk.task))
        elif known and (lost.certain or deaths >= MOST_DEATHS):
            return self._apart(chunk, game, lost.kind, chunk.first)
        elif max(deaths, self._in_a_row) >= MOST_STARTS:
            raise RecordError(
                f"{MOST_STARTS} worker processes died outside of any game (out of memory?); "
                "fewer `--workers` need less of it."
            )
        else:
            if begins and self._in_a_row >= MOST_DEATHS:
                self._resume = self._clock() + PAUSES[self._in_a_row - MOST_DEATHS]
            self._line_up(replace(chunk, deaths=deaths))
        return None

    def _resting(self) -> bool:
        """Whether the queue is pausing, since several workers in a row died outside of any game."""
        return self._in_a_row >= MOST_DEATHS and self._clock() < self._resume

    def _apart(self, chunk: Chunk, game: int, kind: str, first: int) -> Chunk:
        """Queue the games of a chunk from `first` on again, with `game` in a chunk of its own.

        Returns the chunk of that game.
        """
        spans = [(first, game - 1), (game + 1, chunk.last)]
        self._again.extendleft(chunk.between(*span) for span in reversed(spans) if span[0] <= span[1])
        apart = replace(chunk.between(game, game), second=kind)
        self._line_up(apart)
        return apart

    def _line_up(self, chunk: Chunk) -> None:
        (self._alone if chunk.alone else self._again).appendleft(chunk)


class Sizer:
    """Chooses the size of chunks so that each takes a twentieth of the time so far, and less near the end.

    A chunk takes 2 to 15 seconds. Short chunks come first, so that little can be lost and progress shows.
    Long chunks cost the parent less. A chunk has at most MOST_GAMES, since a worker holds its rows in memory.
    """

    def __init__(
        self, workers: int, fixed: int | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.workers = workers
        self._fixed = fixed
        self._clock = clock
        self._begun = clock()
        self._rate = 0.0

    def measured(self, games: int, seconds: float) -> None:
        """Record how many seconds the games of a chunk took."""
        rate = games / max(seconds, 1e-6)
        self._rate = rate if not self._rate else 0.5 * (self._rate + rate)

    def target(self) -> float:
        """The duration that the next chunk should have, in seconds."""
        return min(max((self._clock() - self._begun) / PARTS, LEAST_SECONDS), MOST_SECONDS)

    def size(self, left: int, seconds: float = inf) -> int:
        """The number of games in the next chunk, if `left` games and `seconds` of time remain."""
        if self._fixed is not None:
            return self._fixed
        if not self._rate:
            return 4
        target = self.target()
        wished = min(int(self._rate * min(target, max(seconds, 0.0))), MOST_GAMES)
        if self.workers > 1:
            least = min(int(self._rate * LEAST_SECONDS / 10), wished)
            wished = min(wished, max(-(-left // (2 * self.workers)), least))
        return max(1, wished)

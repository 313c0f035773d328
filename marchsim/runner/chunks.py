"""Which games are played next: chunks of what is missing, retries first, and how a deadly game is found.

A chunk whose worker died is played again by a fresh one. After three deaths the game that was under way is
split off; if that game alone kills a worker once more, it is declared void and the others are played
without it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import inf

from marchsim.errors import RecordError

MOST_DEATHS = 3

Span = tuple[int, int]


@dataclass(frozen=True)
class Declared:
    """A game (by its position) that is void before it is played, why, and by which seat (-1: not known)."""

    game: int
    kind: str
    fault: str
    seat: int = -1


@dataclass(frozen=True)
class Chunk:
    """Games at positions first..last of a portion, for one worker; `deaths` counts those it has cost."""

    first: int
    last: int
    void: tuple[Declared, ...] = ()
    deaths: int = 0

    def __len__(self) -> int:
        return self.last - self.first + 1

    def between(self, first: int, last: int, deaths: int) -> Chunk:
        """Return a part of the chunk with what was declared about its games."""
        return Chunk(first, last, tuple(d for d in self.void if first <= d.game <= last), deaths)


class ChunkQueue:
    """Hands out the games that are missing, in chunks of the size asked for."""

    def __init__(self, spans: Iterable[Span]) -> None:
        self._spans = deque(spans)
        self._again: deque[Chunk] = deque()

    def __bool__(self) -> bool:
        return bool(self._spans or self._again)

    def left(self) -> int:
        """Return the number of games not handed out yet."""
        return sum(len(chunk) for chunk in self._again) + sum(last - first + 1 for first, last in self._spans)

    def next(self, size: int) -> Chunk:
        """Return the next chunk: one to be repeated, or at most `size` games that follow each other."""
        if self._again:
            return self._again.popleft()
        first, last = self._spans.popleft()
        end = min(first + size - 1, last)
        if end < last:
            self._spans.appendleft((end + 1, last))
        return Chunk(first, end)

    def stuck(self, chunk: Chunk, game: int, seconds: float) -> None:
        """Repeat a chunk whose worker was killed because a game stood still; that game is void `time`."""
        fault = f"no answer within {seconds:g} s, and not to be stopped from within"
        self._again.appendleft(replace(chunk, void=(*chunk.void, Declared(game, "time", fault))))

    def died(self, chunk: Chunk, game: int) -> None:
        """Repeat a chunk whose worker died during `game` (-1: outside of any); narrow it down in the end."""
        deaths = chunk.deaths + 1
        if deaths < MOST_DEATHS:
            self._again.appendleft(replace(chunk, deaths=deaths))
        elif not chunk.first <= game <= chunk.last:
            raise RecordError(
                f"{MOST_DEATHS} worker processes in a row died outside of any game (out of memory?); "
                "`--workers 1` plays without worker processes."
            )
        elif len(chunk) == 1:
            fault = f"the worker process died in this game {MOST_DEATHS} times"
            self._again.appendleft(
                replace(chunk, void=(*chunk.void, Declared(game, "error", fault)), deaths=0)
            )
        else:
            parts = [(chunk.first, game - 1, 0), (game, game, MOST_DEATHS - 1), (game + 1, chunk.last, 0)]
            self._again.extendleft(
                chunk.between(first, last, deaths) for first, last, deaths in reversed(parts) if first <= last
            )


class Sizer:
    """Chooses chunk sizes so that a chunk takes about `target` seconds, and less towards the end.

    At most `most` games, since a worker holds the rows of a whole chunk.
    """

    def __init__(
        self, workers: int, fixed: int | None = None, target: float = 2.0, most: int = 4_000
    ) -> None:
        self.workers = workers
        self._fixed = fixed
        self._target = target
        self._most = most
        self._rate = 0.0

    def measured(self, games: int, seconds: float) -> None:
        """Take note of how long a chunk took."""
        rate = games / max(seconds, 1e-6)
        self._rate = rate if not self._rate else 0.5 * (self._rate + rate)

    def size(self, left: int, seconds: float = inf) -> int:
        """Return the size of the next chunk when so many games, and so much time, are left."""
        if self._fixed is not None:
            return self._fixed
        if not self._rate:
            return 4
        wished = min(int(self._rate * min(self._target, max(seconds, 0.0))), self._most)
        if self.workers > 1:
            least = min(int(self._rate * self._target / 10), wished)
            wished = min(wished, max(-(-left // (2 * self.workers)), least))
        return max(1, wished)

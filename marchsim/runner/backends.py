"""Where chunks are played: in this process, or in worker processes that may die without taking the run along.

A backend takes chunks and reports what became of them; it never stores, retries or counts.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator, MutableSequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Protocol

from marchsim import errors
from marchsim.runner import interrupt
from marchsim.runner.chunks import Chunk
from marchsim.runner.serving import serve
from marchsim.runner.watch import BEAT
from marchsim.runner.worker import ChunkPlayer, ChunkResult

MOST_WORKERS = 256

_starting = threading.Lock()  # one process is started at a time, for its start changes what all threads see


@dataclass(frozen=True)
class Lost:
    """A chunk that came to nothing because its worker died.

    `game` was under way (-1: none), or stood still.
    """

    chunk: Chunk
    game: int
    stuck: bool


Report = ChunkResult | Lost


class Work(Protocol):
    """What is to be played, as plain data that can be sent to a worker process."""

    @property
    def decision_seconds(self) -> float:
        """Return how long a decision may take."""

    def player(
        self, number: int = 0, beat: MutableSequence[int] | None = None, parent: int | None = None
    ) -> ChunkPlayer:
        """Make it ready in this process: worker `number`, told about in `beat`, started by `parent`."""


class Backend(Protocol):
    """Plays chunks."""

    @property
    def workers(self) -> int:
        """Return how many chunks are played at a time."""

    def free(self) -> int:
        """Return how many more chunks can be taken."""

    def submit(self, chunk: Chunk) -> None:
        """Take a chunk."""

    def reports(self, timeout: float) -> list[Report]:
        """Return what became of chunks, waiting at most so many seconds for the first."""

    def under_way(self) -> int:
        """Return the number of games finished in chunks that are not reported yet."""

    def close(self) -> None:
        """End all workers at once; chunks under way are dropped."""


class Serial:
    """Plays in the parent process, one chunk at a time."""

    workers = 1

    def __init__(self, job: Work) -> None:
        self._player = job.player()
        self._chunk: Chunk | None = None

    def free(self) -> int:
        """Return 1 if no chunk is waiting."""
        return int(self._chunk is None)

    def submit(self, chunk: Chunk) -> None:
        """Keep a chunk until `reports` plays it."""
        self._chunk = chunk

    def reports(self, timeout: float) -> list[Report]:
        """Play the chunk to its end."""
        if self._chunk is None:
            return []
        with interrupt.noted():
            result = self._player.play(self._chunk)
        self._chunk = None
        return [result]

    def under_way(self) -> int:
        """Return 0: nothing is played while nobody waits."""
        return 0

    def close(self) -> None:
        """Drop the chunk."""
        self._chunk = None


class _Worker:
    """One worker process, its pipe, its beat, and the chunk that it is at."""

    def __init__(self, context: Any, job: Work, number: int, idle: float | None) -> None:
        self.beat = context.RawArray("q", BEAT)
        self.beat[0] = -1
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(
            target=serve, args=(theirs, self.beat, job, number, idle), name=f"marchsim-{number}", daemon=True
        )
        with _bare_start():
            self.process.start()
        theirs.close()
        self.chunk: Chunk | None = None
        self._seen: tuple[int, ...] = ()
        self._since = 0.0

    def stands_still(self, seconds: float) -> bool:
        """Return whether the game under way has not moved for so long."""
        seen = tuple(self.beat)
        now = time.monotonic()
        if seen != self._seen or self.chunk is None or seen[0] < 0:
            self._seen, self._since = seen, now
        return now - self._since > seconds

    def end(self) -> None:
        """Kill the process and close the pipe."""
        self.process.kill()
        self.process.join()
        self.pipe.close()


class Multiprocess:
    """Spawned worker processes, watched through their sentinels; a dead one is replaced when it is needed.

    They are numbered from `number`. With `idle` a process leaves after so many seconds without work.
    """

    def __init__(self, job: Work, workers: int, number: int = 1, idle: float | None = None) -> None:
        import multiprocess

        self.workers = workers
        self._idle_seconds = idle
        self._context = multiprocess.get_context("spawn")
        self._job = job
        self._patience = 1.5 * job.decision_seconds + 2.0
        self._next = number
        self._idle: list[_Worker] = []
        self._busy: list[_Worker] = []

    def free(self) -> int:
        """Return how many workers have nothing to do, or could be started."""
        return self.workers - len(self._busy)

    def submit(self, chunk: Chunk) -> None:
        """Give a chunk to an idle worker, or to a new one."""
        worker = self._rested() or self._started()
        worker.chunk = chunk
        self._busy.append(worker)
        # A worker that dies in this moment is found by `reports`, like one that dies at work.
        with contextlib.suppress(OSError):
            worker.pipe.send(chunk)

    def _rested(self) -> _Worker | None:
        """Return an idle worker that is still alive, if there is one."""
        while self._idle:
            worker = self._idle.pop()
            if worker.process.is_alive():
                return worker
            worker.end()
        return None

    def _started(self) -> _Worker:
        self._next += 1
        return _Worker(self._context, self._job, self._next - 1, self._idle_seconds)

    def alive(self) -> bool:
        """Return whether any worker process is left."""
        return any(worker.process.is_alive() for worker in self._idle + self._busy)

    def reports(self, timeout: float) -> list[Report]:
        """Return results, and what was lost by death or standing still."""
        from multiprocess.connection import wait

        handles = {worker.pipe: worker for worker in self._busy}
        handles |= {worker.process.sentinel: worker for worker in self._busy}
        ready = wait(list(handles), timeout)
        speaking = list(dict.fromkeys(handles[handle] for handle in ready))
        reports = [self._heard(worker) for worker in speaking]
        still = [worker for worker in self._busy if worker.stands_still(self._patience)]
        return reports + [self._lost(worker, stuck=True) for worker in still]

    def _heard(self, worker: _Worker) -> Report:
        kind: str
        content: Any
        try:
            if not worker.pipe.poll():
                return self._lost(worker, stuck=False)
            kind, content = worker.pipe.recv()
        except (EOFError, OSError):
            return self._lost(worker, stuck=False)
        if kind == "error":
            name, text = content
            raise getattr(errors, name)(text)
        if kind == "bug":
            raise RuntimeError(f"a worker failed:\n{content}")
        self._busy.remove(worker)
        worker.chunk = None
        self._idle.append(worker)
        assert isinstance(content, ChunkResult), kind
        return content

    def _lost(self, worker: _Worker, stuck: bool) -> Lost:
        self._busy.remove(worker)
        assert worker.chunk is not None
        lost = Lost(worker.chunk, worker.beat[0], stuck)
        worker.end()
        return lost

    def under_way(self) -> int:
        """Return the number of games finished in chunks under way."""
        return sum(worker.beat[2] for worker in self._busy if worker.beat[0] >= 0)

    def close(self) -> None:
        """Kill all workers."""
        for worker in self._idle + self._busy:
            worker.end()
        self._idle, self._busy = [], []


@contextlib.contextmanager
def _bare_start() -> Iterator[None]:
    """Start a process that Ctrl-C does not reach and that does not import the main module again.

    It inherits the blocked signal (the parent gets it later). Workers need nothing of the main module, so
    scripts that call `run` need no guard, and workers start faster.
    """
    with _starting:
        main = sys.modules["__main__"]
        masks = hasattr(signal, "pthread_sigmask")
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT}) if masks else set()
        sys.modules["__main__"] = ModuleType("__main__")
        try:
            yield
        finally:
            sys.modules["__main__"] = main
            if masks:
                signal.pthread_sigmask(signal.SIG_SETMASK, before)


def usual_workers() -> int:
    """Return the number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1

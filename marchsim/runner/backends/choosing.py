"""The place to play: this process, worker processes, or a cluster. It belongs to no configuration.

A backend accepts chunks and reports their results, which do not depend on it. It never stores, retries or
counts. If a worker process dies, the run goes on.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, MutableSequence, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from marchsim import errors
from marchsim.errors import ConfigError
from marchsim.runner.backends.process import WorkerProcess
from marchsim.runner.configuration.fields import within
from marchsim.runner.planning.chunks import Chunk, Lost
from marchsim.runner.playing import interrupt, process_state
from marchsim.runner.playing.watch import DONE, GAME, SAYS
from marchsim.runner.playing.worker import ChunkPlayer, ChunkResult, GameJob

Workers = int | str | None
"""A number of worker processes (0: this process, None: one per processor), or a Dask scheduler's address."""


@dataclass(frozen=True)
class Where:
    """The place to play: worker processes (0: this process), or the workers of a Dask scheduler."""

    workers: int
    scheduler: str = ""

    @property
    def at_once(self) -> int:
        """The number of processes that play at a time. For a cluster, the guess is that of this machine."""
        return max(1, self.workers)

    def opened(self, job: Work, most: int, note: Callable[[str], None]) -> Backend:
        """Start the backend, which plays up to `most` chunks at a time.

        `note` gets messages about a cluster, and the output of strategies. Raises ConfigError if a cluster
        cannot play this job, or cannot be reached.
        """
        if self.scheduler:
            from marchsim.runner.backends.cluster import Dask

            if not isinstance(job, GameJob):
                raise ConfigError("--workers: a Dask cluster cannot play this study; give a number.")
            return Dask(job, self.scheduler, note)
        workers = min(self.workers, max(1, most))
        if workers == 0 or (workers == 1 and not may_harm(job)):
            return Serial(job)
        return Multiprocess(job, workers, process_state.as_notes(note))


def may_harm(job: Work) -> bool:
    """Whether any strategy is not shipped, so that even a single worker must be a separate process."""
    return not job.trusted


def read(workers: Workers = None) -> Where:
    """The place to play that --workers names. Raises ConfigError if it is no number and no address."""
    text = str(workers if workers is not None else usual_workers()).strip()
    if "://" in text:
        return Where(usual_workers(), text)
    if not text.isascii() or not text.isdigit():
        raise ConfigError(
            f"--workers: {text[:40]!r} is neither a number of processes nor the address of a Dask scheduler; "
            "write 4, or tcp://HOST:8786."
        )
    within("--workers", int(text), 0, MOST_WORKERS)
    return Where(int(text))


MOST_WORKERS = 256
NOISE_SECONDS = 0.01  # between looks at a pipe into which a strategy has written: its game ends soon

Report = ChunkResult | Lost


class Work(Protocol):
    """A job as plain data, which can be sent to a worker process."""

    @property
    def decision_seconds(self) -> float:
        """The time limit of a decision in seconds."""

    @property
    def trusted(self) -> bool:
        """Whether all strategies are shipped ones."""

    def player(
        self, number: int = 0, beat: MutableSequence[int] | None = None, handles: Sequence[int] = ()
    ) -> ChunkPlayer:
        """Prepare the job to be played in this process.

        A worker process passes its `number`, the `handles` (file descriptors) that it needs, and its `beat`.
        """


class Backend(Protocol):
    """Plays chunks. Each kind of backend implements these methods."""

    @property
    def workers(self) -> int:
        """The number of chunks that the backend plays at a time."""

    def free(self) -> int:
        """The number of further chunks that may be submitted now."""

    def submit(self, chunk: Chunk) -> None:
        """Accept a chunk to be played."""

    def reports(self, timeout: float) -> list[Report]:
        """The results of finished chunks. Waits for the first, but at most `timeout` seconds."""

    def under_way(self) -> int:
        """The number of finished games in chunks that are still in progress. 0 if it is not known."""
        return 0

    def close(self) -> None:
        """End all workers at once. Chunks in progress are dropped."""


class Serial(Backend):
    """Plays in the parent process, one chunk at a time. A harmful strategy could damage this process."""

    workers = 1

    def __init__(self, job: Work) -> None:
        self._player = job.player()
        self._chunk: Chunk | None = None

    def free(self) -> int:
        """The number of chunks that may be submitted now: 0 if one is waiting, else 1."""
        return int(self._chunk is None)

    def submit(self, chunk: Chunk) -> None:
        """Keep a chunk until `reports` plays it."""
        self._chunk = chunk

    def reports(self, timeout: float) -> list[Report]:
        """Play the waiting chunk to its end, and return its result."""
        if self._chunk is None:
            return []
        with interrupt.noted():
            result = self._player.play(self._chunk)
        self._chunk = None
        return [result]

    def close(self) -> None:
        """Drop the waiting chunk."""
        self._chunk = None


class Multiprocess:
    """Spawned worker processes, watched through their pipes. A dead worker is replaced when needed.

    Workers are numbered from `number`. A worker exits after `idle` seconds without work, or never if that is
    None. `tell` gets the output of strategies.
    """

    def __init__(
        self, job: Work, workers: int, tell: process_state.Tell, number: int = 1, idle: float | None = None
    ) -> None:
        import multiprocess

        self.workers = workers
        self._idle_seconds = idle
        self._context = multiprocess.get_context("spawn")
        self._job = job
        self._next = number
        self._output = process_state.LimitedOutput(tell)
        self._idle: list[WorkerProcess] = []
        self._busy: list[WorkerProcess] = []

    def free(self) -> int:
        """The number of workers that are idle or could be started."""
        return self.workers - len(self._busy)

    def submit(self, chunk: Chunk) -> None:
        """Give a chunk to an idle worker, or else to a new one. A game to be played alone gets a new worker.

        If that game ran out of memory before, idle workers are stopped first.
        """
        if chunk.second == "memory":
            self._end(self._idle)
        worker = (None if chunk.alone else self._rested()) or self._started()
        worker.chunk = chunk
        self._busy.append(worker)
        # A worker that dies in this moment is found by `reports`, like one that dies at work.
        with contextlib.suppress(OSError):
            worker.pipe.send(chunk)

    def _rested(self) -> WorkerProcess | None:
        """An idle worker that is still alive. None if there is none."""
        while self._idle:
            worker = self._idle.pop()
            if worker.process.is_alive():
                return worker
            worker.end()
        return None

    def _started(self) -> WorkerProcess:
        self._next += 1
        return WorkerProcess(self._context, self._job, self._next - 1, self._idle_seconds, self._output)

    def alive(self) -> bool:
        """Whether any worker process is alive."""
        return any(worker.process.is_alive() for worker in self._idle + self._busy)

    def reports(self, timeout: float) -> list[Report]:
        """The results of chunks, and the chunks that were lost because a worker died or hung.

        Output of strategies is passed on meanwhile.
        """
        from multiprocess.connection import wait

        mouths = {worker.mouth: worker for worker in self._idle + self._busy if not worker.silent}
        handles = {worker.pipe: worker for worker in self._busy}
        ready = wait([*handles, *mouths], timeout)
        for mouth in ready:
            if mouth in mouths:
                mouths[mouth].listen()
        woken = [handles[handle] for handle in ready if handle in handles]
        speaking = [worker for worker in self._busy if worker.speaks(worker in woken)]
        if not {*woken} <= {*speaking}:
            time.sleep(NOISE_SECONDS)
        reports = [self._heard(worker) for worker in speaking]
        late = [(worker, worker.stands_still(self._job.decision_seconds)) for worker in self._busy]
        return reports + [self._lost(worker, why) for worker, why in late if why]

    def _heard(self, worker: WorkerProcess) -> Report:
        kind: str
        content: Any
        try:
            if not worker.beat[SAYS] or not worker.pipe.poll():
                return self._lost(worker)
            kind, content = worker.pipe.recv()
        except Exception:  # whatever is read: a strategy may have written it
            return self._lost(worker)
        if kind == "error":
            name, text = content
            raise getattr(errors, name)(text)
        if kind == "bug" and self._job.trusted:
            raise RuntimeError(f"a worker failed:\n{content}")
        if kind == "bug":
            return self._lost(worker, bug=content.rstrip().rpartition("\n")[2])
        self._busy.remove(worker)
        worker.chunk = None
        self._idle.append(worker)
        assert isinstance(content, ChunkResult), kind
        return content

    def _lost(self, worker: WorkerProcess, late: str = "", bug: str = "") -> Lost:
        self._busy.remove(worker)
        return worker.lost(late, bug)

    def under_way(self) -> int:
        """The number of finished games in chunks that are still in progress."""
        return sum(worker.beat[DONE] for worker in self._busy if worker.beat[GAME] >= 0)

    def close(self) -> None:
        """Kill all workers at once."""
        self._end(self._idle)
        self._end(self._busy)

    def _end(self, workers: list[WorkerProcess]) -> None:
        while workers:
            workers.pop().end()


def usual_workers() -> int:
    """The number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1

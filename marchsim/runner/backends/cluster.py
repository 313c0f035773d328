"""Plays chunks on the cluster of a Dask scheduler.

If a worker is lost, Dask sends its chunk to another worker. A chunk is a pure function of the job, and its
result counts once. The scheduler stores nothing that a run needs, since the same command replays lost games.
"""

from __future__ import annotations

import contextlib
import logging
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING
from uuid import uuid4

import marchsim
from marchsim.errors import ConfigError, MarchsimError, RecordError, StateMismatch
from marchsim.runner.backends import dask_worker
from marchsim.runner.backends.choosing import Backend, Report
from marchsim.runner.planning.chunks import Chunk, Lost
from marchsim.runner.playing import process_state
from marchsim.runner.playing.worker import ChunkResult, GameJob

if TYPE_CHECKING:
    from distributed import Client, Future

INSTALL = "--workers ADDRESS needs the extra `cluster`: pip install 'marchsim[cluster]'."
CONNECT_SECONDS = 10.0
WORKER_SECONDS = 30.0  # time for the first worker to join
LOOK_SECONDS = 2.0  # between checks of which workers are there
END_SECONDS = 0.7  # time for the workers to stop
AHEAD = 2  # chunks under way for each thread of a worker, so that none waits for the next


class SchedulerLost(RecordError):
    """Raised if the connection to the scheduler is lost during a run."""


class Dask(Backend):
    """Plays chunks on the workers of a Dask scheduler, as many at a time as the workers have threads."""

    def __init__(self, job: GameJob, scheduler: str, note: Callable[[str], None]) -> None:
        self._job = job
        self._note = note
        self._output = process_state.LimitedOutput(process_state.as_notes(note))
        self._run = uuid4().hex
        self._client: Client
        self._chunks: dict[str, tuple[Future, Chunk]] = {}
        self._done: SimpleQueue[Future] = SimpleQueue()
        self._threads: dict[str, int] = {}
        self._looked = 0.0
        self._address = scheduler
        self._levels: dict[str, int] = {}
        try:
            self._open()
            self._meet()
        except BaseException:
            self.close()
            raise

    def _open(self) -> None:
        try:
            from distributed import Client
        except ImportError:
            raise ConfigError(INSTALL) from None
        self._levels = _hushed()  # importing it has set them
        try:
            self._client = Client(self._address, timeout=CONNECT_SECONDS, set_as_default=False)
        except (OSError, ValueError, TypeError) as error:
            words = str(error) or type(error).__name__
            raise ConfigError(
                f"--workers: {self._address} cannot be reached ({words}); is `dask scheduler` running "
                "there, and is the address right (tcp://HOST:8786)?"
            ) from None

    def _meet(self) -> None:
        """Wait for the first worker. Raises StateMismatch if a worker has other versions than this run."""
        try:
            self._client.wait_for_workers(1, timeout=WORKER_SECONDS)
        except TimeoutError:
            raise ConfigError(
                f"--workers: no worker has joined {self._address} within {WORKER_SECONDS:g} s; start some: "
                f"dask worker {self._address}"
            ) from None
        with self._scheduler():
            told = self._client.run(
                dask_worker.refusal,
                marchsim.__version__,
                self._job.engine,
                self._job.where,
                on_error="return",
            )
            self._threads = self._client.nthreads()
        for worker, refused in sorted(told.items()):
            if isinstance(refused, Exception):
                refused = f"cannot run marchsim ({refused})"
            if refused:
                raise StateMismatch(
                    f"the Dask worker {worker} {refused}; install the same marchsim on all machines."
                )
        self._looked = time.monotonic()

    @property
    def workers(self) -> int:
        """The number of chunks that the cluster plays at a time."""
        return max(1, sum(self._threads.values()))

    def free(self) -> int:
        """The number of further chunks that may be submitted now. 0 while there is no worker."""
        return max(0, AHEAD * sum(self._threads.values()) - len(self._chunks))

    def submit(self, chunk: Chunk) -> None:
        """Send a chunk to the cluster, with all data needed to play it."""
        with self._scheduler():
            future = self._client.submit(
                dask_worker.play, self._run, marchsim.__version__, self._job, chunk,
                key=f"marchsim-{uuid4().hex}", pure=False,
            )  # fmt: skip
        self._chunks[future.key] = future, chunk
        future.add_done_callback(self._done.put)

    def reports(self, timeout: float) -> list[Report]:
        """The results of the chunks that have finished. Raises errors that end the run."""
        self._look()
        found: list[Report] = []
        with contextlib.suppress(Empty):
            found.append(self._heard(self._done.get(timeout=timeout)))
            while True:
                found.append(self._heard(self._done.get_nowait()))
        return found

    def _heard(self, future: Future) -> Report:
        _, chunk = self._chunks.pop(future.key)
        from distributed import KilledWorker

        try:
            with self._scheduler():
                found = future.result()
        except KilledWorker:
            return Lost(chunk, -1, "error", "its Dask worker died")
        except (MarchsimError, KeyboardInterrupt):
            raise
        except Exception as error:
            if "deserialization" in str(error):
                raise StateMismatch(
                    "a Dask worker cannot run marchsim, or has another version; install the same marchsim on "
                    "all machines."
                ) from None
            raise RuntimeError(f"a Dask worker failed: {error!r}") from error
        report, said = found
        assert isinstance(report, ChunkResult | Lost), report
        for speaker, line in said:
            self._output.add(speaker, f"{line}\n")
        return report

    def _look(self) -> None:
        """Update the list of workers, at most every few seconds."""
        if self._client.status != "running":
            raise self._lost()
        if time.monotonic() - self._looked < LOOK_SECONDS:
            return
        with self._scheduler():
            now = self._client.nthreads()
        gone = sorted(set(self._threads) - set(now))
        if gone:
            more = "" if now else "; none is left, waiting for others"
            self._note(f"lost {', '.join(gone)} (Dask); its games are replayed{more}")
        self._threads = now
        self._looked = time.monotonic()

    @contextlib.contextmanager
    def _scheduler(self) -> Iterator[None]:
        """If Dask reports that the scheduler is lost, raise SchedulerLost instead."""
        try:
            yield
        except (OSError, CancelledError, TimeoutError) as error:
            raise self._lost() from error

    def _lost(self) -> SchedulerLost:
        return SchedulerLost(f"the Dask scheduler ({self._address}) was lost. Nothing stored is lost")

    def close(self) -> None:
        """Stop all work for this run on the cluster."""
        client = getattr(self, "_client", None)
        try:
            if client is not None:
                self._end_players(client)
                client.close(timeout=END_SECONDS)
        except (OSError, CancelledError, TimeoutError):
            pass  # workers that cannot be reached need not be told
        finally:
            self._chunks.clear()
            for name, level in self._levels.items():
                logging.getLogger(name).setLevel(level)

    def _end_players(self, client: Client) -> None:
        """Tell the workers that the run is over. A worker that cannot be reached notices it later."""
        if client.status != "running":
            return

        def tell() -> None:
            with contextlib.suppress(Exception):
                client.cancel([future for future, _ in self._chunks.values()])
                client.run(dask_worker.end, self._run, on_error="ignore")

        thread = threading.Thread(target=tell, daemon=True)
        thread.start()
        thread.join(END_SECONDS)


def _hushed() -> dict[str, int]:
    """Keep the logs of Dask off the terminal. Returns the former level of each logger."""
    levels = {}
    for name in ("distributed", "tornado", "asyncio"):
        logger = logging.getLogger(name)
        levels[name] = logger.level
        logger.setLevel(logging.CRITICAL + 1)
    return levels

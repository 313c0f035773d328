"""Plays the deals that a study's folder lacks, on a backend, and puts all together."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Protocol

import polars as pl

from marchsim.errors import ConfigError
from marchsim.recorder.portion import coalesced, missing
from marchsim.runner.backends.choosing import Where
from marchsim.runner.backends.multiprocess import MOST_WORKERS, Work, usual_workers
from marchsim.runner.planning.chunks import ChunkQueue, Sizer
from marchsim.runner.planning.plan import Job
from marchsim.runner.planning.schedule import Schedule
from marchsim.runner.playing.worker import ChunkResult
from marchsim.runner.progress.display import Progress
from marchsim.runner.tournament import Interrupted
from marchsim.studies.crew import Crew
from marchsim.studies.dealing.store import DealStore


class DealWork(Work, Protocol):
    """Deals by position, as work for any backend."""

    @property
    def job(self) -> Job:
        """Return the job whose strategies and ruleset play."""

    def games(self, position: int) -> int:
        """Return how many games the deal at a position has."""

    def played(self, rows: pl.DataFrame) -> Iterable[int]:
        """Return the positions of the deals that have rows."""


@dataclass(frozen=True)
class JobWork:
    """What the deals of a study have of the job that they are played by."""

    job: Job

    @property
    def decision_seconds(self) -> float:
        """Return how long a decision may take."""
        return self.job.decision_seconds

    @cached_property
    def schedule(self) -> Schedule:
        """Return the line-ups and deals."""
        return self.job.schedule()


def workers_of(workers: int | None) -> int:
    """Return the number of worker processes that was asked for; raises ConfigError."""
    count = usual_workers() if workers is None else workers
    if not 1 <= count <= MOST_WORKERS:
        raise ConfigError(f"--workers: {count} is outside 1 to {MOST_WORKERS}.")
    return count


class StoredStudy:
    """One call of a study of `total` deals: the loop between queue, backend and store."""

    def __init__(
        self, work: DealWork, store: DealStore, total: int, folder: Path, progress: Progress
    ) -> None:
        self._work, self._store, self._progress = work, store, progress
        self._total, self._folder = total, folder
        stored = [position for position in work.played(store.rows()) if position < total]
        self._stored = len(stored)
        self._games = self._before = sum(work.games(position) for position in stored)
        self._all_games = sum(work.games(position) for position in range(total))
        spans = coalesced((position, position) for position in sorted(stored))
        self._queue = ChunkQueue(missing(total, spans))

    def play(self, workers: int, chunk: int | None = None) -> tuple[int, float]:
        """Play the missing deals and merge all; return how many games were played, and in what time."""
        begun = time.monotonic()
        self._progress.begin(self._all_games, self._games)
        try:
            self._loop(max(1, min(workers, self._queue.left())), chunk)
            self._store.finish()
        except KeyboardInterrupt:
            where = f"{self._stored:,} of {self._total:,} deals are stored in {self._folder}"
            raise Interrupted(where) from None
        finally:
            self._progress.end()
        return self._games - self._before, time.monotonic() - begun

    def _loop(self, workers: int, chunk: int | None) -> None:
        if not self._queue:
            return
        where = Where("multiprocess", workers=workers)
        names = [entrant.name for entrant in self._work.job.entrants]
        crew = Crew(where.opened(self._work, workers, self._progress.note), names, self._progress.note)
        try:
            crew.play(self._queue, Sizer(workers, chunk), self._keep, self._look)
        finally:
            crew.close()

    def _look(self, under_way: int) -> None:
        self._progress.update(self._games + under_way * self._all_games // self._total)

    def _keep(self, result: ChunkResult) -> None:
        for table in result.tables.values():
            self._store.write(table.content)
        self._stored += result.last - result.first + 1
        self._games += sum(self._work.games(at) for at in range(result.first, result.last + 1))

"""Plays the tasks of a search one after another, or takes them from its folder where they are finished."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import polars as pl

from marchsim.runner.backends.choosing import Where
from marchsim.runner.backends.multiprocess import Backend
from marchsim.runner.dispatch import Dispatch
from marchsim.runner.planning.chunks import ChunkQueue
from marchsim.runner.playing.worker import ChunkResult
from marchsim.runner.progress.display import Progress
from marchsim.studies.tuning.playing import GAMES, Task, TuneJob
from marchsim.studies.tuning.steps import Steps

MOST_CHUNKS = 256  # under way at a time


class Stepper:
    """Plays tasks of a job with a number of players; without `steps` nothing is kept.

    `done` counts the games of all tasks, `played` those that were played now, which took the workers
    `seconds`. `words` are shown with the progress.
    """

    def __init__(
        self, job: TuneJob, players: int, where: Where, steps: Steps | None, progress: Progress
    ) -> None:
        self._job, self._players, self._where, self._steps = job, players, where, steps
        self._progress = progress
        self._backend: Backend | None = None
        self._dispatch = Dispatch(progress.note, [entrant.name for entrant in job.entrants])
        self._at = 0
        self.workers = 1
        self.done = self.played = 0
        self.seconds = 0.0
        self.words: list[str] = []

    def games(self, task: Task) -> pl.DataFrame:
        """Return the games of the next step, played if they are not stored."""
        at, self._at = self._at, self._at + 1
        games = self._steps.stored(at, task) if self._steps else None
        if games is None:
            games = self._play(task)
            if self._steps:
                self._steps.keep(at, task, games)
        self.done += len(games)
        self._progress.update(self.done, (), self.words)
        return games

    def stretch(self, tasks: Sequence[Task]) -> pl.DataFrame:
        """Return the games of tasks that follow each other, with positions that go on."""
        parts: list[pl.DataFrame] = []
        before = 0
        for task in tasks:
            parts.append(self.games(task).with_columns(pl.col("position") + before))
            before += task.games(self._players)
        return pl.concat(parts)

    def close(self) -> None:
        """End all workers."""
        if self._backend is not None:
            self._backend.close()

    def _play(self, task: Task) -> pl.DataFrame:
        total = task.games(self._players)
        found: list[pl.DataFrame] = []

        def keep(result: ChunkResult) -> None:
            found.extend(table.rows() for table in result.tables.values())
            self.seconds += result.seconds
            self.played += result.last - result.first + 1

        def look(under_way: int) -> None:
            done = sum(map(len, found)) + under_way
            self._progress.update(self.done + done, (), self.words)

        self._dispatch.play(self._opened(), ChunkQueue([(0, total - 1)], task), keep, look)
        games = pl.concat(found).sort("position")
        assert games["position"].equals(pl.int_range(total, dtype=pl.Int32, eager=True).alias("position"))
        return games.select(column.name for column in GAMES.columns)

    def _opened(self) -> Backend:
        """Return what plays; it is made when the first game is to be played."""
        if self._backend is None:
            self._backend = self._where.opened(self._job, MOST_CHUNKS, self._progress.note)
            self.workers = self._backend.workers
        return self._backend


def parts(task: Task, players: int, most: int) -> list[Task]:
    """Return a task in pieces of at most `most` games (one deal at least): what an interruption costs."""
    each = max(1, most // (len(task.candidates) * players))
    return [
        replace(task, first=task.first + at, deals=min(each, task.deals - at))
        for at in range(0, task.deals, each)
    ]

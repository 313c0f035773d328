"""The loop that gives chunks of games to a backend until all games are played."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from math import inf

import polars as pl

from marchsim.errors import StrategyError
from marchsim.recorder.portion import coalesced
from marchsim.runner.backends import choosing as places
from marchsim.runner.backends.choosing import Backend, Report
from marchsim.runner.planning.chunks import WHY, Chunk, ChunkQueue, Sizer
from marchsim.runner.planning.plan import Job
from marchsim.runner.playing import interrupt
from marchsim.runner.playing.worker import TOO_MANY, ChunkResult, GameJob, Streaks, Void
from marchsim.runner.progress.display import Lines

LOOK_SECONDS = 0.25

Play = Callable[[Iterable[int]], list[ChunkResult]]  # of the games at some positions


class Dispatch:
    """Plays queues of games on a backend. Runs and studies override some of its methods.

    `note` gets messages about replayed games. `unit` is the word for one game in messages. `size` fixes the
    size of chunks. Raises StrategyError if a strategy in `names` makes too many games void in a row.
    """

    def __init__(
        self, note: Callable[[str], None], names: Sequence[str] = (), unit: str = "game",
        size: int | None = None,
    ) -> None:  # fmt: skip
        self._note, self._names, self._unit = note, names, unit
        self._streaks, self._sizer = Streaks(), Sizer(1, size)

    def play(
        self, backend: Backend, queue: ChunkQueue, keep: Callable[[ChunkResult], None],
        look: Callable[[int], None] = lambda _under_way: None,
    ) -> None:  # fmt: skip
        """Play a queue until it is empty or `over` ends it. `keep` gets each result.

        `look` is called from time to time with the number of finished games in unfinished chunks.
        """
        waiting = 0
        while True:
            over = self.over(bool(queue), waiting)
            look(backend.under_way())
            if over or not (queue or waiting):
                return
            self._sizer.workers = backend.workers
            while backend.free() and (seconds := self.seconds()) > 0:
                chunk = queue.next(self._sizer.size(queue.left(), seconds), waiting)
                if chunk is None:
                    break
                backend.submit(self.declared(chunk))
                waiting += 1
            reports = backend.reports(LOOK_SECONDS)
            waiting -= len(reports)
            for report in reports:
                self._take(report, queue, keep)
            interrupt.raise_if_noted()  # a library may have swallowed it

    def over(self, queued: bool, waiting: int) -> bool:
        """Whether to end at once. `queued` is True if chunks wait, and `waiting` counts those in progress."""
        return False

    def seconds(self) -> float:
        """The time left for further chunks, in seconds."""
        return inf

    def declared(self, chunk: Chunk) -> Chunk:
        """The chunk, in which any games that must not be played are declared void."""
        return chunk

    def named(self, chunk: Chunk) -> str:
        """The name of a chunk's only game, for messages."""
        return f"a {self._unit}"

    def died(self, chunk: Chunk) -> str:
        """The message that a worker died while playing a chunk."""
        return f"a worker died; its {self._unit}s are replayed"

    def given_up(self, name: str, last: Void) -> StrategyError:
        """The error to raise for a strategy with too many void games. `last` is the last of them."""
        return StrategyError(
            f"strategy {name!r} made {TOO_MANY} {self._unit}s void in a row, so the study was stopped. "
            f"The last: {last.kind}: {last.fault}."
        )

    def _take(self, report: Report, queue: ChunkQueue, keep: Callable[[ChunkResult], None]) -> None:
        if isinstance(report, ChunkResult):
            if report.tables or report.stopped:
                self._stop_if_broken(report)
                keep(report)
                self._sizer.measured(report.last - report.first + 1, report.seconds)
            apart = queue.ended(report.chunk, report.retry, report.why)
        else:
            apart = queue.lost(report)
            if apart is None and not report.chunk.second:
                self._note(queue.pressed or self.died(report.chunk))
        if apart is not None:
            self._note(f"{self.named(apart)} {WHY[apart.second]}")

    def _stop_if_broken(self, result: ChunkResult) -> None:
        """Raise StrategyError if a strategy has too many void games in a row."""
        self._streaks.follow(result.streaks)
        if self._names and self._streaks.too_many():
            worst = self._streaks.worst()
            guilty = [void for void in result.voids if void.strategy in (worst, -1)]
            raise self.given_up(self._names[worst], guilty[-1])


@contextmanager
def apart(job: Job) -> Iterator[Play]:
    """A context with a function that plays the games at some positions without storing them.

    It plays one chunk at a time. Notes go to standard error.
    """
    note = Lines(sys.stderr).note
    dispatch, backend = Dispatch(note), places.read(1).opened(GameJob.of(job), 1, note)

    def results(positions: Iterable[int]) -> list[ChunkResult]:
        found: list[ChunkResult] = []
        dispatch.play(backend, ChunkQueue(coalesced((at, at) for at in positions)), found.append)
        return found

    with closing(backend):
        yield results


def joined(results: Iterable[ChunkResult]) -> Mapping[str, pl.DataFrame]:
    """The rows of several results together, by table."""
    parts: dict[str, list[pl.DataFrame]] = {}
    for result in results:
        for name, table in result.tables.items():
            parts.setdefault(name, []).append(table.rows())
    return {name: pl.concat(rows) for name, rows in parts.items()}

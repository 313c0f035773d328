"""Who plays the games of a study: a backend that works off queues of chunks, one queue after another."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from marchsim.errors import StrategyError
from marchsim.runner.backends.multiprocess import Backend
from marchsim.runner.planning.chunks import WHY, ChunkQueue, Lost, Sizer
from marchsim.runner.playing.tally import TOO_MANY, Streaks
from marchsim.runner.playing.worker import ChunkResult

LOOK_SECONDS = 0.25


class Crew:
    """Plays queues on a backend; `names` are those of the entrants, `note` is told of what is replayed.

    A strategy that makes too many units of work (deals or games) void in a row is a StrategyError.
    """

    def __init__(
        self, backend: Backend, names: Sequence[str], note: Callable[[str], None], unit: str = "deal"
    ) -> None:
        self._backend, self._names, self._note, self._unit = backend, names, note, unit
        self._streaks, self._sizer = Streaks(), Sizer(backend.workers)

    def play(
        self, queue: ChunkQueue, keep: Callable[[ChunkResult], None], look: Callable[[int], None]
    ) -> None:
        """Play a queue to its end; `keep` is given results, `look` now and then the number under way."""
        waiting = 0
        while queue or waiting:
            while self._backend.free():
                chunk = queue.next(self._sizer.size(queue.left()), waiting)
                if chunk is None:
                    break
                self._backend.submit(chunk)
                waiting += 1
            for report in self._backend.reports(LOOK_SECONDS):
                waiting -= 1
                self._take(report, queue, keep)
            look(self._backend.under_way())

    def close(self) -> None:
        """End all workers at once."""
        self._backend.close()

    def _take(
        self, report: ChunkResult | Lost, queue: ChunkQueue, keep: Callable[[ChunkResult], None]
    ) -> None:
        if isinstance(report, ChunkResult):
            if report.tables or report.stopped:
                self._stop_if_broken(report)
                keep(report)
                self._sizer.measured(report.last - report.first + 1, report.seconds)
            apart = queue.ended(report.chunk, report.retry, report.why)
        else:
            apart = queue.lost(report)
            if apart is None and not report.chunk.second:
                self._note(queue.pressed or f"a worker died; its {self._unit}s are replayed")
        if apart is not None:
            self._note(f"a {self._unit} {WHY[apart.second]}")

    def _stop_if_broken(self, result: ChunkResult) -> None:
        """Raise a StrategyError if a strategy has made too many void."""
        self._streaks.follow(result.streaks)
        if not self._streaks.too_many():
            return
        worst = self._streaks.worst()
        last = [void for void in result.voids if void.strategy in (worst, -1)][-1]
        raise StrategyError(
            f"strategy {self._names[worst]!r} made {TOO_MANY} {self._unit}s void in a row, so the study was "
            f"stopped. The last: {last.kind}: {last.fault}."
        )

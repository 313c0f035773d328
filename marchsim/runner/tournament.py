"""The run itself: plays what a folder lacks and stores it, whatever happens to the workers on the way.

The parent is the only writer; it keeps counts, never rows, so it does not grow with the games.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from marchsim.errors import ConfigError, StateMismatch, StrategyError
from marchsim.kernel.game import Table
from marchsim.recorder import parquet
from marchsim.recorder import tables as described
from marchsim.recorder.folder import RunFolder
from marchsim.recorder.writer import RunWriter
from marchsim.runner import config as configs
from marchsim.runner import plan as plans
from marchsim.runner.backends import MOST_WORKERS, Backend, Multiprocess, Report, Serial, usual_workers
from marchsim.runner.chunks import ChunkQueue, Sizer, missing
from marchsim.runner.progress import Progress, Quiet
from marchsim.runner.tally import TOO_MANY, Standing, Streaks
from marchsim.runner.worker import ChunkResult, descriptions

LOOK_SECONDS = 0.25


@dataclass(frozen=True)
class RunResult:
    """What a run has come to: its folder, all games in it, and what this call played of them.

    `standing` says in words how many games against an opponent were won.
    """

    folder: RunFolder
    games: int
    played: int
    decisions: int
    seconds: float
    voids: dict[str, dict[str, int]]
    standing: list[str]

    @property
    def void_games(self) -> int:
        """Return the number of void games in the folder."""
        return sum(sum(kinds.values()) for kinds in self.voids.values())

    def example(self, strategy: str) -> int:
        """Return the first void game of a strategy ('': of nobody known to be at fault)."""
        return self.folder.void_example(strategy)


class Interrupted(KeyboardInterrupt):
    """Ctrl-C during a run: what was finished is stored, and the same command goes on."""

    def __init__(self, folder: Path, stored: int, total: int) -> None:
        super().__init__(f"{stored} of {total} games are stored in {folder}")
        self.folder = folder
        self.stored = stored
        self.total = total


def run(
    config: str | configs.Configuration,
    out: str | Path | None = None,
    *,
    workers: int | None = None,
    blocks: int | None = None,
    seed: int | None = None,
    rules: Sequence[str] = (),
    strategy_paths: Sequence[Path] = (),
    chunk: int | None = None,
    progress: Progress | None = None,
    warn: Callable[[str], None] | None = None,
) -> RunResult:
    """Play the tournament of a configuration (path, shipped name or Configuration) into a run folder.

    A folder that holds a part of the same run is continued; another run there is a StateMismatch. `chunk`
    fixes the number of games a worker plays at a time; it changes no result. `warn` is told what speaks
    against playing so. Raises Interrupted on Ctrl-C.
    """
    configuration = configs.load(config) if isinstance(config, str) else config
    overlays = [configs.read_overlay(path, configuration.game) for path in rules]
    configuration = configuration.changed(seed=seed, blocks=blocks, overlays=overlays)
    plan = plans.make(configuration, strategy_paths)
    count = usual_workers() if workers is None else workers
    if not 1 <= count <= MOST_WORKERS:
        raise ConfigError(f"--workers: {count} is outside 1 to {MOST_WORKERS}.")
    if warn is not None:
        for warning in plan.warnings():
            warn(warning)
    folder = Path(out) if out is not None else Path("runs") / configuration.name
    items = [
        {**row, "variant": recipe.name, "item": at}
        for recipe, variant in zip(plan.job.variants, plan.variants, strict=True)
        for at, row in enumerate(variant.items())
    ]
    tables: dict[str, Table] = descriptions(plan.game, list(plan.variants), plan.job)
    tables["items"] = described.items(items)
    with RunWriter(folder, tables, plan.manifest()) as writer:
        return _Run(plan, writer, items, count, chunk, progress or Quiet()).play()


class _Run:
    """One call of `run`: the loop between queue, backend and writer."""

    def __init__(
        self,
        plan: plans.Plan,
        writer: RunWriter,
        items: Sequence[Mapping[str, Any]],
        workers: int,
        chunk: int | None,
        progress: Progress,
    ) -> None:
        self._plan = plan
        self._writer = writer
        self._progress = progress
        self._portion = plan.portion
        self._total = self._portion.size(plan.job.design.blocks)
        stored = writer.stored()
        if stored and stored[-1][1] >= self._total:
            raise StateMismatch(
                f"{writer.path}: holds game {self._portion.game(stored[-1][1])}, and "
                f"{plan.job.design.blocks} blocks have only {self._total} games; ask for as many --blocks as are stored, or choose another --out."
            )
        self._stored = sum(last - first + 1 for first, last in stored)
        self._queue = ChunkQueue(missing(self._total, stored))
        self._workers = max(1, min(workers, self._queue.left()))
        self._sizer = Sizer(self._workers, chunk)
        self._streaks = Streaks()
        named = (
            (recipe.name, v.opponent) for recipe, v in zip(plan.job.variants, plan.variants, strict=True)
        )
        self._standing = Standing({at: both for at, both in enumerate(named) if both[1]})
        if stored and self._standing.variants:
            place = {recipe.name: at for at, recipe in enumerate(plan.job.variants)}
            found = RunFolder(writer.path).won()
            self._standing.add({(place[name], players): count for (name, players), count in found.items()})
        self._played = 0
        self._decisions = 0
        writer.write_items(_encoded(writer.tables["items"], items))

    def play(self) -> RunResult:
        """Play what is missing, then close the folder with its digests."""
        begun = time.monotonic()
        for notice in self._writer.notices:
            self._progress.note(notice)
        self._progress.begin(self._total, self._stored)
        try:
            if self._queue:
                self._loop()
        except KeyboardInterrupt:
            self._writer.save(complete=False)
            raise Interrupted(self._writer.path, self._stored, self._total) from None
        finally:
            self._progress.end()
        seconds = time.monotonic() - begun
        folder = self._writer.finish()
        voids: dict[str, dict[str, int]] = folder.manifest["voids"]
        standing = self._standing.words()
        return RunResult(folder, self._stored, self._played, self._decisions, seconds, voids, standing)

    def _loop(self) -> None:
        job = self._plan.job
        backend: Backend = Serial(job) if self._workers == 1 else Multiprocess(job, self._workers)
        waiting = 0
        try:
            while self._queue or waiting:
                while self._queue and backend.free():
                    backend.submit(self._queue.next(self._sizer.size(self._queue.left())))
                    waiting += 1
                reports = backend.reports(LOOK_SECONDS)
                waiting -= len(reports)
                for report in reports:
                    self._take(report)
                self._progress.update(self._stored + backend.under_way(), "; ".join(self._standing.words()))
        finally:
            backend.close()

    def _take(self, report: Report) -> None:
        if isinstance(report, ChunkResult):
            self._store(report)
        elif report.stuck:
            self._queue.stuck(report.chunk, report.game, self._plan.job.decision_seconds)
        else:
            first, last = (self._portion.game(at) for at in (report.chunk.first, report.chunk.last))
            self._progress.note(f"a worker died at games {first} to {last}; playing them again")
            self._queue.died(report.chunk, report.game)

    def _store(self, result: ChunkResult) -> None:
        self._streaks.follow(result.streaks)
        if self._streaks.too_many():
            raise self._given_up(result)
        games = result.last - result.first + 1
        first, last = (self._portion.game(at) for at in (result.first, result.last))
        self._writer.write(first, last, result.tables)
        self._writer.compact()
        self._sizer.measured(games, result.seconds)
        self._standing.add(result.won)
        self._stored += games
        self._played += games
        self._decisions += result.decisions

    def _given_up(self, result: ChunkResult) -> StrategyError:
        """Return the error that ends a run whose strategy makes one void game after another."""
        self._writer.save(complete=False)
        worst = self._streaks.worst()
        guilty = [void for void in result.voids if void.strategy in (worst, -1)]
        name = self._plan.job.entrants[worst].name
        last = guilty[-1]
        return StrategyError(
            f"strategy {name!r} made {TOO_MANY} games void in a row, so the run was ended. Game {last.game}: "
            f"{last.kind}: {last.fault}. See it: marchsim replay {self._writer.path} {last.game}"
        )


def _encoded(table: Table, rows: Sequence[Mapping[str, Any]]) -> bytes:
    columns = {c.name: [described.cell(c, row.get(c.name)) for row in rows] for c in table.columns}
    return parquet.encode(parquet.frame(table, columns))

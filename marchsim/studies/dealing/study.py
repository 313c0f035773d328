"""Plays the deals that a study's folder lacks, on a backend, and puts all together."""

from __future__ import annotations

import time
from collections.abc import Iterator, MutableSequence, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

import polars as pl

from marchsim.errors import ConfigError
from marchsim.recorder.portion import coalesced, missing
from marchsim.runner.backends.choosing import Where
from marchsim.runner.configuration import config as configs
from marchsim.runner.configuration.schema import MOST_BLOCKS, Configuration
from marchsim.runner.configuration.stop import Stop
from marchsim.runner.dispatch import Dispatch
from marchsim.runner.planning.chunks import ChunkQueue
from marchsim.runner.planning.plan import Job, Plan
from marchsim.runner.planning.schedule import Schedule
from marchsim.runner.playing.worker import ChunkResult
from marchsim.runner.progress.display import Progress
from marchsim.runner.tournament import Interrupted
from marchsim.studies.dealing.player import DealPlayer
from marchsim.studies.dealing.store import DealStore


@dataclass(frozen=True)
class DealWork:
    """The deals of a study as work for any backend (runner.backends.Work).

    Positions count through deals, then `parts` (items, numbers of players), so that all parts have as many
    deals however far a study is, and more deals add to those that are played. Rows begin their key with part
    and deal. `column` is what is dealt otherwise.
    """

    job: Job
    parts: tuple[Any, ...]
    column: str
    plays: ClassVar[type[DealPlayer]]

    @property
    def decision_seconds(self) -> float:
        """Return how long a decision may take."""
        return self.job.decision_seconds

    @cached_property
    def schedule(self) -> Schedule:
        """Return the line-ups and deals."""
        return self.job.schedule()

    def place(self, position: int) -> tuple[Any, int]:
        """Return part and number of the deal at a position."""
        deal, at = divmod(position, len(self.parts))
        return self.parts[at], deal

    @property
    def trusted(self) -> bool:
        """Return whether shipped strategies alone play."""
        return self.job.trusted

    def games(self, position: int) -> int:
        """Return how many games the deal at a position has."""
        raise NotImplementedError

    def played(self, rows: pl.DataFrame) -> Iterator[int]:
        """Yield the positions of the deals that have rows."""
        places = {part: at for at, part in enumerate(self.parts)}
        for part, deal in rows.select(self.plays.rows_of.key[:2]).unique().iter_rows():
            if part in places:
                yield deal * len(places) + places[part]

    def player(
        self, number: int = 0, beat: MutableSequence[int] | None = None, handles: Sequence[int] = ()
    ) -> DealPlayer:
        """Prepare the study in this process."""
        return self.plays(self, number, beat, handles)


def configured(config: str | Configuration, deals: int, called: str) -> Configuration:
    """Return the configuration of a study of so many deals; one with several rulesets is a ConfigError."""
    if not 1 <= deals <= MOST_BLOCKS:
        raise ConfigError(f"--deals: {deals} is outside 1 to {MOST_BLOCKS}.")
    found = configs.load(config) if isinstance(config, str) else config
    if found.variants:
        raise ConfigError(
            f"{found.file}: variants: {called} has one ruleset; remove [[variants]] and [sweep]."
        )
    return replace(found, design=replace(found.design, blocks=deals), stop=Stop())


def manifest(plan: Plan, **own: Any) -> dict[str, Any]:
    """Return what a study keeps in its folder: what makes it, without the plan of a tournament."""
    return {key: value for key, value in plan.manifest().items() if key != "plan"} | own


class StoredStudy:
    """One call of a study of `deals` deals of each part: the loop between queue, backend and store.

    `total` is how many games the whole study has.
    """

    def __init__(
        self, work: DealWork, store: DealStore, deals: int, folder: Path, progress: Progress
    ) -> None:
        self._work, self._store, self._progress = work, store, progress
        self._total, self._folder = deals * len(work.parts), folder
        stored = [position for position in work.played(store.rows()) if position < self._total]
        self._stored = len(stored)
        self._games = self._before = sum(work.games(position) for position in stored)
        self.total = sum(work.games(position) for position in range(self._total))
        spans = coalesced((position, position) for position in sorted(stored))
        self._queue = ChunkQueue(missing(self._total, spans))

    def play(self, where: Where) -> tuple[int, float]:
        """Play the missing deals and merge all; return how many games were played, and in what time."""
        begun = time.monotonic()
        self._progress.begin(self.total, self._games)
        try:
            self._loop(where)
            self._store.finish()
        except KeyboardInterrupt:
            told = f"{self._stored:,} of {self._total:,} deals are stored in {self._folder}"
            raise Interrupted(told) from None
        finally:
            self._progress.end()
        return self._games - self._before, time.monotonic() - begun

    def _loop(self, where: Where) -> None:
        if not self._queue:
            return
        names, note = [entrant.name for entrant in self._work.job.entrants], self._progress.note
        with closing(where.opened(self._work, self._queue.left(), note)) as backend:
            Dispatch(note, names, "deal").play(backend, self._queue, self._keep, self._look)

    def _look(self, under_way: int) -> None:
        self._progress.update(self._games + under_way * self.total // self._total)

    def _keep(self, result: ChunkResult) -> None:
        for table in result.tables.values():
            self._store.write(table.content)
        self._stored += result.last - result.first + 1
        self._games += sum(self._work.games(at) for at in range(result.first, result.last + 1))

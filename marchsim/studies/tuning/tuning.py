"""The search itself: a pilot, generations of candidates, then the result on sealed deals."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from marchsim.errors import ConfigError, NothingMeasured
from marchsim.runner.backends import choosing as places
from marchsim.runner.configuration.config import Configuration
from marchsim.runner.planning.chunks import ChunkQueue, Sizer
from marchsim.runner.playing import interrupt
from marchsim.runner.playing.worker import ChunkResult
from marchsim.runner.progress.display import Progress, Quiet
from marchsim.runner.tournament import Interrupted
from marchsim.studies.crew import Crew
from marchsim.studies.tuning import findings, written
from marchsim.studies.tuning.asked import PILOT_DEALS, STEP_GAMES, Asked
from marchsim.studies.tuning.deals import CONFIRM, PILOT, SEARCH, Task
from marchsim.studies.tuning.findings import Ablated, Confirmed
from marchsim.studies.tuning.playing import GAMES
from marchsim.studies.tuning.prepared import Prepared, prepare
from marchsim.studies.tuning.search import Search
from marchsim.studies.tuning.space import Values
from marchsim.studies.tuning.steps import Steps

MOST_CHUNKS = 256  # under way at a time


@dataclass(frozen=True)
class Forecast:
    """How long a search takes: `seconds` of one worker for one game, None if none of the pilot was played."""

    prepared: Prepared
    seconds: float | None
    workers: int

    @property
    def whole(self) -> float | None:
        """Return the seconds that all games take with the workers there are."""
        return None if self.seconds is None else self.prepared.budget.games * self.seconds / self.workers


@dataclass(frozen=True)
class Tuned:
    """A search that has ended: what was found, the file, and what was played now, in how many seconds."""

    prepared: Prepared
    values: Values
    scale: float | None
    confirmed: Confirmed
    ablated: list[Ablated]
    path: Path
    folder: Path
    games: int
    played: int
    seconds: float

    def data(self) -> dict[str, Any]:
        """Return the result as plain data, with the parameters to be used."""
        return written.data(self.prepared, self.values, self.scale, self.confirmed, self.ablated)


def forecast(
    config: str | Configuration, asked: Asked, *, workers: int | None = None, backend: str = "",
    scheduler: str = "", seed: int | None = None, rules: Sequence[str] = (),
    strategy_paths: Sequence[Path] = (), progress: Progress | None = None,
) -> Forecast:  # fmt: skip
    """Play the pilot alone, keep nothing, and return how long the whole takes."""
    prepared = prepare(config, asked, seed=seed, rules=rules, strategy_paths=strategy_paths)
    where = places.read(backend, scheduler, workers)
    with interrupt.noted():
        search = _Tuning(prepared, where, None, progress or Quiet(), None, lambda told: None)
        return search.forecast()


def tune(
    config: str | Configuration, asked: Asked, out: str | Path | None = None, *,
    workers: int | None = None, backend: str = "", scheduler: str = "", seed: int | None = None,
    rules: Sequence[str] = (), strategy_paths: Sequence[Path] = (), chunk: int | None = None,
    progress: Progress | None = None, warn: Callable[[str], None] = lambda warning: None,
    foretell: Callable[[Forecast], None] = lambda told: None,
) -> Tuned:  # fmt: skip
    """Tune the focal strategy of a configuration and write it into a file that configurations can use.

    `out` is by default tuned/NAME-FOCAL.toml; the search lies beside it in a folder, from which the same
    call resumes. Results do not depend on workers, backend or `chunk`. `foretell` is told how long it takes
    once the pilot has been played. StateMismatch if the folder holds another search, or is damaged.
    """
    prepared = prepare(config, asked, seed=seed, rules=rules, strategy_paths=strategy_paths)
    where = places.read(backend, scheduler, workers)
    for warning in prepared.plan.warnings():
        warn(warning)
    path = (
        Path(out) if out is not None else Path("tuned") / f"{prepared.configuration.name}-{asked.focal}.toml"
    )
    if path.suffix != ".toml":
        raise ConfigError(f"--out: {path}: configurations know such a file by its ending; name it .toml.")
    folder = path.with_name(f"{path.stem}.search")
    with Steps(folder, prepared.identity()) as steps, interrupt.noted():
        return _Tuning(prepared, where, steps, progress or Quiet(), chunk, foretell).tune(path)


class _Tuning:
    """One call of `tune` or `forecast`."""

    def __init__(
        self, prepared: Prepared, where: places.Where, steps: Steps | None, progress: Progress,
        chunk: int | None, foretell: Callable[[Forecast], None],
    ) -> None:  # fmt: skip
        self._prepared, self._where, self._steps = prepared, where, steps
        self._progress, self._chunk, self._foretell = progress, chunk, foretell
        self._crew: Crew | None = None
        self._workers = 1
        self._sizer = Sizer(1, chunk)
        self._at = self._done = self._played = 0
        self._seconds = 0.0
        self._words: list[str] = []

    def forecast(self) -> Forecast:
        """Play the pilot."""
        try:
            self._games(self._pilot())
        finally:
            self._close()
        return Forecast(self._prepared, self._seconds / max(1, self._played), self._workers)

    def tune(self, path: Path) -> Tuned:
        """Go through all steps, playing what is not stored."""
        begun = time.monotonic()
        self._progress.begin(self._prepared.budget.games, 0)
        assert self._steps is not None
        try:
            scale = self._scale()
            values = self._searched(scale)
            proof, without = self._sealed(values)
            result = written.text(self._prepared, values, scale, proof, without, path)
            written.put(path, result)
        except KeyboardInterrupt:
            raise Interrupted(
                f"{self._done:,} of {self._prepared.budget.games:,} games are stored in {self._steps.folder}"
            ) from None
        finally:
            self._progress.end()
            self._close()
        return Tuned(
            self._prepared, values, scale, proof, without, path, self._steps.folder, self._done, self._played,
            time.monotonic() - begun,
        )  # fmt: skip

    def _pilot(self) -> Task:
        return self._prepared.task(PILOT, 0, PILOT_DEALS, [self._prepared.space.own()])

    def _scale(self) -> float | None:
        """Return the scale of soft wins, from the pilot unless it was given; None without scores."""
        games = self._games(self._pilot())
        if self._played:
            self._foretell(Forecast(self._prepared, self._seconds / self._played, self._workers))
        if (games["void"] != "").all():
            raise NothingMeasured("no game of the pilot counts, so nothing can be tuned by them.")
        found = findings.scale_of(games)
        return None if found is None else self._prepared.asked.scale or found

    def _searched(self, scale: float | None) -> Values:
        """Return the weights that the search comes to."""
        laid, space = self._prepared.budget, self._prepared.space
        search = Search(
            space.size, self._prepared.job.seed, self._prepared.asked.stage_seed, self._prepared.asked.pull
        )
        for generation in range(laid.generations):
            candidates = [space.values(point) for point in search.candidates()]
            task = self._prepared.task(SEARCH, generation * laid.deals, laid.deals, candidates)
            worth = findings.worth(self._games(task), laid.candidates, laid.players, scale)
            search.told(worth)
            what = "wins" if scale is None else "soft wins"
            self._words = [
                f"generation {generation + 1} of {laid.generations}: {100 * worth.mean():.1f} % {what}"
            ]
        return space.values(search.mean)

    def _sealed(self, values: Values) -> tuple[Confirmed, list[Ablated]]:
        """Return the result on deals that the search has not seen, whole and with each weight set back."""
        laid, space = self._prepared.budget, self._prepared.space
        own = space.own()
        self._words = ["confirmation on sealed deals"]
        confirm = self._stretch(laid.confirm, [own, values])
        sums, counts = findings.by_deal(confirm, laid.confirm, 2, laid.players)
        proof = findings.confirmed(sums, counts)
        changed = space.changed(values) if self._prepared.asked.set_back else []
        if not changed:
            return proof, []
        self._words = ["ablation: each weight set back by itself"]
        deals = self._prepared.asked.set_back
        games = self._stretch(deals, [{**values, name: own[name]} for name in changed])
        less, entries = findings.by_deal(games, deals, len(changed), laid.players)
        first = slice(0, deals), slice(1, 2)
        joined = [np.hstack(pair) for pair in ((sums[first], less), (counts[first], entries))]
        return proof, findings.ablated(changed, joined[0], joined[1])

    def _stretch(self, deals: int, candidates: Sequence[Values]) -> pl.DataFrame:
        """Return the games of all sealed deals from the first on, played in steps."""
        each = max(1, STEP_GAMES // (len(candidates) * self._prepared.players))
        parts: list[pl.DataFrame] = []
        before = 0
        for first in range(0, deals, each):
            task = self._prepared.task(CONFIRM, first, min(each, deals - first), candidates)
            parts.append(self._games(task).with_columns(pl.col("position") + before))
            before += task.games(self._prepared.players)
        return pl.concat(parts)

    def _games(self, task: Task) -> pl.DataFrame:
        """Return the games of the next step, played if they are not stored."""
        at, self._at = self._at, self._at + 1
        games = self._steps.stored(at, task) if self._steps else None
        if games is None:
            games = self._play(task)
            if self._steps:
                self._steps.keep(at, task, games)
        self._done += len(games)
        self._progress.update(self._done, (), self._words)
        return games

    def _play(self, task: Task) -> pl.DataFrame:
        total = task.games(self._prepared.players)
        found: list[pl.DataFrame] = []

        def keep(result: ChunkResult) -> None:
            found.extend(table.rows() for table in result.tables.values())
            self._seconds += result.seconds
            self._played += result.last - result.first + 1

        def look(under_way: int) -> None:
            done = sum(map(len, found)) + under_way
            self._progress.update(self._done + done, (), self._words)

        self._opened().play(ChunkQueue([(0, total - 1)], task), self._sizer, keep, look)
        games = pl.concat(found).sort("position")
        assert games["position"].equals(pl.int_range(total, dtype=pl.Int32, eager=True).alias("position"))
        return games.select(column.name for column in GAMES.columns)

    def _opened(self) -> Crew:
        """Return who plays; they are called when the first game is to be played."""
        if self._crew is None:
            job = self._prepared.job
            backend = self._where.opened(job, MOST_CHUNKS, self._progress.note)
            self._workers = backend.workers
            self._sizer = Sizer(self._workers, self._chunk)
            names = [entrant.name for entrant in job.entrants]
            self._crew = Crew(backend, names, self._progress.note, "game")
        return self._crew

    def _close(self) -> None:
        if self._crew is not None:
            self._crew.close()

"""Run the search: a pilot, generations of candidates, then the result on sealed deals."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from marchsim.errors import NothingMeasured
from marchsim.runner.backends import choosing as places
from marchsim.runner.playing import interrupt
from marchsim.runner.progress.display import Progress, Quiet
from marchsim.runner.tournament import Interrupted
from marchsim.studies import toml_text
from marchsim.studies.candidates import CONFIRM, PILOT, SEARCH, Task
from marchsim.studies.stages import PlayedStages
from marchsim.studies.stepping import Stepper, Steps, parts
from marchsim.studies.tuning import findings, strategy_file
from marchsim.studies.tuning.findings import Confirmed, Losses
from marchsim.studies.tuning.preparation import PILOT_DEALS, STEP_GAMES, PreparedTuning, ending
from marchsim.studies.tuning.search import Search, Values
from marchsim.studies.tuning.strategy_file import Tuned


def foreseen(prepared: PreparedTuning, stepper: Stepper) -> dict[str, Any]:
    """The size of a search and its expected length, from the games played so far, as plain data."""
    laid, each = prepared.budget, stepper.seconds / max(1, stepper.played)
    return {
        "schema": "marchsim.tune-plan/1",
        "focal": prepared.asked.focal,
        "against": list(prepared.against),
        "players": laid.players,
        "weights": [weight.name for weight in prepared.space.weights],
        "generations": laid.generations,
        "candidates": laid.candidates,
        "deals": laid.deals,
        "search_games": laid.search,
        "sealed_games": laid.sealed,
        "games": laid.games,
        "workers": stepper.workers,
        "seconds_per_game": each,
        "seconds": laid.games * each / stepper.workers,
    }


def forecast(
    prepared: PreparedTuning, *, workers: places.Workers = None,
    progress: Progress | None = None,
) -> dict[str, Any]:  # fmt: skip
    """Play only the pilot, store nothing, and return the size and expected length of the search."""
    where = places.read(workers)
    with interrupt.noted():
        return Tuning(prepared, where, None, progress or Quiet(), lambda told: None).forecast()


def tune(
    prepared: PreparedTuning, out: str | Path | None = None, *, workers: places.Workers = None,
    progress: Progress | None = None,
    warn: Callable[[str], None] = lambda warning: None,
    foretell: Callable[[dict[str, Any]], None] = lambda told: None,
) -> Tuned:  # fmt: skip
    """Tune the focal strategy of a configuration and write it into a file for configurations.

    `out` is tuned/NAME-FOCAL.toml by default. The search is in a folder beside it, from which the same call
    resumes. Results do not depend on workers. After the pilot, `foretell` is called with the
    expected length. Raises StateMismatch if the folder belongs to another search or is damaged.
    """
    where = places.read(workers)
    for warning in prepared.plan.warnings():
        warn(warning)
    name = f"{prepared.configuration.name}-{prepared.asked.focal}.toml"
    path = Path(out) if out is not None else Path("tuned") / name
    ending(path)
    folder = path.with_name(f"{path.stem}.search")
    with Steps(folder, prepared.identity()) as steps, interrupt.noted():
        return Tuning(prepared, where, steps, progress or Quiet(), foretell).tune(path)


class Tuning:
    """One search. Larger studies call only `searched`, which is its first half."""

    def __init__(
        self, prepared: PreparedTuning, where: places.Where, steps: Steps | None, progress: Progress,
        foretell: Callable[[dict[str, Any]], None],
    ) -> None:  # fmt: skip
        self._prepared, self._steps = prepared, steps
        self._progress, self._foretell = progress, foretell
        self._middle = 0.0  # the margin that is half a soft win: a team's own before the search
        self._stepper = Stepper(prepared.job, prepared.players, where, steps, progress)

    def forecast(self) -> dict[str, Any]:
        """Play the pilot, and return the size and the expected length of the search."""
        try:
            self._stepper.games(self._pilot())
        finally:
            self._stepper.close()
        return foreseen(self._prepared, self._stepper)

    @property
    def games(self) -> tuple[int, int, int]:
        """The numbers of games so far, of void ones among them, and of games that this call has played."""
        return self._stepper.done, self._stepper.voids, self._stepper.played

    def searched(self) -> Values:
        """Run only the pilot and the generations, and return the weights found."""
        with self._running(self._prepared.budget.pilot + self._prepared.budget.search):
            return self._searched(self._scale())

    def tune(self, path: Path) -> Tuned:
        """Run all steps. Steps that are stored are not played again."""
        begun = time.monotonic()
        assert self._steps is not None
        with self._running(self._prepared.budget.games):
            scale = self._scale()
            values = self._searched(scale)
            proof, without = self._sealed(values)
            played = PlayedStages()
            played.count(self._steps.folder, *self.games, time.monotonic() - begun)
            found = Tuned(self._prepared, values, scale, proof, without, path, self._steps.folder, played)
            toml_text.put(path, strategy_file.text(found))
        return found

    @contextmanager
    def _running(self, games: int) -> Iterator[None]:
        """A context for playing up to `games` games, which ends with the workers stopped."""
        self._progress.begin(games, 0)
        try:
            yield
        except KeyboardInterrupt:
            assert self._steps is not None
            total, folder = self._prepared.budget.games, self._steps.folder
            raise Interrupted(f"{self._stepper.done:,} of {total:,} games are stored in {folder}") from None
        finally:
            self._progress.end()
            self._stepper.close()

    def _pilot(self) -> Task:
        return self._prepared.task(PILOT, 0, PILOT_DEALS, [self._prepared.space.own()])

    def _scale(self) -> float | None:
        """The scale of soft wins, given or from the pilot, or None if a game of the pilot has no margin."""
        games = self._stepper.games(self._pilot())
        if self._stepper.played:
            self._foretell(foreseen(self._prepared, self._stepper))
        if (games["void"] != "").all():
            raise NothingMeasured("all games of the pilot are void, so there is nothing to tune with.")
        if self._prepared.asked.team:
            self._middle = findings.middle_of(games)
        found = findings.scale_of(games)
        return None if found is None else self._prepared.asked.scale or found

    def _searched(self, scale: float | None) -> Values:
        """Run the generations, and return the weights that the search finds."""
        laid, space = self._prepared.budget, self._prepared.space
        search = Search(space.size, self._prepared.job.seed, self._prepared.asked.stage_seed)
        for generation in range(laid.generations):
            candidates = [space.values(point) for point in search.candidates()]
            task = self._prepared.task(SEARCH, generation * laid.deals, laid.deals, candidates)
            games = self._stepper.games(task)
            worth = findings.worth(games, laid.candidates, laid.players, scale, self._middle)
            search.update(worth)
            what = "wins" if scale is None else "soft wins"
            self._stepper.words = [
                f"generation {generation + 1} of {laid.generations}: {100 * worth.mean():.1f} % {what}"
            ]
        return space.values(search.mean)

    def _sealed(self, values: Values) -> tuple[Confirmed, Losses]:
        """The result on sealed deals: the confirmation, and the loss from resetting each weight."""
        laid, space = self._prepared.budget, self._prepared.space
        own = space.own()
        self._stepper.words = ["confirmation on sealed deals"]
        confirm = self._stretch(laid.confirm, [own, values])
        sums, counts = findings.by_deal(confirm, laid.confirm, 2, laid.players)
        proof = findings.confirmed(sums, counts)
        if self._prepared.asked.team:
            proof = replace(proof, margin=findings.margins(confirm, laid.confirm, laid.players))
        changed = space.changed(values) if self._prepared.asked.set_back else []
        if not changed:
            return proof, {}
        self._stepper.words = ["ablation: each weight set back by itself"]
        deals = self._prepared.asked.set_back
        games = self._stretch(deals, [{**values, name: own[name]} for name in changed])
        less, entries = findings.by_deal(games, deals, len(changed), laid.players)
        first = slice(0, deals), slice(1, 2)
        joined = [np.hstack(pair) for pair in ((sums[first], less), (counts[first], entries))]
        return proof, findings.ablated(changed, joined[0], joined[1])

    def _stretch(self, deals: int, candidates: Sequence[Values]) -> pl.DataFrame:
        """The games of the first `deals` sealed deals, played in steps."""
        task = self._prepared.task(CONFIRM, 0, deals, candidates)
        return self._stepper.stretch(parts(task, self._prepared.players, STEP_GAMES))

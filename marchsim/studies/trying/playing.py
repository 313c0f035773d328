"""Plays a try into a run folder like any other, and reads what it found."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from marchsim.analysis.reading.source import entry
from marchsim.analysis.trying.tried import Tried, tried
from marchsim.recorder import manifest as manifests
from marchsim.recorder.folder import naming_damage
from marchsim.recorder.polars_panics import quiet
from marchsim.runner import RunResult, run
from marchsim.runner.progress.display import Progress
from marchsim.studies.trying.asked import Trial, TryRequest, prepare
from marchsim.studies.trying.budget import Budget, blocks_for

PLACE = Path("runs") / "try"


@dataclass(frozen=True)
class TryPlayed:
    """A try that has been played: what was asked, the run, and what it found."""

    trial: Trial
    result: RunResult
    found: Tried

    @property
    def folder(self) -> Path:
        """Return the run folder."""
        return self.result.folder.path


def try_(
    asked: TryRequest,
    out: Path | None = None,
    budget: Budget | None = None,
    *,
    workers: int | None = None,
    backend: str = "",
    scheduler: str = "",
    strategy_paths: Sequence[Path] = (),
    progress: Progress | None = None,
    warn: Callable[[str], None] | None = None,
) -> TryPlayed:
    """Play the game as it is and changed on the same deals, and return what has changed.

    `out` is by default runs/try/NAME. A folder with games of the same try is resumed, and extended if more
    deals are asked for; another run there is a StateMismatch. Raises NothingMeasured if no deal counts.
    """
    limit = budget or Budget()
    limit.check()
    trial = prepare(asked)
    folder = out or PLACE / trial.configuration.name
    blocks = max(blocks_for(trial.configuration, limit, strategy_paths), _begun(folder))
    result = run(
        trial.configuration, folder, workers=workers, backend=backend,
        scheduler=scheduler, blocks=blocks, strategy_paths=strategy_paths, progress=progress, warn=warn,
    )  # fmt: skip
    with quiet(), naming_damage(result.folder.path):
        return TryPlayed(trial, result, tried(result.folder, trial.configuration.name))


def _begun(folder: Path) -> int:
    """Return the blocks of a run that was begun in a folder, so that fewer are never asked for; 0 if none."""
    if not manifests.exists(folder):
        return 0
    blocks = entry(manifests.read(folder), "plan", "blocks")
    return blocks if isinstance(blocks, int) else 0

"""Plays a try into a run folder like any other, and reads what it found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from marchsim.analysis.reading.source import entry
from marchsim.analysis.trying.swept import Swept, swept
from marchsim.analysis.trying.tried import Tried, tried
from marchsim.recorder import manifest as manifests
from marchsim.recorder import survey
from marchsim.recorder.folder import naming_damage
from marchsim.recorder.polars_panics import quiet
from marchsim.runner import RunResult, run
from marchsim.studies.trying.asked import Trial, TryRequest, prepare
from marchsim.studies.trying.budget import Budget, blocks_for

PLACE = Path("runs") / "try"


Found = TypeVar("Found", Tried, Swept)


@dataclass(frozen=True)
class TryPlayed(Generic[Found]):
    """A try that has been played: what was asked, the run, and what it found."""

    trial: Trial
    result: RunResult
    found: Found

    @property
    def folder(self) -> Path:
        """Return the run folder."""
        return self.result.folder.path


def try_(
    asked: TryRequest | Trial, out: Path | None = None, budget: Budget | None = None, **where: Any
) -> TryPlayed[Tried]:
    """Play the game as it is and changed on the same deals, and return what has changed.

    `where` are the keywords of `run` that say where games are played and who hears of it.

    `out` is by default runs/try/NAME. A folder with games of the same try is resumed, and extended if more
    deals are asked for; another run there is a StateMismatch. Raises NothingMeasured if no deal counts.
    """
    trial = asked if isinstance(asked, Trial) else prepare(asked)
    result = _run(trial, out, budget, **where)
    with quiet(), naming_damage(result.folder.path):
        return TryPlayed(trial, result, tried(result.folder, trial.configuration.name))


def try_values(
    trial: Trial, out: Path | None = None, budget: Budget | None = None, **where: Any
) -> TryPlayed[Swept]:
    """Do as `try_` with a change of several values; return what happens along them."""
    result = _run(trial, out, budget, **where)
    with quiet(), naming_damage(result.folder.path):
        return TryPlayed(trial, result, swept(result.folder, trial.configuration.name))


def _run(trial: Trial, out: Path | None, budget: Budget | None, **where: Any) -> RunResult:
    limit = budget or Budget()
    limit.check()
    folder = out or PLACE / trial.configuration.name
    folders: Sequence[Path] = where.get("strategy_paths", ())
    blocks = max(blocks_for(trial.configuration, limit, folders), _begun(folder))
    return run(trial.configuration, folder, blocks=blocks, beside=_beside(trial, folder), **where)


def _beside(trial: Trial, folder: Path) -> list[Path]:
    """Return folders that may hold games of a try: others beside its own, and a run whose players play."""
    given = [manifests.called(Path(trial.asked.config))] if trial.asked.config else []
    try:
        others = survey.entries(folder.parent)
    except OSError:
        others = []
    return [one for one in (*given, *others) if one != folder and manifests.exists(one)]


def _begun(folder: Path) -> int:
    """Return the blocks of a run that was begun in a folder, so that fewer are never asked for; 0 if none."""
    if not manifests.exists(folder):
        return 0
    blocks = entry(manifests.read(folder), "plan", "blocks")
    return blocks if isinstance(blocks, int) else 0

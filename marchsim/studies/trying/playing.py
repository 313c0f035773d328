"""Plays a try into an ordinary run folder, and reads its results.

The number of deals is fixed in advance and equal on every machine. A budget in seconds is one of a reference
machine: a few games on separate deals give the decisions per game, and the reference's speed gives the time
per game. So a fast machine finishes earlier, with the same numbers.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from marchsim.analysis.reading.source import entry
from marchsim.analysis.trying.swept import Swept, swept
from marchsim.analysis.trying.tried import Tried, tried
from marchsim.errors import ConfigError
from marchsim.recorder import manifest as manifests
from marchsim.recorder import survey
from marchsim.recorder.folder import naming_damage
from marchsim.recorder.polars_panics import quiet
from marchsim.runner import RunResult, run
from marchsim.runner.configuration.schema import MOST_BLOCKS, Configuration
from marchsim.runner.dispatch import apart
from marchsim.runner.planning import design_warnings
from marchsim.runner.planning import plan as plans
from marchsim.runner.planning.plan import Plan
from marchsim.studies.trying.asked import Trial, TryRequest, prepare

SECONDS = 30.0
PACE = 400_000  # decisions of the shipped plans that two cores of the reference machine take in a second;
# a game of another speed has its own as `pace`
AROUND = 100  # decisions that take as long as what is done once for each game
PILOT = 16  # games
FEWEST_GAMES = 400
MOST_SECONDS = 1e6


@dataclass(frozen=True)
class Budget:
    """The limit of a try: deals with each number of players, games, or seconds of the reference machine."""

    deals: int | None = None
    games: int | None = None
    seconds: float | None = None

    def check(self) -> None:
        """Raise ConfigError for an invalid budget, or for several."""
        asked = {"--deals": self.deals, "--games": self.games, "--seconds": self.seconds}
        given = {name: value for name, value in asked.items() if value is not None}
        if len(given) > 1:
            raise ConfigError(f"{', '.join(given)}: each limits the number of games; give one of them.")
        for name, value in given.items():
            if not 0 < value <= (MOST_SECONDS if name == "--seconds" else MOST_BLOCKS):
                raise ConfigError(f"{name}: {value:g} is not a budget; give a number above 0.")


def blocks_for(configuration: Configuration, budget: Budget, folders: Sequence[Path] = ()) -> int:
    """The number of blocks of a try."""
    plan = plans.make(configuration.changed(blocks=1), folders, "pilot")
    each = plan.schedule.games_per_block
    fewest = min(design_warnings.deals_of(plan, matchup) for matchup in plan.schedule.matchups)
    if budget.deals is not None:
        blocks = math.ceil(budget.deals / fewest)
    elif budget.games is not None:
        blocks = math.ceil(budget.games / each)
    else:
        seconds = SECONDS if budget.seconds is None else budget.seconds
        enough = max(math.ceil(FEWEST_GAMES / each), math.ceil(design_warnings.FEWEST_DEALS / fewest))
        pace = int(getattr(plan.game, "pace", PACE))
        blocks = max(enough, int(seconds * pace / (AROUND + decisions(plan)) / each))
    return min(MOST_BLOCKS, max(1, blocks))


def decisions(plan: Plan) -> float:
    """The mean number of decisions in a game of a plan, from some games that are not stored."""
    total = plan.portion.size(plan.job.design.blocks)
    positions = range(0, total, max(1, total // PILOT))[:PILOT]
    with apart(plan.job) as play:
        return sum(one.decisions for one in play(positions)) / max(1, len(positions))


PLACE = Path("runs") / "try"


Found = TypeVar("Found", Tried, Swept)


@dataclass(frozen=True)
class TryPlayed(Generic[Found]):
    """A finished try: the request, the run, and its results."""

    trial: Trial
    result: RunResult
    found: Found

    @property
    def folder(self) -> Path:
        """The run folder."""
        return self.result.folder.path


def try_(
    asked: TryRequest | Trial, out: Path | None = None, budget: Budget | None = None, **where: Any
) -> TryPlayed[Tried]:
    """Play the game before and after the change on the same deals, and return the results.

    `where` are the keywords of `run` for backend and progress. `out` is by default runs/try/NAME. A folder
    with games of the same try is resumed, and extended for more deals. Another run there is a StateMismatch.
    Raises NothingMeasured if no deal counts.
    """
    trial = asked if isinstance(asked, Trial) else prepare(asked)
    result = _run(trial, out, budget, **where)
    with quiet(), naming_damage(result.folder.path):
        return TryPlayed(trial, result, tried(result.folder, trial.configuration.name))


def try_values(
    trial: Trial, out: Path | None = None, budget: Budget | None = None, **where: Any
) -> TryPlayed[Swept]:
    """Like `try_`, for a change with several values. Returns the results along them."""
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
    """Folders that may have games of this try: its neighbours, and the run it refers to."""
    given = [manifests.called(Path(trial.asked.config))] if trial.asked.config else []
    try:
        others = survey.entries(folder.parent)
    except OSError:
        others = []
    return [one for one in (*given, *others) if one != folder and manifests.exists(one)]


def _begun(folder: Path) -> int:
    """The number of blocks of the run in a folder (0: none), so that a try never asks for fewer."""
    if not manifests.exists(folder):
        return 0
    blocks = entry(manifests.read(folder), "plan", "blocks")
    return blocks if isinstance(blocks, int) else 0

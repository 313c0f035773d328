"""Plays a try into a run folder like any other, and reads what it found.

How many deals it plays is fixed before it is played and the same on every machine. A budget in seconds is one
of a reference machine: some games on deals of their own tell how many decisions a game has, and a game costs
as long as the reference takes for them. So a fast machine is done sooner and a slow one later, and both have
the same numbers.
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
    """What limits a try: deals with each number of players, games, or seconds of the reference machine."""

    deals: int | None = None
    games: int | None = None
    seconds: float | None = None

    def check(self) -> None:
        """Raise ConfigError for a budget that is none, or for several."""
        asked = {"--deals": self.deals, "--games": self.games, "--seconds": self.seconds}
        given = {name: value for name, value in asked.items() if value is not None}
        if len(given) > 1:
            raise ConfigError(f"{', '.join(given)}: each says how much to play; give one of them.")
        for name, value in given.items():
            if not 0 < value <= (MOST_SECONDS if name == "--seconds" else MOST_BLOCKS):
                raise ConfigError(f"{name}: {value:g} is not a budget; give a number above 0.")


def blocks_for(configuration: Configuration, budget: Budget, folders: Sequence[Path] = ()) -> int:
    """Return how many blocks a try plays."""
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
    """Return how many decisions a game of a plan has, from some games that are not stored."""
    total = plan.portion.size(plan.job.design.blocks)
    positions = range(0, total, max(1, total // PILOT))[:PILOT]
    with apart(plan.job) as play:
        return sum(one.decisions for one in play(positions)) / max(1, len(positions))


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

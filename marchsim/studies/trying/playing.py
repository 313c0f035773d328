"""Play a try into an ordinary run folder, and compute its results.

The number of deals is fixed in advance and equal on every machine. A budget in seconds means time on a
reference machine. The number of decisions per game is measured in a few games on separate deals, and the
reference machine's speed then gives the time per game. A faster machine therefore finishes earlier, with the
same results. On a much slower machine the user is warned.
"""

from __future__ import annotations

import math
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from marchsim.analysis.trying.comparison import tried
from marchsim.analysis.trying.swept import swept
from marchsim.errors import ConfigError
from marchsim.recorder import manifest as manifests
from marchsim.recorder import survey
from marchsim.recorder.folder import naming_damage
from marchsim.recorder.parquet import quiet
from marchsim.runner import RunResult, checking, run
from marchsim.runner.backends import choosing as places
from marchsim.runner.configuration.schema import MOST_BLOCKS, Configuration
from marchsim.runner.dispatch import apart
from marchsim.runner.planning import plan as plans
from marchsim.runner.planning.plan import Plan
from marchsim.runner.repairing import begun_blocks
from marchsim.studies.trying.request import Trial, TryRequest, prepare

SECONDS = 30.0
PACE = 400_000  # decisions of the shipped plans that two cores of the reference machine take in a second;
# a game of another speed has its own as `pace`
AROUND = 100  # decisions that take as long as what is done once for each game
PILOT = 16  # games
FEWEST_GAMES = 400
MOST_SECONDS = 1e6
SLOWER = 3.0  # times, from which on a machine is slow
SHORT = 180.0  # seconds of the shorter try that is offered there


@dataclass(frozen=True)
class Budget:
    """The limit of a try: deals for each number of players, or seconds on the reference machine."""

    deals: int | None = None
    seconds: float | None = None

    def check(self) -> None:
        """Raise ConfigError if the budget is out of range or has more than one limit."""
        asked = {"--deals": self.deals, "--seconds": self.seconds}
        given = {name: value for name, value in asked.items() if value is not None}
        if len(given) > 1:
            raise ConfigError(f"{', '.join(given)}: each limits the number of games; give one of them.")
        for name, value in given.items():
            most = MOST_SECONDS if name == "--seconds" else MOST_BLOCKS
            if not 0 < value <= most:
                raise ConfigError(f"{name}: {value} is not above 0 and at most {most:.0f}.")


def slow(reference: float, here: float, deals: int, folder: Path) -> str:
    """A warning if a try takes much longer here than on the reference machine, else ''.

    `reference` and `here` are in seconds. The warning proposes a number of deals that takes about SHORT
    seconds, if that is fewer than `deals`. It also proposes another folder, since this folder keeps the size
    of its try.
    """
    if here <= SLOWER * reference:
        return ""
    fewer = max(checking.FEWEST_DEALS, int(deals * SHORT / here))
    options = f"--deals {fewer} --out {shlex.quote(f'{folder}-short')}"
    shorter = f"; {options} takes about {fewer / deals * here / 60:.0f} min" if fewer < deals else ""
    return f"this takes about {here / 60:.0f} min on this machine now{shorter}"


def blocks_for(configuration: Configuration, budget: Budget, folders: Sequence[Path] = ()) -> int:
    """The number of blocks of a try, which is equal on every machine."""
    return sized(configuration, budget, folders)[0]


def sized(
    configuration: Configuration, budget: Budget, folders: Sequence[Path] = ()
) -> tuple[int, int, float, float]:
    """The size of a try: blocks, deals, and seconds on the reference machine and here.

    The numbers of blocks and deals are equal on every machine. `deals` counts those with each number of
    players. The seconds are those of one process. If the budget is in deals, only the blocks are
    computed, and the other numbers are 0.
    """
    plan = plans.make(configuration.changed(blocks=1), folders, "pilot")
    each = plan.schedule.games_per_block
    fewest = min(checking.deals_of(plan, matchup) for matchup in plan.schedule.matchups)
    if limited := math.ceil((budget.deals or 0) / fewest):
        return min(MOST_BLOCKS, limited), 0, 0.0, 0.0
    seconds = SECONDS if budget.seconds is None else budget.seconds
    enough = max(math.ceil(FEWEST_GAMES / each), math.ceil(checking.FEWEST_DEALS / fewest))
    decisions, own = pilot(plan)
    game = (AROUND + decisions) / int(getattr(plan.game, "pace", PACE))
    blocks = min(MOST_BLOCKS, max(1, enough, int(seconds / game / each)))
    return blocks, blocks * fewest, blocks * each * game, blocks * each * own


def pilot(plan: Plan) -> tuple[float, float]:
    """Play some games without storing them, and return the mean decisions and the mean seconds per game.

    If there are several games, the first one is not timed, since strategies may be set up in it.
    """
    total = plan.portion.size(plan.job.design.blocks)
    positions = range(0, total, max(1, total // PILOT))[:PILOT]
    with apart(plan.job) as play:
        first, rest = play(positions[:1]), play(positions[1:])
    decisions = sum(one.decisions for one in (*first, *rest)) / max(1, len(positions))
    return decisions, sum(one.seconds for one in rest or first) / max(1, len(positions) - 1)


PLACE = Path("runs") / "try"


@dataclass(frozen=True)
class TryPlayed:
    """A finished try, with its request, its run, and its results (`Tried`, or `Swept` for several values)."""

    trial: Trial
    result: RunResult
    found: Any

    @property
    def folder(self) -> Path:
        """The run folder."""
        return self.result.folder.path


def try_(
    asked: TryRequest | Trial, out: Path | None = None, budget: Budget | None = None, **where: Any
) -> TryPlayed:
    """Play the game before and after the change on the same deals, and return the results.

    `where` has the keywords of `run` for workers and progress. `out` is runs/try/NAME by default. A folder
    with games of the same try is resumed, and extended if there are more deals. Raises StateMismatch if it
    holds another run, and NothingMeasured if no deal counts.
    """
    trial, limit = asked if isinstance(asked, Trial) else prepare(asked), budget or Budget()
    limit.check()
    folder = out or PLACE / trial.configuration.name
    folders: Sequence[Path] = where.get("strategy_paths", ())
    blocks, deals, reference, here = sized(trial.configuration, limit, folders)
    begun, warn = begun_blocks(folder), where.get("warn") or (lambda _text: None)
    if blocks > begun:
        if told := slow(reference, here / places.read(where.get("workers")).at_once, deals, folder):
            warn(told)
    elif blocks < begun and limit != Budget():
        warn(f"{folder} has more deals than that, and all of them count; for fewer choose another --out")
    count, beside = max(blocks, begun), _beside(trial, folder)
    result = run(trial.configuration, folder, blocks=count, beside=beside, **where)
    read = swept if trial.several else tried
    with quiet(), naming_damage(result.folder.path):
        return TryPlayed(trial, result, read(result.folder, trial.configuration.name))


def _beside(trial: Trial, folder: Path) -> list[Path]:
    """Folders that may have games of this try: its neighbours, and a run that the request names."""
    given = [manifests.called(Path(trial.asked.config))] if trial.asked.config else []
    try:
        others = survey.entries(folder.parent)
    except OSError:
        others = []
    return [one for one in (*given, *others) if one != folder and manifests.exists(one)]

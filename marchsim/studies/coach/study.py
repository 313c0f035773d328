"""The coach: plays a configuration's games, rolls out some of their decisions and judges them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import polars as pl

from marchsim import games
from marchsim.errors import ConfigError, NothingMeasured, nearest
from marchsim.kernel.telling import RolledOut
from marchsim.runner.backends import choosing as places
from marchsim.runner.configuration.schema import Configuration
from marchsim.runner.planning import plan as plans
from marchsim.runner.progress.display import Progress, Quiet
from marchsim.stats.clusters import FEW
from marchsim.studies.coach.answers import Coached, coached
from marchsim.studies.coach.playing import AGAIN, OPTIONS, CoachDeals
from marchsim.studies.dealing.study import DealsPlayed, configured, manifest, play_deals

SCHEMA = "marchsim.coach/1"
LONGEST = 3600.0  # seconds of a decision, its rollouts included
MOST_ROLLOUTS = 10_000


@dataclass(frozen=True)
class CoachResult:
    """The results of a coach, with the seed of each game, and the games and seconds of this call."""

    name: str
    folder: Path
    manifest: Mapping[str, Any]
    strategy: str
    rollouts: int
    panels: Sequence[Coached]
    seed: Callable[[int], int]
    uses: Mapping[str, str]  # by name, the strategies that `marchsim play` can make
    void: int
    games: int
    seconds: float


def coach(
    config: str | Configuration,
    out: str | Path | None = None,
    *,
    strategy: str = "",
    players: int | None = None,
    deals: int = 60,
    rollouts: int = 24,
    workers: places.Workers = None,
    strategy_paths: Sequence[Path] = (),
    progress: Progress | None = None,
    warn: Callable[[str], None] = lambda warning: None,
    report: Callable[[CoachResult], None] = lambda found: None,
) -> CoachResult:
    """Play `deals` games for each number of players (or only for `players`), and roll out some decisions.

    `strategy` limits the study to the decisions of one strategy, which then plays in every game. `out` is
    reports/NAME-coach by default. `report` gets the result while this process holds the lock of its folder.
    Stored deals are not played again. Raises StateMismatch if the folder holds a different study.
    """
    if not 4 <= rollouts <= MOST_ROLLOUTS or rollouts % 2:
        raise ConfigError(f"--rollouts: {rollouts} is no even number from 4 to {MOST_ROLLOUTS:,}.")
    where = places.read(workers)
    configuration = configured(config, deals, "a coach")
    configuration = configuration.changed(players=players)
    games.able(configuration.game, RolledOut, "its decisions cannot be rolled out")
    plan = plans.make(replace(configuration, record="games", decision_seconds=LONGEST), strategy_paths)
    for warning in plan.warnings():
        warn(warning)
    if deals < FEW:
        warn(f"with fewer than {FEW} deals no kind of decision is called fake; use --deals {FEW} or more")
    names = [one.name for one in plan.job.entrants]
    if strategy and strategy not in names:
        raise ConfigError(
            f"--strategy: {strategy!r} is not in {configuration.name}.{nearest(strategy, names)} "
            f"It has {', '.join(names)}."
        )
    parts = tuple(one.players for one in plan.schedule.matchups)
    work = CoachDeals(plan.job, parts, "", rollouts, names.index(strategy) if strategy else -1)
    default = f"{configuration.name}-coach{f'-{strategy}' if strategy else ''}"
    folder = Path(out) if out is not None else Path("reports") / default
    asked = {"strategy": strategy, "rollouts": rollouts}
    known = identified(manifest(plan, schema=SCHEMA, asked={**asked, "deals": deals}), asked)

    def judged(played: DealsPlayed) -> CoachResult:
        found = result(played, work, strategy)
        report(found)
        return found

    return play_deals(plan, work, folder, deals, "coach", known, where, progress or Quiet(), judged)


def identified(known: Mapping[str, Any], asked: Mapping[str, Any]) -> dict[str, Any]:
    """The manifest `known`, with the options that affect play added to its identity."""
    own = {**asked, "options": OPTIONS, "again": AGAIN}
    return {
        **known,
        "identity": {**known["identity"], **{f"coach {key}": str(one) for key, one in own.items()}},
    }


def result(played: DealsPlayed, work: CoachDeals, strategy: str) -> CoachResult:
    """Compute the results from the stored rows. Raises NothingMeasured if no deal counts."""
    plan, counted = played.plan, played.counted
    if counted.filter(pl.col("option") >= 0).is_empty():
        raise NothingMeasured(f"no decision of {plan.configuration.name} was rolled out: no deal counts.")
    parts = counted.partition_by("players", as_dict=True, maintain_order=True)
    panels = [coached(part, int(str(key[0])), work.rollouts) for key, part in sorted(parts.items())]
    uses = {one.name: one.source.use for one in plan.job.entrants if not one.parameters}
    return CoachResult(
        plan.configuration.name, played.folder, plan.manifest(), strategy, work.rollouts, panels, work.seed,
        uses, played.void, played.played, played.seconds,
    )  # fmt: skip

"""A dry run: plays each strategy once, estimates the cost of the run, and warns about its limits."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from pathlib import Path

import numpy as np
import polars as pl

from marchsim.recorder import parquet
from marchsim.runner.backends import choosing as places
from marchsim.runner.configuration.schema import Configuration
from marchsim.runner.dispatch import Play, apart, joined
from marchsim.runner.planning import design_warnings
from marchsim.runner.planning.lineups import LineUps
from marchsim.runner.planning.plan import Plan
from marchsim.runner.playing.tally import Void
from marchsim.runner.tournament import planned, usual_folder
from marchsim.stats.anytime import bounded_mean
from marchsim.stats.power import omnibus_multiple

LONGER = 1.0  # seconds of further games at each player count, for stable estimates
MOST_DRY = 120  # games
HANDFUL = 5
MOST_TRIED = 5_000  # blocks looked through for each strategy's first game
NORMAL = 1.96


@dataclass(frozen=True)
class CheckEstimate:
    """The games to play with one number of players, and their estimated cost.

    `margin` is half the width of a share's interval. `detectable` is a deviation: if one share differs that
    much from otherwise equal shares, the test of equality notices it in 80 % of runs. It is None if there are
    fewer than three strategies.
    """

    players: int
    line_ups: int
    games: int
    deals: int
    seconds: float
    bytes: int
    margin: float
    detectable: float | None


@dataclass(frozen=True)
class CheckResult:
    """The plan of a run, its estimated cost, and warnings: the result of `check`.

    `seconds` is the estimate for all workers together. `refusals` are the reasons why no test is possible.
    """

    name: str
    kind: str
    variants: list[str]
    strategies: list[str]
    blocks: int
    workers: int
    estimates: list[CheckEstimate]
    played: int
    warnings: list[str]
    refusals: list[str]

    @property
    def games(self) -> int:
        """The number of games in the run."""
        return sum(estimate.games for estimate in self.estimates)

    @property
    def deals(self) -> int:
        """The number of deals in the run."""
        return sum(estimate.deals for estimate in self.estimates)

    @property
    def seconds(self) -> float:
        """The estimated duration of the run in seconds, if all workers play."""
        return sum(estimate.seconds for estimate in self.estimates) / self.workers

    @property
    def bytes(self) -> int:
        """The estimated size of the run in bytes."""
        return sum(estimate.bytes for estimate in self.estimates)


@dataclass
class DryRun:
    """The cost of some games that were played for an estimate, and sentences about those that were void."""

    games: int = 0
    seconds: float = 0.0
    bytes: int = 0
    voids: list[str] = field(default_factory=list)


def check(
    config: str | Configuration,
    *,
    workers: places.Workers = None,
    blocks: int | None = None,
    seed: int | None = None,
    rules: Sequence[str] = (),
    strategy_paths: Sequence[Path] = (),
    part: str = "",
) -> CheckResult:
    """Plan a configuration, and play each strategy with every number of players in every variant."""
    plan = planned(config, rules, strategy_paths, seed=seed, blocks=blocks, part=part)
    with apart(plan.job) as play:
        dry = [_dry(plan, play, at, matchup) for at, matchup in enumerate(plan.schedule.matchups)]
    estimates = [_estimate(plan, m, found) for m, found in zip(plan.schedule.matchups, dry, strict=True)]
    voids = [told for found in dry for told in found.voids]
    warnings = [*plan.warnings(), *voids, *design_warnings.warnings(plan)]
    warnings += [*_precision(plan), *_room(plan, sum(estimate.bytes for estimate in estimates))]
    return CheckResult(
        plan.configuration.name, plan.job.design.kind, [recipe.name for recipe in plan.job.variants],
        [entrant.name for entrant in plan.job.entrants], len(plan.blocks), places.read(workers).at_once,
        estimates, sum(found.games for found in dry), warnings, design_warnings.refusals(plan),
    )  # fmt: skip


def _first_games(plan: Plan, part: int, matchup: LineUps) -> Iterator[int]:
    """Yield the positions of games in which every strategy plays at least once in every variant."""
    missing = set(range(len(plan.job.entrants)))
    for block in plan.blocks[:MOST_TRIED]:
        for at in range(min(matchup.size(), MOST_TRIED)):
            start = plan.schedule.first_game(block, part, at)
            seats = plan.schedule.entry(start).seats
            if missing & set(seats):
                missing -= set(seats)
                yield from (plan.portion.position(start + v) for v in range(len(plan.job.variants)))
            if not missing:
                return


def _dry(plan: Plan, play: Play, part: int, matchup: LineUps) -> DryRun:
    """Play the first games of each strategy, then more games while time remains, for stable estimates."""
    found = DryRun()
    first = list(_first_games(plan, part, matchup))
    if not first:
        return found
    play(first[:1])  # set-up costs of the first game are not counted
    until = time.monotonic() + LONGER
    frames: list[Mapping[str, pl.DataFrame]] = []
    for positions in [first, *_further(plan, part, matchup)]:
        if len(frames) > 1 and (time.monotonic() > until or found.games >= MOST_DRY):
            break
        results = play(positions)
        found.voids += [_void(plan, void) for one in results for void in one.voids if not frames]
        if any(one.stopped for one in results):
            break
        found.games += len(positions)
        found.seconds += sum(one.seconds for one in results)
        frames.append(joined(results))
    found.bytes = _stored(frames)
    return found


def _further(plan: Plan, part: int, matchup: LineUps) -> Iterator[list[int]]:
    """Yield further games with one number of players, a few at a time, on separate deals if possible."""
    variants = len(plan.job.variants)
    for number, block in enumerate(plan.blocks):
        within = number % matchup.rotations * variants + number % variants
        starts = (plan.schedule.first_game(block, part, at) for at in range(min(matchup.size(), HANDFUL)))
        yield [plan.portion.position(start + within) for start in starts]


def _stored(frames: list[Mapping[str, pl.DataFrame]]) -> int:
    """The estimated size of the tables in bytes, from the bytes that the later half of the games adds."""
    if not frames:
        return 0
    half = len(frames) // 2
    whole, less = (_encoded(some) for some in (frames, frames[:half]))
    rows = sum(frame["games"].height for frame in frames)
    later = sum(frame["games"].height for frame in frames[half:])
    return (whole - less) * rows // later


def _encoded(frames: list[Mapping[str, pl.DataFrame]]) -> int:
    names = frames[0] if frames else ()
    return sum(len(parquet.encode(pl.concat([frame[name] for frame in frames]))) for name in names)


def _void(plan: Plan, void: Void) -> str:
    name = plan.job.entrants[void.strategy].name if void.strategy >= 0 else "no strategy known to be at fault"
    return f"{name} made game {void.game} void: {void.kind}: {void.fault}"


def _estimate(plan: Plan, matchup: LineUps, dry: DryRun) -> CheckEstimate:
    games = matchup.size() * matchup.rotations * len(plan.job.variants) * len(plan.blocks)
    times = games / max(1, dry.games)
    deals = design_warnings.fewest_deals(plan, matchup)
    share = 1 / matchup.players
    error = sqrt(share * (1 - share) / deals) if deals else 1.0
    return CheckEstimate(
        matchup.players, matchup.size(), games, design_warnings.deals_of(plan, matchup), dry.seconds * times,
        round(dry.bytes * times), min(1.0, NORMAL * error), _detectable(plan, matchup, error),
    )  # fmt: skip


def _detectable(plan: Plan, matchup: LineUps, error: float) -> float | None:
    strategies = len(plan.job.entrants)
    if strategies < 3 or matchup.players < 2 or plan.job.design.kind == "mirror":
        return None
    return min(1.0, omnibus_multiple(strategies - 1) * error)


def _precision(plan: Plan) -> Iterator[str]:
    """Yield warnings if the run is unlikely to reach the precision of [stop] even with all its deals."""
    wanted = plan.configuration.stop.precision
    for matchup in plan.schedule.matchups if wanted else ():
        deals = min(design_warnings.fewest_deals(plan, matchup), 100_000)
        wins = np.zeros(deals)
        wins[:: matchup.players] = 1.0
        found = bounded_mean(wins)
        if found.high - found.low > wanted:
            yield (
                f"{matchup.players} players: after {deals:,} deals the interval of a share is about "
                f"{found.high - found.low:.3f} wide; stop.precision = {wanted:g} is unlikely to be reached."
            )


def _room(plan: Plan, needed: int) -> Iterator[str]:
    place = usual_folder(plan).resolve()
    while not place.exists():
        place = place.parent
    free = shutil.disk_usage(place).free
    if needed > free:
        yield f"the run needs about {needed / 1e6:,.0f} MB, and {free / 1e6:,.0f} MB are free in {place}."

"""A dry run: plays each strategy once, estimates the cost of the run, and warns about its limits.

Warnings about the design (too few deals, strategies that never meet, unbalanced seats) need no game.
"""

from __future__ import annotations

import shutil
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import ceil, factorial, sqrt
from pathlib import Path

import numpy as np
import polars as pl

from marchsim.errors import plural
from marchsim.recorder import parquet
from marchsim.runner.backends import choosing as places
from marchsim.runner.configuration.schema import Configuration
from marchsim.runner.dispatch import Play, apart, joined
from marchsim.runner.planning.plan import Plan
from marchsim.runner.planning.schedule import LineUps
from marchsim.runner.playing.worker import Void
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
    warnings = [*plan.warnings(), *voids, *design_warnings(plan)]
    warnings += [*_precision(plan), *_room(plan, sum(estimate.bytes for estimate in estimates))]
    return CheckResult(
        plan.configuration.name, plan.job.design.kind, [recipe.name for recipe in plan.job.variants],
        [entrant.name for entrant in plan.job.entrants], len(plan.blocks), places.read(workers).at_once,
        estimates, sum(found.games for found in dry), warnings, design_refusals(plan),
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
    deals = fewest_deals(plan, matchup)
    share = 1 / matchup.players
    error = sqrt(share * (1 - share) / deals) if deals else 1.0
    return CheckEstimate(
        matchup.players, matchup.size(), games, deals_of(plan, matchup), dry.seconds * times,
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
        deals = min(fewest_deals(plan, matchup), 100_000)
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


FEWEST_DEALS = 30
MOST_LOOKED_AT = 50_000  # line-ups
MOST_NAMED = 3

Line = tuple[int, tuple[int, ...]]  # block and members


def design_refusals(plan: Plan) -> list[str]:
    """The reasons why the games with some number of players do not suffice for a test."""
    found = []
    for matchup in plan.schedule.matchups:
        deals = deals_of(plan, matchup)
        if deals < FEWEST_DEALS:
            enough = ceil(FEWEST_DEALS * max(1, len(plan.blocks)) / max(1, deals)) * plan.portion.of
            found.append(
                f"{plural(matchup.players, 'player')}: {plural(deals, 'deal')}; "
                f"with fewer than {FEWEST_DEALS} nothing is tested. Play {enough} blocks."
            )
    return found


def deals_of(plan: Plan, matchup: LineUps) -> int:
    """The number of deals with one number of players."""
    each = 1 if plan.job.design.deals == "shared" else matchup.size()
    return each * len(plan.blocks)


def design_warnings(plan: Plan) -> list[str]:
    """Warnings about questions that the design cannot answer."""
    return [told for matchup in plan.schedule.matchups for told in _of(plan, matchup)]


def _of(plan: Plan, matchup: LineUps) -> Iterator[str]:
    design, players = plan.job.design, matchup.players
    names = [entrant.name for entrant in plan.job.entrants]
    here = plural(players, "player")
    lines = _lines(plan, matchup)
    if design.kind == "mirror":
        yield f"{here}: copies of one strategy only: this measures seats and length, not strategies."
    elif len(names) == 1:
        yield f"{here}: there is one strategy, so nothing can be compared."
    elif players > 1:
        yield from (f"{here}: {told}" for told in _strangers(plan, matchup, lines, names))
    if design.kind == "random" and len(names) < players:
        yield f"{here}: the field has {len(names)}, so strategies play in copies."
    yield from (f"{here}: {told}" for told in _turns(plan, matchup))
    counts = Counter(member for _, members in lines or () for member in members)
    if design.kind == "fixed" and len(set(counts.values())) > 1:
        yield f"{here}: strategies do not play equally often: compare shares with care."


def _lines(plan: Plan, matchup: LineUps) -> list[Line] | None:
    """The line-ups of all blocks, or of one block if all are equal. None if there are too many of them."""
    blocks = plan.blocks if plan.job.design.kind == "random" else plan.blocks[:1]
    if len(blocks) * matchup.size() > MOST_LOOKED_AT:
        return None
    return [(block, matchup.line_up(block, at)[2]) for block in blocks for at in range(matchup.size())]


def _strangers(plan: Plan, matchup: LineUps, lines: list[Line] | None, names: list[str]) -> Iterator[str]:
    """Yield warnings about strategies that never play, and about pairs that never meet."""
    if lines is None:
        return
    playing = {member for _, members in lines for member in members}
    absent = [name for at, name in enumerate(names) if at not in playing]
    if absent:
        more = ""
        if plan.job.design.kind == "random":
            need = ceil(len(names) / matchup.players) * plan.portion.of
            more = f" ({plan.job.design.blocks} blocks are fewer than the field needs, {need})"
        yield f"{_some(absent)} never play{'s' * (len(absent) == 1)}{more}."
    met = {pair for _, members in lines for pair in combinations(sorted(set(members)), 2)}
    apart = [pair for pair in combinations(sorted(playing), 2) if pair not in met]
    if apart:
        told = _some([f"{names[one]} and {names[other]}" for one, other in apart])
        yield f"{told} never meet: they can only be compared through others."


def _turns(plan: Plan, matchup: LineUps) -> Iterator[str]:
    """Yield warnings if the order around the table is not balanced. Seats are balanced in every design."""
    if matchup.players < 3 or plan.job.design.kind == "mirror":
        return
    if plan.job.design.kind == "fixed":
        yield "line-ups keep their order: each strategy's left neighbour stays the same, not averaged out."
        return
    orders, blocks = factorial(matchup.players - 1), len(plan.blocks)
    if blocks < orders:
        yield (
            f"line-ups are played in {blocks} of the {orders} possible orders around the table; {orders} "
            "blocks play them all."
        )


def fewest_deals(plan: Plan, matchup: LineUps) -> int:
    """The number of deals of the strategy that plays least. It is approximate if there are many line-ups."""
    lines = _lines(plan, matchup)
    if lines is None:
        each = min(1.0, matchup.players / len(plan.job.entrants)) * matchup.size()
    else:
        counts = Counter(member for _, members in lines for member in set(members))
        each = min(counts.values(), default=0)
        if plan.job.design.kind == "random":
            return int(each)
    return int(len(plan.blocks) * (min(1.0, each) if plan.job.design.deals == "shared" else each))


def _some(names: list[str]) -> str:
    more = len(names) - MOST_NAMED
    shown = ", ".join(names[:MOST_NAMED])
    return f"{shown} and {more} more" if more > 0 else shown

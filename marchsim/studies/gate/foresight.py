"""What a gate takes before it is played (`--plan`), and how often it cries wolf (`--selfcheck`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from time import perf_counter

import numpy as np
from scipy import special

from marchsim.analysis import verdicts
from marchsim.analysis.blocks import Blocks
from marchsim.analysis.verdicts import Paired
from marchsim.errors import ConfigError, NothingMeasured
from marchsim.stats.equivalence import CHANGED, TRIVIAL
from marchsim.stats.power import deals_for_tost
from marchsim.studies.gate.baseline import Baseline, read
from marchsim.studies.gate.measuring import measure
from marchsim.studies.gate.prepared import Prepared, prepare

PILOT = 6  # fixed games played to foretell the time
MOST_REPS = 10_000
POOL = 3  # deals played for each one that a repetition takes of either side
ALPHA = 0.05
BAND = 0.99


@dataclass(frozen=True)
class Need:
    """Deals that a metric would need to be called equivalent, if half of its variance pairs away or none."""

    metric: str
    players: int
    deals: int
    margin: float
    half: int
    none: int


@dataclass(frozen=True)
class Foreseen:
    """Games and seconds of tiers 1 and 2, and what each metric needs."""

    fixed: int
    fixed_seconds: float
    games: int
    seconds: float
    needs: tuple[Need, ...]


def plan(
    config: str,
    baseline: Path,
    rules: Sequence[str] = (),
    folders: Sequence[Path] = (),
    workers: int | None = None,
) -> Foreseen:
    """Play a few games and say what the whole gate takes, and what its metrics need to be told equivalent."""
    prepared = prepare(config, rules, folders)
    stored = read(baseline)
    stored.check_workload(prepared)
    begun = perf_counter()
    few = stored.games[:PILOT]
    for fixed in few:
        prepared.table.play(fixed.seating)
    pace = (perf_counter() - begun) / max(1, len(few))
    pilot = measure(prepared, workers=1, stage="pilot", most_blocks=1)
    games = prepared.plan.schedule.total()
    each = pilot.seconds / max(1, pilot.games)
    needs = tuple(need for part in stored.blocks for need in _needs(prepared, part))
    share = max(1, workers or 1)
    return Foreseen(len(stored.games), pace * len(stored.games), games, each * games / share, needs)


def _needs(prepared: Prepared, part: Blocks) -> list[Need]:
    found = []
    for metric, listed in part.values.items():
        values = np.array([value for value in listed if value is not None], dtype=np.float64)
        if len(values) < 2 or not values.std():
            continue
        margin = prepared.margin(metric, float(values.mean()))
        sd = float(values.std(ddof=1))
        half, none = (deals_for_tost(sd * sqrt(factor), margin) for factor in (1.0, 2.0))
        found.append(Need(metric, part.players, len(values), margin, half, none))
    return found


@dataclass(frozen=True)
class Selfchecked:
    """False alarms in so many gates of equal rules, and the band in which they should be."""

    reps: int
    alarms: int
    low: int
    high: int
    equal: bool
    deals: int

    @property
    def within(self) -> bool:
        """Return whether the gate cries wolf no more often than it says."""
        return self.equal and self.alarms <= self.high


def selfcheck(
    config: str,
    baseline: Path,
    reps: int,
    rules: Sequence[str] = (),
    folders: Sequence[Path] = (),
    workers: int | None = None,
) -> Selfchecked:
    """Gate equal rules so often: fresh deals, drawn at random into a `then` and a `now` as the design has.

    A false alarm is a gate in which some metric is called changed. Also the fixed games, played twice, must
    be the same.
    """
    if not 1 <= reps <= MOST_REPS:
        raise ConfigError(f"--reps: {reps} is outside 1 to {MOST_REPS}.")
    prepared = prepare(config, rules, folders)
    stored = read(baseline)
    stored.check_workload(prepared)
    equal = _repeatable(prepared, stored)
    design = prepared.configuration.design
    pool = measure(prepared, workers, stage="selfcheck", most_blocks=2 * POOL * design.blocks)
    if not pool.blocks:
        raise NothingMeasured(
            "--selfcheck: no game of the design came to an end, so there is nothing to gate."
        )
    chance = np.random.Generator(np.random.PCG64(prepared.configuration.seed % 2**32))
    alarms = sum(_alarm(prepared, pool.blocks, chance) for _ in range(reps))
    low, high = band(reps)
    return Selfchecked(reps, alarms, low, high, equal, sum(len(part.deals) for part in pool.blocks))


def _repeatable(prepared: Prepared, stored: Baseline) -> bool:
    seatings = [fixed.seating for fixed in stored.games]
    first = [prepared.table.play(seating) for seating in seatings]
    return first == [prepared.table.play(seating) for seating in seatings]


def _alarm(prepared: Prepared, pool: Sequence[Blocks], chance: np.random.Generator) -> bool:
    """Return whether one gate of equal rules calls something changed."""
    pairs = []
    for part in pool:
        half = max(1, len(part.deals) // (2 * POOL))
        order = chance.permutation(len(part.deals))
        for metric, listed in part.values.items():
            values = np.array([np.nan if value is None else value for value in listed], dtype=np.float64)
            then, now = values[order[:half]], values[order[half : 2 * half]]
            known = ~np.isnan(then) & ~np.isnan(now)
            if known.any():
                pairs.append(Paired(metric, part.players, then[known], now[known]))
    margins = [prepared.margin(pair.metric, float(pair.then.mean())) for pair in pairs]
    return any(one.verdict in (CHANGED, TRIVIAL) for one in verdicts.compare(pairs, margins))


def band(reps: int, rate: float = ALPHA, level: float = BAND) -> tuple[int, int]:
    """Return between which numbers of false alarms so many gates should stay (binomial)."""
    tail = (1 - level) / 2
    chances = special.bdtr(np.arange(reps + 1), reps, rate)
    return int(np.searchsorted(chances, tail)), int(np.searchsorted(chances, 1 - tail))

"""Checks the gate itself (`--selfcheck`): the same game, and changes without effect, must pass.

First the present game is compared with its baseline. If no rule and no code changed, every stored digest and
value must be reproduced. Then changes without effect are simulated. Each touches a share of the deals, which
get the values of another deal of the baseline in all metrics. Deals are drawn with replacement, so that no
true mean moves. The gate's own pairing by deal, margins, tests and exit codes apply.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy import special

from marchsim.analysis.variants.blocks import Blocks
from marchsim.errors import ConfigError, NothingMeasured
from marchsim.studies.gate.baseline import Baseline, opened
from marchsim.studies.gate.case import FAILED, INCONCLUSIVE, PASSED, Tier
from marchsim.studies.gate.judging import judged
from marchsim.studies.gate.measuring import measure, paired
from marchsim.studies.gate.prepared import PreparedGate
from marchsim.studies.own_folder import differing

MOST_REPS = 10_000
TOUCHED = (0.01, 0.1, 1.0)  # shares of deals that an imagined change touches
ALPHA = 0.05
BAND = 0.99  # of all bands together


@dataclass(frozen=True)
class NoEffectGates:
    """Gates of simulated changes without effect on a share of the deals, counted by result.

    `changed` are gates that call a metric changed.
    """

    touched: float
    passed: int
    inconclusive: int
    failed: int
    changed: int


@dataclass(frozen=True)
class Selfchecked:
    """The result of a self-check: fixed games and deals that differ, and the simulated gates.

    `changed` names what has changed since the baseline was made, which may explain differences. `high` is the
    95 % bound on the number of `reps` gates with a metric called changed by chance.
    """

    reps: int
    games: int
    differing_games: int
    deals: int
    differing_deals: int
    repeatable: bool
    changed: tuple[str, ...]
    worlds: tuple[NoEffectGates, ...]
    high: int

    @property
    def same(self) -> bool:
        """Whether the stored game was reproduced, or a change explains the difference."""
        return self.repeatable and (bool(self.changed) or not (self.differing_games or self.differing_deals))

    @property
    def within(self) -> bool:
        """Whether the gate passes its self-check."""
        return self.same and all(one.changed <= self.high for one in self.worlds)


def selfcheck(
    config: str,
    baseline: Path,
    reps: int,
    rules: Sequence[str] = (),
    folders: Sequence[Path] = (),
    workers: int | None = None,
    population: str = "",
) -> Selfchecked:
    """Play the gate against its own baseline, and simulate `reps` gates for each share of touched deals."""
    if not 1 <= reps <= MOST_REPS:
        raise ConfigError(f"--reps: {reps} is outside 1 to {MOST_REPS}.")
    prepared, stored = opened(config, baseline, rules, folders, population)
    if not any(part.deals for part in stored.blocks):
        raise NothingMeasured(
            "--selfcheck: no game of the design came to an end, so there is nothing to gate."
        )
    games = [prepared.table.play(fixed.seating) for fixed in stored.games]
    again = [prepared.table.play(fixed.seating) for fixed in stored.games]
    pairs = paired(stored.blocks, measure(prepared, workers).blocks)
    chance = np.random.Generator(np.random.PCG64(prepared.configuration.seed % 2**32))
    worlds = tuple(_world(prepared, stored, touched, reps, chance) for touched in TOUCHED)
    return Selfchecked(
        reps,
        len(games),
        sum(now.digest != then.digest for now, then in zip(games, stored.games, strict=True)),
        sum(len(part.deals) for part in stored.blocks),
        sum(
            max((pair.differ or 0 for pair in pairs if pair.players == part.players), default=0)
            for part in stored.blocks
        ),
        games == again,
        tuple(differing(stored.fingerprints, prepared.fingerprints())),
        worlds,
        band(reps, level=1 - (1 - BAND) / len(TOUCHED))[1],
    )


def _world(
    prepared: PreparedGate, stored: Baseline, touched: float, reps: int, chance: np.random.Generator
) -> NoEffectGates:
    ends: Counter[str] = Counter()
    changed = 0
    for _ in range(reps):
        parts = [_imagined(part, touched, chance) for part in stored.blocks]
        pairs = paired([then for then, _ in parts], [now for _, now in parts])
        cases = judged(prepared, stored.margins, pairs, "")
        ends[Tier(2, len(pairs), tuple(cases)).status] += 1
        changed += any(case.numbers["changed"] for case in cases)
    return NoEffectGates(touched, ends[PASSED], ends[INCONCLUSIVE], ends[FAILED], changed)


def _imagined(part: Blocks, touched: float, chance: np.random.Generator) -> tuple[Blocks, Blocks]:
    """Simulated deals before and after a change without effect, the latter in another order."""
    count = len(part.deals)
    then = chance.integers(0, count, count)
    other = chance.integers(0, count, count)
    now = np.where(chance.random(count) < touched, other, then)
    order = chance.permutation(count)
    mixed = replace(part, deals=tuple(part.deals[at] for at in order))
    return _with(part, then), _with(mixed, now[order], part)


def _with(part: Blocks, chosen: NDArray[np.int64], source: Blocks | None = None) -> Blocks:
    """The blocks with the values of chosen deals of `source`, by default of themselves."""
    values = (source or part).values
    return replace(part, values={name: tuple(listed[at] for at in chosen) for name, listed in values.items()})


def band(reps: int, level: float = BAND) -> tuple[int, int]:
    """The range for the number of false alarms (binomial)."""
    tail = (1 - level) / 2
    chances = special.bdtr(np.arange(reps + 1), reps, ALPHA)
    return int(np.searchsorted(chances, tail)), int(np.searchsorted(chances, 1 - tail))

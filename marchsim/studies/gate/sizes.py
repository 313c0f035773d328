"""The cost of a gate (`--plan`), and whether its baseline has enough deals for conclusive results."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from marchsim.analysis.variants.blocks import Blocks
from marchsim.analysis.variants.verdicts import Paired
from marchsim.errors import plural
from marchsim.recorder.metrics import shown
from marchsim.runner.backends import choosing as places
from marchsim.stats.bounded import trials_for_share
from marchsim.stats.clusters import FEW
from marchsim.stats.power import deals_for_tost
from marchsim.studies.gate.baseline import Baseline, opened
from marchsim.studies.gate.preparation import measure

PILOT = 6  # fixed games played to estimate the time
BLOCKS = 20  # and blocks of tier 2
SLACK = 1.05  # on the blocks that a warning names, as what is needed is an estimate
POWER = 0.8  # with which all metrics together are to pass, where nothing has moved


@dataclass(frozen=True)
class DealsNeeded:
    """The number of deals that a metric needs at one number of players, and the number in the baseline.

    If no game changes, `alike` deals are needed for the verdict "identical". If every game changes but no
    mean does, `half` or `none` deals are needed for all metrics to be "equivalent" with probability POWER:
    `half` if pairing removes half of the variance, and `none` if it removes nothing.
    """

    metric: str
    players: int
    deals: int
    margin: float
    alike: int
    half: int
    none: int

    @property
    def most(self) -> int:
        """The number of deals that is enough in all three cases (`alike`, `half`, `none`)."""
        return max(self.alike, self.none)

    @property
    def short(self) -> bool:
        """Whether the baseline has fewer deals than `most`."""
        return self.deals < self.most

    @property
    def words(self) -> str:
        """A line with the numbers of deals that the metric needs and has."""
        return (
            f"{self.metric}, {self.players} players, margin {self.within}: {self.alike:,}; {self.half:,} or "
            f"{self.none:,}; there are {self.deals:,}"
        )

    @property
    def within(self) -> str:
        """The margin as text, in the unit in which the metric is shown."""
        return f"{shown(self.metric, self.players)[0] * self.margin:.3g}"


def needs(stored: Baseline) -> list[DealsNeeded]:
    """The deals that each metric of a baseline needs, by number of players."""
    listed = [
        (part, metric, np.array([value for value in values if value is not None], dtype=np.float64))
        for part in stored.blocks
        for metric, values in part.values.items()
    ]
    listed = [one for one in listed if len(one[2]) > 1]
    power = 1 - (1 - POWER) / max(1, len(listed))
    return [
        _need(part, metric, values, stored.margins[part.players][metric], power)
        for part, metric, values in listed
    ]


def _need(part: Blocks, metric: str, values: np.ndarray, margin: float, power: float) -> DealsNeeded:
    reach, sd = Paired(metric, part.players, values, values).reach, float(values.std(ddof=1))
    alike = max(FEW, trials_for_share(margin / reach)) if reach else FEW
    half, none = (
        max(FEW, deals_for_tost(sd * math.sqrt(factor), margin, power)) if sd else FEW
        for factor in (1.0, 2.0)
    )
    return DealsNeeded(metric, part.players, len(values), margin, alike, half, none)


def warnings(found: Sequence[DealsNeeded], blocks: int) -> list[str]:
    """A warning for each number of players at which some metric has too few deals."""
    told = []
    for players in dict.fromkeys(one.players for one in found):
        short = [one for one in found if one.players == players and one.short]
        if not short:
            continue
        worst = max(short, key=lambda one: one.most / one.deals)
        wanted = math.ceil(SLACK * blocks * worst.most / worst.deals)
        dumb = [one.metric for one in short if one.deals < one.alike]
        told.append(
            f"too few deals with {plural(players, 'player')} for "
            f"{', '.join(one.metric for one in short)}: the gate cannot call a real change equivalent: one "
            "that touches every game and moves no mean ends as inconclusive (exit code 4). "
            f"{worst.metric} has {plural(worst.deals, 'deal')} and needs {worst.most:,} for a margin of "
            f"{worst.within}; with design.blocks = {wanted}, or wider "
            "margins (gate.margins), all answer."
            + (f" Even an unchanged game stays inconclusive in {', '.join(dumb)}." if dumb else "")
        )
    return told


def plan(
    config: str,
    baseline: Path,
    rules: Sequence[str] = (),
    folders: Sequence[Path] = (),
    workers: places.Workers = None,
    population: str = "",
) -> dict[str, Any]:
    """Play a few games to estimate the time of tiers 1 and 2 and the deals needed, as plain data."""
    prepared, stored = opened(config, baseline, rules, folders, population)
    begun = perf_counter()
    few = stored.games[:PILOT]
    for fixed in few:
        prepared.table.play(fixed.seating)
    pace = (perf_counter() - begun) / max(1, len(few))
    few_blocks = min(BLOCKS, prepared.configuration.design.blocks)
    pilot = measure(prepared, workers=1, stage="pilot", most_blocks=few_blocks)
    games = prepared.plan.schedule.total()
    each = pilot.seconds / max(1, pilot.games)
    share, found = places.read(workers).at_once, needs(stored)
    told = warnings(found, prepared.configuration.design.blocks)
    return {
        "schema": "marchsim.gate-plan/1",
        "fixed": len(stored.games),
        "fixed_seconds": pace * len(stored.games),
        "games": games,
        "seconds": each * games / share,
        "needs": [asdict(need) for need in found],
        "warnings": told,
    }

"""Estimates what a gate takes, and how many deals its metrics need to answer (`--plan`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from marchsim.studies.gate.baseline import opened
from marchsim.studies.gate.measuring import measure
from marchsim.studies.gate.sizes import DealsNeeded, needs, warnings

PILOT = 6  # fixed games played to estimate the time
BLOCKS = 20  # and blocks of tier 2


@dataclass(frozen=True)
class GateForecast:
    """Games and seconds of tiers 1 and 2, what each metric needs, and what is too small."""

    fixed: int
    fixed_seconds: float
    games: int
    seconds: float
    needs: tuple[DealsNeeded, ...]
    warnings: tuple[str, ...]


def plan(
    config: str,
    baseline: Path,
    rules: Sequence[str] = (),
    folders: Sequence[Path] = (),
    workers: int | None = None,
    population: str = "",
) -> GateForecast:
    """Play a few games and estimate what the whole gate takes, and what its metrics need to answer."""
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
    share, found = max(1, workers or 1), needs(stored)
    told = warnings(found, prepared.configuration.design.blocks)
    return GateForecast(
        len(stored.games), pace * len(stored.games), games, each * games / share, tuple(found), tuple(told)
    )

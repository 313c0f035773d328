"""Play the games of tier 2, compute metrics by deal, and pair the values with those of the baseline."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from marchsim.analysis.variants.blocks import Blocks, blocks
from marchsim.analysis.variants.verdicts import Paired
from marchsim.errors import NothingMeasured
from marchsim.runner import run
from marchsim.runner.backends.choosing import Workers
from marchsim.runner.configuration.design import Stop
from marchsim.studies.gate.preparation import PreparedGate


@dataclass(frozen=True)
class MetricValues:
    """Metric values by number of players, blocks played, blocks planned (`of`), and void games by reason."""

    blocks: Sequence[Blocks]
    played: int
    of: int
    games: int
    voids: dict[str, int]
    seconds: float


def measure(
    prepared: PreparedGate,
    workers: Workers = None,
    stage: str = "main",
    most_blocks: int | None = None,
    seconds: float | None = None,
) -> MetricValues:
    """Play the blocks of the design and measure them, up to `most_blocks` blocks or `seconds` seconds."""
    configuration = prepared.configuration
    stop = Stop(minutes=max(seconds, 0.1) / 60) if seconds is not None else Stop()
    wanted = most_blocks or configuration.design.blocks
    configuration = replace(configuration.changed(blocks=wanted), stop=stop, record="rounds")
    with tempfile.TemporaryDirectory(prefix="marchsim-gate-") as folder:
        result = run(
            configuration, Path(folder) / "run", workers=workers, strategy_paths=prepared.folders, stage=stage
        )  # fmt: skip
        found = blocks(result.folder, prepared.metrics) if result.games else []
    barred = prepared.plan.baselines()
    if result.games and not found and barred:
        raise NothingMeasured(
            f"{configuration.file}: a baseline player ({', '.join(sorted(barred))}) plays in every game, and "
            "such games do not count, so tier 2 has nothing to measure; add strategies, or mark those "
            "to be measured with `baseline = false`."
        )
    voids: Counter[str] = Counter()
    for kinds in result.voids.values():
        voids.update(kinds)
    per_block = prepared.plan.schedule.games_per_block
    return MetricValues(found, result.games // per_block, wanted, result.games, voids, result.seconds)


def paired(then: Sequence[Blocks], now: Sequence[Blocks]) -> list[Paired]:
    """Pair the values of each metric on common deals, for each number of players, in the order of `now`."""
    found = []
    before = {part.players: part for part in then}
    for part in now:
        known = before.get(part.players)
        if known is None:
            continue
        place = {deal: at for at, deal in enumerate(known.deals)}
        here = [at for at, deal in enumerate(part.deals) if deal in place]
        there = [place[part.deals[at]] for at in here]
        for metric, values in part.values.items():
            if metric not in known.values:
                continue
            old = np.array(known.values[metric], dtype=np.float64)[there]  # NaN where there is none
            new = np.array(values, dtype=np.float64)[here]
            whole = ~np.isnan(old) & ~np.isnan(new)
            if whole.any():
                found.append(Paired(metric, part.players, old[whole], new[whole]))
    return found

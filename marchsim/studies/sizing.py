"""How many games a tournament needs to find a difference: plays a pilot, or uses a recorded run."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from pathlib import Path

import polars as pl

from marchsim.analysis.field.needs import Need, needs
from marchsim.errors import NothingMeasured
from marchsim.recorder import RunFolder
from marchsim.runner import run
from marchsim.runner.backends.multiprocess import usual_workers
from marchsim.runner.configuration import config as configs
from marchsim.runner.configuration.schema import Configuration
from marchsim.runner.planning import design_warnings
from marchsim.runner.planning import plan as plans

DEALS = 120  # in a pilot, for the strategy that plays least
MOST_BLOCKS = 2_000
STAGE = "pilot"  # its deals are not used in the tournament


@dataclass(frozen=True)
class Sized:
    """What the questions need. `games` are the pilot's, `per_block` all games of a block.

    `seconds` is what one worker takes for one game, None if the run does not say.
    """

    name: str
    difference: float
    power: float
    alpha: float
    games: int
    voids: int
    per_block: float
    seconds: float | None
    workers: int
    needs: list[Need]

    def time(self, blocks: int) -> float | None:
        """Return the seconds that a number of whole blocks takes with these workers, None if not known."""
        return None if self.seconds is None else blocks * self.per_block * self.seconds / self.workers


def size(
    config: str | Configuration | None,
    difference: float,
    pilot: Path | None = None,
    *,
    power: float = 0.8,
    alpha: float = 0.05,
    blocks: int | None = None,
    workers: int | None = None,
    strategy_paths: Sequence[Path] = (),
) -> Sized:
    """Return how many games a difference of shares needs, from a pilot of the configuration or from a run.

    A pilot has `blocks` blocks, or as many as give 120 deals, and is not stored. NothingMeasured if none of
    its games counts.
    """
    count = workers or usual_workers()
    if pilot is not None:
        return _sized(RunFolder(pilot), difference, power, alpha, count)
    assert config is not None
    configuration = configs.load(config) if isinstance(config, str) else config
    configuration = configuration.changed(blocks=blocks or _blocks(configuration, strategy_paths))
    with tempfile.TemporaryDirectory() as place:
        played = run(
            configuration, Path(place) / STAGE, workers=count, strategy_paths=strategy_paths, stage=STAGE
        )
        return _sized(played.folder, difference, power, alpha, count)


def _blocks(configuration: Configuration, strategy_paths: Sequence[Path]) -> int:
    """Return how many blocks give each strategy that many deals at every number of players."""
    plan = plans.make(configuration.changed(blocks=DEALS), strategy_paths, STAGE)
    fewest = min(design_warnings.fewest_deals(plan, matchup) for matchup in plan.schedule.matchups)
    return min(MOST_BLOCKS, ceil(DEALS * DEALS / max(1, fewest)))


def _sized(folder: RunFolder, difference: float, power: float, alpha: float, workers: int) -> Sized:
    games = folder.scan("games").select(
        pl.len(), (pl.col("void").cast(pl.String) != "").sum().alias("void"), pl.col("block").n_unique()
    )  # fmt: skip
    played, voids, blocks = games.collect().row(0)
    found = needs(folder, difference, power, alpha)
    if not found:
        raise NothingMeasured(f"{folder.path}: no game counts, so it cannot be used for planning.")
    name = str(folder.manifest["configuration"]["resolved"]["name"])
    return Sized(
        name, difference, power, alpha, played, voids, played / blocks, _seconds(folder), workers, found
    )  # fmt: skip


def _seconds(folder: RunFolder) -> float | None:
    """Return the seconds that a worker took for a game, None if the run does not say."""
    if "timings" not in folder.tables:
        return None
    seconds, games = folder.scan("timings").select(pl.col("seconds", "games").sum()).collect().row(0)
    return float(seconds) / int(games) if games else None

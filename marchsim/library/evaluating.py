"""Measures a changed game: the quantities that targets name, for any optimiser."""

from __future__ import annotations

import math
import tempfile
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from marchsim.analysis.variants.quantities import METRIC, SEAT, STRATEGY, Quantity, measure
from marchsim.errors import ConfigError
from marchsim.games import load as load_game
from marchsim.kernel.game import Column, Table
from marchsim.library.described import frame
from marchsim.recorder import metrics
from marchsim.runner.configuration import config as configs
from marchsim.runner.configuration.schema import Configuration
from marchsim.runner.configuration.stop import Stop
from marchsim.runner.planning import plan as plans
from marchsim.runner.planning.plan import BASE
from marchsim.runner.tournament import run as run_tournament
from marchsim.studies.optimize import targets as files
from marchsim.studies.optimize.prepared import prepare

EVALUATION = Table(
    "evaluation",
    "One row for each quantity and number of players of a changed game.",
    (
        Column("quantity", "str", "name as in a file of targets: turns, seat.1, strategy.warlord"),
        Column("players", "i8", "number of players"),
        Column("value", "f64", "mean over deals: wins index of seats and strategies, else as recorded"),
        Column("error", "f64", "standard error of the mean over deals"),
        Column("deals", "i64", "deals that it rests on: the independent unit"),
    ),
    ("quantity", "players"),
)


def evaluate(
    overlay: Mapping[str, Any] | None = None,
    games: int = 2_000,
    seed: int | None = None,
    *,
    config: str | Path = "field-4",
    targets: str | Path | None = None,
    workers: int | None = None,
) -> pl.DataFrame:
    """Play a changed game and measure it: `marchsim.evaluate({"rules": {"march_steps": 4}})`.

    `overlay` is an overlay as a dictionary, `games` the approximate number of games (in whole blocks).
    With `targets`, a file of `marchsim optimize`, its configuration is played and its quantities are
    measured, else all metrics, seats and strategies of `config`. Nothing is kept. Columns: quantity, players,
    value, error, deals.
    """
    change = ("overlay", dict(overlay or {}))
    if targets is not None:
        file = files.read(Path(targets))
        prepared = prepare(file, configs.load(file.config))
        played, wanted = prepared.configuration, list(prepared.quantities)
    else:
        played = configs.load(str(config))
        wanted = _everything(played)
    if games < 1:
        raise ConfigError(f"games: {games} is below 1.")
    played = replace(played, variants=(), stop=Stop(), record="rounds").changed(seed=seed, overlays=[change])
    each = plans.make(played.changed(blocks=1), (), "main").schedule.games_per_block
    played = played.changed(blocks=max(1, math.ceil(games / each)))
    with tempfile.TemporaryDirectory(prefix="marchsim-") as folder:
        done = run_tournament(played, Path(folder) / "run", workers=workers)
        found = measure(done.folder, wanted, [BASE])
    rows = [
        {
            "quantity": one.quantity.name, "players": one.quantity.players, "value": float(one.means[0]),
            "error": float(np.sqrt(one.variances[0] / max(1.0, one.deals[0]))), "deals": int(one.deals[0]),
        }
        for one in found
    ]  # fmt: skip
    return frame(EVALUATION, rows)


def _everything(played: Configuration) -> list[Quantity]:
    """Return all metrics, seats and strategies of a configuration."""
    base = load_game(played.game).variant("base", played.preset, played.overlays)
    found = []
    for players in played.design.players:
        found += [Quantity(METRIC, name, players) for name in metrics.known(bool(base.opponent), ())]
        if not base.opponent:
            found += [Quantity(SEAT, str(seat), players) for seat in range(1, players + 1)]
            found += [Quantity(STRATEGY, one.name, players) for one in played.strategies if not one.yardstick]
    return found

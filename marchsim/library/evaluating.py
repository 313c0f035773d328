"""Plays a changed game and measures it, for any optimiser. The measures are those that targets can have."""

from __future__ import annotations

import math
import tempfile
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from marchsim.errors import ConfigError
from marchsim.kernel.game import Column, Table
from marchsim.library.described_frames import frame
from marchsim.runner.configuration import config as configs
from marchsim.runner.configuration.design import Stop
from marchsim.runner.progress.display import Quiet
from marchsim.studies.optimize import measuring
from marchsim.studies.optimize import targets as files
from marchsim.studies.optimize.preparation import prepare, usual_quantities
from marchsim.studies.stages import StagePlayer

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

    `overlay` is a dictionary and `games` the approximate number of games (in whole blocks). `targets`, a file
    of `marchsim optimize`, gives the configuration and the quantities. Without it, all metrics, seats and
    strategies of `config` are measured. No file is written. Columns: quantity, players, value, error (the
    standard error), deals.
    """
    change = ("overlay", dict(overlay or {}))
    if games < 1:
        raise ConfigError(f"games: {games} is below 1.")
    if targets is not None:
        file = files.read(Path(targets))
        prepared = prepare(file, configs.load(file.config))
        played, wanted = prepared.configuration, prepared.quantities
    else:
        played = configs.load(str(config))
        wanted = [one for players in played.design.players for one in usual_quantities(played, players)]
    played = replace(played, variants=(), stop=Stop(), record="rounds").changed(seed=seed, overlays=[change])
    played = played.changed(blocks=math.ceil(games / measuring.games_each(played, wanted)))
    with tempfile.TemporaryDirectory(prefix="marchsim-") as folder:
        player = StagePlayer(Path(folder), Quiet(), {"workers": workers})
        found = measuring.played(player, "run", played, wanted, "main")
    rows = [
        {
            "quantity": one.quantity.name, "players": one.quantity.players, "value": float(one.means[0]),
            "error": float(np.sqrt(one.variances[0] / max(1.0, one.deals[0]))), "deals": int(one.deals[0]),
        }
        for one in found
    ]  # fmt: skip
    return frame(EVALUATION, rows)

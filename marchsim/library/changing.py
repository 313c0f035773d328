"""Data frames with the effects of a change to the game, played before and after on the same deals."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Any

import polars as pl

from marchsim.analysis.trying.rows import ChangedMetric
from marchsim.kernel.game import Column, Table
from marchsim.library.described_frames import bounds, ends, frame
from marchsim.library.playing import Paths, Rules, overlays, warned
from marchsim.library.run_data import LoadedRun
from marchsim.runner.playing import interrupt
from marchsim.runner.progress.display import shown
from marchsim.studies.trying.playing import Budget, try_
from marchsim.studies.trying.request import TryRequest, prepare

CHANGE = Table(
    "changes",
    "One row for each metric, number of players and value of a change.",
    (
        Column("variant", "str", "the changed game"),
        Column("metric", "str", "name of the metric"),
        Column("players", "i8", "number of players"),
        Column("before", "f64", "in the present game, 0 for a new card"),
        Column("after", "f64", "with the change"),
        Column("change", "f64", "after minus before, deal by deal"),
        *ends("", "95 % interval of the change", ""),
        Column("margin", "f64", "from where a change matters"),
        Column("word", "str", "clearly, changed, small, same, or ? if inconclusive"),
        Column("deals", "i64", "deals that it rests on: the independent unit", "deals"),
    ),
    ("variant", "metric", "players"),
)


@dataclass(frozen=True)
class TriedChange:
    """The results of a tried change: a `verdict` in a sentence, `changes` by metric, and the `run`.

    `changes` has the plain 95 % t interval of each change (`low`, `high`), over the deals that both played.
    Wins are a wins index (100 is fair). If several values were tried, `fair` has the fair values found, by
    number of players.
    """

    verdict: str
    changes: pl.DataFrame = field(repr=False)
    fair: dict[int, float]
    run: LoadedRun = field(repr=False)

    def __str__(self) -> str:
        """The verdict."""
        return self.verdict

    def _repr_html_(self) -> str:
        """The verdict and the changes for a notebook."""
        return f"<p><b>{escape(self.verdict)}</b></p>{self.changes._repr_html_()}"


def try_change(
    change: Rules,
    config: str = "",
    *,
    players: int | None = None,
    deals: int | None = None,
    seconds: float | None = None,
    out: str | Path | None = None,
    rules: Rules = (),
    population: str = "",
    seed: int | None = None,
    game: str = "",
    strategy_paths: Paths = (),
    workers: int | None = None,
    progress: bool = False,
) -> TriedChange:
    """Try a change as `marchsim try` does: `marchsim.try_change({"march_steps": 4}).changes`.

    `change` is a dictionary of names and values, or files. A tuple tries several values:
    `{"cards.army-head.cost": (2, 3, 4)}`. `config` names the configuration, by default the usual field of
    `game`. The same call resumes a try that was stopped. Raises MarchsimError if it cannot be played.
    """
    asked = TryRequest(overlays(change), config, players, overlays(rules), population, seed, game)
    trial, budget = prepare(asked), Budget(deals, seconds)
    where: dict[str, Any] = {
        "workers": workers, "strategy_paths": [Path(path) for path in strategy_paths],
        "progress": shown(not progress), "warn": warned,
    }  # fmt: skip
    place = None if out is None else Path(out)
    with interrupt.noted():
        played = try_(trial, place, budget, **where)
    found, folder = played.found, LoadedRun(played.folder)
    if trial.several:
        rows = [_row(name, one) for name, held in found.rows.items() for one in held]
        fair = {one.players: one.value for one in found.fair if one.value is not None}
        return TriedChange(found.verdict, frame(CHANGE, rows), fair, folder)
    rows = [_row(found.changed, one) for one in found.rows]
    return TriedChange(f"{found.verdict}.", frame(CHANGE, rows), {}, folder)


def _row(variant: str, one: ChangedMetric) -> dict[str, Any]:
    return {
        "variant": variant, "metric": one.metric, "players": one.players, "before": one.before,
        "after": one.after, "change": one.change, **bounds("", one.interval), "margin": one.margin,
        "word": one.word, "deals": one.deals,
    }  # fmt: skip

"""One recorded game again: everything needed to play it, found anew and checked against the run's manifest.

A run folder never runs code: strategies are looked up by name or in folders that the caller opens, and must
be, letter for letter, those that played.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from marchsim import games
from marchsim.errors import ConfigError, RecordError, StateMismatch
from marchsim.kernel.game import Game, Variant
from marchsim.recorder.folder import RunFolder
from marchsim.runner import config as configs
from marchsim.runner import plan as plans
from marchsim.runner.plan import Plan
from marchsim.runner.schedule import Entry


@dataclass(frozen=True)
class RecordedGame:
    """A game of a run, ready to be played again.

    `names` and `makers` go by seat (a maker returns a fresh strategy object), `row` is its row of the
    `games` table (None if it is not stored), and `notices` say why its digest may differ.
    """

    game: Game
    variant: Variant
    entry: Entry
    names: tuple[str, ...]
    makers: tuple[Callable[[], object], ...]
    record: str
    decision_seconds: float
    row: dict[str, Any] | None
    notices: tuple[str, ...]

    @property
    def stopped(self) -> bool:
        """Return whether the clock ended the game when it was recorded, so that it may have no end."""
        return self.row is not None and self.row["void"] == "time"

    @property
    def deal_key(self) -> int:
        """Return the key of the deal's stream of chance."""
        return self.entry.deal_key

    @property
    def seat_keys(self) -> tuple[int, ...]:
        """Return the key of each seat's private stream."""
        return self.entry.seat_keys()


def game_of(run_folder: str | Path, game_id: int, folders: Sequence[Path] = ()) -> RecordedGame:
    """Return one game of a run, ready to be played again.

    `folders` may hold strategies that are not shipped.
    """
    folder = RunFolder(run_folder)
    plan = plan_of(folder, folders)
    total = plan.schedule.total()
    if not 0 <= game_id < total:
        raise ConfigError(f"GAME: {game_id} is not in this run; its games are 0 to {total - 1}.")
    entry = plan.schedule.entry(game_id)
    entrants = [plan.job.entrants[at] for at in entry.seats]
    recipe = plan.job.variants[entry.variant]
    makers = tuple(
        plan.game.strategy_factory(plan.game.strategy_class(entrant.source), recipe.parameters(entrant))
        for entrant in entrants
    )
    return RecordedGame(
        plan.game, plan.variants[entry.variant], entry, tuple(entrant.name for entrant in entrants), makers,
        plan.job.record, plan.job.decision_seconds, _row(folder, game_id), _notices(folder, plan),
    )  # fmt: skip


def plan_of(folder: RunFolder, folders: Sequence[Path] = ()) -> Plan:
    """Return the plan of a run, made anew and checked; a StateMismatch names what is no longer the same."""
    configured = folder.manifest.get("configuration")
    resolved = configured.get("resolved") if isinstance(configured, dict) else None
    identity = folder.manifest.get("identity")
    if not isinstance(resolved, dict) or not isinstance(identity, dict):
        raise RecordError(f"{folder.path}: its manifest does not say what was played; it is damaged.")
    configuration = configs.from_data(resolved, str(folder.path / "manifest.json"))
    games.load(configuration.game)
    stage = str(identity.get("stage", "main"))
    plan = plans.make(configuration, folders, stage, part=str(identity.get("part", "")))
    now = plan.identity()
    differing = [key for key in dict.fromkeys((*identity, *now)) if identity.get(key) != now.get(key)]
    differing = [key for key in differing if key != "engine"]
    if differing:
        raise StateMismatch(
            f"{folder.path}: {', '.join(differing[:5])} changed since this run was played, so its "
            "games cannot be played again; go back to the files of that time (the manifest holds the text of "
            "each strategy)."
        )
    return plan


def _row(folder: RunFolder, game_id: int) -> dict[str, Any] | None:
    import polars as pl

    rows = folder.scan("games").filter(pl.col("game") == game_id).collect()
    return rows.row(0, named=True) if rows.height else None


def _notices(folder: RunFolder, plan: Plan) -> tuple[str, ...]:
    if folder.manifest["identity"].get("engine") == plan.job.engine:
        return ()
    return ("the source of the engine has changed since this run was played",)

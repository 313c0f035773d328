"""Replays the void games of a run. They may be valid now if a busy or small machine was the cause."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import polars as pl

from marchsim.errors import ConfigError, nearest
from marchsim.recorder.survey import opened
from marchsim.recorder.tables import VOIDS, counted
from marchsim.recorder.writer import RunWriter
from marchsim.runner.backends import choosing as places
from marchsim.runner.dispatch import Dispatch
from marchsim.runner.planning.chunks import ChunkQueue
from marchsim.runner.planning.plan import Plan
from marchsim.runner.playing import interrupt
from marchsim.runner.playing.worker import ChunkResult, GameJob
from marchsim.runner.progress.display import Progress, Quiet
from marchsim.runner.repairing import OWN, replayable

ReplayedVoid = tuple[int, str, str]
"""A replayed void game: its number, the former reason, and the present reason ('' if it counts)."""


def retry(
    path: str | Path,
    reason: str = "",
    *,
    workers: places.Workers = None,
    strategy_paths: Sequence[Path] = (),
    recorded_strategies: bool = False,
    progress: Progress | None = None,
) -> list[ReplayedVoid]:
    """Replay the void games of a run (all, or those void for `reason`) and store the new results.

    The former reasons stay in the `history` of the manifest. Digests change if a game is no longer void.
    Raises StateMismatch if the games cannot be replayed.
    """
    kinds = [kind for kind in VOIDS if kind]
    if reason and reason not in kinds:
        raise ConfigError(f"--reason: {reason!r} is not one of {', '.join(kinds)}.{nearest(reason, kinds)}")
    folder = opened(path)
    plan = replayable(folder, strategy_paths, recorded_strategies)
    told = {key: value for key, value in folder.manifest.items() if key not in OWN}
    with RunWriter(folder.path, folder.tables, {**plan.manifest(), **told}) as writer:
        void = pl.col("void").cast(pl.String)
        wanted = void == reason if reason else void != ""
        rows = writer.reader().scan("games").filter(wanted).select("game", void).sort("game").collect()
        before = dict(rows.iter_rows())
        results = _played(plan, list(before), workers, progress or Quiet())
        now_void = {game: one.voids[0].kind if one.voids else "" for game, one in results.items()}
        games = [(game, kind, now_void[game]) for game, kind in before.items()]
        changed = {game: results[game] for game, kind, now in games if now != kind}
        if changed:
            tables = counted(writer.tables)
            writer.replace(
                {game: {name: one.tables[name] for name in tables} for game, one in changed.items()},
                [unsure for one in changed.values() for unsure in one.unsure()],
                [list(one) for one in games if one[0] in changed],
            )
        writer.restore()
    return games


def _played(
    plan: Plan, games: Sequence[int], workers: places.Workers, progress: Progress
) -> dict[int, ChunkResult]:
    """Play each of the given games in a chunk of its own. Returns their results by game."""
    found: dict[int, ChunkResult] = {}
    positions = [plan.portion.position(game) for game in games]
    queue = ChunkQueue((at, at) for at in positions)
    if not queue:
        return found
    backend = places.read(workers).opened(GameJob.of(plan.job), len(games), progress.note)
    progress.begin(len(games), 0)

    def keep(result: ChunkResult) -> None:
        found[plan.portion.game(result.first)] = result
        progress.update(len(found))

    try:
        with interrupt.noted(), closing(backend):
            Dispatch(progress.note).play(backend, queue, keep)
    finally:
        progress.end()
    return found

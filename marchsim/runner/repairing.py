"""A damaged run folder made whole.

What is bad moved aside, its games played again and proved to be the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from marchsim.errors import StateMismatch
from marchsim.recorder import losses
from marchsim.recorder.folder import RunFolder
from marchsim.recorder.manifest import SCHEMA
from marchsim.recorder.survey import Finding, survey
from marchsim.recorder.writer import RunWriter, compare
from marchsim.runner import where as places
from marchsim.runner.plan import Plan
from marchsim.runner.progress import Progress
from marchsim.runner.replay import plan_of
from marchsim.runner.tournament import play

OWN = (  # what the writer itself says in a manifest
    "schema", "identity", "tables", "complete", "changes", "owed", "unsure", "promised", "begun", "history",
)  # fmt: skip


@dataclass(frozen=True)
class Repair:
    """What was found in a run folder, how many games that leaves to be played, and how many were."""

    found: list[Finding]
    owed: int
    played: int = 0


def repair(
    path: str | Path,
    *,
    dry_run: bool = False,
    workers: int | None = None,
    strategy_paths: Sequence[Path] = (),
    recorded_strategies: bool = False,
    progress: Progress | None = None,
) -> Repair:
    """Move what is not the run's or not as stored into `quarantine/`, and play the games again that it held.

    Nothing is deleted. Games that do not come out as they were stored are not stored (StateMismatch), nor is
    anything moved if they cannot be played: then another version, rules or strategy is at hand than played.
    """
    folder = stored(path)
    found = survey(folder)
    owed = lost(folder, found)
    if dry_run or not (found or folder.ledger.owed):
        RunFolder(path, check=not found)
        if not dry_run and folder.manifest.get("promised") is not None:
            _put_right(folder)  # a repair before this one was cut off when all games were there
        return Repair(found, owed)
    items = any(part in folder.parts("items") for part in (one.part for one in found) if part is not None)
    plan = replayable(folder, strategy_paths, recorded_strategies) if owed or items else None
    _put_right(folder)
    if plan is None:
        return Repair(found, 0)
    told = {key: value for key, value in folder.manifest.items() if key not in OWN}
    result = play(plan, folder.path, places.read(workers=workers), progress=progress, told=told, lost=True)
    return Repair(found, owed, result.played)


def _put_right(folder: RunFolder) -> None:
    with RunWriter(folder.path, folder.tables, folder.manifest, mend=True) as writer:
        writer.restore()


def stored(path: str | Path) -> RunFolder:
    """Return a run folder that may be damaged; StateMismatch for one of an earlier version."""
    folder = RunFolder(path, check=False)
    if folder.manifest["schema"] != SCHEMA:
        raise StateMismatch(
            f"{path}: of an earlier version, whose parts have no checksums; it can only be read."
        )
    return folder


def lost(folder: RunFolder, found: Sequence[Finding]) -> int:
    """Return how many games of a folder have to be played again."""
    gone = [finding.part for finding in found if finding.part is not None]
    if folder.linked():
        gone = [part for name in folder.tables for part in folder.parts(name)]
    spans = losses.affected({name: folder.parts(name) for name in folder.tables}, gone, folder.portion)
    return sum(last - first + 1 for first, last in spans) + sum(
        int(one["left"]) for one in folder.ledger.owed
    )


def replayable(folder: RunFolder, strategy_paths: Sequence[Path], recorded_strategies: bool) -> Plan:
    """Return the plan of a run whose games can be played as they were; else StateMismatch."""
    plan = plan_of(folder, [Path.cwd(), *strategy_paths], recorded_strategies)
    wanted: dict[str, Any] = plan.manifest()
    compare(folder.path, folder.manifest, wanted)
    return plan
